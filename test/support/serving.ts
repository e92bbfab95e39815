// HTTP servers of tests, on free ports of the loopback address.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';

export type Answer = (request: IncomingMessage, body: string, response: ServerResponse) => unknown;

/** Answers whole requests. `close` also ends open connections. */
export async function serve(answer: Answer): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    // A sender that was killed leaves a part of a request.
    const body = await text(request).catch(() => undefined);
    if (body !== undefined) await answer(request, body, response);
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Serves on the loopback address until the test ends; returns the address. */
export async function serveInTest(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
