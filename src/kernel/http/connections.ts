// Open connections and the state of each: waiting for the client, or for a response to it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getOrThrow } from '../required.ts';
import { clientNetworkOf } from './networks.ts';

/** A request and its response. `id` is the correlation id. */
export interface Exchange {
  id: string;
  request: IncomingMessage;
  response: ServerResponse;
}

export interface Connection {
  socket: Socket;
  address: string;
  /** The latest one. */
  exchange: Exchange | undefined;
  /** Bytes of responses that the client had read at the last check, and since when it has read no more. */
  taken: number;
  stuckSince: number | undefined;
}

type Row = Map<Socket, Connection>;

export interface Register {
  /** The longest-waiting ones come first. */
  all: ReadonlyMap<Socket, Connection>;
  /** Adds a socket until it is closed or removed. Also returns all connections of its address (IPv6: its /64), itself included. */
  add(socket: Socket): { newcomer: Connection; neighbours: ReadonlyMap<Socket, Connection> };
  remove(connection: Connection): void;
  /** Records a new request and moves its connection to the end of the order. */
  note(exchange: Exchange): void;
}

export function createRegister(): Register {
  const all: Row = new Map();
  const byAddress = new Map<string, Row>();
  const remove = ({ socket, address }: Connection): void => {
    all.delete(socket);
    const client = clientNetworkOf(address);
    const neighbours = byAddress.get(client);
    neighbours?.delete(socket);
    if (neighbours?.size === 0) byAddress.delete(client);
  };
  return {
    all,
    remove,
    add: (socket) => {
      const address = socket.remoteAddress ?? '';
      const newcomer = { socket, address, exchange: undefined, taken: 0, stuckSince: undefined };
      const client = clientNetworkOf(address);
      const neighbours: Row = byAddress.get(client) ?? new Map();
      byAddress.set(client, neighbours);
      for (const row of [all, neighbours]) row.set(socket, newcomer);
      socket.once('close', () => remove(newcomer));
      return { newcomer, neighbours };
    },
    note: (exchange) => {
      const { socket } = exchange.request;
      const connection = all.get(socket);
      if (!connection) return;
      connection.exchange = exchange;
      for (const row of [all, getOrThrow(byAddress, clientNetworkOf(connection.address))]) {
        row.delete(socket);
        row.set(socket, connection);
      }
    },
  };
}

/** How many of the longest-waiting connections are checked for one that may be closed. */
const lookedAt = 64;

/** Returns the connection to close: the one that has kept us waiting longest, or the newcomer if all are served. */
export function chooseVictim(among: ReadonlyMap<Socket, Connection>, newcomer: Connection): Connection {
  let looked = 0;
  for (const connection of among.values()) {
    if (!isServed(connection)) return connection;
    looked += 1;
    if (looked === lookedAt) break;
  }
  return newcomer;
}

/** True if a response is pending: the request is complete, and its response neither written nor waiting to be read. */
export function isServed({ socket, exchange }: Connection): boolean {
  if (!exchange?.request.complete) return false;
  return !exchange.response.writableEnded && socket.writableLength === 0;
}

/** Returns the exchange that is not yet finished. */
export function underWay({ exchange }: Connection): Exchange | undefined {
  const isOver = exchange?.request.complete && exchange.response.writableFinished;
  return isOver ? undefined : exchange;
}

/** True if the client has read nothing of a response for longer than allowed. Must be called regularly. */
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
