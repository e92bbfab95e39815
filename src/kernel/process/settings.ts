// Settings as a table: reads them from names and texts, reports all problems at once, and writes their documentation.
import { nearest, withoutEnd } from '../formats/text.ts';

interface Kind<T> {
  /** The form of a valid text, for documentation and error messages. */
  name: string;
  /** Returns undefined when the text is not of this kind. */
  parse(text: string): T | undefined;
}

type Earlier = Record<string, unknown>;

export interface Setting<T> {
  name: string;
  kind: Kind<T>;
  /** The text used when nothing is set; computed ones see the settings above them. */
  fallback?: string | { of(earlier: Earlier): string; inWords: string };
  secret: boolean;
  about: string;
}

export type Settings = Record<string, Setting<unknown>>;
export type Values<S extends Settings> = { [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

type Fallback = NonNullable<Setting<unknown>['fallback']>;

/** A setting that always has a value. */
export function setting<T>(name: string, kind: Kind<T>, fallback: Fallback, about: string): Setting<T> {
  return { name, kind, fallback, secret: false, about };
}

/** A setting without a default, whose value is never shown. */
export function secret<T>(name: string, kind: Kind<T>, about: string): Setting<T | undefined> {
  return { name, kind, secret: true, about };
}

export const text: Kind<string> = { name: 'text', parse: (given) => given };

export const flag: Kind<boolean> = {
  name: '`true` or `false`',
  parse: (given) => ({ true: true, false: false })[given],
};

export function oneOf<const T extends string>(...options: T[]): Kind<T> {
  return {
    name: options.map((option) => `\`${option}\``).join(', '),
    parse: (given) => options.find((option) => option === given),
  };
}

export function whole(least: number, most: number): Kind<number> {
  return {
    name: `a whole number from ${least} to ${most}`,
    parse: (given) => {
      const number = /^\d{1,12}$/.test(given) ? Number(given) : Number.NaN;
      return number >= least && number <= most ? number : undefined;
    },
  };
}

/** A base URL; a slash at its end is removed. */
export const address: Kind<string> = {
  name: 'an http or https address without query',
  parse: (given) => {
    const url = URL.canParse(given) ? new URL(given) : undefined;
    const plain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username;
    return plain ? withoutEnd(given, '/') : undefined;
  },
};

/** A text that `parse` accepts, kept unchanged; `parse` throws when it is invalid. */
export function checked(name: string, parse: (given: string) => unknown): Kind<string> {
  return { name, parse: (given) => (succeeds(() => parse(given)) ? given : undefined) };
}

/** Items separated by commas; `parse` must accept each. */
export function list(name: string, parse: (item: string) => unknown): Kind<string[]> {
  return {
    name: `${name}, separated by commas`,
    parse: (given) => {
      const items = given.split(',').map((item) => item.trim());
      const kept = items.filter((item) => item !== '');
      return kept.every((item) => succeeds(() => parse(item))) ? kept : undefined;
    },
  };
}

function succeeds(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads every setting of the table from `given`; an empty text counts as not set. `problems` has a sentence for each
 * bad value (never with a secret), `warnings` one for each name with the service's prefix that is not a setting.
 */
export function readSettings<S extends Settings>(
  table: S,
  given: Record<string, string | undefined>,
  prefix: string,
): { values: Values<S>; problems: string[]; warnings: string[] } {
  const names = Object.values(table).map((entry) => entry.name);
  const warnings = Object.keys(given)
    .filter((name) => name.startsWith(prefix) && !names.includes(name))
    .map((name) => unknownSetting(name, nearest(name, names)));
  const problems: string[] = [];
  const values: Earlier = {};
  for (const [key, entry] of Object.entries(table)) {
    const own = given[entry.name];
    const value = own ? entry.kind.parse(own) : undefined;
    if (own && value === undefined) {
      problems.push(`${entry.name} must be ${entry.kind.name}${entry.secret ? '' : `, not "${own}"`}`);
    }
    // A bad value is replaced too, so that values derived from it add no further problems.
    values[key] = value ?? parsedFallback(entry, values);
  }
  return { values: values as Values<S>, problems, warnings };
}

const unknownSetting = (name: string, meant: string | undefined): string =>
  `${name} is no setting of this version, and ignored${meant === undefined ? '' : `; did you mean ${meant}?`}`;

function parsedFallback(entry: Setting<unknown>, earlier: Earlier): unknown {
  const { fallback } = entry;
  if (fallback === undefined) return undefined;
  return entry.kind.parse(typeof fallback === 'string' ? fallback : fallback.of(earlier));
}

/** Returns one line per setting, fit for a log: for a secret, only whether it is set. */
export function describeSettings<S extends Settings>(table: S, values: Values<S>): string[] {
  return Object.entries(table).map(([key, entry]) => {
    const value = values[key];
    const shown = Array.isArray(value) ? value.join(',') : String(value ?? '');
    return `${entry.name}=${entry.secret ? (value ? '(set)' : '(not set)') : shown}`;
  });
}

/** Returns a Markdown table of all settings. */
export function settingsTable(table: Settings): string {
  const rows = Object.values(table).map((entry) => {
    const about = entry.secret ? `${entry.about} **Secret.**` : entry.about;
    return `| \`${entry.name}\` | ${entry.kind.name} | ${fallbackInWords(entry)} | ${about} |`;
  });
  return ['| Setting | Value | Default | Effect |', '|---|---|---|---|', ...rows].join('\n');
}

function fallbackInWords({ fallback }: Setting<unknown>): string {
  if (fallback === undefined) return 'none';
  if (typeof fallback !== 'string') return fallback.inWords;
  return fallback === '' ? 'empty' : `\`${fallback}\``;
}

/** Returns every setting as a commented line of an environment file, below its description. */
export function settingsExample(table: Settings): string {
  return Object.values(table)
    .map(({ name, about, fallback }) => {
      const value = typeof fallback === 'string' ? fallback : '';
      const note = typeof fallback === 'object' ? ` Default: ${fallback.inWords.replaceAll('`', '')}.` : '';
      return `# ${about.replaceAll('`', '')}${note}\n#${name}=${value}\n`;
    })
    .join('\n');
}
