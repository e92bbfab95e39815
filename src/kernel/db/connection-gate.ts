// Opens every socket of a pool, so that connections to a server that is away can be refused and those to one that hangs
// can be cut. Without it a statement waits as long as TCP does: a quarter of an hour.
import net from 'node:net';
import { Duplex } from 'node:stream';
import type { Place } from './address.ts';

export interface ConnectionGate {
  /** Opens a socket; while the gate is closed, the socket fails after a moment. */
  connect(place: Place): Duplex;
  /**
   * Opens a socket to the place that is found, and ends those to any other, because the former primary is not the
   * primary any more. It never rejects, as the driver could not bear it: the socket fails in its place.
   */
  connectFound(find: () => Promise<Place>): Promise<Duplex>;
  isClosed(): boolean;
  /** Refuses new sockets for the given reason. Open ones stay open. */
  close(reason: string): void;
  open(): void;
  /** Ends every socket, so that everything waiting on one fails. */
  cut(): void;
}

/** How long a refused socket takes to fail, in milliseconds: a pool that retries must not spin. */
const refusalMs = 10;

export function createConnectionGate(): ConnectionGate {
  const sockets = new Map<net.Socket, Place>();
  let closedFor: string | undefined;

  function connect(place: Place): Duplex {
    if (closedFor !== undefined) return failingSocket({ message: closedFor });
    // The driver removes all listeners from a socket that it encrypts, so a "close" listener here would not run.
    for (const socket of sockets.keys()) if (socket.destroyed) sockets.delete(socket);
    const socket = socketTo(place);
    sockets.set(socket, place);
    return socket;
  }

  return {
    connect,
    connectFound: async (find) => {
      if (closedFor !== undefined) return failingSocket({ message: closedFor });
      try {
        const found = await find();
        for (const [socket, { host, port }] of sockets)
          if (host !== found.host || port !== found.port) socket.destroy();
        return connect(found);
      } catch (error) {
        return failingSocket(error as Error);
      }
    },
    isClosed: () => closedFor !== undefined,
    close: (reason) => {
      closedFor = reason;
    },
    open: () => {
      closedFor = undefined;
    },
    cut: () => {
      for (const socket of sockets.keys()) socket.destroy();
      sockets.clear();
    },
  };
}

function socketTo({ host, port }: Place): net.Socket {
  if (host.startsWith('/')) return net.connect({ path: `${host}/.s.PGSQL.${port}` });
  // The driver reads the certificate's expected name from the socket.
  return Object.assign(net.connect({ host, port }), { host, port });
}

function failingSocket({ message, code = 'ECONNREFUSED' }: { message: string; code?: string }): Duplex {
  const socket = new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() });
  setTimeout(() => socket.destroy(Object.assign(new Error(message), { code })), refusalMs);
  return socket;
}
