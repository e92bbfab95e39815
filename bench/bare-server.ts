// The upper bound for Node: an HTTP server without a framework or a database that reads and returns the same JSON.
// bare.ts starts it, passes the responses and reads its port.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The service's records for the same requests. */
const { payment, transaction } = JSON.parse(process.argv[2]!) as Record<string, Record<string, unknown>>;

function send(response: ServerResponse, status: number, record: unknown): void {
  const text = JSON.stringify(record);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

const server = createServer((request, response) => {
  if (request.method === 'GET') return send(response, 200, transaction);
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (text) => {
    body += text;
  });
  request.on('end', () => {
    const { merchantReference } = JSON.parse(body) as { merchantReference: string };
    send(response, 201, { ...payment, merchantReference });
  });
});

server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
