// The reference of docs/guides/cli.md, written from the table of commands.
import type { Command } from '../src/cli/command.ts';
import { groups } from '../src/cli/commands.ts';

const begin = '<!-- commands: written by `npm run docs` -->';
const end = '<!-- end of commands -->';

/** The guide of the command line with its reference as the commands themselves have it. */
export function withCommands(guide: string): string {
  const sections = groups.map(
    ({ title, commands }) => `### ${title}\n\n${Object.entries(commands).map(entryOf).join('\n\n')}`,
  );
  const before = guide.slice(0, guide.indexOf(begin) + begin.length);
  return `${before}\n\n${sections.join('\n\n')}\n\n${guide.slice(guide.indexOf(end))}`;
}

function entryOf([name, { usage, about, more, choices = {} }]: [string, Command]): string {
  // Where the usage itself names them, they are for completion alone.
  const told = Object.entries(choices).filter(([of]) => !of.startsWith('['));
  const taken = told.map(([of, values]) => `- \`${of}\`: ${values.map((one) => `\`${one}\``).join(', ')}`);
  const blocks = [
    `#### ${name}`,
    `\`\`\`\ntefo ${usage} [--json]\n\`\`\``,
    about,
    ...(more === undefined ? [] : [more]),
    ...(taken.length === 0 ? [] : [taken.join('\n')]),
  ];
  return blocks.join('\n\n');
}
