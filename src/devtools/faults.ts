// The faults a merchant switches on for its own sites: of the line to its bank, and of the line to its receivers. They
// stand in the database, so that every process meets them and a restart changes nothing.
import Type from 'typebox';
import type { Sql } from '../kernel/db/db.ts';
import { validatorOf } from '../kernel/formats/validate.ts';
import type { Logger } from '../kernel/process/log.ts';
import { type Faults, type LineFaults, noFaults } from '../rails/simulator/index.ts';
import { readBody } from './decisions/body.ts';

const channel = 'tefo_faults';

/** Both lines of a merchant. */
export interface MerchantFaults {
  bank: Faults;
  notifications: Faults;
}

export interface SandboxFaults {
  of(merchantId: string): MerchantFaults;
  /** Those of the line to the bank, for the simulated one. */
  bank: LineFaults;
  /** Switches exactly these on for a merchant, in every process; in this one before it resolves. */
  put(merchantId: string, faults: MerchantFaults): Promise<void>;
  /** Reads them anew: after something else than `put` has changed them. */
  reload(): Promise<void>;
  /** Stops following what other processes do. */
  close(): Promise<void>;
}

const off: MerchantFaults = { bank: noFaults, notifications: noFaults };

/** The faults that are on in a database, and follow it. */
export async function openFaults(db: Sql, log: Logger): Promise<SandboxFaults> {
  let known = new Map<string, MerchantFaults>();
  let loading: Promise<void> = Promise.resolve();
  // One after the other, so that what was read last is what was written last.
  const load = (): Promise<void> => {
    loading = loading.then(async () => {
      known = await readAll(db);
    });
    const loaded = loading;
    loading = loading.catch(() => {});
    return loaded;
  };
  const follow = () => void load().catch(() => {});
  // After a lost connection too: what was said meanwhile is in the table.
  const subscription = await db.listen(channel, follow, follow);
  await load();
  if (known.size > 0) log.warn({ merchants: known.size }, 'faults of the sandbox are on, from before');

  const of = (merchantId: string | null) => (merchantId && known.get(merchantId)) || off;
  return {
    of,
    bank: {
      of: (merchantId) => of(merchantId).bank,
      closedFor: () => [...known].filter(([, { bank }]) => bank.down).map(([merchantId]) => merchantId),
    },
    put: async (merchantId, faults) => {
      await write(db, merchantId, faults);
      await load();
    },
    reload: load,
    close: () => subscription.unlisten(),
  };
}

/** all merchants: the cache holds the faults of everybody. */
async function readAll(db: Sql): Promise<Map<string, MerchantFaults>> {
  const rows = await db<({ merchantId: string } & MerchantFaults)[]>`
    select merchant_id, bank, notifications from sandbox_faults`;
  return new Map(
    rows.map(({ merchantId, bank, notifications }) => [
      merchantId,
      { bank: { ...noFaults, ...bank }, notifications: { ...noFaults, ...notifications } },
    ]),
  );
}

async function write(db: Sql, merchantId: string, { bank, notifications }: MerchantFaults): Promise<void> {
  const isOff = [bank, notifications].every((faults) => Object.values(faults).every((value) => !value));
  if (isOff) await db`delete from sandbox_faults where merchant_id = ${merchantId}`;
  else {
    await db`
      insert into sandbox_faults (merchant_id, bank, notifications)
      values (${merchantId}, ${db.json(bank as never)}, ${db.json(notifications as never)})
      on conflict (merchant_id) do update set bank = excluded.bank, notifications = excluded.notifications`;
  }
  await db.notify(channel, merchantId);
}

const flag = Type.Optional(Type.Boolean());
const closed = { additionalProperties: false };

const line = Type.Object(
  {
    latencyMs: Type.Optional(Type.Number({ minimum: 0, maximum: 60_000 })),
    errorRate: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    timeoutAfterCommit: flag,
    duplicateCallbacks: flag,
    reorderCallbacks: flag,
    down: flag,
  } satisfies Record<keyof Faults, unknown>,
  closed,
);

const judge = validatorOf(
  Type.Object({ bank: Type.Optional(line), notifications: Type.Optional(line) }, closed),
);

/** Switches exactly the faults on that the body names, and answers all of them as they now are. */
export async function changeFaults(
  faults: SandboxFaults,
  merchantId: string,
  body: unknown,
): Promise<MerchantFaults> {
  const { bank, notifications } = readBody<{ bank?: Partial<Faults>; notifications?: Partial<Faults> }>(
    judge,
    body,
  );
  await faults.put(merchantId, {
    bank: { ...noFaults, ...bank },
    notifications: { ...noFaults, ...notifications },
  });
  return faults.of(merchantId);
}
