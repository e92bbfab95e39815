// Refusals of what users decide at the console or the command line.
import { DomainError } from '../../src/core/errors.ts';
import type { Turn } from './action.ts';
import { errorName } from './coverage.ts';

/** Returns the code of a refusal, and counts it; undefined where the action was taken. */
export async function refusalOf({ reach }: Turn, action: Promise<unknown>): Promise<string | undefined> {
  try {
    await action;
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    reach(errorName('users', error.code));
    return error.code;
  }
}
