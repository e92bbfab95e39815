// The settings of tefo, and the only reader of the environment. They stand in config-table.ts.
import { hash, randomBytes, randomUUID } from 'node:crypto';
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
import { settings } from './config-table.ts';

const PREFIX = 'TEFO_';

/** Every setting, parsed. `masterKeys` is the text that createKeyring reads. */
export type Config = Omit<Values<typeof settings>, 'masterKeys'> & { masterKeys: string };

/** Every problem of the settings at once, one per line. */
export class ConfigError extends Error {
  static readonly title = 'The settings are not usable:';
  readonly problems: string[];

  constructor(problems: string[]) {
    super([ConfigError.title, ...problems.map((problem) => `  - ${problem}`)].join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads the settings; without an argument from the environment and, below it, the file `.env` of the working directory.
 * In staging without TEFO_MASTER_KEYS this makes a key once and keeps it in the data directory. Names that are no settings
 * stop nobody: integrators export theirs beside ours. Throws ConfigError.
 */
export function loadConfig(given: Env = environment(), warn: (warning: string) => void = warnOnce): Config {
  const env = without(given, serviceLinks(given, PREFIX));
  const { values, problems, warnings } = readSettings(settings, env, PREFIX);
  for (const warning of warnings) warn(warning);
  problems.push(...problemsTogether(values, env));
  if (problems.length > 0) throw new ConfigError(problems);
  if (!values.seed) return { ...values, masterKeys: values.masterKeys ?? stagingMasterKeys(values.dataDir) };
  return {
    ...values,
    dataDir: join(values.dataDir, `seed-${values.seed}`),
    masterKeys: seededMasterKey(values.seed),
  };
}

const warned = new Set<string>();

/** Says on standard error what is ignored; once, however often a command reads its settings. */
export function warnOnce(warning: string): void {
  if (warned.has(warning)) return;
  warned.add(warning);
  warnLines([`tefo: ${warning}`]);
}

/** One `NAME=value` line per setting for printing at the start; of secrets, only whether they are set. */
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
# Only for compose.yaml: the password of its PostgreSQL.
#POSTGRES_PASSWORD=
`;
}

type Env = Record<string, string | undefined>;

/** What the settings are read from: the environment, below it the file `.env`, and above it what a command line says. */
export function environment(above: Env = {}): Env {
  const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
  const said = Object.entries(above).filter(([, value]) => value !== undefined);
  return { ...file, ...without(process.env, serviceLinkNames()), ...Object.fromEntries(said) };
}

/** The names in the environment that Kubernetes put there for its Services: they are no settings, whatever they are called. */
export function serviceLinkNames(): string[] {
  return serviceLinks(process.env, PREFIX);
}

function without(env: Env, names: string[]): Env {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
}

function seededMasterKey(seed: string): string {
  return `k1:${hash('sha256', `master key of tefo ${seed}`, 'base64')}`;
}

function stagingMasterKeys(dataDir: string): string {
  const path = join(dataDir, 'master-keys');
  if (!existsSync(path)) {
    makeFolder(dataDir, 'TEFO_DATA_DIR');
    const draft = `${path}.${randomUUID()}`;
    writeFileSync(draft, `k1:${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
    try {
      // Of several processes that start at once, one key wins and all read it.
      linkSync(draft, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft);
    }
  }
  return readFileSync(path, 'utf8').trim();
}
