// A form that a device fills in: the script asks it, puts its answer into a field and sends the form.
import { type Html, html } from '../../html.ts';
import { button, hidden } from '../forms.ts';
import type { Fields } from '../visit.ts';

interface PasskeyForm {
  to: string;
  /** What the device does: make a passkey, or show that it has one. */
  does: 'create' | 'get';
  /** What it is asked, as browsers read it. */
  options: object;
  /** Sent along, and not seen. */
  along: Fields;
  /** The field of its answer. */
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
<noscript><p class="hint">Passkeys need scripts.</p></noscript></form>`;
}

/** Returns the form by which a second factor is shown; nothing for who has no passkey. */
export const passkeyAsk = (options: object | undefined, to: string, along: Fields): Html | undefined =>
  options &&
  passkeyForm({
    ...{ to, options, along, does: 'get', answer: 'passkey' },
    ...{ label: 'Show your passkey', words: 'Use a passkey' },
  });
