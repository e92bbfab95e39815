// Connections byte by byte, as only a malicious client sends them.
import { connect, type Socket } from 'node:net';
import { until } from '../support/until.ts';

export interface Raw {
  socket: Socket;
  /** The bytes received so far. */
  received(): string;
  /** Resolves with the received text when it is `wanted`; throws when it never is. */
  hears(wanted: RegExp): Promise<string>;
  isClosed(): boolean;
}

/** A connection that stays half open when the other side ends it, and reads unless `reading` is off. */
export async function open(port: number, bytes = '', localAddress = '127.0.0.1'): Promise<Raw> {
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
  let text = '';
  let isClosed = false;
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
  });
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  if (bytes !== '') socket.write(bytes);
  return {
    socket,
    received: () => text,
    isClosed: () => isClosed,
    hears: async (wanted) => {
      await until(() => wanted.test(text)).catch(() => {
        throw new Error(`not received: ${wanted}; so far: ${text}`);
      });
      return text;
    },
  };
}

/** Sends a byte every now and then until the connection is over. */
export function drip({ socket, isClosed }: Raw, everyMs: number): void {
  const dripping = setInterval(() => {
    if (isClosed() || socket.destroyed) clearInterval(dripping);
    else socket.write('x');
  }, everyMs).unref();
}
