// `npm run demo`: a small shop on the SDK; needs a running sandbox. It sells, refunds and subscribes, and shows the events that
// its webhook received. It reads TEFO_URL, TEFO_API_KEY (as the test kit finds them) and PORT. Your shop will have a database in
// place of the maps, and its own credentials in place of a new site in the sandbox.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Tefo, TefoError, type WebhookEvent } from '../sdk/src/index.ts';
import { receiveWebhooks } from '../sdk/src/receivers/express.ts';
import { startSandbox } from '../sdk/src/testing/index.ts';

const products = [
  { id: 'rooibos', name: 'Rooibos tea, 80 bags', price: 64.9 },
  { id: 'rusks', name: 'Buttermilk rusks, 1 kg', price: 89.5 },
  { id: 'box', name: 'The tea box, every month', price: 120, isMonthly: true },
];

type Product = (typeof products)[number];

interface Order {
  product: Product;
  /** Of its payment, or of its subscription. */
  id: string;
}

// Requests wait until the shop is open.
const opened = Promise.withResolvers<void>();
const server = createServer((request, response) => void opened.promise.then(() => answer(request, response)));
server.listen(Number(process.env.PORT ?? 9000), '127.0.0.1');
await once(server, 'listening').catch(giveUp);
const shop = `http://localhost:${(server.address() as AddressInfo).port}`;
const sandbox = await startSandbox({ settings: { notifyUrl: `${shop}/hook` } }).catch(giveUp);
const { one } = new Tefo(sandbox.credentials);

function giveUp(error: Error): never {
  console.error(`The shop does not open: ${error.message}`);
  process.exit(1);
}

const orders = new Map<string, Order>();
/** Events by id, so that a repeated delivery is processed once. */
const received = new Map<string, WebhookEvent>();

const zar = (value: number) => ({ currency: 'ZAR', value }) as const;
const day = 24 * 60 * 60 * 1000;
const after = async (days: number) => new Date((await sandbox.clock.now()).getTime() + days * day);

/** Creates a payment; returns the address where the customer pays. */
async function buy(product: Product): Promise<string> {
  const merchantReference = `ORDER-${Date.now()}`;
  const wanted = {
    merchantReference,
    amount: zar(product.price),
    returnUrl: `${shop}/orders/${merchantReference}`,
  };
  if (product.isMonthly) {
    const firstPaymentDate = await dateAfter(7);
    const plan = { frequency: 'Monthly', firstPaymentDate, occurrences: 12 } as const;
    const { subscriptionId, redirectUrl } = await one.createSubscription({ body: { ...wanted, ...plan } });
    orders.set(merchantReference, { product, id: subscriptionId });
    return redirectUrl ?? shop;
  }
  const expireAt = (await after(1)).toISOString();
  const { id, redirectUrl } = await one.createPayment({ body: { ...wanted, expireAt } });
  orders.set(merchantReference, { product, id });
  return redirectUrl;
}

/** Sends the whole price back to the account that paid it. */
async function refund(order: Order): Promise<void> {
  const paid = (await attemptsOf(order)).find(({ status }) => status === 'Successful');
  if (!paid) return;
  const body = { amount: zar(order.product.price), reason: 'the customer changed their mind' };
  await one.createTransactionRefund({ path: { id: paid.id }, body }, { idempotencyKey: `refund-${paid.id}` });
}

const dateAfter = async (days: number) => (await after(days)).toISOString().slice(0, 10);
const lately = async () => ({ fromDate: await dateAfter(-30), toDate: await dateAfter(1) });
const attemptsOf = async ({ id }: Order) =>
  Array.fromAsync(one.listPaymentTransactions({ path: { id }, query: await lately() }));

/** A message only says that something happened: an order's page asks how it stands. */
const hook = receiveWebhooks(sandbox.credentials.webhookSecret, (event, { id }) => {
  received.set(id, event);
});

async function home(): Promise<string> {
  const rows = products.map(
    ({ id, name, price, isMonthly }) => html`<tr><td>${name}</td><td>R ${price.toFixed(2)}</td>
      <td><form method="post" action="/buy"><input type="hidden" name="product" value="${id}">
      <button>${isMonthly ? 'Subscribe' : 'Buy'}</button></form></td></tr>`,
  );
  const own = [...orders.keys()].map(
    (reference) => html`<li><a href="/orders/${reference}">${reference}</a></li>`,
  );
  return page(
    'Karoo Tea',
    `<table>${rows.join('')}</table>${own.length ? `<h2>Orders</h2><ul>${own.join('')}</ul>` : ''}`,
  );
}

