// Users at the console, over HTTP as browsers are, without scripts.
import assert from 'node:assert/strict';
import { changeSite, findSiteByCode, type Site } from '../../src/core/merchants/actions.ts';
import { raiseFloat } from '../../src/core/payouts/actions.ts';
import { inWork } from '../../src/core/unit-of-work.ts';
import { openMerchant } from '../../src/core/users/merchant-opening.ts';
import { operatorRoles, type Role } from '../../src/core/users/permissions.ts';
import { atCommandLine } from '../../src/core/users/signed-in-user.ts';
import { createUser } from '../../src/core/users/users.ts';
import { newId } from '../../src/kernel/ids.ts';
import type { TestService } from '../support/running.ts';
import { unzip } from '../support/unzip.ts';

export interface Shown {
  status: number;
  text: string;
  /** The address that it leads to. */
  to: string | null;
  headers: Headers;
}

export type Visitor = Awaited<ReturnType<typeof enter>>;

const readers = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
export const plain = (markup: string): string =>
  markup.replace(/&(?:amp|lt|gt|quot|#39);/g, (one) => readers[one as keyof typeof readers]);

/** Returns the hidden fields of the form of a page that is sent to an address. */
export function hiddenOf(page: string, to: string): Record<string, string> {
  const forms = page.split('<form ').slice(1);
  const form = forms
    .find((one) => one.includes('method="post"') && plain(one).includes(`action="${to}"`))
    ?.split('</form>')[0];
  assert.ok(form, `no form leads to ${to}`);
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return Object.fromEntries(fields.map(([, name, value]) => [name!, plain(value!)]));
}

export async function ask(
  service: TestService,
  path: string,
  {
    cookie,
    fields,
    headers = {},
  }: { cookie?: string; fields?: Record<string, string> | FormData; headers?: Record<string, string> } = {},
): Promise<Shown> {
  const response = await fetch(new URL(path, service.base), {
    redirect: 'manual',
    headers: {
      ...(cookie !== undefined && { cookie }),
      ...(fields && { 'sec-fetch-site': 'same-origin' }),
      ...headers,
    },
    ...(fields && {
      method: 'POST',
      body: fields instanceof FormData ? fields : new URLSearchParams(fields),
    }),
  });
  const to = response.headers.get('location');
  return { status: response.status, text: await textOf(response), to, headers: response.headers };
}

/** Returns the visible text: of a workbook the text of its sheets. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.includes('spreadsheetml')) return response.text();
  return Object.values(unzip(Buffer.from(await response.arrayBuffer()))).join('\n');
}

/** Signs in a user with a role, at the service's merchant unless another is given. */
export async function visitorOf(
  service: TestService,
  role: Role,
  merchantId: string = service.merchant.merchant.id,
): Promise<Visitor> {
  const isOperator = (operatorRoles as readonly string[]).includes(role);
  const given = {
    email: `${role}-${merchantId}@test.example`,
    role,
    merchantId: isOperator ? null : merchantId,
  };
  const { userId, email, password } = await createUser(service.ctx, atCommandLine('test', true), given);
  return enter(service, { userId, email, password });
}

type Visitors<Roles> = Promise<{ [Place in keyof Roles]: Visitor }>;

async function visitorsAt<Roles extends readonly Role[]>(
  service: TestService,
  merchantId: string,
  roles: Roles,
) {
  const visitors: Visitor[] = [];
  for (const role of roles) visitors.push(await visitorOf(service, role, merchantId));
  return visitors as unknown as Awaited<Visitors<Roles>>;
}

/** Signs in one user of each role, at the service's merchant. */
export const visitorsOf = <Roles extends readonly Role[]>(
  service: TestService,
  ...roles: Roles
): Visitors<Roles> => visitorsAt(service, service.merchant.merchant.id, roles);

/** Signs in one user of each role, all of another merchant, which is new. */
export async function strangersOf<Roles extends readonly Role[]>(
  service: TestService,
  ...roles: Roles
): Visitors<Roles> {
  const { merchant } = await openMerchant(service.ctx, { name: 'Other' });
  return visitorsAt(service, merchant.id, roles);
}

/** Signs in a user of another merchant, which is new. */
export const strangerOf = async (service: TestService, role: Role): Promise<Visitor> =>
  (await strangersOf(service, role))[0];

/** Signs a user in. */
export async function enter(
  service: TestService,
  { userId, email, password }: { userId: string; email: string; password: string },
) {
  const entered = await ask(service, '/console/sign-in', { fields: { email, password } });
  assert.equal(entered.status, 303, entered.text);
  const cookie = entered.headers.get('set-cookie')!.split(';')[0]!;
  const get = (path: string) => ask(service, path, { cookie });
  const post = (path: string, fields: Record<string, string>, headers?: Record<string, string>) =>
    ask(service, path, { cookie, fields, ...(headers && { headers }) });
  return {
    ...{ userId, email, password, cookie, get, post },
    /** Sends a file in the field `file`. */
    upload: (path: string, name: string, content: string | Uint8Array) => {
      const form = new FormData();
      form.set('file', new Blob([content as Uint8Array<ArrayBuffer>]), name);
      return ask(service, path, { cookie, fields: form });
    },
    /** Fills in the form of a page that is sent to an address, and sends it with its hidden fields unchanged. */
    act: async (page: string, to: string, fields: Record<string, string> = {}) =>
      post(to, { ...hiddenOf((await get(page)).text, to), ...fields }),
  };
}

/** Returns the address of the page of a transaction's payment. */
export async function paymentPage({ db }: TestService, transactionId: string): Promise<string> {
  const [row] = await db<
    { id: string }[]
  >`select payment_id as id from transactions where id = ${transactionId}`;
  return `/console/payments/${row!.id}`;
}

/** Fills the float of the merchant's site, where payouts of R 500,00 and more need an approval; returns the site. */
export async function fillFloat(
  { ctx, directory, merchant }: TestService,
  cents = 10_000_000n,
): Promise<Site> {
  await changeSite(ctx, merchant.siteCode, { approvalAboveCents: 50_000n });
  directory.forget();
  const site = (await findSiteByCode(ctx.db, merchant.siteCode))!;
  const owner = { merchantId: site.merchantId, siteId: site.id };
  const deposit = { id: newId(ctx.clock), bankAccount: 'simulator', amount: cents };
  await inWork(ctx, (work) => raiseFloat(work, owner, deposit));
  return site;
}

/** The permitted htmx attributes in markup: all are plain, and none is code. */
const allowed = new Set(
  'hx-get hx-post hx-target hx-swap hx-trigger hx-push-url hx-select hx-sse:connect'.split(' '),
);

/** Asserts that markup gives htmx no other attribute, and holds no code and no style. */
export function assertPlain(markup: string, where: string): void {
  const tags = markup.match(/<[a-z][^>]*>/gi) ?? [];
  const names = tags.flatMap((tag) => [...tag.matchAll(/\s([^\s"'=<>/]+)(?:="([^"]*)"|='[^']*')?/g)]);
  for (const [, name, value = ''] of names) {
    const isWrong = /^(?:data-)?hx-|^on|^style$/i.test(name!) && !allowed.has(name!);
    assert.ok(!isWrong && !/^\s*(?:js|javascript):/i.test(value), `${where}: ${name}="${value}"`);
    // A filter of an event in brackets is code.
    if (name === 'hx-trigger') assert.doesNotMatch(value, /\[/, where);
  }
}
