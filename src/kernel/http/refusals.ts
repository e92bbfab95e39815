// The raw HTTP responses to requests that never reach a handler.

/** By reason; names in capitals are Node's. */
const refusals = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request did not arrive in time'],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'the headers are larger than this service takes',
  ],
  malformed: ['400 Bad Request', 'the request is not valid HTTP'],
  expectation: ['417 Expectation Failed', 'Expect must be 100-continue'],
  stopping: ['503 Service Unavailable', 'the service is stopping'],
  crowded: ['503 Service Unavailable', 'there are more connections than there is room for'],
} as const satisfies Record<string, readonly [status: string, why: string]>;

export type Reason = keyof typeof refusals;

/** Returns the reason for an error of Node's parser. */
export function reasonOf({ code = '' }: { code?: string }): Reason {
  return Object.hasOwn(refusals, code) ? (code as Reason) : 'malformed';
}

/** Returns the whole response, after which the connection ends. */
export function refusalText(reason: Reason, correlationId: string): string {
  const [status, why] = refusals[reason];
  const lines = [
    `HTTP/1.1 ${status}`,
    `X-Correlation-ID: ${correlationId}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${why.length}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Referrer-Policy: same-origin',
    ...(status.startsWith('503') ? ['Retry-After: 1'] : []),
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${why}`;
}
