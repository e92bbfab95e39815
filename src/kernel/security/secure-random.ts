// Random values for users' secrets: always from the operating system, also in a sandbox that runs from a seed. The seed
// would reveal the secrets, and a click in the console would change the run's next values.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';

/** Returns `count` bytes that no seed decides. */
export const unseededBytes = (count: number): Buffer => randomBytes(count);

/** Returns a secret of `bytes` bytes as base64url text. */
export const unseededSecret = (bytes: number): string => randomBytes(bytes).toString('base64url');

/** Returns a new UUIDv7 of the clock's time. */
export const unseededId = (clock: Clock): string => newId(clock, unseededBytes);

/** Returns a random UUID (version 4). */
export const unseededUuid = (): string => randomUUID();
