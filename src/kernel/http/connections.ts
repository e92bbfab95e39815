// Who is connected, and where each stands: does the other side owe us something, or do we owe it an answer?
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A request and its answer. `id` is its correlation id. */
export interface Exchange {
  id: string;
  request: IncomingMessage;
  response: ServerResponse;
}

export interface Connection {
  socket: Socket;
  address: string;
  /** The last one. */
  exchange: Exchange | undefined;
  /** Bytes of answers that the other side had taken when it was last looked after, and since when they are no more. */
  taken: number;
  stuckSince: number | undefined;
}

type Row = Map<Socket, Connection>;

export interface Register {
  /** Those that have waited longest come first. */
  all: ReadonlyMap<Socket, Connection>;
  /** Adds a socket until it is closed or removed; answers also those of its address, itself among them. */
  add(socket: Socket): { newcomer: Connection; neighbours: ReadonlyMap<Socket, Connection> };
  remove(connection: Connection): void;
  /** Takes down what is asked now: whoever asks has waited least. */
  note(exchange: Exchange): void;
}

export function createRegister(): Register {
  const all: Row = new Map();
  const byAddress = new Map<string, Row>();
  const remove = ({ socket, address }: Connection): void => {
    all.delete(socket);
    const neighbours = byAddress.get(address);
    neighbours?.delete(socket);
    if (neighbours?.size === 0) byAddress.delete(address);
  };
  return {
    all,
    remove,
    add: (socket) => {
      const address = socket.remoteAddress ?? '';
      const newcomer = { socket, address, exchange: undefined, taken: 0, stuckSince: undefined };
      const neighbours: Row = byAddress.get(address) ?? new Map();
      byAddress.set(address, neighbours);
      for (const row of [all, neighbours]) row.set(socket, newcomer);
      socket.once('close', () => remove(newcomer));
      return { newcomer, neighbours };
    },
    note: (exchange) => {
      const { socket } = exchange.request;
      const connection = all.get(socket);
      if (!connection) return;
      connection.exchange = exchange;
      for (const row of [all, byAddress.get(connection.address)!]) {
        row.delete(socket);
        row.set(socket, connection);
      }
    },
  };
}

/** Of the connections that have waited longest, how many are looked at to find one that may go. */
const lookedAt = 64;

/** Who is to go of these where there is no room: whoever has kept us waiting longest; the newcomer where all are being served. */
export function chooseVictim(among: ReadonlyMap<Socket, Connection>, newcomer: Connection): Connection {
  let looked = 0;
  for (const connection of among.values()) {
    if (!isServed(connection)) return connection;
    looked += 1;
    if (looked === lookedAt) break;
  }
  return newcomer;
}

/** Whether it is our turn: a request has come whole, and its answer is not there yet, nor waits to be read. */
export function isServed({ socket, exchange }: Connection): boolean {
  if (!exchange?.request.complete) return false;
  return !exchange.response.writableEnded && socket.writableLength === 0;
}

/** What is being asked and not yet answered. */
export function underWay({ exchange }: Connection): Exchange | undefined {
  const isOver = exchange?.request.complete && exchange.response.writableFinished;
  return isOver ? undefined : exchange;
}

/** Whether the other side has taken nothing more of an answer for longer than it may. To be asked again and again. */
export function isStalled(connection: Connection, now: number, patienceMs: number): boolean {
  const { socket } = connection;
  const taken = socket.bytesWritten - socket.writableLength;
  if (socket.writableLength === 0) {
    connection.stuckSince = undefined;
  } else if (connection.stuckSince === undefined || taken > connection.taken) {
    connection.stuckSince = now;
    connection.taken = taken;
  }
  return connection.stuckSince !== undefined && now - connection.stuckSince > patienceMs;
}
