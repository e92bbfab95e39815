// The doctor's word on a request: what is wrong with its hash, how it is mended, and what the right one is of.
import { redact } from '../../../reports/timelines/words.ts';
import { type Html, html } from '../../html.ts';
import type { Explained, Tried } from '../visit.ts';
import { hashCode } from './hash-code.ts';

/** Returns the panel of a refused request. */
export function explainedView(explained: Explained, seesRaw: boolean): Html {
  const { fields, input, findings } = explained;
  const shown = {
    input: redact(input),
    fields: fields.map(({ name, text }) => ({ name, text: redact(text) })),
  };
  return html`<section class="panel" aria-labelledby="doctor"><h2 id="doctor">What is wrong with its hash</h2>
${findings.length === 0 && html`<p>${withoutFinding(explained)}</p>`}
${findingsView(findings)}
${notesView(explained)}
${seesRaw && hashedView(shown)}</section>`;
}

/** Returns the panels of a request that was typed: whoever typed it sees its values whole. */
export function triedView(tried: Tried, variable: string): Html {
  const { fields, findings } = tried;
  return html`<section class="panel" aria-labelledby="doctor"><h2 id="doctor">${headOf(tried)}</h2>
${findings.length === 0 && html`<p>${triedWords(tried)}</p>`}
${findingsView(findings)}
${notesView(tried)}
${hashedView(tried)}</section>
<section class="panel" aria-labelledby="code"><h2 id="code">The right code for this request</h2>
<p class="hint">It makes the right hash. The key stands in ${variable}, where your program keeps it, and never in the code.</p>
${hashCode(fields, variable).map(
  ({ name, code }) => html`<details class="fold"><summary>${name}</summary>
<p><button type="button" class="button-link" data-copy="${code}" aria-label="Copy the code for ${name}">Copy</button></p><pre>${code}</pre></details>`,
)}</section>`;
}

function headOf({ isSent, isRight }: Tried): string {
  if (!isSent) return 'It has no hash';
  return isRight ? 'Its hash is right' : 'What is wrong with its hash';
}

function triedWords(tried: Tried): string {
  if (!tried.isSent) return 'Put the hash into hashCheck. Below is what it is made of.';
  if (tried.isRight)
    return 'A request that is refused all the same is refused for something else: see its error.';
  return withoutFinding({ ...tried, isExamined: true });
}

const findingsView = (findings: Explained['findings']): Html[] =>
  findings.map(
    ({
      mistake,
      field,
      cause,
      cure,
    }) => html`<p><strong>${mistake}</strong>${field !== null && html` (<code>${field}</code>)`}: ${redact(cause)}</p>
<p>${redact(cure)}</p>`,
  );

function notesView({ among, dropped, cut, ambiguous }: Omit<Explained, 'isExamined'>): Html {
  return html`${among && html`<p class="hint">${among.wrong} of ${among.items} items have a wrong hash; this is the first.</p>`}
${dropped > 0 && html`<p class="hint">${dropped} more fields were sent that are not kept.</p>`}
${cut.length > 0 && html`<p class="hint">Kept in part only: ${cut.join(', ')}.</p>`}
${ambiguous.length > 0 && html`<p class="hint">The hash cannot tell where one ends and the next begins: ${ambiguous.join('; ')}.</p>`}`;
}

function withoutFinding({ isExamined, isGivenUp }: Pick<Explained, 'isExamined' | 'isGivenUp'>): string {
  if (isGivenUp)
    return 'The search for the mistake was given up. Compare what was hashed with what you hash.';
  if (!isExamined) return 'It is being looked at. Load this page again in a few seconds.';
  return 'No known mistake leads to the hash that was sent: another site’s key, perhaps, or an old one. Compare what was hashed with what you hash.';
}

const hashedView = ({ fields, input }: Pick<Explained, 'fields' | 'input'>): Html =>
  html`<details class="fold"><summary>What the right hash is of</summary>
<div class="table" tabindex="0" role="region" aria-label="Fields of the hash"><table><caption>Fields, in the order of the hash</caption><thead><tr><th scope="col">Field</th><th scope="col">As it is hashed</th></tr></thead>
<tbody>${fields.map(({ name, text }) => html`<tr><th scope="row">${name}</th><td><code>${text}</code></td></tr>`)}</tbody></table></div>
<h3>Joined, in lower case, then SHA-512</h3><pre>${input}</pre></details>`;
