// A condition that queries of other modules share.
import type { Db } from '../../kernel/db/db.ts';

/**
 * Returns the condition that a row belongs to one of the merchant's sites. It adds nothing to `merchant_id`, but lets an
 * index that starts with the site serve a query that names none.
 */
export const atSitesOf = (db: Db, merchantId: string) =>
  db`and site_id = any (array(select id from sites where sites.merchant_id = ${merchantId}))`;
