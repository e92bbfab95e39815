// What a command is: how it is called, as the table has it, and the work that is loaded when it is called.

/** Options by their names as a program has them (`--notify-url` is `notifyUrl`); `json` is every command's. */
export type Values = Record<string, string | boolean | undefined>;

/** What was typed after a command's name. */
export interface Given {
  values: Values;
  positionals: string[];
}

/** Returns the exit code, if it is a number; else the command has done its work: 0. */
export type Work = (given: Given) => Promise<unknown>;

/** What an argument ("EVENT") or an option ("--outcome") may be. */
export type Choices = Record<string, readonly string[]>;

export interface Command {
  about: string;
  /** What is worth knowing beside that; shown by `tefo COMMAND --help`. */
  more?: string | (() => Promise<string>);
  /** As the library reads them: `<ID> [NAME]`. */
  args?: string;
  /** What has to be given by name, with what it is for: `--name <NAME>`. */
  required?: Record<string, string>;
  options?: Record<string, string>;
  /** Where what may be typed is not just the arguments and options in a row. */
  usage?: string;
  /** For the help, and the shell's completion. */
  choices?: () => Promise<Choices>;
  /** It goes on until it is ended, or asks: it shows by itself how it stands. */
  stays?: true;
  load: () => Promise<Work>;
}

export interface Group {
  title: string;
  /** By their names: one word or two. */
  commands: Record<string, Command>;
}

/** The command was called wrongly: exit code 2. */
export class UsageError extends Error {}

/** Several things are wrong, each in a line of its own. */
export class SeveralErrors extends Error {
  readonly lines: readonly string[];
  constructor(lines: readonly string[]) {
    super(lines.join('; '));
    this.lines = lines;
  }
}

/** A command with its arguments and options in a row, as they are typed. */
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
