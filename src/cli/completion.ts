// tefo completion: prints the script by which a shell calls `tefo complete`.
import { fileURLToPath } from 'node:url';
import { RootCommand } from '@bomb.sh/tab';
import { UsageError, type Work } from './command.ts';
import { print } from './output.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

export const completionCommand: Work = async ({ values, positionals }) => {
  const shell = shells.find((one) => one === positionals[0]);
  if (shell === undefined) throw new UsageError(`SHELL is one of ${shells.join(', ')}`);
  // By path, because a shell function ignores aliases.
  const program = fileURLToPath(new URL('../../bin/tefo.mjs', import.meta.url));
  const script = printedBy(() => new RootCommand().setup('tefo', quoted(program), shell));
  print(values.json, { shell, script }, () => script.trimEnd().split('\n'));
};

const quoted = (path: string): string =>
  /^[\w/.@+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;

/** Returns what the library prints to the console. */
function printedBy(work: () => void): string {
  const { log } = console;
  let text = '';
  console.log = (line: string) => {
    text += `${line}\n`;
  };
  try {
    work();
  } finally {
    console.log = log;
  }
  return text;
}
