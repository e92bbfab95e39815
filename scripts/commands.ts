// Writes the reference of docs/guides/cli.md from the table of commands.
import { type Command, usageOf } from '../src/cli/command.ts';
import { groups } from '../src/cli/commands.ts';

const begin = '<!-- commands: written by `npm run docs` -->';
const end = '<!-- end of commands -->';

/** Returns the guide of the command line with the reference from the commands. */
export async function withCommands(guide: string): Promise<string> {
  const sections: string[] = [];
  for (const { title, commands } of groups) {
    const entries = await Promise.all(Object.entries(commands).map(entryOf));
    sections.push(`### ${title}\n\n${entries.join('\n\n')}`);
  }
  const before = guide.slice(0, guide.indexOf(begin) + begin.length);
  return `${before}\n\n${sections.join('\n\n')}\n\n${guide.slice(guide.indexOf(end))}`;
}

async function entryOf([name, command]: [string, Command]): Promise<string> {
  const { about, more, required, options, choices } = command;
  const explained = typeof more === 'function' ? await more() : more;
  const given = Object.entries({ ...required, ...options }).map(
    ([flags, what]) => `- \`${flags.replace(/[<>]/g, '')}\`: ${what}`,
  );
  const taken = Object.entries((await choices?.()) ?? {}).map(
    ([of, values]) => `- \`${of}\` is one of ${values.map((one) => `\`${one}\``).join(', ')}`,
  );
  const listed = [...given, ...taken];
  const blocks = [
    `#### ${name}`,
    `\`\`\`\ntefo ${usageOf(name, command)} [--json]\n\`\`\``,
    about,
    ...(explained === undefined ? [] : [explained]),
    ...(listed.length === 0 ? [] : [listed.join('\n')]),
  ];
  return blocks.join('\n\n');
}
