// The search for an open payment on the page of the money that is to be matched with it.
import { type Hit, search } from '../../../reports/search/actions.ts';
import type { Visit } from '../visit.ts';

const mostShown = 20;

/** Returns the payments that are not paid and that the visitor's text finds; none without a text. */
export async function findUnpaid({ ctx, viewer, query }: Visit): Promise<{ text: string; hits: Hit[] }> {
  const text = (query.q ?? '').trim().slice(0, 200);
  if (text === '') return { text, hits: [] };
  const { hits } = await search(ctx, viewer, { text });
  const open = hits.filter(({ kind, state }) => kind === 'payment' && state !== 'complete');
  return { text, hits: open.slice(0, mostShown) };
}
