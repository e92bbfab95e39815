// The requests of SFTP that Tefo makes, answered from a folder.
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import ssh2, { type Sftp } from 'ssh2';

const { STATUS_CODE: codes, OPEN_MODE: modes } = ssh2.utils.sftp;

export interface SftpFaults {
  /** Refuses to rename. */
  renamesNothing?: boolean;
  /** Ends the connection after so many bytes were read. */
  endsAfterBytes?: number;
}

type Open = { file: FileHandle } | { names: string[] };

export function serveFolder(sftp: Sftp, root: string, faults: SftpFaults, cut: () => void): void {
  const opened = new Map<number, Open>();
  let next = 0;
  let read = 0;
  const keep = (id: number, what: Open) => {
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(next);
    opened.set(next, what);
    next += 1;
    sftp.handle(id, handle);
  };
  const find = (handle: Buffer) => opened.get(handle.readUInt32BE());
  const fileOf = (handle: Buffer) => (find(handle) as { file: FileHandle }).file;
  const done = (id: number) => sftp.status(id, codes.OK);
  const on = (event: string, answer: (id: number, ...given: never[]) => unknown) =>
    sftp.on(event, async (id, ...given) => {
      try {
        await answer(id, ...(given as never[]));
      } catch (error) {
        const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
        sftp.status(id, isMissing ? codes.NO_SUCH_FILE : codes.FAILURE);
      }
    });
  const attributes = async (path: string) => {
    const { mode, uid, gid, size, atimeMs, mtimeMs } = await stat(path);
    return { mode, uid, gid, size, atime: Math.floor(atimeMs / 1000), mtime: Math.floor(mtimeMs / 1000) };
  };
  const tell = async (id: number, path: string) => sftp.attrs(id, await attributes(join(root, path)));

  on('REALPATH', (id, path: string) => sftp.name(id, [{ filename: path, longname: path, attrs: {} }]));
  on('STAT', tell);
  on('LSTAT', tell);
  on('FSTAT', async (id, handle: Buffer) => {
    const { size, mtimeMs, mode } = await fileOf(handle).stat();
    sftp.attrs(id, { size, mode, uid: 0, gid: 0, atime: 0, mtime: Math.floor(mtimeMs / 1000) });
  });
  on('OPENDIR', async (id, path: string) => {
    const names = await readdir(join(root, path));
    keep(id, { names: names.map((name) => join(path, name)) });
  });
  on('READDIR', async (id, handle: Buffer) => {
    const { names } = find(handle) as { names: string[] };
    if (names.length === 0) return sftp.status(id, codes.EOF);
    const reported = names.splice(0, 100).map(async (path) => {
      const attrs = await attributes(join(root, path));
      const filename = path.slice(path.lastIndexOf('/') + 1);
      const kind = (attrs.mode & 0o40000) === 0 ? '-' : 'd';
      return {
        filename,
        longname: `${kind}rw------- 1 bank bank ${attrs.size} Nov 20 10:00 ${filename}`,
        attrs,
      };
    });
    sftp.name(id, await Promise.all(reported));
  });
  on('OPEN', async (id, path: string, flags: number) => {
    const isWrite = (flags & modes.WRITE) !== 0;
    keep(id, { file: await open(join(root, path), isWrite ? 'w' : 'r') });
  });
  on('READ', async (id, handle: Buffer, offset: number, length: number) => {
    const { bytesRead, buffer } = await fileOf(handle).read(Buffer.alloc(length), 0, length, offset);
    read += bytesRead;
    if (faults.endsAfterBytes !== undefined && read > faults.endsAfterBytes) return cut();
    if (bytesRead === 0) return sftp.status(id, codes.EOF);
    sftp.data(id, buffer.subarray(0, bytesRead));
  });
  on('WRITE', async (id, handle: Buffer, offset: number, data: Buffer) => {
    await fileOf(handle).write(data, 0, data.length, offset);
    done(id);
  });
  on('CLOSE', async (id, handle: Buffer) => {
    const what = find(handle);
    opened.delete(handle.readUInt32BE());
    if (what && 'file' in what) await what.file.close();
    done(id);
  });
  on('FSETSTAT', done);
  on('RENAME', async (id, from: string, to: string) => {
    if (faults.renamesNothing) return sftp.status(id, codes.PERMISSION_DENIED);
    const isTaken = (await readdir(join(root, 'in'))).includes(to.slice(to.lastIndexOf('/') + 1));
    if (isTaken) return sftp.status(id, codes.FAILURE);
    await rename(join(root, from), join(root, to));
    done(id);
  });
  on('REMOVE', async (id, path: string) => {
    await rm(join(root, path));
    done(id);
  });
  sftp.once('close', () => {
    for (const what of opened.values()) if ('file' in what) void what.file.close();
  });
}
