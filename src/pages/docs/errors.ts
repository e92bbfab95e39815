// Error codes: a page of all, and one for each with its cause and cure.
import { errorRegistry } from '../../core/errors.ts';
import { memberOf } from '../../kernel/required.ts';
import { html } from '../html.ts';
import type { DocPage, Documents, SurfaceWords } from './model.ts';
import { operationsOf } from './reference.ts';

interface Entry {
  code: string;
  title: string;
  status: number;
  /** Its name on the One API, where that is another. */
  onOne?: string;
  cause: string;
  cure: string;
}

/** Of the codes that all operations of the One API share: the cause, and the cure. */
const explained: Record<string, [cause: string, cure: string]> = {
  BadRequest: [
    'The body or a parameter breaks a rule, which the detail names.',
    'Correct what source points to, and send the request again.',
  ],
  Unauthorized: [
    'The token is missing, has expired, or was revoked, or the client’s secret is wrong.',
    'Get a new token with POST /token. `npx tefo credentials` shows the secret of the demo client.',
  ],
  Forbidden: [
    'The token lacks the scope of this operation, or the merchant may not do this.',
    'Ask for the scope when you get the token, or ask the operator.',
  ],
  NotFound: [
    'The address leads nowhere, or the object is not this merchant’s.',
    'Check the address and the identifier, and that the token is of the merchant who made the object.',
  ],
  NotAllowed: ['The address exists, but not for this method.', 'Use a method that the header Allow names.'],
  Conflict: [
    'The same Idempotency-Key came with another body, or its first request is still being answered.',
    'After Retry-After send the same again; use a new key for a new request.',
  ],
  PayloadTooLarge: ['The body is larger than this operation takes.', 'Send less at once.'],
  UnsupportedMediaType: [
    'The Content-Type is not one that this operation reads.',
    'Send application/json; POST /token takes a form.',
  ],
  TooManyRequests: [
    'One key or address made more requests in a minute than it may.',
    'Wait as long as Retry-After says, and send the same again.',
  ],
  InternalServerError: [
    'Something failed in the service, and nothing was done.',
    'Send the same again with the same Idempotency-Key. Tell the operator the X-Correlation-ID if it stays.',
  ],
  BadGateway: ['A bank could not be reached, so nothing was ordered.', 'Send the same again a little later.'],
  ServiceUnavailable: [
    'The database or another part is away, or the request took too long.',
    'Wait as long as Retry-After says, and send the same again with the same Idempotency-Key.',
  ],
};

/** Returns the page of all codes, and one for each. */
export function errorPages({ commonErrors, onOne }: SurfaceWords, documents: Documents): DocPage[] {
  const entries: Entry[] = [
    ...Object.entries(commonErrors).map(([code, { status, title }]) => {
      const [cause = '', cure = ''] = explained[code] ?? [];
      return { code, status, title, cause, cure };
    }),
    ...Object.entries(errorRegistry).map(([code, { title, cause, cure }]) => {
      const said = memberOf(onOne, code);
      return {
        code,
        status: said.status,
        title,
        cause,
        cure,
        ...(said.code !== code && { onOne: said.code }),
      };
    }),
  ];
  const all: DocPage = {
    path: '/docs/errors',
    title: 'Error codes',
    group: 'Reference',
    sections: [{ id: 'main', title: 'Error codes', level: 1, text: 'What is refused, why, and what to do.' }],
    body: html`<h1>Error codes</h1>
<p>Clients key on the code. Its meaning never changes; the detail of an error says what happened this time. On the One API these are
the <code>code</code> of the error object; the other surfaces answer the same refusals in their own shapes.</p>
${entries.map(
  ({
    code,
    title,
    cause,
    cure,
    status,
  }) => html`<h2 id="${code}"><a href="/docs/errors/${code}">${code}</a></h2>
<p>${status}. ${title}. ${cause}</p>
<p><strong>What to do:</strong> ${cure}</p>\n`,
)}`,
  };
  return [all, ...entries.map((entry) => errorPage(entry, documents))];
}

function errorPage({ code, title, cause, cure, status, onOne }: Entry, documents: Documents): DocPage {
  const answered = Object.entries(documents).flatMap(([name, document]) =>
    operationsOf(document)
      .filter(({ operation }) => JSON.stringify(operation.responses).includes(`\`${code}\``))
      .map(({ method, path, operation }) => ({ name, method, path, id: operation.operationId })),
  );
  return {
    path: `/docs/errors/${code}`,
    title: code,
    sections: [{ id: 'main', title: code, level: 1, text: `${title}. ${cause} ${cure}` }],
    body: html`<h1>${code}</h1>
<p><strong>${status}</strong> ${title}.${
      onOne !== undefined &&
      html` On the One API its code is <a href="/docs/errors/${onOne}"><code>${onOne}</code></a>, and the detail says this.`
    }</p>
<h2 id="cause">Cause</h2><p>${cause}</p>
<h2 id="cure">What to do</h2><p>${cure}</p>
${
  answered.length > 0 &&
  html`<h2 id="operations">Operations that answer it by name</h2>
<ul>${answered.map(({ name, method, path, id }) => html`<li><a href="/docs/api/${name}#${id}"><code>${method} ${path}</code></a></li>\n`)}</ul>`
}
<p>What may be sent again, and when: <a href="/docs/guides/retries#what-to-send-again">keys, retries and limits</a>. Why a certain request was refused: <code>npx tefo logs</code>, or <code>npx tefo explain</code> with its X-Correlation-ID.</p>
<p><a href="/docs/errors">All codes</a></p>`,
  };
}
