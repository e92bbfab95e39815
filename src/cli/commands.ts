// The table of commands, grouped as in the help. A command's code is loaded when it is called.
import type { Command, Group } from './command.ts';
import { banks } from './table/banks.ts';
import { firstSteps } from './table/first-steps.ts';
import { merchants } from './table/merchants.ts';
import { money } from './table/money.ts';
import { operation } from './table/operation.ts';
import { sandbox } from './table/sandbox.ts';
import { users } from './table/users.ts';

export const groups: readonly Group[] = [firstSteps, sandbox, merchants, users, banks, money, operation];

export const commands: Record<string, Command> = Object.assign(
  Object.create(null),
  ...groups.map((group) => group.commands),
);

/** Returns the names of the commands that begin with a word, such as "payout". */
export const commandsOf = (word: string): string[] =>
  Object.keys(commands).filter((name) => name.startsWith(`${word} `));
