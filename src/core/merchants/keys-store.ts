// SQL of the current secret of an owner.
import type { Tx } from '../../kernel/db/db.ts';
import { firstValue } from '../../kernel/db/rows.ts';
import type { SecretKind } from './secrets-store.ts';

/** Locks the current secret of an owner, if there is one; returns its id. */
export const lockCurrentSecret = (
  tx: Tx,
  owner: { merchantId: string; siteId: string | null; clientId: string | null; kind: SecretKind },
) =>
  firstValue(tx<{ id: string }[]>`
    select id from credentials
    where merchant_id = ${owner.merchantId} and kind = ${owner.kind} and expires_at is null
      and site_id is not distinct from ${owner.siteId} and client_id is not distinct from ${owner.clientId}
    for no key update`);
