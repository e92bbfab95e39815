// Reads the settings of tefo, and alone reads the environment. config-table.ts lists them.
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { makeFolder } from '../kernel/process/files.ts';
import { serviceLinks } from '../kernel/process/kubernetes.ts';
import {
  describeSettings,
  readSettings,
  settingsExample,
  settingsTable,
  type Values,
} from '../kernel/process/settings.ts';
import { warnLines } from '../kernel/process/terminal.ts';
import { problemsTogether } from './config-rules.ts';
import { ofSeed } from './config-seed.ts';
import { settings } from './config-table.ts';

const PREFIX = 'TEFO_';

/** Every setting, parsed. `masterKeys` is the text that createKeyring reads. */
export type Config = Omit<Values<typeof settings>, 'masterKeys'> & { masterKeys: string };

/** All problems of the settings, one per line. */
export class ConfigError extends Error {
  static readonly title = 'The settings are not usable:';
  readonly problems: string[];

  constructor(problems: string[]) {
    super([ConfigError.title, ...problems.map((problem) => `  - ${problem}`)].join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Where the service is, for whoever asks it: the SDK, the documentation's commands. It is no setting, and no mistake. */
const forClients = 'TEFO_URL';

/**
 * Reads the settings, by default from the environment and, below it, the file `.env` of the working directory. In
 * staging without TEFO_MASTER_KEYS this creates a key once and keeps it in the data directory. Unknown names only cause
 * warnings: integrators export their own beside ours. Throws ConfigError.
 */
export function loadConfig(given: Env = environment(), warn: (warning: string) => void = warnOnce): Config {
  const env = without(given, [...serviceLinks(given, PREFIX), forClients]);
  const { values, problems, warnings } = readSettings(settings, env, PREFIX);
  for (const warning of warnings) warn(warning);
  problems.push(...problemsTogether(values, env));
  if (problems.length > 0) throw new ConfigError(problems);
  const config = { ...values, ...ofSeed(values) };
  return { ...config, masterKeys: config.masterKeys ?? stagingMasterKeys(config.dataDir) };
}

const warned = new Set<string>();

/** Prints to standard error what is ignored, once per process. */
export function warnOnce(warning: string): void {
  if (warned.has(warning)) return;
  warned.add(warning);
  warnLines([`tefo: ${warning}`]);
}

/** Returns a `NAME=value` line per setting to print at the start; for secrets, only whether they are set. */
export function describeConfig(config: Config): string[] {
  return describeSettings(settings, config);
}

/** The content of docs/settings.md. */
export function settingsMarkdown(): string {
  return `# Settings

Tefo reads its settings from the environment and, below it, from a file \`.env\` in the working directory. At the start it
prints what it uses, and refuses to start when a value is wrong, naming every problem at once. A \`${PREFIX}\` name that is no
setting is ignored with a warning, which names the setting that was probably meant.
This page is written from \`src/app/config-table.ts\` by \`npm run docs\`.

${settingsTable(settings)}
`;
}

/** The content of .env.example. */
export function envExample(): string {
  return `# Settings of tefo with their defaults; copy to .env and uncomment what differs. Written by \`npm run docs\`.

${settingsExample(settings)}
# Only for compose.yaml: the passwords of its PostgreSQL, and of the user admin of its Grafana.
#POSTGRES_PASSWORD=
#GRAFANA_PASSWORD=
`;
}

type Env = Record<string, string | undefined>;

/** Merges the sources of settings: the command line over the environment over the file `.env`. */
export function environment(above: Env = {}): Env {
  const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
  const said = Object.entries(above).filter(([, value]) => value !== undefined);
  return { ...file, ...without(process.env, serviceLinkNames()), ...Object.fromEntries(said) };
}

/** Puts the OTEL_ settings of the file `.env` into the environment, where the packages that they are for read them. */
export function passOnStandardSettings(): void {
  for (const [name, value] of Object.entries(environment()))
    if (name.startsWith('OTEL_')) process.env[name] ??= value;
}

/** Returns the environment variables that Kubernetes sets for Services: they are never settings. */
export function serviceLinkNames(): string[] {
  return serviceLinks(process.env, PREFIX);
}

function without(env: Env, names: string[]): Env {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
}

function stagingMasterKeys(dataDir: string): string {
  const path = join(dataDir, 'master-keys');
  if (!existsSync(path)) {
    makeFolder(dataDir, 'TEFO_DATA_DIR');
    const draft = `${path}.${randomUUID()}`;
    writeFileSync(draft, `k1:${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
    try {
      // When several processes start at once, one key wins and all read it.
      linkSync(draft, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft);
    }
  }
  return readFileSync(path, 'utf8').trim();
}
