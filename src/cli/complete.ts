// tefo complete -- WORDS: prints possible next words for the scripts of `tefo completion`, which call it at each TAB.
import { type Complete, type Command as Known, RootCommand, ShellCompDirective } from '@bomb.sh/tab';
import { sayLines } from '../kernel/process/terminal.ts';
import type { Choices, Command } from './command.ts';

type Table = Record<string, Command>;

export async function complete(table: Table, args: readonly string[]): Promise<number> {
  const words = args[0] === '--' ? args.slice(1) : [...args];
  const typed = words.filter((word) => !word.startsWith('-'));
  const name = [typed.slice(0, 2).join(' '), typed[0] ?? ''].find((one) => table[one]);
  if (name !== undefined && takesFile(table[name]!, words)) {
    sayLines([`:${ShellCompDirective.ShellCompDirectiveDefault}`]);
    return 0;
  }
  const root = new RootCommand();
  for (const [known, command] of Object.entries(table)) {
    // Only the named command's choices are loaded.
    const choices = known === name ? await command.choices?.() : undefined;
    add(root.command(known, command.about), command, choices ?? {});
  }
  root.parse(words);
  return 0;
}

function add(known: Known, { args = '', required = {}, options = {} }: Command, choices: Choices): void {
  for (const [flags, about] of Object.entries({ ...required, ...options, '--json': 'print JSON' })) {
    const [name, value] = flags.replace(/^-\w, /, '').split(' ') as [string, string | undefined];
    if (value === undefined) known.option(name.slice(2), about);
    else known.option(name.slice(2), about, offering(choices[name]));
  }
  for (const arg of args.split(' ').filter((one) => one !== '')) {
    const name = arg.replace(/[<>[\].]/g, '');
    known.argument(name, offering(choices[name]), arg.includes('...'));
  }
}

const offering =
  (values: readonly string[] = []) =>
  (offer: Complete): void =>
    values.forEach((value) => void offer(value, ''));

/** Whether a file name comes next: the shell completes those itself. */
function takesFile({ args = '', required = {}, options = {} }: Command, words: readonly string[]): boolean {
  const current = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  if (current.startsWith('-')) return false;
  const flags = Object.keys({ ...required, ...options }).find((one) => one.split(' ').includes(before));
  return flags?.includes(' <') ? flags.includes('FILE') : args.includes('FILE');
}
