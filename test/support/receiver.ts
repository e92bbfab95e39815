// A merchant's server for notifications: real HTTP on its own port.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The names of the headers, in their original letter case. */
  headerNames: string[];
  body: string;
}

/** Answers a request, or does not. */
export type Behaviour = (received: Received, response: ServerResponse) => void;

export interface Receiver {
  url: string;
  /** All requests, in order. */
  received: Received[];
  /** Sets its behaviour. */
  behave(behaviour: Behaviour): void;
}

/** Returns a behaviour with a status, headers and a body. */
export function answering(status: number, headers: Record<string, string> = {}, body = ''): Behaviour {
  return (_received, response) => void response.writeHead(status, headers).end(body);
}

export const hanging: Behaviour = () => {};
export const resetting: Behaviour = (_received, response) => void response.socket?.resetAndDestroy();

/** Opens a receiver on the loopback address, which answers 200 until changed; it closes after the test. */
export async function openReceiver(first: Behaviour = answering(200)): Promise<Receiver> {
  let behaviour = first;
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers, rawHeaders } = request;
    const headerNames = rawHeaders.filter((_, index) => index % 2 === 0);
    const one = { method, path, headers, headerNames, body: Buffer.concat(chunks).toString() };
    received.push(one);
    behaviour(one, response);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    behave: (next) => {
      behaviour = next;
    },
  };
}
