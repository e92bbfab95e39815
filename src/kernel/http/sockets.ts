// Connections as somebody makes them who means no good: there is room for so many, every part of a request has its time,
// and whoever is sent away is told why and then gone, also where the other side neither reads nor leaves.
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
  /** Connections at once. */
  most: number;
  /** Connections of one address at once. */
  mostPerAddress: number;
  /** How long a request may take to arrive, of which its headers ten at most. An answer may wait to be read for twice as long. */
  requestSeconds: number;
}

export const usualLimits: SocketLimits = { most: 10_000, mostPerAddress: 10_000, requestSeconds: 30 };

/** Descriptors that connections on their way out may hold besides. */
export const mostLeaving = 64;

/** Time to read why one is sent away: closed at once, it would be lost together with what we have not read. */
const leaveMs = 1_000;
/** For so long a service that stops waits for requests that have not come whole. */
const lastRequestMs = 2_000;
const headersSeconds = 10;
const tickMs = 1_000;

export interface SocketFigures {
  open: number;
  /** Sent away so far because there was no room. */
  crowdedOut: number;
}

export interface Sockets {
  /** How Node is to make the server. */
  options: ServerOptions;
  /** Watches over the connections of a server. */
  guard(server: Server): void;
  /** Takes down that a request has come. */
  note(exchange: Exchange): void;
  /** What becomes of a connection whose bytes are no HTTP, or came too late. */
  onClientError(error: Error & { code?: string }, socket: Socket): void;
  /** From now on nobody is waited for who has not asked yet. */
  stop(): void;
  figures(): SocketFigures;
}

/** `isExempt`: whose connections are not counted by address, because they are many people's. */
export function createSockets(limits: SocketLimits, isExempt: (address: string) => boolean): Sockets {
  const register = createRegister();
  const { all } = register;
  const dismiss = createDoor(register);
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
    },
    note: register.note,
    onClientError: (error, socket) => {
      const connection = all.get(socket);
      // One that is leaving has been told already.
      if (!connection) return;
      // What was asked before is still answered, and nothing after it.
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
 * Sends connections away: with a word where one can be said, which is not in the middle of an answer, nor where we end
 * what nothing was asked on. Then they are closed, also where the other side would stay.
 */
function createDoor({ remove }: Register): (connection: Connection, reason: Reason) => void {
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
