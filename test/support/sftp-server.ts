// A bank's SFTP server over a folder: the SSH of ssh2, behind which is either OpenSSH's own sftp-server, where it is
// installed, or one of a few lines.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { type SftpFaults, serveFolder } from './sftp-folder.ts';

/** Where Debian has it, or where the one who tests has it. */
export const openSshServer = [process.env.TEST_SFTP_SERVER ?? '', '/usr/lib/openssh/sftp-server'].find(
  (path) => path !== '' && existsSync(path),
);

export interface SftpServer {
  /** Has `in` and `out`. */
  root: string;
  port: number;
  /** The private key that it knows. */
  key: string;
  /** "SHA256:...". */
  hostKey: string;
  /** How many have said who they are. */
  logins(): number;
  /** Faults of the server itself; OpenSSH's has none of them. */
  faults: SftpFaults;
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
}

/** Makes a pair of keys. One in some hundreds of ssh2's own it cannot read again. */
function keyPair() {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync('ed25519');
    if (!(ssh2.utils.parseKey(pair.private) instanceof Error)) return pair;
  }
}

export async function openSftpServer(kind: 'openssh' | 'own'): Promise<SftpServer> {
  const root = await mkdtemp(join(tmpdir(), 'tefo-sftp-'));
  for (const folder of ['in', 'out']) await mkdir(join(root, folder));
  const [host, person] = [keyPair(), keyPair()];
  const known = ssh2.utils.parseKey(person.public).getPublicSSH();
  const faults: SftpFaults = {};
  const sockets = new Set<Socket>();
  let logins = 0;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const ssh = new ssh2.Server({ hostKeys: [host.private] }, (client) => {
    client.on('error', () => {});
    client.on('authentication', (asked) => {
      if (asked.method !== 'publickey') return asked.reject(['publickey']);
      if (!asked.key.data.equals(known)) return asked.reject();
      logins += 1;
      asked.accept();
    });
    client.on('session', (accept) => {
      const session = accept();
      if (kind === 'own') return void session.on('sftp', (open) => serveFolder(open(), root, faults, cut));
      session.on('subsystem', (open, reject, { name }) => {
        if (name !== 'sftp') return reject();
        const stream = open();
        const program = spawn(openSshServer!, { cwd: root, stdio: ['pipe', 'pipe', 'ignore'] });
        for (const end of [stream, program.stdin, program.stdout]) end.on('error', () => {});
        stream.pipe(program.stdin);
        program.stdout.pipe(stream);
      });
    });
  });
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    ssh.injectSocket(socket);
  });
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const down = async () => {
    const closed = new Promise((done) => server.close(done));
    cut();
    await closed;
  };
  const shown = createHash('sha256').update(ssh2.utils.parseKey(host.public).getPublicSSH()).digest('base64');
  return {
    ...{ root, port, key: person.private, hostKey: `SHA256:${shown.replace(/=+$/, '')}`, faults, down },
    logins: () => logins,
    up: () => listen(port),
    close: async () => {
      if (server.listening) await down();
      await rm(root, { recursive: true });
    },
  };
}
