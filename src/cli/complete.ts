// tefo complete -- WORDS: what may follow, as the scripts of `tefo completion` ask at each TAB. The library prints it.
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
    // What only this command's choices say is loaded only for it.
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

/** Whether a file's name is due: the shell knows them better. */
function takesFile({ args = '', required = {}, options = {} }: Command, words: readonly string[]): boolean {
  const current = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  if (current.startsWith('-')) return false;
  const flags = Object.keys({ ...required, ...options }).find((one) => one.split(' ').includes(before));
  return flags?.includes(' <') ? flags.includes('FILE') : args.includes('FILE');
}
