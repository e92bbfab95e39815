// tefo complete -- WORDS: prints possible next words for the scripts of `tefo completion`, which call it at each TAB. Each
// has its description after a tab. The last line is ":4", or ":0" if the shell completes the name of a file.
import { sayFields } from '../kernel/process/terminal.ts';
import type { Choices, Command } from './command.ts';

type Table = Record<string, Command>;
type Offer = [word: string, about: string];
/** The possible next words; "file" is any file. */
type Next = Offer[] | 'file';

export async function complete(table: Table, args: readonly string[]): Promise<number> {
  const words = joined(args[0] === '--' ? args.slice(1) : args);
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const typed = before.filter((word) => !word.startsWith('-'));
  const name = [typed.slice(0, 2).join(' '), typed[0] ?? ''].find((one) => table[one]);
  const next = name === undefined ? [] : await nextOf(table[name]!, after(before, name), current);
  if (next === 'file') sayFields([[':0']]);
  else {
    const offers = [...namesAfter(table, typed), ...next];
    const fitting = offers.filter(([word]) => word.startsWith(current));
    sayFields([...fitting.map((offer) => offer.filter((part) => part !== '')), [':4']]);
  }
  return 0;
}

/** Bash makes three words of `--name=value`, and two of `--name=`. */
function joined(words: readonly string[]): string[] {
  const all = words.filter((word) => word !== '=');
  return words.at(-1) === '=' ? [...all, ''] : all;
}

/** Returns the words without those of a command's name. */
function after(words: readonly string[], name: string): string[] {
  let left = name.split(' ').length;
  return words.filter((word) => {
    if (word.startsWith('-') || left === 0) return true;
    left -= 1;
    return false;
  });
}

/**
 * Returns the continuations of command names after these words. A word that is no complete command has its subcommands as
 * description.
 */
function namesAfter(table: Table, typed: readonly string[]): Offer[] {
  const begun = Object.keys(table)
    .map((name) => name.split(' '))
    .filter((words) => words.length > typed.length && typed.every((word, at) => words[at] === word));
  const byWord = Map.groupBy(begun, (words) => words[typed.length]!);
  return [...byWord].map(([word, names]) => {
    const whole = table[[...typed, word].join(' ')];
    return [word, whole?.about ?? names.map((words) => words.at(-1)).join(', ')];
  });
}

/** Returns the possible next words of a command; `before` are the words after its name and before the current one. */
async function nextOf(command: Command, before: readonly string[], current: string): Promise<Next> {
  const flags = flagsOf(command);
  const choices = (await command.choices?.()) ?? {};
  const [, named, begun] = /^(--[\w-]+)=(.*)$/.exec(current) ?? [];
  const option = flags.find(({ name }) => name === (named ?? before.at(-1)));
  if (option?.value !== undefined) {
    const prefix = begun === undefined ? '' : `${named}=`;
    return offersOf(option.name, option.value, choices, prefix);
  }
  if (current.startsWith('-')) return flags.map(({ name, about }) => [name, about]);
  const args = (command.args ?? '').split(' ').filter((arg) => arg !== '');
  const arg = args[positionals(before, flags)] ?? (args.at(-1)?.includes('...') ? args.at(-1) : undefined);
  return arg === undefined ? [] : offersOf(arg.replace(/[<>[\].]/g, ''), arg, choices);
}

interface Flag {
  name: string;
  /** As in "<FILE>"; undefined for an option without one. */
  value: string | undefined;
  about: string;
}

function flagsOf({ required = {}, options = {} }: Command): Flag[] {
  return Object.entries({ ...required, ...options, '--json': 'print JSON' }).map(([flags, about]) => {
    const [name, value] = flags.replace(/^-\w, /, '').split(' ') as [string, string | undefined];
    return { name, value, about };
  });
}

/** Returns the number of arguments in these words: neither options nor their values. */
function positionals(words: readonly string[], flags: readonly Flag[]): number {
  const takesValue = (word = '') => flags.some(({ name, value }) => name === word && value !== undefined);
  return words.filter((word, at) => !word.startsWith('-') && !takesValue(words[at - 1])).length;
}

function offersOf(name: string, shape: string, choices: Choices, prefix = ''): Next {
  if (shape.includes('FILE')) return 'file';
  return (choices[name] ?? []).map((value) => [prefix + value, '']);
}
