// The running service that a developer's commands are for: it must be there, and one of its sites is named.
import { request } from 'undici';
import type { Config } from '../app/config.ts';
import { loadConfig } from '../app/config.ts';
import { demoSiteCode } from '../app/credentials.ts';
import { openRunningDatabase } from '../app/startup.ts';
import type { Context } from '../core/context.ts';
import { findSiteByCode, type Site } from '../core/merchants/actions.ts';
import { notRunning, openSession, type Session } from '../devtools/session.ts';
import { UsageError } from './command.ts';
import { connectionOver } from './connection.ts';

/** What a command that decides in place of others says in production, where nobody does. */
export function refuseInProduction(config: Pick<Config, 'mode'>, command: string): void {
  if (config.mode === 'production')
    throw new Error(
      `tefo ${command} is for the sandbox; TEFO_MODE is production, where nothing is decided so`,
    );
}

/**
 * Does `work` with the running service, as the site that is named, else as the demo site. Throws where no service answers.
 * `isDecided`: in place of others, which only a sandbox allows.
 */
export async function withSession<T>(
  options: { site: unknown; command: string; isDecided: boolean },
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const config = loadConfig();
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

/** The site of that code; the demo merchant's where none is named. */
export async function siteNamed(ctx: Context, config: Config, named: unknown): Promise<Site> {
  const code = typeof named === 'string' ? named : await demoSiteCode(config);
  if (code === undefined) throw new UsageError('--site CODE is missing: there is no demo site here');
  const site = await findSiteByCode(ctx.db, code);
  if (!site) throw new Error(`there is no site ${code}; \`tefo merchant list\` and \`show\` name them`);
  return site;
}

/** Whether a service answers at the address of the settings. */
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
