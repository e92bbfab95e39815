// Opens every socket of a pool, so that connections to a server that is away can be refused and those to one that hangs
// can be cut. Without it a statement waits as long as TCP does: a quarter of an hour.
import net from 'node:net';
import { Duplex } from 'node:stream';

/** Where the driver connects: the hosts to choose from, or the path of a Unix socket. */
interface Place {
  host: string[];
  port: number[];
  path?: string | false;
}

export interface ConnectionGate {
  /** Opens a socket; while the gate is closed, the socket fails after a moment. */
  connect(place: Place): Duplex;
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
  const sockets = new Set<net.Socket>();
  let closedFor: string | undefined;
  let opened = 0;

  function socketTo({ host, port, path }: Place): net.Socket {
    if (path) return net.connect({ path });
    const turn = opened++ % host.length;
    const where = { host: host[turn]!, port: port[turn]! };
    // The driver reads the certificate's expected name from the socket.
    return Object.assign(net.connect(where), where);
  }

  return {
    connect: (place) => {
      if (closedFor !== undefined) return failingSocket(closedFor);
      // The driver removes all listeners from a socket that it encrypts, so a "close" listener of ours would not run.
      for (const socket of sockets) if (socket.destroyed) sockets.delete(socket);
      const socket = socketTo(place);
      sockets.add(socket);
      return socket;
    },
    isClosed: () => closedFor !== undefined,
    close: (reason) => {
      closedFor = reason;
    },
    open: () => {
      closedFor = undefined;
    },
    cut: () => {
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
  };
}

function failingSocket(reason: string): Duplex {
  const socket = new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() });
  const refusal = Object.assign(new Error(reason), { code: 'ECONNREFUSED' });
  setTimeout(() => socket.destroy(refusal), refusalMs);
  return socket;
}
