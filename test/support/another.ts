// What a test does as another session while it holds a transaction: a service would be refused it.
import { outsideTransaction } from '../../src/kernel/db/open-transaction.ts';

/** Runs `work` as another session would, beside the transaction that the test has open. */
export const asAnother = <T>(work: () => PromiseLike<T>): Promise<T> =>
  outsideTransaction(async () => await work());
