// The type of a command: its usage, as in the table, and its work, which is loaded when it is called.

/** Options by their names in code (`--notify-url` is `notifyUrl`); every command has `json`. */
export type Values = Record<string, string | boolean | undefined>;

/** The words after a command's name. */
export interface Given {
  values: Values;
  positionals: string[];
}

/** Returns an exit code; anything but a number means 0. */
export type Work = (given: Given) => Promise<unknown>;

/** The allowed values of an argument ("EVENT") or an option ("--outcome"). */
export type Choices = Record<string, readonly string[]>;

export interface Command {
  about: string;
  /** Further details, shown by `tefo COMMAND --help`. */
  more?: string | (() => Promise<string>);
  /** In the library's notation: `<ID> [NAME]`. */
  args?: string;
  /** Required options with their descriptions: `--name <NAME>`. */
  required?: Record<string, string>;
  options?: Record<string, string>;
  /** The usage, if it is not just the arguments and options in a row. */
  usage?: string;
  /** For the help and the shell's completion. */
  choices?: () => Promise<Choices>;
  /** Runs until it is stopped, or asks questions: it shows its own progress. */
  stays?: true;
  load: () => Promise<Work>;
}

export interface Group {
  title: string;
  /** By name: one word or two. */
  commands: Record<string, Command>;
}

/** Wrong usage of a command: exit code 2. */
export class UsageError extends Error {}

/** Rethrows an error as UsageError: the command line is wrong. */
export function asUsage(error: unknown): never {
  throw new UsageError((error as Error).message);
}

/** Several problems, each on its own line. */
export class SeveralErrors extends Error {
  readonly lines: readonly string[];
  constructor(lines: readonly string[]) {
    super(lines.join('; '));
    this.lines = lines;
  }
}

/** Returns a command with its arguments and options in a row, as they are typed. */
export function usageOf(name: string, { usage, args = '', required = {}, options = {} }: Command): string {
  if (usage !== undefined) return usage;
  const plain = (text: string) => text.replace(/^-\w, /, '').replace(/[<>]/g, '');
  return [
    name,
    ...args.split(' ').map(plain),
    ...Object.keys(required).map(plain),
    ...Object.keys(options).map((flags) => `[${plain(flags)}]`),
  ]
    .filter((part) => part !== '')
    .join(' ');
}
