// Connections byte by byte, as no client makes them that means well.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Raw {
  socket: Socket;
  /** What has come back so far. */
  heard(): string;
  /** Resolves with what has come back when it is `wanted`; throws when it is not within `withinMs`. */
  hears(wanted: RegExp, withinMs?: number): Promise<string>;
  isClosed(): boolean;
}

/** A connection that stays half open when the other side ends it, and reads unless it is told not to. */
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
    heard: () => text,
    isClosed: () => isClosed,
    hears: async (wanted, withinMs = 20_000) => {
      const until = performance.now() + withinMs;
      while (!wanted.test(text)) {
        if (performance.now() > until) throw new Error(`not heard: ${wanted}; so far: ${text}`);
        await sleep(20);
      }
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
