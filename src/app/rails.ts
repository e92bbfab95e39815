// The table of rails, by the name that accounts use. A new built-in rail is a folder and a row here; an external rail is
// a package or a path, loaded when an account names it.
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

/** The dependencies of a built-in rail, which can use the service's database and its own tables. */
export interface BuiltInDeps extends RailDeps {
  ctx: Context;
}

/** The properties of a new account that its settings depend on. */
export interface AskedAccount {
  mode: 'staging' | 'production';
  /** The profile of its payments; null if it makes none. */
  payments: { name: string; format: string } | null;
  /** The number of users who must release a payment file. */
  releases: number;
}

interface BuiltInRail {
  createRail(deps: BuiltInDeps): Rail;
  createSweeps?(deps: BuiltInDeps): Sweep[];
  /** Returns the abilities of an account with a payment profile. */
  abilities(paymentProfile: string | null): Ability[];
  /** Validates an account's settings. Throws if they are invalid. Absent if the rail has no settings. */
  readSettings?(given: unknown, account: AskedAccount): object;
}

const byPayments = (paymentProfile: string | null): Ability[] =>
  paymentProfile === null ? ['deposits'] : ['deposits', 'transfers'];

const builtInRails: Record<string, BuiltInRail> = {
  files: { createRail: ({ ctx }) => createFilesRail(ctx), abilities: byPayments },
  investec: {
    createRail: createInvestecRail,
    createSweeps: createInvestecSweeps,
    abilities: byPayments,
    readSettings,
  },
};

/** Returns the abilities of an account of a rail. Throws for an unknown rail. */
export async function abilitiesOf(
  ctx: Context,
  name: string,
  paymentProfile: string | null,
): Promise<Ability[]> {
  const own = builtInRails[name];
  if (own) return own.abilities(paymentProfile);
  const { createRail } = await loadRail(name);
  const folder = await mkdtemp(join(tmpdir(), 'tefo-rail-'));
  const rail = await createRail(depsOf(ctx, { publicUrl: '', folder }, silent));
  await rail.close?.();
  await rm(folder, { recursive: true });
  return abilities.filter((ability) => rail[ability] !== undefined);
}

/** Returns the settings to store for an account of a rail. Throws if they are invalid. */
export function settingsOf(name: string, given: object | null, account: AskedAccount): object | null {
  const own = builtInRails[name];
  // An external rail has no payment files to release.
  if (!own && account.releases > 0)
    throw new DomainError('InvalidField', {
      detail: `payments of ${name} are sent at once, without a release: --releases must be 0`,
    });
  return own?.readSettings ? own.readSettings(given, account) : given;
}

/** Returns the URL of an external rail from the name of a package or a path. Throws if it does not exist. */
export function addressOfRail(name: string): string {
  const isPath = name.startsWith('.') || isAbsolute(name);
  if (isPath) return pathToFileURL(resolve(name)).href;
  try {
    return import.meta.resolve(name);
  } catch (error) {
    throw new Error(`the rail ${name} cannot be loaded: ${(error as Error).message}`);
  }
}

/** Loads an external rail. Throws if it does not exist or is not a rail. */
export async function loadRail(name: string): Promise<RailModule> {
  const module: Partial<RailModule> = await import(addressOfRail(name)).catch((error) => {
    throw new Error(`the rail ${name} cannot be loaded: ${(error as Error).message}`);
  });
  if (typeof module.createRail === 'function') return module as RailModule;
  throw new Error(`the module ${name} is not a rail: it exports no createRail`);
}

type Listeners = Pick<RailDeps, 'onTransferAnswer' | 'onDeposit' | 'onAnswer'>;

const silent: Listeners = {
  onTransferAnswer: async () => {},
  onDeposit: async () => {},
  onAnswer: async () => {},
};

type Place = Pick<RailDeps, 'publicUrl' | 'folder'>;

function depsOf(ctx: Context, place: Place, listeners: Listeners): BuiltInDeps {
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
  /** Returns a rail by the name that accounts use; undefined if it cannot be loaded. */
  railOf(name: string): Promise<Rail | undefined>;
  sweeps: Sweep[];
  close(): Promise<void>;
}

/** Creates the built-in rails. External rails are loaded when an account first names them. */
export function createAllRails(ctx: Context, place: Place, listeners: Listeners): AllRails {
  const deps = depsOf(ctx, place, listeners);
  const made = new Map<string, Promise<Rail | undefined>>();
  for (const [name, { createRail }] of Object.entries(builtInRails))
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
      ...Object.values(builtInRails).flatMap(({ createSweeps }) => createSweeps?.(deps) ?? []),
      createPollSweep(ctx, railOf),
    ],
    close: async () => {
      for (const rail of await Promise.all(made.values())) await rail?.close?.();
    },
  };
}
