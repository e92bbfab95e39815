// HTTP servers of tests, on free ports of the loopback address.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

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
