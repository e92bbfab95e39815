// The used part of the library, which has no types.
declare module 'ssh2-sftp-client' {
  import type { Readable, Writable } from 'node:stream';

  interface Attributes {
    size: number;
    /** In milliseconds, of whole seconds. */
    modifyTime: number;
  }

  export default class SftpClient {
    constructor(name: string, callbacks: Record<'error' | 'end' | 'close', (error?: Error) => void>);
    client: { destroy(): void; setNoDelay(isOff: boolean): void };
    connect(options: object): Promise<unknown>;
    list(folder: string): Promise<(Attributes & { type: string; name: string })[]>;
    stat(path: string): Promise<Attributes>;
    rename(from: string, to: string): Promise<unknown>;
    delete(path: string, notFoundIsFine: boolean): Promise<unknown>;
    /** `end`: the last byte that is read, from 0. */
    createReadStream(path: string, options: { end: number }): Readable;
    createWriteStream(path: string): Writable;
  }
}
