// Bulk jobs without a surface: elements are texts like "ORDER-1 100" (a reference and cents), "bad why" and texts that
// a test adds.
import assert from 'node:assert/strict';
import { type BulkJob, createBulkJob, listBulkItems } from '../../../src/core/bulk/actions.ts';
import { type BulkForm, createBulkSweep } from '../../../src/core/bulk/jobs.ts';
import { checkEverything } from '../../../src/reports/checks/all.ts';
import { openWorld, type World } from '../world.ts';

/** The payment that "<reference> <cents>" requests; "bad <why>" requests none. */
export function formOf(world: World, also: (element: string) => Promise<void> = async () => {}): BulkForm {
  return {
    judge: async (_ctx, _merchantId, element) => {
      await also(element);
      const [merchantReference = '', more = ''] = element.split(' ');
      if (merchantReference === 'bad') return { refused: more };
      const { site } = world;
      return {
        payment: { site, contract: 'payments', amount: BigInt(more), merchantReference, details: {} },
      };
    },
    explain: (error) => error.code,
  };
}

export async function openBulkWorld() {
  const world = await openWorld();
  const { ctx, db, site } = world;

  return {
    ...world,
    sweep: createBulkSweep(ctx, formOf(world)),

    create: async (elements: readonly string[], reference = 'JOB', correlationId = `of ${reference}`) =>
      (await createBulkJob(
        { ...ctx, correlationId },
        {
          site,
          reference,
          notifyUrl: 'http://127.0.0.1:9/bulk',
          items: elements.map((element) => ({ element, error: null })),
        },
      ))!,

    /** The outcome of each item: the reference of its payment, its error, or "open". */
    outcomes: async ({ id }: BulkJob): Promise<string[]> => {
      const items = await listBulkItems(ctx.db, site.merchantId, id);
      const rows = await db<{ id: string; merchantReference: string }[]>`
        select id, merchant_reference from payments where id = any (${items.flatMap((item) => item.paymentId ?? [])})`;
      const references = new Map(rows.map((row) => [row.id, row.merchantReference]));
      return items.map(({ paymentId, error }) => error ?? references.get(paymentId!) ?? 'open');
    },

    /** The job's current state. */
    jobNow: async ({ id }: BulkJob) => {
      const [row] = await db<
        { state: string; stateReason: string | null; nextIndex: number; tries: number; dueAt: Date | null }[]
      >`select state, state_reason, next_index, tries, due_at from bulk_jobs where id = ${id}`;
      return row!;
    },

    /** How many payments a job has, independent of its items. */
    paymentsOf: async ({ correlationId }: BulkJob): Promise<number> => {
      const [row] = await db<{ number: number }[]>`
        select count(*)::integer as number from payments where correlation_id = ${correlationId}`;
      return row!.number;
    },

    assertSound: async () => assert.deepEqual(await checkEverything(db, { simulatedBank: true }), []),
  };
}

export const orders = (number: number, name = 'ORDER'): string[] =>
  Array.from({ length: number }, (_, index) => `${name}-${index} 100`);

export const references = (elements: readonly string[]): string[] =>
  elements.map((element) => element.split(' ')[0]!);

/** The driver's error for a lost connection. */
export const away = (): Error => Object.assign(new Error('gone'), { code: 'CONNECTION_CLOSED' });
