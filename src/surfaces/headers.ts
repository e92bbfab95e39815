// The request and response headers that several surfaces share, as their documents describe them.
import { limitHeaderParts } from './limits.ts';
import type { Part } from './openapi-schemas.ts';

export const sharedHeaders: Record<string, Part> = {
  'X-Correlation-ID': {
    description: 'Identifies the request in logs. If one is sent, the same one is returned.',
    schema: { type: 'string', maxLength: 128 },
    example: 'order-1-first-try',
  },
  'Idempotency-Key': {
    description: 'The same key with the same body returns the first response again, for seven days.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: 'order-1',
  },
  'Idempotency-Replayed': {
    description: '`true` if this is the response to an earlier request with the same key.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'Retry-After': {
    description: 'The number of seconds to wait before a retry.',
    schema: { type: 'integer', minimum: 0 },
    example: 30,
  },
  Link: {
    description: 'The page that explains the error, as `rel="help"`.',
    schema: { type: 'string' },
    example: '<http://localhost:8420/docs/guides/hashes>; rel="help"',
  },
  ...limitHeaderParts,
};
