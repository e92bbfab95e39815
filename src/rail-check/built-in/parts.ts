// The service around a built-in rail: an empty database for each rule, and the service's parts, which the caller
// provides.
import { setTimeout as pause } from 'node:timers/promises';
import { bankNamed } from '../../core/banks.ts';
import type { Context } from '../../core/context.ts';
import type { PaymentProfiles } from '../../core/payment-files/actions.ts';
import type { AnswerFormats } from '../../core/payment-files/answers.ts';
import type { Rail } from '../../core/rails.ts';
import { openAccount } from '../../core/statements/actions.ts';
import { type MovableClock, manualClock } from '../../kernel/clock.ts';
import { openPool, type Sql } from '../../kernel/db/db.ts';
import { newId } from '../../kernel/ids.ts';
import { capturingLog, newReceived } from '../deps.ts';
import { beginning, type Received, type Stage, secrets } from '../stage.ts';
import type { Watch } from '../watch.ts';
import { dyingAt } from './dying.ts';

export const account = 'check';

export interface ServiceParts {
  /** The URL of a migrated, empty database, which is emptied after each rule. */
  url: string;
  context: Pick<Context, 'keyring' | 'policy' | 'reactions'>;
  profiles: PaymentProfiles;
  formats: AnswerFormats;
}

/** A service without surfaces: its database, its clock, and the record of the rail's reports. */
export interface Service {
  ctx: Context;
  clock: MovableClock;
  received: Received;
  close(): Promise<void>;
}

export async function openService(parts: ServiceParts, watch: Watch): Promise<Service> {
  const db = openPool(parts.url, { max: 4 });
  const clock = manualClock(beginning);
  const log = capturingLog((line) => void watch.said.push(line));
  const given = { ...parts.context, db, clock, realClock: clock };
  const ctx: Context = { ...given, log, correlationId: newId(clock), actor: 'bank' };
  return {
    ctx,
    clock,
    received: newReceived(),
    close: async () => {
      await emptied(db);
      await db.end({ timeout: 1 });
    },
  };
}

/** Empties every table with rows. A copy of the database for each rule would take longer than the rules. */
async function emptied(db: Sql): Promise<void> {
  await db.unsafe(`
    do $$
    declare filled text; own text; has boolean;
    begin
      set local session_replication_role = replica;
      for own in select format('%I.%I', schemaname, tablename) from pg_tables
        where schemaname in ('public', 'bank') and tablename not in ('migrations')
      loop
        execute format('select exists (select from %s)', own) into has;
        if has then filled := concat_ws(', ', filled, own); end if;
      end loop;
      if filled is not null then execute 'truncate ' || filled || ' cascade'; end if;
    end $$`);
}

/** Opens the account of a rail, at FNB or at the rail's own bank. */
export function openCheckAccount(ctx: Context, rail: 'files' | 'investec', settings: object | null) {
  const { id: bankId, branchCode } = bankNamed(rail === 'files' ? 'fnb' : rail)!;
  return openAccount(ctx, {
    ...{ id: account, rail, abilities: ['deposits', 'transfers'] },
    ...{ bankId, branchCode, number: secrets.ownNumber, holder: 'Rail Check (Pty) Ltd' },
    ...{ merchantId: null, customer: null, opening: null, limit: null, releases: 0, cutOff: '16:00' },
    ...{ statementProfile: 'auto', statementDescription: null, paymentProfile: 'pain.001.001.09' },
    settings,
  });
}

/** Returns how a stage kills a transfer, and how long a rail outlives one. */
export const transfersIn = (
  ctx: Context,
  open: (own?: Context) => Required<Pick<Rail, 'transfers'>>,
): Pick<Stage, 'cutShort' | 'lingers'> => ({
  cutShort: async (order, nth) => {
    const dying = dyingAt(ctx.db, nth);
    await open({ ...ctx, db: dying.db })
      .transfers.transfer(order)
      .catch(() => {});
    return dying.places();
  },
  lingers: (order) => lingering(ctx.db, async () => void (await open().transfers.transfer(order))),
});

/** Returns how long timers started by `work` outlive it, in milliseconds. */
export async function lingering(db: Sql, work: () => Promise<void>): Promise<number> {
  // Opens the pool's connections before the measurement: their timers are not the rail's.
  await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => db`select pg_sleep(0.01)`));
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  await work();
  const ended = performance.now();
  // The pause has a timer too, but it is over when the timers are counted.
  while (timers() > before && performance.now() - ended < 6_000) await pause(20);
  return performance.now() - ended;
}
