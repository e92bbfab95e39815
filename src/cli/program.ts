// Runs the command after `tefo`, and reports failures.
import {
  doWithoutColour,
  type Line,
  paint,
  sayJson,
  sayLines,
  warnLines,
} from '../kernel/process/terminal.ts';
import { type Group, UsageError, usageOf } from './command.ts';
import { commands, commandsOf, groups } from './commands.ts';
import { describe, overview } from './help.ts';

/** Commands that were renamed: the former name stays valid. */
const renamed: Readonly<Record<string, readonly string[]>> = { exam: ['webhook', 'test'] };

/** Runs a command line; returns its exit code. Throws the reason when it fails. */
export async function run(given: string[]): Promise<number> {
  const args = currentNames(given);
  if (args[0] === 'complete') {
    const { complete } = await import('./complete.ts');
    return complete(commands, args.slice(1));
  }
  if (args.includes('--no-color')) doWithoutColour();
  const words = args.filter((arg) => !arg.startsWith('-'));
  const isAskedFor = args.includes('--help') || args.includes('-h') || words[0] === 'help';
  if (isAskedFor) {
    const name = nameOf(words[0] === 'help' ? words.slice(1) : words);
    if (name !== undefined) sayLines(await describe(name, commands[name]!));
    else sayLines(overview(groupOf(words[0] === 'help' ? words[1] : words[0]) ?? groups));
    return 0;
  }
  if (words.length === 0 && !args.includes('--version') && !args.includes('-V')) {
    sayLines(overview(groups));
    return 2;
  }
  const { parse } = await import('./parser.ts');
  return parse(args);
}

/** Returns the commands that begin with a word as one group; undefined if there is no such command. */
function groupOf(word = ''): Group[] | undefined {
  const names = commandsOf(word);
  if (names.length === 0) return undefined;
  return [
    { title: `tefo ${word}`, commands: Object.fromEntries(names.map((name) => [name, commands[name]!])) },
  ];
}

/** Returns a command line with the current name of its command. */
function currentNames(args: readonly string[]): string[] {
  const isName = (arg: string) => !arg.startsWith('-') && arg !== 'help';
  const at = args.findIndex(isName);
  const now = Object.hasOwn(renamed, args[at] ?? '') ? renamed[args[at]!] : undefined;
  return now ? args.toSpliced(at, 1, ...now) : [...args];
}

/** Returns the command that the words begin with. */
function nameOf(words: readonly string[]): string | undefined {
  return [words.slice(0, 2).join(' '), words[0] ?? ''].find((name) => commands[name]);
}

/** Prints why a command failed; returns its exit code: 1 refused, 2 wrong usage. */
export async function sayFailure(error: unknown, args: readonly string[] = []): Promise<number> {
  const isUsage = error instanceof UsageError;
  const { lines, record } = isUsage
    ? { lines: [error.message], record: { code: 'usage', message: error.message } }
    : (await import('./failure.ts')).failureOf(error);
  const usage = isUsage ? usageFor(args) : undefined;
  // At a terminal the JSON is enough.
  const isJson = args.includes('--json');
  if (isJson) sayJson({ ok: false, error: { ...record, ...(usage !== undefined && { usage }) } });
  if (isJson && process.stdout.isTTY) return isUsage ? 2 : 1;
  const [first = '', ...more] = lines;
  const said: Line[] = [[paint('bad', 'tefo:'), ` ${first}`], ...more];
  warnLines([...said, ...(usage === undefined ? [] : [`usage: ${usage}`])]);
  return isUsage ? 2 : 1;
}

/** Returns the usage of the intended command. */
function usageFor(args: readonly string[]): string {
  const words = currentNames(args).filter((arg) => !arg.startsWith('-'));
  const name = nameOf(words);
  if (name === undefined && commandsOf(words[0] ?? '').length > 0)
    return `tefo ${words[0]} COMMAND; tefo ${words[0]} --help lists them`;
  return name === undefined
    ? 'tefo COMMAND; tefo --help lists them'
    : `tefo ${usageOf(name, commands[name]!)}`;
}
