// "Try it" on the page of an operation: gets a token if the operation requires one, computes hashCheck, sends the request
// and shows the response.
const form = document.querySelector('form.try');
const output = form.querySelector('.try-response');
const { method, url, auth, tokenUrl, signer } = form.dataset;
const isForm = form.dataset.form === 'yes';

const fieldOf = (name) => form.elements[`try-${name}`]?.value.trim() ?? '';

async function getToken() {
  const fields =
    auth === 'oauth'
      ? {
          grant_type: 'client_credentials',
          client_id: fieldOf('client_id'),
          client_secret: fieldOf('client_secret'),
        }
      : { grant_type: 'password', siteCode: fieldOf('siteCode') };
  const headers = auth === 'oauth' ? {} : { ApiKey: fieldOf('apiKey') };
  const response = await fetch(tokenUrl, { method: 'POST', headers, body: new URLSearchParams(fields) });
  if (!response.ok)
    throw new Error(`The token request was refused: ${response.status} ${await response.text()}`);
  return (await response.json()).access_token;
}

async function credentials() {
  if (auth === 'oauth' || auth === 'bearer') return { Authorization: `Bearer ${await getToken()}` };
  if (auth === 'none') return {};
  return { ApiKey: fieldOf('apiKey'), ...(auth === 'pair' && { SiteCode: fieldOf('siteCode') }) };
}

// The members before hashCheck, then the key, in lower case. Amounts that the ApiKey signs are in cents.
async function sign(record) {
  const names = Object.keys(record);
  const signed = names.slice(0, names.indexOf('hashCheck')).flatMap((name) => {
    const value = record[name];
    if (value !== null && typeof value === 'object') return Object.values(value);
    return [name === 'amount' && signer === 'apiKey' ? Math.round(Number(value) * 100) : value];
  });
  const text = [...signed, fieldOf(signer)].join('').toLowerCase();
  const digest = await crypto.subtle.digest('SHA-512', new TextEncoder().encode(text));
  record.hashCheck = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}

function withDates(text) {
  const now = new Date();
  return text
    .replaceAll('{nextYear}', String(now.getFullYear() + 1))
    .replaceAll('{today}', now.toISOString().slice(0, 10));
}

async function bodyOf() {
  const given = form.elements.body?.value;
  if (given === undefined) return {};
  const body = JSON.parse(withDates(given));
  for (const record of signer ? [body].flat() : []) await sign(record);
  if (isForm) return { body: new URLSearchParams(body) };
  return { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
}

function addressOf() {
  let address = url;
  const query = new URLSearchParams();
  for (const { name, value } of form.querySelectorAll('input')) {
    const [place, ...rest] = name.split('.');
    if (place === 'path') address = address.replace(`{${rest.join('.')}}`, encodeURIComponent(value.trim()));
    if (place === 'query' && value !== '') query.set(rest.join('.'), withDates(value.trim()));
  }
  return query.size > 0 ? `${address}?${query}` : address;
}

function show(title, text) {
  const head = document.createElement('p');
  head.textContent = title;
  const code = document.createElement('code');
  code.textContent = text;
  const pre = document.createElement('pre');
  pre.append(code);
  const frame = document.createElement('div');
  frame.className = 'sample';
  frame.tabIndex = 0;
  frame.setAttribute('role', 'group');
  frame.setAttribute('aria-label', 'Response');
  frame.append(pre);
  output.replaceChildren(head, ...(text === '' ? [] : [frame]));
}

const readable = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  show('Sending…', '');
  try {
    const { body, headers = {} } = await bodyOf();
    const response = await fetch(addressOf(), {
      method,
      headers: { ...(await credentials()), ...headers },
      body,
    });
    show(`${response.status} ${response.statusText}`, readable(await response.text()));
  } catch (error) {
    show('The request was not sent.', String(error.message ?? error));
  }
});
