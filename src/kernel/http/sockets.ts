// Guards against hostile connections: their number is limited, every part of a request has a time limit, and a refused
// client gets the reason and is then cut off, even when it neither reads nor leaves.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import {
  type Connection,
  chooseVictim,
  createRegister,
  type Exchange,
  isServed,
  isStalled,
  type Register,
  underWay,
} from './connections.ts';
import { sentCorrelationId } from './correlation.ts';
import { type Reason, reasonOf, refusalText } from './refusals.ts';

export interface SocketLimits {
  /** Simultaneous connections. */
  most: number;
  /** Simultaneous connections of one address. */
  mostPerAddress: number;
  /** The time for a request to arrive; its headers get ten seconds at most, reading a response twice as long. */
  requestSeconds: number;
}

export const usualLimits: SocketLimits = { most: 10_000, mostPerAddress: 10_000, requestSeconds: 30 };

/** How many further descriptors connections may hold while they are being closed. */
export const mostLeaving = 64;

/**
 * The time for a client to read the refusal: closed at once, it would be lost together with the unread part of the
 * request.
 */
const leaveMs = 1_000;
/** How long a stopping service waits for incomplete requests. */
const lastRequestMs = 2_000;
/** A request may be on its way on a connection that looks idle: a stopping service waits for it so long. */
const idleMs = 250;
const headersSeconds = 10;
const tickMs = 1_000;

export interface SocketFigures {
  open: number;
  /** Closed so far because there was no room. */
  crowdedOut: number;
}

export interface Sockets {
  options: ServerOptions;
  guard(server: Server): void;
  /** Records a new request. */
  note(exchange: Exchange): void;
  /** Handles a connection whose bytes are not HTTP, or came too late. */
  onClientError(error: Error & { code?: string }, socket: Socket): void;
  /** Stops waiting for clients that have not sent a request. */
  stop(): void;
  figures(): SocketFigures;
}

/** `isExempt`: addresses that are not limited, because many clients share them. */
export function createSockets(limits: SocketLimits, isExempt: (address: string) => boolean): Sockets {
  const register = createRegister();
  const { all } = register;
  const dismiss = createRefuser(register);
  let crowdedOut = 0;
  let stoppedAt: number | undefined;

  function admit(socket: Socket): void {
    const { newcomer, neighbours } = register.add(socket);
    const isGreedy = neighbours.size > limits.mostPerAddress && !isExempt(newcomer.address);
    if (!isGreedy && all.size <= limits.most) return;
    crowdedOut += 1;
    dismiss(chooseVictim(isGreedy ? neighbours : all, newcomer), 'crowded');
  }

  function refuseExpectation(request: IncomingMessage, response: ServerResponse): void {
    const connection = all.get(request.socket);
    if (!connection) return;
    connection.exchange = { id: sentCorrelationId(request) ?? randomUUID(), request, response };
    dismiss(connection, 'expectation');
  }

  function tick(): void {
    const now = performance.now();
    const isLate = stoppedAt !== undefined && now - stoppedAt > lastRequestMs;
    for (const connection of all.values()) {
      if (isLate && !isServed(connection)) dismiss(connection, 'stopping');
      else if (isStalled(connection, now, 2_000 * limits.requestSeconds)) connection.socket.destroy();
    }
  }

  return {
    options: {
      requestTimeout: 1_000 * limits.requestSeconds,
      headersTimeout: 1_000 * Math.min(limits.requestSeconds, headersSeconds),
      connectionsCheckingInterval: tickMs,
    },
    guard: (server) => {
      server.on('connection', admit);
      server.on('checkExpectation', refuseExpectation);
      server.once('listening', () => {
        const ticking = setInterval(tick, tickMs).unref();
        server.once('close', () => clearInterval(ticking));
      });
      const closeIdle = server.closeIdleConnections.bind(server);
      server.closeIdleConnections = () => void setTimeout(closeIdle, idleMs);
    },
    note: register.note,
    onClientError: (error, socket) => {
      const connection = all.get(socket);
      // A refused connection has its response already.
      if (!connection) return;
      // Earlier requests still get their response, and later ones none.
      if (isServed(connection)) connection.exchange!.response.shouldKeepAlive = false;
      else if (error.code === 'ECONNRESET') socket.destroy();
      else dismiss(connection, reasonOf(error));
    },
    stop: () => {
      stoppedAt = performance.now();
    },
    figures: () => ({ open: all.size, crowdedOut }),
  };
}

/**
 * Refuses connections: with a response, unless one is half sent or no request came; then closes them, even if the
 * client would stay.
 */
function createRefuser({ remove }: Register): (connection: Connection, reason: Reason) => void {
  const leaving = new Set<Socket>();

  function close(socket: Socket): void {
    leaving.delete(socket);
    socket.destroy();
  }

  return (connection, reason) => {
    const { socket, exchange } = connection;
    const asked = underWay(connection);
    const isUnasked = exchange && !asked && (reason === 'crowded' || reason === 'stopping');
    remove(connection);
    if (!socket.writable || asked?.response.headersSent || isUnasked) {
      socket.destroy();
      return;
    }
    socket.end(refusalText(reason, asked?.id ?? randomUUID()));
    socket.pause();
    leaving.add(socket);
    setTimeout(close, leaveMs, socket).unref();
    const [first] = leaving;
    if (first && leaving.size > mostLeaving) close(first);
  };
}
