// A form that a device fills in: the script calls it, puts the response into a field and sends the form.
import { type Html, html } from '../../html.ts';
import { button, hidden } from '../forms.ts';
import type { Fields } from '../visit.ts';

interface PasskeyForm {
  to: string;
  /** The operation: register a passkey, or prove possession of one. */
  does: 'create' | 'get';
  /** The options for the browser. */
  options: object;
  /** Hidden fields. */
  along: Fields;
  /** The field for the response. */
  answer: string;
  label: string;
  body?: Html;
  words: string;
  kind?: 'main' | 'quiet';
}

export function passkeyForm(given: PasskeyForm): Html {
  const { to, does, options, along, answer, label, body, words, kind = 'main' } = given;
  return html`<form class="act" method="post" action="${to}" aria-label="${label}" data-passkey="${does}" data-options="${JSON.stringify(options)}">
${hidden(along)}<input type="hidden" name="${answer}" value="" data-answer>
${body}
${button(words, kind)}
<p class="hint" role="status" data-said></p>
<noscript><p class="hint">Passkeys need JavaScript.</p></noscript></form>`;
}

/** Returns the form to show a second factor; nothing for users without a passkey. */
export const passkeyAsk = (options: object | undefined, to: string, along: Fields): Html | undefined =>
  options &&
  passkeyForm({
    ...{ to, options, along, does: 'get', answer: 'passkey' },
    ...{ label: 'Use a passkey', words: 'Use a passkey' },
  });
