// Judges addresses: a parameter that a page does not read is refused by name, not ignored.
import { isStorable } from '../../kernel/formats/json.ts';
import { type PageRoute, Refusal, type Visit } from './visit.ts';

/** Throws Refusal for a path with a character that no stored text has. */
export function judgePath({ params }: Visit): void {
  if (Object.values(params).every((value) => isStorable(value))) return;
  throw new Refusal(404, 'Page not found, or you do not have access.');
}

/** Throws Refusal for an unknown, repeated or invalid parameter. */
export function judgeQuery({ query }: Visit, { takes = [] }: Pick<PageRoute, 'takes'>): void {
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    if (takes !== 'filters' && !takes.includes(name))
      throw new Refusal(400, `Unknown parameter: ${name.slice(0, 50)}.`, name);
    if (typeof value !== 'string')
      throw new Refusal(400, `The parameter ${name.slice(0, 50)} can be given only once.`, name);
    if (!isStorable(value))
      throw new Refusal(400, `The parameter ${name.slice(0, 50)} has an invalid character.`, name);
  }
}
