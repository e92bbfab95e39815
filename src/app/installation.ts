// The mode and master keys that a database belongs to. The first start of the service writes them; every later start
// and command checks them first.

import type { Db, Sql } from '../kernel/db/db.ts';
import { onlyRow } from '../kernel/db/rows.ts';
import type { Keyring } from '../kernel/security/crypto.ts';
import { holdMasterKeys } from '../kernel/security/master-keys.ts';
import type { Config } from './config.ts';

type Mode = Config['mode'];

/** The database belongs to the other mode. */
export class WrongMode extends Error {}

const refusals: Record<Mode, string> = {
  production:
    'this database is production’s, and TEFO_MODE is staging, which is the default. Set TEFO_MODE=production for it; a sandbox needs a separate database: another DATABASE_URL, or none',
  staging:
    'this database is a sandbox’s, and TEFO_MODE is production. Production needs a separate database: another DATABASE_URL; use this one with TEFO_MODE=staging',
};

/** Throws WrongMode when the database was first started in the other mode. Call it before migrating too. */
export async function holdMode(db: Db, mode: Mode): Promise<void> {
  const table = await onlyRow(db`select to_regclass('public.installation') is not null as "isThere"`);
  if (!table.isThere) return;
  const [row] = await db<{ mode: Mode }[]>`select mode from installation`;
  if (row && row.mode !== mode) throw new WrongMode(refusals[row.mode]);
}

/** Writes the mode of a new database. The first start decides; throws WrongMode to others that differ. */
export async function startMode(db: Sql, mode: Mode): Promise<void> {
  await db`insert into installation (mode) values (${mode}) on conflict do nothing`;
  await holdMode(db, mode);
}

/** Checks a command's settings against the database. Throws an error that explains the difference. */
export async function holdInstallation(db: Db, mode: Mode, keyring: Keyring): Promise<void> {
  await holdMode(db, mode);
  await holdMasterKeys(db, keyring);
}
