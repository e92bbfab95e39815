// What an address may say: what a page does not read is refused by its name, and not passed over.
import { isStorable } from '../../kernel/formats/json.ts';
import { type PageRoute, Refusal, type Visit } from './visit.ts';

/** Throws Refusal for a path that names nothing: no text of ours has such a character. */
export function judgePath({ params }: Visit): void {
  if (Object.values(params).every((value) => isStorable(value))) return;
  throw new Refusal(404, 'There is no such thing here, or it is not yours to see.');
}

/** Throws Refusal for a parameter that a page does not take, or not so. */
export function judgeQuery({ query }: Visit, { takes = [] }: Pick<PageRoute, 'takes'>): void {
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    if (takes !== 'filters' && !takes.includes(name))
      throw new Refusal(400, `This page has no parameter ${name.slice(0, 50)}.`, name);
    if (typeof value !== 'string')
      throw new Refusal(400, `The parameter ${name.slice(0, 50)} is given more than once.`, name);
    if (!isStorable(value))
      throw new Refusal(400, `The parameter ${name.slice(0, 50)} has a character that no text has.`, name);
  }
}
