// Parses the command line with a library that is given the table of commands. The help does not need this.
import { CommanderError, Command as Parser } from 'commander';
import { sayJson, sayLines } from '../kernel/process/terminal.ts';
import { type Command, type Given, UsageError } from './command.ts';
import { commands, commandsOf } from './commands.ts';
import { withProgress } from './progress.ts';
import { version } from './version.ts';

/** Parses and runs a command; returns the exit code. Throws UsageError for wrong usage. */
export async function parse(args: string[]): Promise<number> {
  let code = 0;
  const program = parserOf(args.includes('--json'), async (command, given) => {
    const ended = await (await command.load())(given);
    if (typeof ended === 'number') code = ended;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    throw new UsageError(await wordsOf(error, args));
  }
}

type RunIt = (command: Command, given: Given) => Promise<void>;

/** Creates the library's program with every command and its arguments. */
function parserOf(isJson: boolean, runIt: RunIt): Parser {
  const program = new Parser('tefo').exitOverride().helpCommand(false).helpOption(false);
  program.option('--json').option('--no-color');
  program.version(version());
  program.configureOutput({
    // Only the version: we write the help ourselves, and errors are thrown.
    writeOut: (text) => (isJson ? sayJson({ version: text.trim() }) : sayLines([text.trim()])),
    writeErr: () => {},
    outputError: () => {},
  });
  for (const [name, command] of Object.entries(commands)) add(program, name, command, runIt);
  return program;
}

function add(program: Parser, name: string, command: Command, runIt: RunIt): void {
  const { args = '', required = {}, options = {} } = command;
  let parser = program;
  for (const word of name.split(' '))
    parser = parser.commands.find((known) => known.name() === word) ?? parser.command(word).helpOption(false);
  parser.helpCommand(false).allowExcessArguments(false);
  for (const arg of args.split(' ').filter((one) => one !== '')) parser.argument(arg);
  for (const [flags, about] of Object.entries(required)) parser.requiredOption(flags, about);
  for (const [flags, about] of Object.entries(options)) parser.option(flags, about);
  parser.action(async () => {
    const values = { ...program.opts(), ...parser.opts() };
    for (const flags of Object.keys(required)) assertFilled(flags, values);
    const given = { values, positionals: parser.args };
    const isQuiet = command.stays === true || values.json === true;
    await withProgress(
      isQuiet,
      () => `tefo ${name}`,
      () => runIt(command, given),
    );
  });
}

function assertFilled(flags: string, values: Given['values']): void {
  const [option] = flags.split(' ') as [string];
  if (values[option.slice('--'.length)] === '') throw new UsageError(`${option} is empty`);
}

/**
 * Returns the library's message. For an unknown command of a group it lists those that the group has, and for a missing
 * argument its values, if there are only some.
 */
async function wordsOf({ code, message }: CommanderError, args: readonly string[]): Promise<string> {
  const words = args.filter((arg) => !arg.startsWith('-'));
  const [first = '', second] = words;
  const said = message.replace(/^error: /, '').replaceAll('\n', ' ');
  if (code === 'commander.missingArgument') {
    const command = commands[`${first} ${second}`] ?? commands[first];
    const values = (await command?.choices?.())?.[/'(\w+)'/.exec(said)?.[1] ?? ''];
    return values ? `${said}: ${values.join(', ')}` : said;
  }
  const siblings = commandsOf(first);
  if (siblings.length === 0 || commands[`${first} ${second}`]) return said;
  const there = `available: tefo ${siblings.join(', tefo ')}`;
  if (code === 'commander.unknownCommand') return `${said}; ${there}`;
  if (code !== 'commander.help' && code !== 'commander.excessArguments') return said;
  return `there is no command ${[first, second].filter(Boolean).join(' ')}; ${there}`;
}
