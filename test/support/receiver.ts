// A merchant's server for notifications: real HTTP on its own port.
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { after } from 'node:test';
import { serveInTest } from './serving.ts';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The names of the headers, in their original letter case. */
  headerNames: string[];
  body: string;
}

/** Responds to a request, or does not. */
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

/** Opens a receiver on the loopback address, which responds 200 until changed; it closes after the test. */
export async function openReceiver(first: Behaviour = answering(200)): Promise<Receiver> {
  let behaviour = first;
  const received: Received[] = [];
  const url = await serveInTest(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers, rawHeaders } = request;
    const headerNames = rawHeaders.filter((_, index) => index % 2 === 0);
    const one = { method, path, headers, headerNames, body: Buffer.concat(chunks).toString() };
    received.push(one);
    behaviour(one, response);
  });
  return {
    url,
    received,
    behave: (next) => {
      behaviour = next;
    },
  };
}

/** Opens a receiver that writes bytes to a socket, once for each whole request: responses that node:http would not write. */
export async function openRawReceiver(
  respond: (socket: Socket) => void,
): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    let text = '';
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      const headEnd = text.indexOf('\r\n\r\n');
      const length = Number(/^content-length: *(\d+)/im.exec(text)?.[1] ?? 0);
      if (headEnd < 0 || text.length < headEnd + 4 + length) return;
      requests.push(text);
      text = '';
      respond(socket);
    });
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** Informational responses that may come before the final one. */
export const informational = {
  'one 100 Continue': 'HTTP/1.1 100 Continue\r\n\r\n',
  'several 100 Continue with headers': 'HTTP/1.1 100 Continue\r\nServer: IIS\r\n\r\n'.repeat(3),
  '102 Processing': 'HTTP/1.1 102 Processing\r\n\r\n',
  '103 Early Hints': 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n',
  'one of each': ['100 Continue', '102 Processing', '103 Early Hints', '100 Continue', '199 Own']
    .map((status) => `HTTP/1.1 ${status}\r\n\r\n`)
    .join(''),
};

/** Responses of 200 whose body is not whole, and what of it arrives. `end`: the receiver closes the connection. */
export const incomplete = {
  'breaks off before its length': { bytes: 'Content-Length: 50\r\n\r\npart', end: true },
  'breaks off inside a chunk': { bytes: 'Transfer-Encoding: chunked\r\n\r\n8\r\npart', end: true },
  'breaks off before the last chunk': {
    bytes: 'Transfer-Encoding: chunked\r\n\r\n4\r\npart\r\n',
    end: true,
  },
  'never ends': { bytes: 'Content-Length: 50\r\n\r\npart', end: false },
};

/** Every response above as a 200: all of them deliver. `error`: the text recorded with the status. */
export const deliveredBy = [
  ...Object.entries(informational).map(([what, bytes]) => ({
    ...{ what, bytes: `${bytes}HTTP/1.1 200 OK\r\n\r\n`, end: true, error: null },
  })),
  ...Object.entries(incomplete).map(([what, { bytes, end }]) => ({
    ...{ what: `a 200 whose body ${what}`, bytes: `HTTP/1.1 200 OK\r\n${bytes}`, end },
    error: 'body incomplete',
  })),
];
