// A connection to an SFTP server of a bank or a merchant. Every call has a time limit, and it connects only to a server
// with a pinned host key.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { isIP, connect as openSocket, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AddressRefused,
  guardedLookup,
  isMetadataName,
  judgeAddress,
  type OutboundPolicy,
} from '../http/allowed-addresses.ts';
import type { SftpServer } from './address.ts';

export interface RemoteFile {
  name: string;
  /** In bytes. */
  size: number;
  /** In milliseconds. */
  changedAt: number;
}

/** A connected server. Paths are the server's. */
export interface Remote {
  /** Returns the files of a folder, no folders or links. */
  list(folder: string): Promise<RemoteFile[]>;
  /** Undefined if there is no such file. */
  stat(path: string): Promise<Pick<RemoteFile, 'size' | 'changedAt'> | undefined>;
  read(path: string, to: string, size: number): Promise<void>;
  /** Writes a file of this machine, or a stream of `size` bytes. */
  write(from: string | Readable, path: string, size: number): Promise<void>;
  /** Throws where there is a file of that name, or the server lets nothing be renamed. */
  rename(from: string, to: string): Promise<void>;
  /** Does nothing if there is no such file. */
  remove(path: string): Promise<void>;
  close(): Promise<void>;
}

const connectMs = 20_000;
const requestMs = 30_000;
/** The slowest that a file may come or go. */
const bytesPerMs = 16;

const noSuchFile = 2;

/**
 * Connects to a server. Throws if it cannot be reached, has another host key, or does not know the client's key. `policy`
 * limits the addresses to which it connects; absent: the operator chose the server.
 */
export async function connect(settings: SftpServer, policy?: OutboundPolicy): Promise<Remote> {
  const { default: SftpClient } = await import('ssh2-sftp-client');
  // Each call fails by itself when the connection ends; the library would write to the console.
  const ignored = () => {};
  const client = new SftpClient('tefo', { error: ignored, end: ignored, close: ignored });
  let shown = '';
  const sock = policy && (await openGuarded(settings, policy));
  const asked = client.connect({
    ...(sock && { sock }),
    host: settings.host,
    port: settings.port,
    username: settings.user,
    privateKey: settings.key,
    readyTimeout: connectMs,
    keepaliveInterval: 10_000,
    keepaliveCountMax: 3,
    hostVerifier: (key: Buffer) => {
      shown = `SHA256:${createHash('sha256').update(key).digest('base64').replaceAll('=', '')}`;
      return settings.hostKeys.includes(shown);
    },
  });
  // Each message is a small packet that waits for its response: held back to be sent with more, each takes 40 ms.
  client.client.setNoDelay(true);
  try {
    await within(connectMs, asked);
  } catch (error) {
    client.client.destroy();
    if (shown === '' || settings.hostKeys.includes(shown)) throw error;
    throw new Error(`the server has the host key ${shown}, which is not the pinned one`);
  }
  return {
    list: async (folder) => {
      const all = await within(requestMs, client.list(folder));
      return all
        .filter(({ type }) => type === '-')
        .map(({ name, size, modifyTime }) => ({ name, size, changedAt: modifyTime }));
    },
    stat: async (path) => {
      try {
        const { size, modifyTime } = await within(requestMs, client.stat(path));
        return { size, changedAt: modifyTime };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    read: async (path, to, size) => {
      const target = createWriteStream(to, { mode: 0o600, flush: true });
      // A byte more than it should have, so that one which has grown is noticed, and one that never ends is not read on.
      await pipeline(client.createReadStream(path, { end: size }), target, { signal: patience(size) });
    },
    write: async (from, path, size) => {
      const source = typeof from === 'string' ? createReadStream(from) : from;
      await pipeline(source, client.createWriteStream(path), { signal: patience(size) });
    },
    rename: async (from, to) => void (await within(requestMs, client.rename(from, to))),
    remove: async (path) => void (await within(requestMs, client.delete(path, true))),
    // All calls have ended or were abandoned, so nothing is left to wait for.
    close: async () => client.client.destroy(),
  };
}

/** Opens a socket to an address that the policy allows: it is checked on the address to which the socket connects. */
async function openGuarded({ host, port }: SftpServer, policy: OutboundPolicy): Promise<Socket> {
  if (isMetadataName(host)) throw new AddressRefused('the address is not allowed');
  if (isIP(host) && !judgeAddress(host, policy).allowed)
    throw new AddressRefused('the address is not allowed');
  const socket = openSocket({ host, port, lookup: guardedLookup(policy) });
  const { promise: opened, resolve, reject } = Promise.withResolvers<void>();
  socket.once('connect', resolve).once('error', reject);
  try {
    await within(connectMs, opened);
    return socket.off('error', reject);
  } catch (error) {
    socket.destroy();
    throw error instanceof AddressRefused ? new AddressRefused('the address is not allowed') : error;
  }
}

const isMissing = (error: unknown): boolean => {
  const { code } = error as { code?: unknown };
  return code === noSuchFile || code === 'ENOENT';
};

const patience = (size: number): AbortSignal => AbortSignal.timeout(requestMs + Math.ceil(size / bytesPerMs));

async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no response within ${ms / 1000} s`)), ms);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
    // A caller that stopped waiting does not get a later failure.
    answer.catch(() => {});
  }
}
