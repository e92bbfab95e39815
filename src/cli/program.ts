// Finds the command that was named, runs it, and says how it ended.
import { DomainError } from '../core/errors.ts';
import { sayLines, warnLines } from '../kernel/terminal.ts';
import { explainFailure } from '../main.ts';
import { SeveralErrors, UsageError } from './command.ts';
import { commands, groups } from './commands.ts';
import { describe, overview } from './help.ts';

/** Runs what was typed after `tefo`; answers its exit code. Throws what keeps it from being done. */
export async function run(args: string[]): Promise<number> {
  const words = args.filter((arg) => !arg.startsWith('-'));
  const isAskedFor = args.includes('--help') || args.includes('-h') || words[0] === 'help';
  const asked = words[0] === 'help' ? words.slice(1) : words;
  const length = commands[asked.slice(0, 2).join(' ')] ? 2 : 1;
  const command = commands[asked.slice(0, length).join(' ')];
  if (isAskedFor || words.length === 0) {
    sayLines(isAskedFor && command ? describe(command) : overview(groups));
    return isAskedFor ? 0 : 2;
  }
  if (!command)
    throw new UsageError(`there is no command ${asked.slice(0, 2).join(' ')}; ${advice(asked[0]!)}`);
  const named = words.slice(0, length);
  const rest = args.filter((arg) => {
    const index = named.indexOf(arg);
    if (index >= 0) named.splice(index, 1);
    return index < 0;
  });
  const code = await command.run(rest);
  return typeof code === 'number' ? code : 0;
}

/** What to do about a command that there is none of: of a word that begins some, those. */
function advice(word: string): string {
  const begun = Object.keys(commands).filter((name) => name.startsWith(`${word} `));
  return begun.length === 0 ? 'see tefo --help' : `there is tefo ${begun.join(', tefo ')}`;
}

/** Says why a command was not done; answers its exit code: 1 refused, 2 called wrongly. */
export function sayFailure(error: unknown): number {
  const isUsage =
    error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true;
  warnLines(inLines(error, isUsage));
  return isUsage ? 2 : 1;
}

/** What to say of an error; of several, each has its line. */
function inLines(error: unknown, isUsage: boolean): string[] {
  if (error instanceof SeveralErrors) {
    const [first = '', ...more] = error.lines;
    return [`tefo: ${first}`, ...more.map((line) => `      ${line}`)];
  }
  // What Node says of an option is more than a line.
  if (isUsage) return [`tefo: ${(error as Error).message.replaceAll('\n', ' ')}`];
  return error instanceof DomainError ? [`tefo: ${error.message}`] : explainFailure(error);
}
