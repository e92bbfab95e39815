// What `tefo --help` and `tefo COMMAND --help` print.
import type { Command } from './command.ts';
import type { Group } from './commands.ts';

const width = 110;

/** All commands, in their groups. */
export function overview(groups: readonly Group[]): string[] {
  const names = groups.flatMap(({ commands }) => Object.keys(commands));
  const column = Math.max(...names.map((name) => name.length)) + 10;
  const listed = groups.flatMap(({ title, commands }, group) => {
    const lines = Object.entries(commands).map(([name, { about }], index) => {
      // The first group is a path, and says so.
      const lead = `  ${group === 0 ? `${index + 1} ` : '  '}tefo ${name}`;
      return wrap(lead.padEnd(column), about, column);
    });
    return [title, ...lines.flat(), ''];
  });
  return [
    'Tefo: bank payments for South African merchants.',
    '',
    ...listed,
    'tefo COMMAND --help says more of each. All take --json; the exit code is 0 for done, 1 for refused, 2 for wrong usage.',
  ];
}

/** One command. */
export function describe({ usage, about, more, choices = {} }: Command): string[] {
  // Where the usage itself names them, they are for completion alone.
  const told = Object.entries(choices).filter(([name]) => !name.startsWith('['));
  const taken = told.flatMap(([name, values]) => wrap(`  ${name}  `, values.join(', '), name.length + 4));
  return [
    `tefo ${usage} [--json]`,
    '',
    ...wrap('', about, 0),
    ...(more === undefined ? [] : ['', ...wrap('', more, 0)]),
    ...(taken.length === 0 ? [] : ['', ...taken]),
  ];
}

/** Text after a lead, in lines that are indented to stand below each other. */
function wrap(lead: string, text: string, indent: number): string[] {
  const lines: string[] = [];
  let line = lead;
  for (const word of text.split(' ')) {
    if (line.length + word.length > width && line.trim() !== '' && line !== lead) {
      lines.push(line.trimEnd());
      line = ' '.repeat(indent);
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()];
}
