// Bytes that are no request, or hardly one, written straight to the port.
import { connect } from 'node:net';
import type { Random } from '../storm/random.ts';

const lines = [
  'GET / HTTP/1.1',
  'POST /one/v1/payments HTTP/1.1',
  'POST /pay HTTP/1.1',
  'PRI * HTTP/2.0',
  'GET http://127.0.0.1/ HTTP/1.1',
  'CONNECT a:1 HTTP/1.1',
  'GET /\u0000 HTTP/1.1',
  'GET / HTTP/9.9',
  'BREW /pot HTTP/1.1',
  `GET /${'a'.repeat(20_000)} HTTP/1.1`,
];
const headers = [
  'Host: x',
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 99999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked, identity',
  'Expect: 100-continue',
  'Expect: x',
  'Upgrade: websocket',
  'Connection: upgrade',
  'X-Nul: a\u0000b',
  ' folded: a',
  `X-Long: ${'x'.repeat(18_000)}`,
  'Content-Type: application/json',
  'no colon',
];
const bodies = [
  '',
  'hello',
  '{}',
  'xyz\r\n{}\r\n',
  '0\r\n\r\n',
  '5\r\nhello\r\n0\r\n\r\n',
  'ffffffffffffffff\r\n',
];

export function drawBytes(random: Random): Buffer {
  if (random.chance(0.2)) {
    return Buffer.from(Array.from({ length: random.between(1, 400) }, () => random.between(0, 256)));
  }
  const some = Array.from({ length: random.between(0, 5) }, () => random.pick(headers));
  const text = `${[random.pick(lines), ...some].join('\r\n')}\r\n\r\n${random.pick(bodies)}`;
  return Buffer.from(text, 'latin1');
}

/** Sends bytes, ends its side, and returns the status of the response; undefined without one. */
export function exchangeBytes(port: number, bytes: Buffer, patienceMs: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.end(bytes));
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1').slice(0, 64);
    });
    socket.setTimeout(patienceMs, () =>
      socket.destroy(new Error('raw bytes were not answered and not hung up on')),
    );
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The service may close the connection on invalid bytes.
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(statusOf(answer));
      else reject(error);
    });
    socket.on('close', () => resolve(statusOf(answer)));
  });
}

function statusOf(answer: string): number | undefined {
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? [];
  return status === undefined ? undefined : Number(status);
}
