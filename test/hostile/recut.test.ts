// A payer re-cuts a signed request at /pay: the hash joins its fields without separators, and the payer carries the
// form.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { changeSite, findSiteByCode, type Site } from '../../src/core/merchants/actions.ts';
import { judgeField, rules } from '../../src/surfaces/dialect/fields.ts';
import { givenOnce } from '../../src/surfaces/dialect/given.ts';
import { judgePayment } from '../../src/surfaces/dialect/request.ts';
import { openFromBrowser, termsOf } from '../../src/surfaces/payments/browser.ts';
import { recutReason } from '../../src/surfaces/payments/recut.ts';
import { budget } from '../support/budget.ts';
import { submit } from '../support/customer.ts';
import { openService } from '../support/opening.ts';
import { merchantHash, openSurface, strtolower } from '../support/setup/payments-api.ts';
import { honestRequest } from './honest-requests.ts';
import { cutsBehind, type Form, joined, meaning, order, recuts } from './recuts.ts';

const service = await openService();
const { base, db, merchant } = service;

const usual: Form = {
  siteCode: merchant.siteCode,
  countryCode: 'ZA',
  currencyCode: 'ZAR',
  amount: '9999.00',
  transactionReference: '1001',
  bankReference: '5 ACME',
  cancelUrl: 'https://shop.example/cancel',
  errorUrl: 'https://shop.example/error',
  successUrl: 'https://shop.example/success',
  notifyUrl: 'https://shop.example/notify',
  isTest: 'false',
};

/** Posts a form to /pay under the hash of another; returns the payment's id, or the reason of the refusal. */
async function bring(
  form: Form,
  signed: Form = form,
  lowerCase?: (text: string) => string,
): Promise<{ id?: string; why?: string }> {
  const hashCheck = merchantHash({ ...signed }, merchant.privateKey, lowerCase);
  const { status, location, text } = await submit(`${base}/pay`, { ...form, hashCheck });
  if (status === 303) return { id: location.split('/').at(-1)! };
  assert.equal(status, 400, text);
  return { why: text };
}
const isTest = async (id: string | undefined): Promise<boolean> => {
  const [row] = await db<{ isTest: boolean }[]>`select is_test from payments where id = ${id!}`;
  return row!.isTest;
};

