// tefo retention: moves old rows to files.
import { retentionOf } from '../app/retention.ts';
import { runRetention } from '../core/retention.ts';
import { onDatabase } from './context.ts';
import { print, table } from './output.ts';

export const retentionRun = onDatabase(async (ctx, { values }, config) => {
  const done = await runRetention(ctx, retentionOf(config));
  print(values.json, done, () =>
    table(
      done.map(({ kind, archived, deleted, files }) => [
        kind,
        `${archived} archived in ${files} files`,
        `${deleted} deleted`,
      ]),
    ),
  );
});
