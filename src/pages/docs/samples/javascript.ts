// A sample for Node with the SDK, which gets tokens, and fills in siteCode and hashCheck.
import { literal, partsOf, type Style } from './literal.ts';
import { type Call, type Step, urlOf } from './steps.ts';

function variable(name: string): string {
  if (name === 'today') return 'now.slice(0, 10)';
  if (name === 'nextYear') return 'Number(now.slice(0, 4)) + 1';
  return name;
}

function text(given: string): string {
  const parts = partsOf(given);
  const [only] = parts;
  if (parts.length === 1 && only?.name) return variable(only.name);
  if (parts.every((part) => !part.name)) return `'${given.replaceAll("'", String.raw`\'`)}'`;
  return `\`${parts.map((part) => (part.name ? `\${${variable(part.name)}}` : part.text)).join('')}\``;
}

const style: Style = {
  object: ['{', '}'],
  list: ['[', ']'],
  pad: ' ',
  trailing: ',',
  indent: '  ',
  key: (name) => `${name}: `,
  text,
  truth: String,
};

/** `{ id: id }` is `{ id }`. */
const shortened = (code: string): string => code.replaceAll(/\b(\w+): \1(?=[ ,\n])/g, '$1');

export function javascript(steps: readonly Step[]): string {
  const all = steps.filter((step) => step.kind !== 'signing');
  // The operation itself comes last. Elsewhere the client may do it by itself.
  const shown = all.filter(
    (step, index) => index === all.length - 1 || !isToken(step) || isTokenSent(all.slice(index + 1)),
  );
  const body = shown.map((step) => {
    if (step.kind === 'naming') return `const ${step.name} = \`${step.prefix}\${Date.now()}\`;`;
    return step.surface === 'sandbox' ? control(step) : operation(step);
  });
  return `import { Tefo } from '@tefo/sdk';

const tefo = new Tefo(${literal(credentialsOf(steps, shown), style)});

${body.join('\n\n')}
`;
}

const isToken = (step: Step): boolean =>
  step.kind === 'call' && (step.operation === 'createToken' || step.operation === 'postToken');

/** True if a request has the token in its address or body, which the client does not fill in. */
const isTokenSent = (steps: readonly Step[]): boolean =>
  steps.some((step) => step.kind === 'call' && JSON.stringify([step.url, step.body]).includes('{token}'));

/** The credentials that a client needs for the steps: the keys of their surfaces. */
function credentialsOf(steps: readonly Step[], shown: readonly Step[]): object {
  const calls = shown.filter((step) => step.kind === 'call').filter(({ surface }) => surface !== 'sandbox');
  const isOauth = calls.some(({ auth }) => auth === 'oauth');
  const isKeyed = calls.some(({ auth }) => auth !== 'oauth' && auth !== 'none');
  const isSigned = steps.some((step) => step.kind === 'signing' && step.texts.includes('YOUR_PRIVATE_KEY'));
  return {
    ...((isOauth || isKeyed) && { siteCode: 'YOUR_SITE_CODE' }),
    ...(isKeyed && { apiKey: 'YOUR_API_KEY' }),
    ...(isSigned && { privateKey: 'YOUR_PRIVATE_KEY' }),
    ...(isOauth && { clientId: 'YOUR_CLIENT_ID', clientSecret: 'YOUR_CLIENT_SECRET' }),
    urls: Object.fromEntries(calls.map(({ surface }) => [surface, urlOf(surface)])),
  };
}

/** A parameter as the client takes it: a number where it is one. */
const typed = ([name, value]: [name: string, value: string]): [string, string | number] => [
  name,
  /^\d+$/.test(value) ? Number(value) : value,
];

const said = (says: string): string => (says === '' ? '' : `// ${says}\n`);

function operation({ parameter = 'id', ...call }: Call): string {
  const { says, surface, operation, url, query, body, keeps, isSubject } = call;
  // A variable of the sample, a placeholder such as TRANSACTION_ID, or a number of an invoice.
  const template = /\{\w+\}|\b[A-Z]+(?:_[A-Z]+)+\b|\bINV-\d+/.exec(url.slice(urlOf(surface).length))?.[0];
  const asked = Object.fromEntries(query.filter(([name]) => name !== 'siteCode').map(typed));
  const input = {
    ...(template && { path: { [parameter]: template } }),
    ...(Object.keys(asked).length > 0 && { query: asked }),
    ...(body !== undefined && { body: withoutFilled(body) }),
  };
  const given = Object.keys(input).length === 0 ? '' : literal(input, style, '', 40);
  const sent = shortened(`await tefo.${surface}.${operation}(${given})`);
  if (!keeps && !isSubject) return `${said(says)}${sent};`;
  return said(says) + kept(keeps, sent, 'response');
}

function kept(keeps: Call['keeps'], call: string, otherwise: string): string {
  if (!keeps) return `const ${otherwise} = ${call};\nconsole.log(${otherwise});`;
  const { name, member, list } = keeps;
  if (!list) return `const { ${member === name ? name : `${member}: ${name}`} } = ${call};`;
  return `const ${name} = (${call})${list === 'results' ? '.results' : ''}[0]?.${member} ?? '';`;
}

/** A body without the members that the client fills in. */
function withoutFilled(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withoutFilled);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !/^(siteCode|hashCheck)$/i.test(name)));
}

/** The sandbox is no surface of the client. */
function control({ says, method, url, body, keeps }: Call): string {
  const options =
    body === undefined
      ? "{ headers: { ApiKey: 'YOUR_API_KEY' } }"
      : `{
  method: '${method}',
  headers: { ApiKey: 'YOUR_API_KEY', 'Content-Type': 'application/json' },
  body: JSON.stringify(${shortened(literal(body, style))}),
}`;
  const name = keeps?.name === 'now' ? 'clock' : 'decided';
  const call = `await fetch(${text(url)}, ${options})`;
  if (!keeps) return `${said(says)}${call};`;
  return `${said(says)}const ${name} = ${call};\n${kept(keeps, `await ${name}.json()`, '')}`;
}
