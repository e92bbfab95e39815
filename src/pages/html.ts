// The template language of every page: tagged templates that escape their values.
import { html as template, raw as trusted } from 'hono/html';

/** Markup that is safe to put into a page: created by `html`, or marked as safe with `raw`. */
export type Html = ReturnType<typeof trusted>;

/** Makes markup. Escapes values that are not Html, joins lists, and leaves out null, undefined and booleans. */
export const html = template as (parts: TemplateStringsArray, ...values: unknown[]) => Html;

/** Marks text as safe markup. Never use it for text from outside. */
export const raw: (markup: string) => Html = trusted;

export function render(page: Html): string {
  return page.toString();
}

/**
 * Returns an address for a link: http, https or a path of our own. Anything else, such as a script address that a
 * merchant's plugin let through, becomes a link to nowhere.
 */
export function linkTarget(address: string): string {
  return /^(https?:\/\/|\/(?![/\\]))/i.test(address) ? address : '#';
}
