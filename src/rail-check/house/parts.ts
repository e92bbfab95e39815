// What the rails of the house are checked with: a database of their own for each rule, and what the service is put together
// of, which the caller brings.
import type { Context } from '../../core/context.ts';
import type { PaymentProfiles } from '../../core/payment-files/actions.ts';
import type { AnswerFormats } from '../../core/payment-files/answers.ts';
import type { MovableClock } from '../../kernel/clock.ts';
import { manualClock } from '../../kernel/clock.ts';
import { openPool, type Sql } from '../../kernel/db/db.ts';
import { newId } from '../../kernel/ids.ts';
import { listeningLog, newHeard } from '../deps.ts';
import { beginning, type Heard } from '../stage.ts';
import type { Watch } from '../watch.ts';

export interface HouseParts {
  /** A migrated database that is empty, and is emptied after each rule. */
  url: string;
  context: Pick<Context, 'keyring' | 'policy' | 'reactions'>;
  profiles: PaymentProfiles;
  formats: AnswerFormats;
}

/** A service without faces: its database, its clock, and ears. */
export interface House {
  ctx: Context;
  clock: MovableClock;
  heard: Heard;
  close(): Promise<void>;
}

export async function openHouse(parts: HouseParts, watch: Watch): Promise<House> {
  const db = openPool(parts.url, { max: 4 });
  const clock = manualClock(beginning);
  const log = listeningLog((line) => void watch.said.push(line));
  const ctx: Context = { ...parts.context, db, clock, log, correlationId: newId(clock), actor: 'bank' };
  return {
    ctx,
    clock,
    heard: newHeard(),
    close: async () => {
      await emptied(db);
      await db.end({ timeout: 1 });
    },
  };
}

/** Empties every table that rules have filled: a copy of the database for each would take longer than the rules. */
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
