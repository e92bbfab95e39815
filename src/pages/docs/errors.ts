// Error codes: a page of all, and one for each with its cause and cure.
import { errorRegistry } from '../../core/errors.ts';
import { memberOf } from '../../kernel/required.ts';
import { type Html, html } from '../html.ts';
import { inline, plainText, sample } from './markdown.ts';
import type { DocPage, Documents, ErrorExample, SurfaceWords } from './model.ts';
import { operationPath, operationsOf, reasons } from './operation.ts';

interface Entry {
  code: string;
  title: string;
  status: number;
  /** Its name on the One API, where that is another. */
  onOne?: string;
  cause: string;
  cure: string;
  examples: readonly ErrorExample[];
}

/** The cause and the fix of each code that all operations of the One API share. */
const explained: Record<string, [cause: string, cure: string]> = {
  BadRequest: [
    'The body or a parameter breaks a rule. The detail names the rule.',
    'Correct the value at source, and send the request again.',
  ],
  Unauthorized: [
    'The token is missing, has expired, or was revoked, or the client’s secret is wrong.',
    'Get a new token with POST /token. `npx tefo credentials` shows the secret of the demo client.',
  ],
  Forbidden: [
    'The token lacks the scope of this operation, or the merchant does not have this permission.',
    'Request the scope when you get the token, or contact the operator.',
  ],
  NotFound: [
    'The address does not exist, or the object belongs to another merchant.',
    'Check the address and the identifier, and that the token belongs to the merchant who created the object.',
  ],
  NotAllowed: [
    'The address exists, but does not support this method.',
    'Use a method from the Allow header.',
  ],
  Conflict: [
    'The Idempotency-Key was used with another body, or its first request is still in progress.',
    'To repeat the request, send it again after Retry-After. For a new request, use a new key.',
  ],
  PayloadTooLarge: ['The body exceeds the limit of this operation.', 'Send less data per request.'],
  UnsupportedMediaType: [
    'This operation does not support the Content-Type.',
    'Send application/json. POST /token takes application/x-www-form-urlencoded.',
  ],
  TooManyRequests: [
    'One key or address exceeded its limit of requests per minute.',
    'Wait for the time in Retry-After, then send the request again.',
  ],
  InternalServerError: [
    'The service failed, and nothing was changed.',
    'Retry with the same Idempotency-Key. If the error persists, report the X-Correlation-ID to the operator.',
  ],
  BadGateway: ['A bank could not be reached, so no order was sent.', 'Retry shortly.'],
  ServiceUnavailable: [
    'The database or another part is not available, or the request took too long.',
    'Wait for the time in Retry-After, then retry with the same Idempotency-Key.',
  ],
};

export function errorPages(
  { commonErrors, onOne, errorExamples }: SurfaceWords,
  documents: Documents,
): DocPage[] {
  const entries: Entry[] = [
    ...Object.entries(commonErrors).map(([code, { status, title }]) => {
      const [cause = '', cure = ''] = explained[code] ?? [];
      return { code, status, title, cause, cure, examples: memberOf(errorExamples, code) };
    }),
    ...Object.entries(errorRegistry).map(([code, { title, cause, cure }]) => {
      const said = memberOf(onOne, code);
      return {
        code,
        status: said.status,
        title,
        cause,
        cure,
        examples: memberOf(errorExamples, code),
        ...(said.code !== code && { onOne: said.code }),
      };
    }),
  ];
  const all: DocPage = {
    path: '/docs/errors',
    title: 'Error codes',
    group: 'Reference',
    sections: [
      { id: 'main', title: 'Error codes', level: 1, text: 'Each error code, with its cause and what to do.' },
    ],
    body: html`<h1>Error codes</h1>
<p>Clients key on the code. Its meaning never changes, and the detail of an error describes the occurrence. On the One API these are
the <code>code</code> of the error object. The other APIs return the same errors in their own shapes.</p>
<div class="codes">${entries.map(
      ({
        code,
        title,
        cause,
        cure,
        status,
      }) => html`<h2 id="${code}"><a href="/docs/errors/${code}">${code}</a></h2>
<p>${status}. ${title}. ${cause}</p>
<p><strong>What to do:</strong> ${fixOf(cure)}</p>\n`,
    )}</div>`,
  };
  return [all, ...entries.map((entry) => errorPage(entry, documents))];
}

/** A fix names commands as code. */
const fixOf = (cure: string): Html => inline(cure, () => undefined);

function errorPage(
  { code, title, cause, cure, status, onOne, examples }: Entry,
  documents: Documents,
): DocPage {
  const answered = Object.entries(documents).flatMap(([name, document]) =>
    operationsOf(name, document)
      .filter(({ operation }) => JSON.stringify(operation.responses).includes(`\`${code}\``))
      .map(({ method, path, operation }) => ({ name, method, path, id: operation.operationId })),
  );
  return {
    path: `/docs/errors/${code}`,
    title: code,
    parent: '/docs/errors',
    sections: [{ id: 'main', title: code, level: 1, text: `${title}. ${cause} ${plainText(cure)}` }],
    body: html`<h1>${code}</h1>
<p><strong>${status}</strong> ${title}.${
      onOne !== undefined &&
      html` On the One API its code is <a href="/docs/errors/${onOne}"><code>${onOne}</code></a>, and the detail has this title.`
    }</p>
<h2 id="cause">Cause</h2><p>${cause}</p>
<h2 id="cure">What to do</h2><p>${fixOf(cure)}</p>
<h2 id="example">Example</h2>
${examples.map(exampleOf)}
${
  answered.length > 0 &&
  html`<h2 id="operations">Operations that return it</h2>
<ul>${answered.map(({ name, method, path, id }) => html`<li><a href="${operationPath(name, id)}"><code>${method} ${path}</code></a></li>\n`)}</ul>`
}
<p>When to retry: <a href="/docs/guides/retries#what-to-send-again">keys, retries and limits</a>. To see why a request was rejected, run <code>npx tefo logs</code>, or <code>npx tefo explain</code> with its X-Correlation-ID.</p>
<p><a href="/docs/errors">All codes</a></p>`,
  };
}

const exampleOf = ({ surface, status, language, body }: ErrorExample): Html =>
  html`<p>${surface}${status !== undefined && html`: <strong>${status}</strong> ${reasons[status]}`}</p>
${sample(body, language)}`;
