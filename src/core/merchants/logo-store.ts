// All SQL of logos.
import type { Db, Tx } from '../../kernel/db/db.ts';
import { execute, firstValue } from '../../kernel/db/rows.ts';
import type { Logo } from './logos.ts';

/** Stores the only logo of a site, replacing any other. */
export const putLogo = (
  tx: Tx,
  site: { id: string; merchantId: string },
  logo: Logo & { png: Buffer },
  at: Date,
) =>
  execute(tx`
    insert into site_logos (site_id, merchant_id, hash, png, created_at)
    values (${site.id}, ${site.merchantId}, ${logo.hash}, ${logo.png}, ${at})
    on conflict (site_id) do update set hash = excluded.hash, png = excluded.png, created_at = excluded.created_at`);

export const removeLogo = (tx: Tx, site: { id: string; merchantId: string }) =>
  execute(tx`delete from site_logos where site_id = ${site.id} and merchant_id = ${site.merchantId}`);

/** all merchants: browsers request a logo by its content's hash, which only viewers of the logo know. */
export const findLogo = (db: Db, hash: string) =>
  firstValue(db<{ png: Buffer }[]>`select png from site_logos where hash = ${hash} limit 1`);
