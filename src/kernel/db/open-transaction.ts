// Knows whether a transaction is open on the current call path. While one is, every query must go through it: a query on
// the pool would hold one connection and wait for another, and as many such callers as the pool has connections wait for
// each other for ever (docs/adr/0020).
import { AsyncLocalStorage } from 'node:async_hooks';

/** Shared by everything that a transaction calls. What outlives the transaction is free again. */
interface Mark {
  isOpen: boolean;
}

const marks = new AsyncLocalStorage<Mark | undefined>();

/** A query was sent outside of the transaction that is open on its call path. This is a bug of the caller. */
export class OutsideTransaction extends Error {
  constructor(sent: string) {
    super(
      `${sent} was sent outside of the open transaction: use the transaction for every query until it ends`,
    );
    this.name = 'OutsideTransaction';
  }
}

/** True if the caller runs in a transaction of `inTransaction` that is still open. */
export const isInTransaction = (): boolean => marks.getStore()?.isOpen === true;

/** Throws OutsideTransaction while a transaction is open on the call path. `sent`: a noun for the message. */
export function assertNoTransaction(sent: string): void {
  if (isInTransaction()) throw new OutsideTransaction(sent);
}

/** Runs `work` as the inside of a transaction, until it settles. */
export async function asTransaction<T>(work: () => Promise<T>): Promise<T> {
  const mark: Mark = { isOpen: true };
  try {
    return await marks.run(mark, work);
  } finally {
    mark.isOpen = false;
  }
}

/** Runs `work` outside of the caller's open transaction, as work that is scheduled for many callers must. */
export const outsideTransaction = <T>(work: () => T): T => marks.run(undefined, work);
