// The list of requests that were refused for a wrong hash, with the hash debugger's findings. all merchants:
// condition.ts adds the viewer's merchants.
import * as columns from './columns.ts';
import { when } from './condition.ts';
import { makeList } from './read.ts';

/** The kinds of requests that carry a hash. */
const surfaces = ['payments', 'refunds', 'payouts', 'bulk', 'banktransfer'];

export const refusals = makeList({
  name: 'refusals',
  caption: 'Requests with a wrong hash',
  nouns: ['rejected request', 'rejected requests'],
  action: 'finding.see',
  filters: ['merchant', 'site', 'from', 'to', 'surface', 'finding', 'reference', 'after'],
  words: { surface: surfaces },
  columns: [
    columns.id,
    columns.site,
    columns.link('reference', 'Reference'),
    columns.text('surface', 'Request'),
    columns.text('finding', 'Error'),
    columns.text('field', 'Field'),
    columns.text('cause', 'Details'),
    columns.text('cure', 'How to fix'),
    ...columns.created,
    { ...columns.correlation, isShown: true },
    columns.merchant,
  ],
  leadsTo: ({ id }) => ({ page: 'developers', id }),
  // Null until it is examined, and of what nothing explains.
  source: (db) => db`
    select id, created_at, merchant_id, site_id, surface, reference, correlation_id, findings -> 0 ->> 'mistake' as finding,
      findings -> 0 ->> 'field' as field, findings -> 0 ->> 'cause' as cause, findings -> 0 ->> 'cure' as cure
    from hash_mismatches`,
  conditions: { finding: when('finding', (db, finding) => db`finding = ${finding}`) },
});
