// The way from a pool to its server: every socket of a pool is opened here, so that a server that is away can be left
// alone and one that hangs can be hung up on. Without it a statement waits as long as TCP does: a quarter of an hour.
import net from 'node:net';
import { Duplex } from 'node:stream';

/** Where the driver wants a socket to: the hosts it may choose from, or the path of a Unix socket. */
interface Place {
  host: string[];
  port: number[];
  path?: string | false;
}

export interface ConnectionGate {
  /** Opens a socket; on a closed gate one that fails in a moment. */
  connect(place: Place): Duplex;
  isClosed(): boolean;
  /** From now on no socket is opened, for the reason given. Those that are open stay open. */
  close(reason: string): void;
  open(): void;
  /** Ends every socket: whatever waits on one fails now. */
  cut(): void;
}

/** How long a socket of a closed gate takes to fail, in milliseconds: a pool that tries again must not spin. */
const refusalMs = 10;

export function createConnectionGate(): ConnectionGate {
  const sockets = new Set<net.Socket>();
  let closedFor: string | undefined;
  let opened = 0;

  function socketTo({ host, port, path }: Place): net.Socket {
    if (path) return net.connect({ path });
    const turn = opened++ % host.length;
    const where = { host: host[turn]!, port: port[turn]! };
    // The driver asks the socket for the name that a certificate must have.
    return Object.assign(net.connect(where), where);
  }

  return {
    connect: (place) => {
      if (closedFor !== undefined) return failingSocket(closedFor);
      // The driver takes all listeners from a socket that it encrypts, so none of ours would hear of its end.
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
