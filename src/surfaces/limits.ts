// How the documents of all surfaces describe limits.
import { limitHeaders } from '../kernel/http/rate-limits.ts';
import type { Part } from './openapi-schemas.ts';

export const limitHeaderNames = Object.keys(limitHeaders);

const samples = { 'RateLimit-Limit': 600, 'RateLimit-Remaining': 599, 'RateLimit-Reset': 42 };

/** The headers with the caller's limit. They are on the responses to counted requests. */
export const limitHeaderParts: Record<string, Part> = Object.fromEntries(
  Object.entries(limitHeaders).map(([name, description]) => [
    name,
    {
      description,
      schema: { type: 'integer', minimum: 0 },
      example: samples[name as keyof typeof limitHeaders],
    },
  ]),
);

export const tooManyRequests =
  'too many requests of one key or address in a minute, or too many rejected attempts.';
