// How the documents of all surfaces describe limits.
import { limitHeaders } from '../kernel/http/rate-limits.ts';
import type { Part } from './openapi-schemas.ts';

export const limitHeaderNames = Object.keys(limitHeaders);

const samples = { 'RateLimit-Limit': 600, 'RateLimit-Remaining': 599, 'RateLimit-Reset': 42 };

/** The headers that tell callers their limit. They are on the answers to requests that are counted. */
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
  'more requests than one key or address may make in a minute, or too many refused tries.';
