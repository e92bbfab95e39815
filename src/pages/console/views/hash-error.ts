// The result of the hash debugger: the error in the hash, how to fix it, and the input of the correct hash.
import { redact } from '../../../reports/timelines/words.ts';
import { type Html, html } from '../../html.ts';
import type { Explained, Tried } from '../visit.ts';
import { hashCode } from './hash-code.ts';

/** Returns the panel of a rejected request. */
export function explainedView(explained: Explained, seesRaw: boolean): Html {
  const { fields, input, findings } = explained;
  const shown = {
    input: redact(input),
    fields: fields.map(({ name, text }) => ({ name, text: redact(text) })),
  };
  return html`<section class="panel" aria-labelledby="hash-error"><h2 id="hash-error">Hash error</h2>
${findings.length === 0 && html`<p>${withoutFinding(explained)}</p>`}
${findingsView(findings)}
${notesView(explained)}
${seesRaw && hashedView(shown)}</section>`;
}

/** Returns the panels of a pasted request. The user pasted its values, so they are shown in full. */
export function triedView(tried: Tried, variable: string): Html {
  const { fields, findings } = tried;
  return html`<section class="panel" aria-labelledby="hash-error"><h2 id="hash-error">${headOf(tried)}</h2>
${findings.length === 0 && html`<p>${triedWords(tried)}</p>`}
${findingsView(findings)}
${notesView(tried)}
${hashedView(tried)}</section>
<section class="panel" aria-labelledby="code"><h2 id="code">Code for this request</h2>
<p class="hint">This code computes the correct hash. It reads the key from ${variable}, so the key is not in the code.</p>
${hashCode(fields, variable).map(
  ({ name, code }) => html`<details class="fold"><summary>${name}</summary>
<p><button type="button" class="button-link" data-copy="${code}" aria-label="Copy the code for ${name}">Copy</button></p><pre>${code}</pre></details>`,
)}</section>`;
}

function headOf({ isSent, isRight }: Tried): string {
  if (!isSent) return 'The request has no hash';
  return isRight ? 'The hash is correct' : 'Hash error';
}

function triedWords(tried: Tried): string {
  if (!tried.isSent) return 'Set hashCheck to the hash of the fields below.';
  if (tried.isRight)
    return 'The hash is correct. If the request is still rejected, see the error of its response.';
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
  return html`${among && html`<p class="hint">${among.wrong} of ${among.items} items have a wrong hash; the first is shown.</p>`}
${dropped > 0 && html`<p class="hint">${dropped} further fields were not stored.</p>`}
${cut.length > 0 && html`<p class="hint">Stored in part only: ${cut.join(', ')}.</p>`}
${ambiguous.length > 0 && html`<p class="hint">The hash joins its fields without separators, so these are ambiguous: ${ambiguous.join('; ')}.</p>`}`;
}

function withoutFinding({ isExamined, isGivenUp }: Pick<Explained, 'isExamined' | 'isGivenUp'>): string {
  if (isGivenUp) return 'The search for the error was stopped. Compare the hashed fields below with yours.';
  if (!isExamined) return 'The request is being checked. Reload this page in a few seconds.';
  return 'The hash does not match any known error. It may have been computed with the key of another site, or an old key. Compare the hashed fields below with yours.';
}

const hashedView = ({ fields, input }: Pick<Explained, 'fields' | 'input'>): Html =>
  html`<details class="fold"><summary>Input of the correct hash</summary>
<div class="table" tabindex="0" role="region" aria-label="Fields of the hash"><table><caption>Fields, in hash order</caption><thead><tr><th scope="col">Field</th><th scope="col">Hashed as</th></tr></thead>
<tbody>${fields.map(({ name, text }) => html`<tr><th scope="row">${name}</th><td><code>${text}</code></td></tr>`)}</tbody></table></div>
<h3>Concatenated, in lower case, before SHA-512</h3><pre>${input}</pre></details>`;