describe('a payer who carries a form to /pay', () => {
  test('turns no live payment into a test', async () => {
    const honest = {
      ...usual,
      notifyUrl: 'https://shop.example/notify?x=',
      payeeDisplayName: 'True Fitness',
    };
    const recut = {
      ...honest,
      notifyUrl: 'https://shop.example/notify?x=false',
      isTest: 'True',
      payeeDisplayName: ' Fitness',
    };
    assert.equal(joined(recut).toLowerCase(), joined(honest).toLowerCase());
    assert.match((await bring(recut, honest)).why!, /notifyUrl must not end in true or false/);
    assert.equal(await isTest((await bring(honest)).id), false);
    assert.match((await bring(recut, honest)).why!, /notifyUrl must not end/);
  });

  test('has no more cuts under the hash of a client that lowers ASCII letters alone', async () => {
    const honest: Form = { ...usual, transactionReference: 'ÄÖÜ 17', customer: 'Élise' };
    const named = { ...honest, notifyUrl: `${usual.notifyUrl}?x=`, payeeDisplayName: 'True ÉLAN' };
    const recut = {
      ...named,
      notifyUrl: `${named.notifyUrl}false`,
      isTest: 'True',
      payeeDisplayName: ' ÉLAN',
    };
    assert.equal(joined(recut).toLowerCase(), joined(named).toLowerCase());
    assert.match((await bring(recut, named, strtolower)).why!, /notifyUrl must not end in true or false/);
    assert.ok((await bring(named, named, strtolower)).id);
    assert.ok((await bring(honest, honest, strtolower)).id);
    const other = { ...honest, transactionReference: 'ÄÖÜ 1', bankReference: `7${usual.bankReference}` };
    assert.equal(joined(other), joined(honest));
    assert.match((await bring(other, honest, strtolower)).why!, /hashCheck came before with other fields/);
    // Capitals in the hashed text cannot become lower case, nor the reverse.
    for (const customer of ['élise', 'ÉLISE'])
      assert.equal((await bring({ ...honest, customer }, honest, strtolower)).id, undefined);
    const lowered = { ...honest, transactionReference: 'äöü 17' };
    assert.match((await bring(lowered, honest, strtolower)).why!, /HashCheck value has failed/);
  });

  test('does not move the band', async () => {
    const variable = { ...usual, amount: '750.00', allowVariableAmount: 'true' };
    const signed = { ...variable, variableAmountMin: '500', variableAmountMax: '1000' };
    const recut = { ...variable, variableAmountMin: '5', variableAmountMax: '001000' };
    assert.match((await bring(recut, signed)).why!, /variableAmountMin must have two decimals/);
    const exact = { ...variable, variableAmountMin: '500.00', variableAmountMax: '1000.00' };
    assert.ok((await bring(exact)).id);
  });

  test('does not wake a link that has expired', async () => {
    const honest = { ...usual, payeeDisplayName: 'Acme', expiryDateUtc: '2026-11-20 09:00' };
    const { expiryDateUtc: _, ...rest } = { ...honest, payeeDisplayName: 'Acme2026-11-20 09:00' };
    assert.match((await bring(honest)).why!, /expiryDateUtc must be in the future/);
    assert.match((await bring(rest, honest)).why!, /payeeDisplayName must not end in a date/);
  });

  test('brings a test payment only where the site allows it; a request with the ApiKey is free', async () => {
    const live = await openSurface({ mode: 'production' });
    const of = { ...usual, siteCode: live.merchant.siteCode, isTest: 'true' };
    const open = (form: Form) =>
      openFromBrowser(live.deps, live.ctx, {
        ...form,
        hashCheck: merchantHash(form, live.merchant.privateKey),
      });
    const refused = await open(of);
    assert.match('refused' in refused ? refused.refused : '', /^isTest must not be true here/);
    assert.equal((await live.post(of)).json().errorMessage, null);
    await changeSite(live.ctx, live.merchant.siteCode, { allowTest: true });
    live.deps.directory.forget();
    assert.ok('paymentId' in (await open(of)));
    await changeSite(service.ctx, merchant.siteCode, { allowTest: false });
    service.directory.forget();
    assert.match((await bring({ ...usual, isTest: 'true' })).why!, /isTest must not be true here/);
    await changeSite(service.ctx, merchant.siteCode, { allowTest: null });
    service.directory.forget();
    assert.ok(await isTest((await bring({ ...usual, isTest: 'true' })).id));
  });

  test('can use one cut of a hash: the first, repeatedly, also when two hundred arrive at once', async () => {
    const honest: Form = { ...usual, transactionReference: '2001' };
    const recut: Form = { ...honest, transactionReference: '200', bankReference: '15 ACME' };
    const all = await Promise.all(
      Array.from({ length: 200 }, (_, n) => bring(n % 2 === 0 ? honest : recut, honest)),
    );
    const ids = all.flatMap(({ id }) => id ?? []);
    assert.equal(ids.length, 100);
    const made = await db<{ reference: string }[]>`
      select distinct merchant_reference as reference from payments where id = any (${ids}::uuid[])`;
    assert.equal(made.length, 1);
    for (const { why } of all) if (why) assert.match(why, /hashCheck came before with other fields/);
    // In other letters the hash is the same, and other letters in a field are other fields.
    const first = made[0]!.reference === '2001' ? honest : recut;
    const hashCheck = `00${merchantHash(honest, merchant.privateKey).toUpperCase()}`;
    const again = (form: Form) => submit(`${base}/pay`, { ...form, hashCheck });
    assert.equal((await again(first)).status, 303);
    assert.equal((await again({ ...first, bankReference: first.bankReference!.toLowerCase() })).status, 400);
  });

  test('does not take the place of the honest form with a cut that is refused', async () => {
    const honest = {
      ...usual,
      transactionReference: '3001',
      payeeDisplayName: 'Acme',
      allowVariableAmount: 'false',
    };
    const { payeeDisplayName: _, allowVariableAmount: __, ...rest } = honest;
    const recut = { ...rest, notifyUrl: `${usual.notifyUrl}falseAcme` };
    assert.equal(joined(recut), joined(honest));
    assert.match(
      (await bring(recut, honest)).why!,
      /notifyUrl and the fields after it contain true or false/,
    );
    assert.ok((await bring(honest)).id);
  });
});

