// "Try it": a form that sends an operation's request from the page. `docs-try.js` sends it; without scripts it is not shown.
import { type Html, html } from '../html.ts';
import { origin } from './filling.ts';
import type { Documents, Operation } from './model.ts';
import { callOf } from './samples/requests.ts';
import { type Auth, type Call, urlOf } from './samples/steps.ts';
import { signedWithApiKey } from './samples/table.ts';

/** The credentials that the form of an operation needs, by how the operation identifies its caller. */
const credentials: Readonly<
  Record<Auth, readonly (readonly [name: string, label: string, value: string])[]>
> = {
  none: [],
  oauth: [
    ['client_id', 'Client id', 'YOUR_CLIENT_ID'],
    ['client_secret', 'Client secret', 'YOUR_CLIENT_SECRET'],
  ],
  bearer: [
    ['apiKey', 'ApiKey', 'YOUR_API_KEY'],
    ['siteCode', 'Site code', 'YOUR_SITE_CODE'],
  ],
  apiKey: [['apiKey', 'ApiKey', 'YOUR_API_KEY']],
  pair: [
    ['apiKey', 'ApiKey', 'YOUR_API_KEY'],
    ['siteCode', 'Site code', 'YOUR_SITE_CODE'],
  ],
};

const tokenUrls: Partial<Record<Auth, string>> = {
  oauth: `${origin}/one/v1/token`,
  bearer: `${origin}/payments/token`,
};

export function tryForm(documents: Documents, surface: string, operation: Operation): Html {
  const call = callOf(documents, surface, operation.operationId, true);
  const isSigned = JSON.stringify(call.body ?? '').includes('"hashCheck"');
  const signer = signedWithApiKey.includes(operation.operationId) ? 'apiKey' : 'privateKey';
  const keys =
    isSigned && signer === 'privateKey' ? [['privateKey', 'Private key', 'YOUR_PRIVATE_KEY'] as const] : [];
  return html`<section class="docs-try">
<h2 id="try">Try it</h2>
<noscript><p>The form requires JavaScript. The samples do not.</p></noscript>
<form class="try" autocomplete="off" data-method="${call.method}" data-url="${urlOf(surface)}${pathOf(surface, operation, documents)}" data-auth="${call.auth}"${
    tokenUrls[call.auth] && html` data-token-url="${tokenUrls[call.auth]}"`
  }${isSigned && html` data-signer="${signer}"`}${call.isForm && html` data-form="yes"`}>
${[...credentials[call.auth], ...keys].map(([name, label, value]) => textField(`try-${name}`, label, value))}
${parameterFields(operation, call)}
${call.body !== undefined && bodyField(call.body, isSigned)}
<p><button type="submit">Send request</button></p>
<div class="try-response" role="status"></div>
</form>
</section>`;
}

/** Returns the path as the document has it, with its parameters in braces. */
function pathOf(surface: string, operation: Operation, documents: Documents): string {
  const paths = Object.entries(documents[surface]?.paths ?? {});
  return paths.find(([, methods]) =>
    Object.values(methods).some((one) => one.operationId === operation.operationId),
  )![0];
}

function textField(name: string, label: string | Html, value: string): Html {
  return html`<label>${label} <input name="${name}" value="${value}"></label>\n`;
}

function parameterFields({ parameters = [] }: Operation, { query }: Call): Html[] {
  const shown = parameters.filter((one) => one.in !== 'header' && (one.in === 'path' || one.required));
  return shown.map((one) => {
    const value = query.find(([name]) => name === one.name)?.[1] ?? '';
    return textField(
      `${one.in}.${one.name}`,
      html`<code>${one.name}</code>`,
      value.includes('{') && !/\{(today|nextYear)\}/.test(value) ? '' : value,
    );
  });
}

/** Values that only a response has are left out of the body. */
function bodyField(body: unknown, isSigned: boolean): Html {
  const text = JSON.stringify(body, null, 2).replaceAll(/\{([a-z]\w*)\}/g, (whole, name) =>
    ['nextYear', 'today'].includes(name) ? whole : name === 'hashCheck' ? '' : name,
  );
  return html`<label>Body <textarea name="body" rows="12" spellcheck="false">${text}</textarea></label>
${isSigned && html`<p class="small quiet">The form computes <code>hashCheck</code> when it sends the body.</p>`}\n`;
}
