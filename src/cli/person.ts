// tefo person: exports or erases the stored data about a person.
import { erasePerson, exportPerson } from '../core/personal-data/actions.ts';
import { BadValue, readValue, type Sought } from '../core/personal-data/identifier.ts';
import { actingBy, byOf } from './by.ts';
import { asUsage, type Work } from './command.ts';
import { withContext } from './context.ts';
import { print, table } from './output.ts';
import { withProgress } from './progress.ts';

export const personExport: Work = async ({ values, positionals: [value = ''] }) => {
  const [sought, by] = [read(value), byOf(values)];
  await withContext(async (ctx) => {
    const { who } = await actingBy(ctx, by);
    const kinds = await whileShowing(values.json, (onPages) => exportPerson(ctx, sought, { who, onPages }));
    print(values.json, kinds, () => [
      ...table(Object.entries(kinds).map(([kind, rows]) => [kind, String(rows.length)])),
      Object.keys(kinds).length === 0 ? 'No data is stored under that value.' : 'For all data use --json.',
    ]);
  });
};

export const personErase: Work = async ({ values, positionals: [value = ''] }) => {
  const [sought, by] = [read(value), byOf(values)];
  await withContext(async (ctx) => {
    const { who } = await actingBy(ctx, by);
    const { counts, kept } = await whileShowing(values.json, (onPages) =>
      erasePerson(ctx, sought, { who, onPages }),
    );
    print(values.json, { ...counts, kept }, () => [
      ...table(Object.entries(counts).map(([kind, rows]) => [kind, `${rows} erased`])),
      ...(Object.keys(counts).length === 0 ? ['Nothing to erase.'] : []),
      ...table(
        kept.map(({ kind, id, why, until }) => [
          kind,
          id,
          `kept: ${why}${until === null ? '' : `, until ${until}`}`,
        ]),
      ),
    ]);
  });
};

function read(value: string): Sought {
  try {
    return readValue(value);
  } catch (error) {
    if (error instanceof BadValue) asUsage(error);
    throw error;
  }
}

function whileShowing<T>(
  isQuiet: unknown,
  work: (onPages: (done: number, of: number) => void) => Promise<T>,
): Promise<T> {
  let [done, of] = [0, 0];
  return withProgress(
    isQuiet === true,
    () => ({ what: 'of tables read', done, of }),
    () => work((pages, all) => ([done, of] = [pages, all])),
  );
}
