// Reads each site once per transaction, for any number of its rows.
import { required } from '../../kernel/required.ts';
import type { Work } from '../context.ts';
import { readOnce } from '../unit-of-work.ts';
import * as store from './store.ts';

/** Returns an existing site as it was when the transaction first read it. */
export const siteIn = (work: Work, id: string): Promise<store.Site> =>
  readOnce(work, `site ${id}`, async (tx) => required(await store.findSite(tx, id), 'site'));