const surface = await openSurface();
const site = (await findSiteByCode(surface.db, surface.merchant.siteCode))!;
const own = { cancelUrl: 'https://own.example/c', notifyUrl: 'https://own.example/n' };
/** Sites that allow a payer the most cuts. */
const sites: Site[] = [
  site,
  { ...site, allowTest: false },
  { ...site, addresses: own },
  { ...site, addresses: { ...own, errorUrl: 'https://own.example/e', successUrl: 'https://own.example/s' } },
];
const whose: Form = { siteCode: site.code, countryCode: 'ZA', currencyCode: 'ZAR' };
const hashOf = (form: Form, lowerCase?: (text: string) => string) =>
  merchantHash({ ...whose, ...form }, surface.merchant.privateKey, lowerCase);

/** The reason why /pay refuses a form under the hash of another; undefined where it accepts the form. */
async function refusal(of: Site, form: Form, hashCheck: string): Promise<string | undefined> {
  const judged = await judgePayment(surface.deps, of, givenOnce({ ...whose, ...form, hashCheck }));
  if ('refused' in judged) return judged.refused;
  return recutReason(judged.texts, judged.hashed, termsOf(of, surface.deps.config));
}

/** Whether what a cut changes breaks a field's own rule, as nearly all of them do: /pay judges that first. */
function breaksRule(of: Site, form: Form, cut: Form): boolean {
  return order.some((name) => {
    const text = cut[name];
    if (text === form[name]) return false;
    const isOptional = Boolean(of.addresses[name as 'notifyUrl']);
    return (
      judgeField(rules[name as 'amount'], text === undefined ? text : { kind: 'text', text }, isOptional) !==
      undefined
    );
  });
}

/** Requests whose notification addresses come from the site. */
const leaveAddresses = (form: Form, of: Site): Form =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !(name in of.addresses)));

const seed = 20270131;
const total = budget(60, 1_000);
const cases = fc.sample(honestRequest, { numRuns: total, seed }).map((request, index) => {
  const of = sites[index % sites.length]!;
  const form = index % 3 === 0 ? leaveAddresses(request, of) : request;
  // Half of the merchants have a lower case that knows ASCII only.
  return { of, form, hashCheck: index % 2 === 0 ? hashOf(form) : hashOf(form, strtolower) };
});
type Case = (typeof cases)[number];

/** Fails where a cut of a request with another meaning is accepted; counts all cuts. */
async function assertNoneTaken({ of, form, hashCheck }: Case, cuts: Iterable<Form>): Promise<number> {
  const why = await refusal(of, form, hashCheck);
  // An error in the merchant's own form prevents any acceptance; its expiry does not.
  const isGood = why === undefined || why.startsWith('expiryDateUtc must be in the future');
  let means = isGood ? meaning(form) : undefined;
  let count = 0;
  for (const cut of cuts) {
    count++;
    if (breaksRule(of, form, cut) || meaning(cut) === means) continue;
    if ((await refusal(of, cut, hashCheck)) !== undefined) continue;
    if (means !== undefined)
      assert.deepEqual(cut, form, `both are accepted, at ${JSON.stringify(of.addresses)}`);
    means ??= meaning(cut);
  }
  return count;
}

