// The texts of `tefo --help` and `tefo COMMAND --help`.
import { columns, type Line, paint } from '../kernel/process/terminal.ts';
import { type Choices, type Command, type Group, usageOf } from './command.ts';
import { paragraph, table, wrap } from './output.ts';

/** The maximum width: longer lines are hard to read. */
const widest = 110;
const width = (): number => Math.min(columns() ?? widest, widest);

const general = {
  '--json': 'print JSON, also for errors',
  '--no-color': 'print without colour (the same as NO_COLOR)',
  '-h, --help': 'show this help',
};

export function overview(groups: readonly Group[]): Line[] {
  const rows = groups.flatMap(({ title, commands }, group) => [
    { title, row: [] },
    ...Object.entries(commands).map(([name, { about }], index) => ({
      title: undefined,
      // The first group of all is numbered: its steps have an order.
      row: [`  ${group === 0 && groups.length > 1 ? `${index + 1} ` : '  '}tefo ${name}`, about],
    })),
  ]);
  const column = Math.max(...rows.map(({ row }) => row[0]?.length ?? 0));
  const listed = rows.flatMap(({ title, row }): Line[] => {
    if (title !== undefined) return ['', [paint('title', title)]];
    const [name, about] = row as [string, string];
    return table([[paint('name', name.padEnd(column)), about]], width());
  });
  return [
    'Tefo: bank payments for South African merchants.',
    ...listed,
    '',
    ...paragraph(
      0,
      'tefo COMMAND --help shows the details of a command. All commands take --json and --no-color. Exit codes: 0 done, 1 refused, 2 wrong usage. tefo --version prints the version.',
      width(),
    ),
  ];
}

export async function describe(name: string, command: Command): Promise<Line[]> {
  const { about, more, required, options, choices } = command;
  const explained = typeof more === 'function' ? await more() : more;
  const taken = Object.entries({ ...required, ...options, ...general });
  const shown: Choices = (await choices?.()) ?? {};
  const flags = (text: string) => text.replace(/[<>]/g, '');
  return [
    ...wrap(`tefo ${usageOf(name, command)} [--json]`, width()).map((line) => [paint('title', line)]),
    '',
    ...paragraph(0, about, width()),
    ...(explained === undefined ? [] : ['', ...paragraph(0, explained, width())]),
    '',
    ...table(
      taken.map(([option, what]) => [paint('name', `  ${flags(option)}`), what]),
      width(),
    ),
    ...Object.entries(shown).flatMap(([of, values]) => [
      '',
      ...table([[paint('name', `  ${of}`), values.join(', ')]], width()),
    ]),
  ];
}
