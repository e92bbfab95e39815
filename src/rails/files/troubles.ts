/** What failed is passed over for a while, at most so many looks. */
const mostPassed = 15;

interface Trouble {
  failures: number;
  /** How many looks pass it over. */
  passes: number;
}

/** What fails while others go on: it is tried again at longer and longer intervals. */
export class Troubles {
  readonly #all = new Map<string, Trouble>();

  /** True if this look passes a thing over. */
  isPassed(key: string): boolean {
    const trouble = this.#all.get(key);
    if (trouble === undefined || trouble.passes === 0) return false;
    trouble.passes -= 1;
    return true;
  }

  /** Notes a failure; returns how many there were without a success. */
  add(key: string): number {
    const failures = (this.#all.get(key)?.failures ?? 0) + 1;
    this.#all.set(key, { failures, passes: Math.min(2 ** (failures - 1) - 1, mostPassed) });
    return failures;
  }

  /** Notes a success; returns whether there was a failure before it. */
  end(key: string): boolean {
    return this.#all.delete(key);
  }
}

/** Returns the message of an error, short enough for a log. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message.slice(0, 300) : String(error);