describe(`of ${total} requests, whichever cut comes first,`, () => {
  test('no single re-cut changes amount, band, isTest, addresses or expiry', async () => {
    let count = 0;
    for (const one of cases) count += await assertNoneTaken(one, recuts(one.form, 'important'));
    assert.ok(count > 400 * total, `${count} cuts`);
    const ascii = cases.filter(({ form, hashCheck }) => hashCheck !== hashOf(form));
    assert.ok(ascii.length > total / 10, `${ascii.length} hashes of ASCII letters lowered alone`);
  });

  test('nor does any cut of the text from the last address on', async () => {
    const random = xorshift(seed);
    const spread = (text: string) => [0, 0, 0].map(() => Math.floor(random() * (text.length + 1)));
    let count = 0;
    for (const one of cases.slice(0, 0.08 * total))
      count += await assertNoneTaken(one, cutsBehind(one.form, spread));
    assert.ok(count > 50 * total, `${count} cuts`);
  });

  test('no cut is accepted after the honest request, nor the honest one after a cut', async () => {
    const open = async ({ form, hashCheck }: Case, cut = form) =>
      'paymentId' in (await openFromBrowser(surface.deps, surface.ctx, { ...whose, ...cut, hashCheck }));
    const sample = cases.filter(({ of }, index) => of === site && index % 8 === 0);
    let [taken, refused] = [0, 0];
    await Promise.all(
      sample.map(async (one, index) => {
        const all = [...recuts(one.form, 'any')].filter(
          (cut) => !breaksRule(site, one.form, cut) && fieldsOf(cut) !== fieldsOf(one.form),
        );
        const cuts = [...new Map(all.map((cut) => [fieldsOf(cut), cut])).values()];
        const some = cuts.filter((_, place) => place % Math.ceil(cuts.length / 12) === 0);
        const forms = index % 2 === 0 ? [one.form, ...some] : [...some, one.form];
        const answers: boolean[] = [];
        for (const form of forms) answers.push(await open(one, form));
        assert.ok(answers.filter(Boolean).length <= 1, JSON.stringify(one.form));
        if (index % 2 === 0) taken += Number(answers[0]);
        else refused += Number(answers.slice(0, -1).some(Boolean) && !answers.at(-1));
      }),
    );
    assert.ok(
      taken > 0.03 * total && refused > 0.03 * total,
      `${taken} honest ones first, ${refused} behind another cut`,
    );
  });
});

const fieldsOf = (form: Form): string => JSON.stringify(order.map((name) => form[name]));
const everyOf = (choices: Form[][]): Form[] =>
  choices.reduce((made, some) => made.flatMap((one) => some.map((more) => ({ ...one, ...more }))), [
    {},
  ] as Form[]);

test('requests of programs are accepted', async () => {
  const page = (path: string): Form => ({ notifyUrl: `https://shop.example/${path}` });
  const names = [
    'True Fitness',
    'Falsework',
    'False Bay Diving',
    'Acme (Pty) Ltd',
    'H&M',
    'Thabo t/a Fitness',
  ];
  const ordinary = everyOf([
    [
      {
        cancelUrl: 'https://shop.example/cancel',
        errorUrl: 'http://127.0.0.1:9/e',
        successUrl: 'https://true.example/?a=b',
      },
      {
        cancelUrl: 'https://shop.example/?cancel_order=true&order=17',
        errorUrl: 'https://www.truefitness.co.za/error',
        successUrl: 'https://shop.example/?back=https%3A%2F%2Fshop.example%2F',
      },
    ],
    [
      page('notify'),
      page('?wc-api=tefo&key=wc_order_9'),
      page('n.php?x='),
      page('n?test=false&order=17'),
      page('truecolours/notify'),
      { notifyUrl: 'https://www.truefitness.co.za/notify' },
    ],
    [{ isTest: 'false' }, { isTest: 'True' }],
    [{}, { customer: 'Thabo', optional1: 'https://shop.example/orders/17' }],
    [
      {},
      ...names.map((payeeDisplayName) => ({ payeeDisplayName })),
      { bankAccountNumber: '62001234567', branchCode: '250655' },
    ],
    [{}, { expiryDateUtc: '2027-01-31 16:30' }, { expiryDateUtc: '2027-01-31T16:30:00.000Z' }],
    [
      {},
      { allowVariableAmount: 'false' },
      { allowVariableAmount: 'true', variableAmountMin: '5.00', variableAmountMax: '1000.00' },
    ],
    [{}, { customerIdentifier: '8001015009087', customerCellphoneNumber: '0821234567' }],
  ]);
  const usualOnes = { amount: '25.00', transactionReference: 'ORDER-17', bankReference: 'INV 17' };
  for (const form of ordinary.map((one) => ({ ...usualOnes, ...one })))
    assert.equal(await refusal(site, form, hashOf(form)), undefined, JSON.stringify(form));
});

/** Numbers from 0 to 1 that follow from a seed. */
function xorshift(state: number): () => number {
  let now = state;
  return () => {
    now ^= now << 13;
    now ^= now >>> 17;
    now ^= now << 5;
    return (now >>> 0) / 2 ** 32;
  };
}
