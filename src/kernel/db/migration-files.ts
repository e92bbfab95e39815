// The files of migrations/, and the markers in their first lines:
//   -- beside: 0059   programs whose newest migration is 0059, or a later one, run on the schema that this one leaves
//   -- online         each paragraph is one statement, which runs outside of a transaction and can run again
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

export interface Migration {
  /** "0060_rare_notices" */
  name: string;
  sql: string;
  /** SHA-256 of the file, in hex. */
  checksum: string;
  /** The newest migration of the oldest programs that run on its schema, as "0059"; null: only programs that know it do. */
  beside: string | null;
  /** It takes no lock that a request would wait for. A kill leaves a part of it done, and it begins again. */
  isOnline: boolean;
}

const migrationsFolder = new URL('../../../migrations/', import.meta.url);
const fileName = /^\d{4}_[a-z0-9_]+\.sql$/;

/** Returns all migrations of a folder, by default those of this program, the first first. */
export async function readMigrations(folder: URL = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => fileName.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return {
        name: name.slice(0, -'.sql'.length),
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
        beside: /^-- beside: (\d{4})$/m.exec(sql)?.[1] ?? null,
        isOnline: /^-- online$/m.test(sql),
      };
    }),
  );
}

/** Returns the number of a migration: "0060". */
export const numberOf = ({ name }: Pick<Migration, 'name'>): string => name.slice(0, 4);

/** Returns the statements of an online migration. */
export function stepsOf({ sql }: Migration): string[] {
  return sql
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/^--.*$/gm, '').trim())
    .filter((step) => step !== '');
}
