// Connects developer commands to the running service, which they need, as one of its sites.
import { request } from 'undici';
import type { Config } from '../app/config.ts';
import { demoSiteCode } from '../app/credentials.ts';
import { openRunningDatabase } from '../app/startup.ts';
import type { Context } from '../core/context.ts';
import { DomainError } from '../core/errors.ts';
import { findSiteByCode, type Site } from '../core/merchants/actions.ts';
import { notRunning, openSession, type Session } from '../devtools/session.ts';
import { UsageError } from './command.ts';
import { commandConfig } from './config.ts';
import { connectionOver } from './connection.ts';

/** Throws in production for a command that simulates other parties. */
export function refuseInProduction(config: Pick<Config, 'mode'>, command: string): void {
  if (config.mode === 'production')
    throw new Error(`tefo ${command} is only available in the sandbox; TEFO_MODE is production`);
}

/**
 * Runs `work` against the running service as the named site, else the demo site. Throws when no service responds.
 * `isDecided`: simulates other parties, which only a sandbox allows.
 */
export async function withSession<T>(
  options: { site: unknown; command: string; isDecided: boolean },
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const config = commandConfig();
  if (options.isDecided) refuseInProduction(config, options.command);
  if (!(await isServiceThere(config))) throw new Error(notRunning(config));
  const database = await openRunningDatabase(config);
  if (!database) throw new Error(notRunning(config));
  const { ctx, close } = await connectionOver(database, config);
  try {
    return await work(await openSession(ctx, config, await siteNamed(ctx, config, options.site)));
  } finally {
    await close();
  }
}

/** Returns the site with that code; without one, the demo merchant's. */
export async function siteNamed(ctx: Context, config: Config, named: unknown): Promise<Site> {
  const code = typeof named === 'string' ? named : await demoSiteCode(config);
  if (code === undefined) throw new UsageError('--site CODE is missing: there is no demo site here');
  const site = await findSiteByCode(ctx.db, code);
  if (!site)
    throw new DomainError('SiteNotFound', {
      detail: `there is no site with the code ${code}; \`tefo merchant list\` and \`tefo merchant show\` list them`,
    });
  return site;
}

export async function isServiceThere({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(2_000);
    const { statusCode, body } = await request(`${publicUrl}/health/live`, { signal });
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}
