// The faults that a merchant activates for its own sites, on the line to its bank and on the line to its receivers.
// They are stored in the database, so that every process sees them and they survive a restart.
import Type from 'typebox';
import type { Sql } from '../kernel/db/db.ts';
import { jsonOf } from '../kernel/db/json.ts';
import { validatorOf } from '../kernel/formats/validate.ts';
import type { Logger } from '../kernel/process/log.ts';
import { type Faults, type LineFaults, noFaults } from '../rails/simulator/index.ts';
import { readBody } from './body.ts';

const channel = 'tefo_faults';

/** The faults on both lines of a merchant. */
export interface MerchantFaults {
  bank: Faults;
  notifications: Faults;
}

export interface SandboxFaults {
  of(merchantId: string): MerchantFaults;
  /** The faults on the line to the simulated bank. */
  bank: LineFaults;
  /** Activates exactly these for a merchant in every process, and in this one before the promise resolves. */
  put(merchantId: string, faults: MerchantFaults): Promise<void>;
  /** Reads them again, after something other than `put` changed them. */
  reload(): Promise<void>;
  /** Stops following the changes of other processes. */
  close(): Promise<void>;
}

const off: MerchantFaults = { bank: noFaults, notifications: noFaults };

/** Reads the active faults from a database and follows their changes. */
export async function openFaults(db: Sql, log: Logger): Promise<SandboxFaults> {
  let known = new Map<string, MerchantFaults>();
  let loading: Promise<void> = Promise.resolve();
  // One read at a time, so that the latest read wins.
  const load = (): Promise<void> => {
    loading = loading.then(async () => {
      known = await readAll(db);
    });
    const loaded = loading;
    loading = loading.catch(() => {});
    return loaded;
  };
  const follow = () => void load().catch(() => {});
  // Also after a lost connection: changes that were missed are in the table.
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

/** all merchants: the cache holds the faults of each. */
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
      values (${merchantId}, ${jsonOf(db, bank)}, ${jsonOf(db, notifications)})
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

/** Activates exactly the faults in the body. Returns all of them as they are now. */
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
