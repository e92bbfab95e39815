// The used part of the library's server, which has no types.
declare module 'ssh2' {
  import type { EventEmitter } from 'node:events';
  import type { Socket } from 'node:net';
  import type { Duplex } from 'node:stream';

  interface Attributes {
    mode: number;
    uid: number;
    gid: number;
    size: number;
    atime: number;
    mtime: number;
  }
  export interface Sftp extends EventEmitter {
    status(id: number, code: number): void;
    handle(id: number, handle: Buffer): void;
    data(id: number, data: Buffer): void;
    name(id: number, names: { filename: string; longname: string; attrs: Partial<Attributes> }[]): void;
    attrs(id: number, attrs: Partial<Attributes>): void;
  }
  interface Session extends EventEmitter {
    on(event: 'sftp', listener: (accept: () => Sftp) => void): this;
    on(
      event: 'subsystem',
      listener: (accept: () => Duplex, reject: () => void, info: { name: string }) => void,
    ): this;
  }
  interface Authentication {
    method: string;
    key: { data: Buffer };
    accept(): void;
    reject(methods?: string[]): void;
  }
  interface Client extends EventEmitter {
    on(event: 'authentication', listener: (asked: Authentication) => void): this;
    on(event: 'session', listener: (accept: () => Session) => void): this;
    on(event: 'error' | 'close', listener: (error?: Error) => void): this;
    end(): void;
  }
  interface Key {
    getPublicSSH(): Buffer;
  }
  const ssh2: {
    Server: new (
      options: { hostKeys: string[] },
      onClient: (client: Client) => void,
    ) => { injectSocket(socket: Socket): void };
    utils: {
      parseKey(key: string): Key;
      generateKeyPairSync(type: 'ed25519'): { private: string; public: string };
      sftp: {
        STATUS_CODE: Record<
          'OK' | 'EOF' | 'NO_SUCH_FILE' | 'PERMISSION_DENIED' | 'FAILURE' | 'OP_UNSUPPORTED',
          number
        >;
        OPEN_MODE: Record<'READ' | 'WRITE' | 'TRUNC', number>;
      };
    };
  };
  export default ssh2;
}
