// The table of rails: each connection to banks by the name that accounts have of it. A new one is a folder and a row here;
// one of somebody else's is a module or a path, loaded when an account names it.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { railAccount } from '../core/accounts/actions.ts';
import { createPollSweep } from '../core/accounts/jobs.ts';
import type { Context } from '../core/context.ts';
import { DomainError } from '../core/errors.ts';
import { type RailDeps, type RailModule, railErrors } from '../core/rail-modules.ts';
import { type Ability, abilities, type Rail } from '../core/rails.ts';
import type { Sweep } from '../kernel/concurrency/jobs.ts';
import { createFilesRail } from '../rails/files/index.ts';
import { createInvestecRail, createInvestecSweeps, readSettings } from '../rails/investec/index.ts';

/** What a rail of the house is made with: it may use our database and its own tables. */
export interface HouseDeps extends RailDeps {
  ctx: Context;
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
  const folder = await mkdtemp(join(tmpdir(), 'tefo-rail-'));
  const rail = await createRail(depsOf(ctx, { publicUrl: '', folder }, silent));
  await rail.close?.();
  await rm(folder, { recursive: true });
  return abilities.filter((ability) => rail[ability] !== undefined);
}

/** Returns the settings of an account of a rail, to be kept. Throws where they cannot be. */
export function settingsOf(name: string, given: object | null, account: AskedAccount): object | null {
  const own = houseRails[name];
  // Somebody else's rail gathers nothing in files.
  if (!own && account.releases > 0)
    throw new DomainError('InvalidField', {
      detail: `payments of ${name} leave at once, so nobody can release them: --releases must be 0`,
    });
  return own?.readSettings ? own.readSettings(given, account) : given;
}

/** Returns the address of somebody else's rail, of a package or a path. Throws where there is none. */
export function addressOfRail(name: string): string {
  const isPath = name.startsWith('.') || isAbsolute(name);
  if (isPath) return pathToFileURL(resolve(name)).href;
  try {
    return import.meta.resolve(name);
  } catch (error) {
    throw new Error(`the rail ${name} cannot be loaded: ${(error as Error).message}`);
  }
}

/** Loads somebody else's rail. Throws where there is none. */
export async function loadRail(name: string): Promise<RailModule> {
  const module: Partial<RailModule> = await import(addressOfRail(name)).catch((error) => {
    throw new Error(`the rail ${name} cannot be loaded: ${(error as Error).message}`);
  });
  if (typeof module.createRail === 'function') return module as RailModule;
  throw new Error(`the module ${name} is no rail: it exports no createRail`);
}

type Listeners = Pick<RailDeps, 'onTransferAnswer' | 'onDeposit' | 'onAnswer'>;

const silent: Listeners = {
  onTransferAnswer: async () => {},
  onDeposit: async () => {},
  onAnswer: async () => {},
};

type Place = Pick<RailDeps, 'publicUrl' | 'folder'>;

function depsOf(ctx: Context, place: Place, listeners: Listeners): HouseDeps {
  return {
    ctx,
    clock: ctx.clock,
    log: ctx.log,
    ...place,
    errors: railErrors,
    account: (id) => railAccount(ctx, id),
    ...listeners,
  };
}

export interface AllRails {
  /** Returns a rail by the name that accounts have of it; undefined where it cannot be loaded. */
  railOf(name: string): Promise<Rail | undefined>;
  sweeps: Sweep[];
  close(): Promise<void>;
}

/** Makes the rails of the house. Those of modules are loaded when an account first names them. */
export function createAllRails(ctx: Context, place: Place, listeners: Listeners): AllRails {
  const deps = depsOf(ctx, place, listeners);
  const made = new Map<string, Promise<Rail | undefined>>();
  for (const [name, { createRail }] of Object.entries(houseRails))
    made.set(name, Promise.resolve(createRail(deps)));
  async function make(name: string): Promise<Rail> {
    const { createRail } = await loadRail(name);
    const folder = join(place.folder, name.replace(/[^\w.-]/g, '_'));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return createRail({ ...deps, folder });
  }
  const railOf = (name: string): Promise<Rail | undefined> => {
    const known = made.get(name);
    if (known) return known;
    const making = make(name).catch((error) => {
      ctx.log.error({ rail: name, error }, 'a rail cannot be loaded');
      made.delete(name);
      return undefined;
    });
    made.set(name, making);
    return making;
  };
  return {
    railOf,
    sweeps: [
      ...Object.values(houseRails).flatMap(({ createSweeps }) => createSweeps?.(deps) ?? []),
      createPollSweep(ctx, railOf),
    ],
    close: async () => {
      for (const rail of await Promise.all(made.values())) await rail?.close?.();
    },
  };
}
