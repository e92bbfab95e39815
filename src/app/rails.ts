// The table of rails: each connection to banks by the name that accounts have of it. A new one is a folder and a row here;
// one of somebody else's is a module or a path, loaded when an account names it.
import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findAccount } from '../core/accounts/actions.ts';
import type { Context } from '../core/context.ts';
import {
  type Ability,
  abilities,
  type Rail,
  type RailAccount,
  type RailDeps,
  type RailModule,
} from '../core/rails.ts';
import type { TransferHandlers } from '../core/transfers/actions.ts';
import type { Sweep } from '../kernel/concurrency/jobs.ts';
import { createFilesRail } from '../rails/files/index.ts';
import { createInvestecRail, createInvestecSweeps, readSettings } from '../rails/investec/index.ts';
import { transferHandlers } from './bank-files.ts';

/** What a rail of the house is made with: it may use our database and its own tables. */
export interface HouseDeps extends RailDeps {
  ctx: Context;
  handlers: TransferHandlers;
}

/** What an account is to be, as far as its settings depend on it. */
export interface AskedAccount {
  mode: 'staging' | 'production';
  /** What its payments are written by; null: it pays nothing. */
  payments: { name: string; format: string } | null;
  /** How many people release what it pays. */
  releases: number;
}

interface HouseRail {
  createRail(deps: HouseDeps): Rail;
  /** Its timed work. */
  createSweeps?(deps: HouseDeps): Sweep[];
  /** What an account of it can do. */
  abilities(paymentProfile: string | null): Ability[];
  /** Reads the settings of an account as the operator gives them; throws where they cannot be. Absent: it needs none. */
  readSettings?(given: unknown, account: AskedAccount): object;
}

const byPayments = (paymentProfile: string | null): Ability[] =>
  paymentProfile === null ? ['deposits'] : ['deposits', 'transfers'];

/** The rails of the house. */
const houseRails: Record<string, HouseRail> = {
  files: { createRail: ({ ctx }) => createFilesRail(ctx), abilities: byPayments },
  investec: {
    createRail: createInvestecRail,
    createSweeps: createInvestecSweeps,
    abilities: byPayments,
    readSettings,
  },
};

/** Returns what an account of a rail can do. Throws for a rail that there is not. */
export async function abilitiesOf(
  ctx: Context,
  name: string,
  paymentProfile: string | null,
): Promise<Ability[]> {
  const own = houseRails[name];
  if (own) return own.abilities(paymentProfile);
  const { createRail } = await loadRail(name);
  const rail = createRail(depsOf(ctx, '', silent));
  return abilities.filter((ability) => rail[ability] !== undefined);
}

/** Returns the settings of an account of a rail, to be kept. Throws where they cannot be. */
export function settingsOf(name: string, given: object | null, account: AskedAccount): object | null {
  const read = houseRails[name]?.readSettings;
  return read ? read(given, account) : given;
}

/** Loads somebody else's rail, from a package or a path. Throws where there is none. */
export async function loadRail(name: string): Promise<RailModule> {
  const isPath = name.startsWith('.') || isAbsolute(name);
  const module: Partial<RailModule> = await import(isPath ? pathToFileURL(resolve(name)).href : name).catch(
    (error) => {
      throw new Error(`the rail ${name} cannot be loaded: ${(error as Error).message}`);
    },
  );
  if (typeof module.createRail === 'function') return module as RailModule;
  throw new Error(`the module ${name} is no rail: it exports no createRail`);
}

type Listeners = Pick<RailDeps, 'onTransferAnswer' | 'onDeposit' | 'onAnswer'>;

const silent: Listeners = {
  onTransferAnswer: async () => {},
  onDeposit: async () => {},
  onAnswer: async () => {},
};

function depsOf(ctx: Context, publicUrl: string, listeners: Listeners): HouseDeps {
  return {
    ctx,
    handlers: transferHandlers,
    clock: ctx.clock,
    log: ctx.log,
    publicUrl,
    account: (id) => accountOf(ctx, id),
    ...listeners,
  };
}

async function accountOf(ctx: Context, id: string): Promise<RailAccount | undefined> {
  const account = await findAccount(ctx.db, id);
  if (!account) return undefined;
  return {
    id,
    holder: account.holder,
    number: ctx.keyring.open(account.numberSealed),
    branchCode: account.branchCode,
    settings: account.settingsSealed === null ? {} : JSON.parse(ctx.keyring.open(account.settingsSealed)),
  };
}

export interface AllRails {
  /** Returns a rail by the name that accounts have of it; undefined where it cannot be loaded. */
  railOf(name: string): Promise<Rail | undefined>;
  sweeps: Sweep[];
}

/** Makes the rails of the house. Those of modules are loaded when an account first names them. */
export function createAllRails(ctx: Context, publicUrl: string, listeners: Listeners): AllRails {
  const deps = depsOf(ctx, publicUrl, listeners);
  const made = new Map<string, Promise<Rail | undefined>>();
  for (const [name, { createRail }] of Object.entries(houseRails))
    made.set(name, Promise.resolve(createRail(deps)));
  return {
    railOf: (name) => {
      const known = made.get(name);
      if (known) return known;
      const loading = loadRail(name).then(
        ({ createRail }) => createRail(deps),
        (error) => {
          ctx.log.error({ rail: name, error }, 'a rail cannot be loaded');
          made.delete(name);
          return undefined;
        },
      );
      made.set(name, loading);
      return loading;
    },
    sweeps: Object.values(houseRails).flatMap(({ createSweeps }) => createSweeps?.(deps) ?? []),
  };
}
