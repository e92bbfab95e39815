// The service around a built-in rail: an empty database for each rule, and the service's parts, which the caller
// provides.
import type { Context } from '../../core/context.ts';
import type { PaymentProfiles } from '../../core/payment-files/actions.ts';
import type { AnswerFormats } from '../../core/payment-files/answers.ts';
import { type MovableClock, manualClock } from '../../kernel/clock.ts';
import { openPool, type Sql } from '../../kernel/db/db.ts';
import { newId } from '../../kernel/ids.ts';
import { capturingLog, newReceived } from '../deps.ts';
import { beginning, type Received } from '../stage.ts';
import type { Watch } from '../watch.ts';

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
