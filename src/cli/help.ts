// The texts of `tefo --help` and `tefo COMMAND --help`.
import { columns, type Line, paint } from '../kernel/process/terminal.ts';
import { type Choices, type Command, type Group, usageOf } from './command.ts';
import { paragraph, table, wrap } from './output.ts';

/** Longer lines are hard to read. */
const widest = 110;
const width = (): number => Math.min(columns() ?? widest, widest);

const general = {
  '--json': 'print JSON, of a refusal too',
  '--no-color': 'print without colour, as NO_COLOR does',
  '-h, --help': 'print this',
};

/** Describes all commands in their groups. */
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
      'tefo COMMAND --help says more of each. All take --json and --no-color; the exit code is 0 for done, 1 for refused, 2 for wrong usage. tefo --version says which version this is.',
      width(),
    ),
  ];
}

/** Describes one command. */
export async function describe(name: string, command: Command): Promise<Line[]> {
  const { about, more, required, options, choices } = command;
  const explained = typeof more === 'function' ? await more() : more;
  const taken = Object.entries({ ...required, ...options, ...general });
  const told: Choices = (await choices?.()) ?? {};
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
    ...Object.entries(told).flatMap(([of, values]) => [
      '',
      ...table([[paint('name', `  ${of}`), values.join(', ')]], width()),
    ]),
  ];
}
