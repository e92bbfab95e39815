// Adds the report of a period, which the sweep then writes and delivers.
import { unseededId } from '../../kernel/security/secure-random.ts';
import type { Work } from '../context.ts';
import * as store from './store.ts';

/** Adds a version of a period's report, unless it is there. */
export function addReport(
  { tx, clock }: Work,
  { id, merchantId }: Pick<store.Schedule, 'id' | 'merchantId'>,
  period: string,
  version: number,
): Promise<void> {
  const now = clock.now();
  return store.insertReport(tx, {
    ...{ id: unseededId(clock), scheduleId: id, merchantId, period, version },
    ...{ createdAt: now, dueAt: now },
  });
}
