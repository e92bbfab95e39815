// Runs test code as another session while the test holds a transaction: the service would be refused.
import { outsideTransaction } from '../../src/kernel/db/open-transaction.ts';

/** Runs `work` as another session, alongside the transaction that the test has open. */
export const asAnother = <T>(work: () => PromiseLike<T>): Promise<T> =>
  outsideTransaction(async () => await work());