async function orderPage(reference: string, order: Order): Promise<string> {
  const { product } = order;
  const what = html`<p>${product.name}, R ${product.price.toFixed(2)}</p>`;
  if (product.isMonthly) {
    const { status } = await one.getSubscription({ path: { subscriptionId: order.id } });
    return page(reference, `${what}${html`<p>Subscription: <strong>${status}</strong></p>`}`);
  }
  const { status } = await one.getPayment({ path: { id: order.id } });
  const attempts = await attemptsOf(order);
  const refunds = (
    await Promise.all(attempts.map(({ id }) => Array.fromAsync(one.listTransactionRefunds({ path: { id } }))))
  ).flat();
  const isPaid = attempts.some((attempt) => attempt.status === 'Successful');
  const lines = [
    html`<p>Payment: <strong>${status}</strong></p>`,
    ...attempts.map(
      (attempt) => html`<p>Transaction at ${attempt.institution}: <strong>${attempt.status}</strong></p>`,
    ),
    ...refunds.map((refund) => html`<p>Refund: <strong>${refund.status}</strong></p>`),
    isPaid && refunds.length === 0
      ? html`<form method="post" action="/orders/${reference}/refund"><button>Refund</button></form>`
      : '',
  ];
  return page(reference, what + lines.join(''));
}

function eventsPage(): string {
  const rows = [...received].map(
    ([id, { type, data }]) => html`<tr><td>${type}</td><td>${JSON.stringify(data)}</td><td>${id}</td></tr>`,
  );
  const head = '<tr><th>Event</th><th>Data</th><th>Id</th></tr>';
  return page(
    'Received events',
    rows.length ? `<table>${head}${rows.join('')}</table>` : '<p>Nothing yet.</p>',
  );
}

/** Returns a page, the address to continue after a form, or `undefined` for an unknown path. */
async function route(method: string, path: string, form: URLSearchParams): Promise<string | URL | undefined> {
  const [, room, reference = '', verb] = path.split('/');
  const order = orders.get(reference);
  if (method === 'POST') {
    const product = products.find(({ id }) => id === form.get('product'));
    if (path === '/buy' && product) return new URL(await buy(product));
    if (room !== 'orders' || !order || verb !== 'refund') return undefined;
    await refund(order);
    return new URL(`${shop}/orders/${reference}`);
  }
  if (path === '/') return home();
  if (path === '/events') return eventsPage();
  if (room === 'orders' && order && !verb) return orderPage(reference, order);
  return undefined;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', shop);
  if (pathname === '/hook') return hook(request, response);
  try {
    const form = new URLSearchParams(request.method === 'POST' ? await textOf(request) : '');
    const found = await route(request.method ?? 'GET', pathname, form);
    if (found instanceof URL) response.writeHead(303, { Location: found.href }).end();
    else send(response, found ? 200 : 404, found ?? page('Not found', '<p>There is no such page.</p>'));
  } catch (error) {
    const reason = error instanceof TefoError ? (error.detail ?? error.message) : String(error);
    send(response, 502, page('That did not work', html`<p>${reason}</p>`));
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  return String(Buffer.concat(await Array.fromAsync(request)));
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' }).end(text);
}

/** Fills values into HTML, escaped. */
function html(texts: TemplateStringsArray, ...values: unknown[]): string {
  const escaped = values.map((value) =>
    String(value).replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`),
  );
  return String.raw({ raw: texts }, ...escaped);
}

const style =
  'body{font:1rem/1.5 system-ui;max-width:48rem;margin:2rem auto;padding:0 1rem}td,th{padding:.4rem;text-align:left;overflow-wrap:anywhere}button{font:inherit}';

function page(title: string, content: string): string {
  const head = html`<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width">`;
  const links = '<nav><a href="/">Shop</a> · <a href="/events">Events</a></nav>';
  return `${head}<style>${style}</style>${links}<main>${html`<h1>${title}</h1>`}${content}</main></html>`;
}

opened.resolve();
console.log(`The shop is open at ${shop}, and takes its payments at ${sandbox.url}.`);
