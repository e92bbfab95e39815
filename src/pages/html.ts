// The template language of every page: tagged templates that escape what they are given.
import { html as template, raw as trusted } from 'hono/html';

/** Markup that is safe to place in a page: made by `html`, or vouched for with `raw`. */
export type Html = ReturnType<typeof trusted>;

/** Markup from a template; every value is escaped unless it is Html. Lists are joined; null, undefined and booleans are nothing. */
export const html = template as (parts: TemplateStringsArray, ...values: unknown[]) => Html;

/** Vouches for text that is markup already. Never for anything that came from outside. */
export const raw: (markup: string) => Html = trusted;

/** The text of a page as it goes over the wire. */
export function render(page: Html): string {
  return page.toString();
}

/**
 * An address that may stand in a link: http, https or a path of our own. Anything else, such as a script
 * address that a merchant's plugin let through, becomes a link to nowhere.
 */
export function linkTarget(address: string): string {
  return /^(https?:\/\/|\/(?![/\\]))/i.test(address) ? address : '#';
}
