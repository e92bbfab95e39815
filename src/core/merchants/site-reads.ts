// Reads each site once per transaction, for any number of its rows.
import type { Tx } from '../../kernel/db/db.ts';
import { required } from '../../kernel/required.ts';
import type { Work } from '../context.ts';
import * as store from './store.ts';

const sitesRead = new WeakMap<Tx, Map<string, Promise<store.Site>>>();

/** Returns an existing site as it was when the transaction first read it. */
export function siteIn({ tx }: Work, id: string): Promise<store.Site> {
  let known = sitesRead.get(tx);
  if (!known) {
    known = new Map();
    sitesRead.set(tx, known);
  }
  let site = known.get(id);
  if (!site) {
    site = store.findSite(tx, id).then((found) => required(found, 'site'));
    known.set(id, site);
  }
  return site;
}
