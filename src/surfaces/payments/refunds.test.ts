import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Item, itemHash, openRefunds } from '../../../test/support/refunding.ts';
import { changeSite, createSite } from '../../core/merchants/actions.ts';
import { readXml } from '../../kernel/formats/xml.ts';
import { newId } from '../../kernel/ids.ts';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const shop = await openRefunds();
const { db, clock, merchant } = shop;
const transactionId = await shop.pay(1_000);
const item = (more: Partial<Item> = {}): Item => ({
  transactionId,
  amount: '10.00',
  refundReason: 'Returned goods',
  ...more,
});
const json = { 'content-type': 'application/json; charset=utf-8' };

/** Returns the errors of an item that is refused. */
async function errorsOf(more: Partial<Item>): Promise<string[]> {
  const { status, body } = await shop.submit([item(more)]);
  assert.equal(status, 200);
  assert.equal(body[0].refundId, null);
  return body[0].errors;
}

async function claimed(): Promise<bigint> {
  const [row] = await db<
    { sum: bigint }[]
  >`select coalesce(sum(refunded_cents), 0)::bigint as sum from transactions`;
  return row!.sum;
}

describe('a submission', () => {
  test('returns an ARRAY with the refund’s id, and the refund exists', async () => {
    const answer = await shop.submit([item({ amount: '12.50', notifyUrl: 'https://shop.example/refunds' })]);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers['content-type'], json['content-type']);
    const [{ refundId }] = answer.body;
    assert.match(refundId, uuidPattern);
    assert.deepEqual(answer.body, [{ refundId, transactionId, refundAmount: 12.5, errors: null }]);
    const refund = await shop.read(refundId);
    assert.deepEqual(
      [refund.status, refund.amount.value, refund.transactionId],
      ['Pending', 12.5, transactionId],
    );
  });

  test('returns results in the order of the items; one bad item does not stop the others', async () => {
    const before = await claimed();
    const stranger = await shop.stranger();
    const theirs = await shop.pay(100, {}, stranger);
    const items: [Item, string | null][] = [
      [item({ amount: '1.00' }), null],
      [item({ amount: '5000.00' }), '5000.00 is more than the'],
      [item({ amount: '2.00' }), null],
      [item({ hashCheck: 'x'.repeat(128) }), 'HashCheck value has failed'],
      [item({ transactionId: newId(clock) }), 'This merchant has no transaction with this identifier.'],
      [item({ transactionId: theirs }), 'This merchant has no transaction with this identifier.'],
      [item({ amount: '0' }), 'amount must be more than 0'],
      [item({ amount: '3.00' }), null],
    ];
    const { status, body } = await shop.submit(items.map(([one]) => one));
    assert.equal(status, 200);
    assert.equal(body.length, items.length);
    items.forEach(([{ transactionId: own, amount }, error], index) => {
      const { refundId, transactionId: reported, refundAmount, errors } = body[index];
      assert.equal(reported, own);
      if (error === null) {
        assert.match(refundId, uuidPattern);
        assert.deepEqual([refundAmount, errors], [Number(amount), null]);
      } else {
        assert.deepEqual([refundId, errors.length], [null, 1]);
        assert.ok(errors[0].startsWith(error), errors[0]);
      }
    });
    assert.equal(await claimed(), before + 600n);
  });

  test('has 1 to 500 items', async () => {
    const own = await shop.pay(10);
    const cent = shop.signed(item({ transactionId: own, amount: '0.01' }));
    const many = await shop.submit(Array.from({ length: 500 }, () => cent));
    assert.equal(many.status, 200);
    assert.equal(new Set(many.body.map(({ refundId }: { refundId: string }) => refundId)).size, 500);
    for (const items of [[], Array.from({ length: 501 }, () => cent)]) {
      const { status, text, headers } = await shop.submit(items);
      assert.deepEqual([status, text], [400, 'The body must hold 1 to 500 refunds']);
      assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
    }
  });

  test('that is no array is a 400 in plain text', async () => {
    for (const [body, text] of [
      ['{', 'The body is not JSON'],
      ['', 'The body is not JSON'],
      [JSON.stringify(shop.signed(item())), 'The body must be an array of refund objects'],
      ['"x"', 'The body must be an array of refund objects'],
      ['null', 'The body must be an array of refund objects'],
    ] as const) {
      const answer = await shop.secure('POST', 'submit', { body });
      assert.deepEqual([answer.status, answer.text], [400, text]);
      assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8');
    }
  });

  test('makes nothing at all where the service itself fails in the midst of it', async () => {
    const before = await claimed();
    await db.unsafe(`
      create function refuse_one() returns trigger language plpgsql as
        $$ begin if new.amount_cents = 777 then raise 'not this one'; end if; return new; end $$;
      create trigger refuse_one before insert on refunds for each row execute function refuse_one()`);
    const { status } = await shop.submit([item(), item({ amount: '7.77' }), item()]);
    await db`drop trigger refuse_one on refunds`;
    assert.equal(status, 500);
    assert.equal(await claimed(), before);
  });
});

describe('the hash of an item', () => {
  const accepted = async (one: object) => (await shop.submit([one as Item])).body[0].errors;

  test('is of transaction, amount with two decimals, reason and address, then the private key, in lower case', async () => {
    const values = item({
      amount: '10.50',
      notifyUrl: 'https://Shop.example/Refunds?a=B',
      refundReason: 'Não & <x>',
    });
    const hashCheck = itemHash(values, merchant.privateKey);
    assert.equal(await accepted({ ...values, hashCheck }), null);
    assert.equal(await accepted({ ...values, hashCheck: hashCheck.toUpperCase() }), null);
    const silent = { ...values, hashCheck: itemHash({ ...values, refundReason: '' }, merchant.privateKey) };
    for (const refundReason of [undefined, null, ''])
      assert.equal(await accepted({ ...silent, refundReason }), null);
    for (const other of [
      { transactionId: transactionId.replace(/.$/, (last) => (last === '0' ? '1' : '0')) },
      { amount: '10.51' },
      { refundReason: 'Another' },
      { notifyUrl: 'https://shop.example/other' },
      { notifyUrl: undefined },
    ]) {
      const [error] =
        (await accepted({ ...values, hashCheck, ...other })) ?? assert.fail(JSON.stringify(other));
      if (!('transactionId' in other)) assert.equal(error, 'HashCheck value has failed');
    }
  });

  test('is the same however the amount is written, and isRtc is not in it', async () => {
    const hashCheck = itemHash(item({ amount: '20.00' }), merchant.privateKey);
    for (const amount of ['20', '20.0', '20.00', 20]) {
      assert.equal(await accepted({ ...item({ amount }), hashCheck }), null, String(amount));
      assert.equal(await accepted({ ...item({ amount }), hashCheck, isRtc: false }), null);
    }
    const written = `[${JSON.stringify({ ...item(), hashCheck }).replace('"10.00"', '20.00')}]`;
    assert.equal((await shop.secure('POST', 'submit', { body: written })).body[0].errors, null);
  });

  test('may have lost the zeros before it', async () => {
    let reason = 0;
    while (!itemHash(item({ refundReason: `try ${reason}` }), merchant.privateKey).startsWith('0'))
      reason += 1;
    const values = item({ refundReason: `try ${reason}` });
    const hashCheck = itemHash(values, merchant.privateKey).replace(/^0+/, '');
    assert.equal(await accepted({ ...values, hashCheck }), null);
  });

  test('is with the key of the transaction’s site, and of no other', async () => {
    const { siteCode, privateKey } = await createSite(shop.ctx, merchant.merchant, 'Second shop');
    const values = item({ transactionId: await shop.pay(50, { siteCode }) });
    assert.equal(await accepted({ ...values, hashCheck: itemHash(values, privateKey) }), null);
    assert.deepEqual(await accepted({ ...values, hashCheck: itemHash(values, merchant.privateKey) }), [
      'HashCheck value has failed',
    ]);
  });
});

describe('an item', () => {
  for (const [what, more, error] of [
    ['without a transaction', { transactionId: undefined }, 'transactionId is required'],
    ['with an invalid transactionId', { transactionId: '17' }, 'transactionId must be a uuid'],
    ['without an amount', { amount: undefined }, 'amount must be more than 0 with at most two decimals'],
    ['of nothing', { amount: '0.00' }, 'amount must be more than 0 with at most two decimals'],
    ['with a negative amount', { amount: -1 }, 'amount must be more than 0 with at most two decimals'],
    ['with three decimals', { amount: '1.001' }, 'amount must be more than 0 with at most two decimals'],
    ['with an exponent in the amount', { amount: 1e30 }, 'amount must be more than 0'],
    ['with invalid characters in the reason', { refundReason: 'a\u0000' }, 'refundReason has characters'],
    [
      'with a long reason',
      { refundReason: 'x'.repeat(501) },
      'refundReason must have at most 500 characters',
    ],
    ['with an invalid reason', { refundReason: {} }, 'refundReason has a value that cannot be taken'],
    ['with an invalid address', { notifyUrl: 'x' }, 'notifyUrl must be an http or https address'],
    [
      'with an address of the machine’s own network',
      { notifyUrl: 'http://169.254.169.254/' },
      'notifyUrl is not an allowed address',
    ],
    ['without a hash', { hashCheck: null }, 'hashCheck is required'],
    ['with isRtc that is neither', { isRtc: 'yes' }, 'isRtc must be true or false'],
    ['with isRtc in staging', { isRtc: true }, 'real-time refunds are not allowed here'],
    ['with isRtc in staging, as text', { isRtc: 'True' }, 'real-time refunds are not allowed here'],
  ] as const) {
    test(`${what} is refused by name`, async () => {
      const before = await claimed();
      const { hashCheck } = shop.signed(item());
      const { body } = await shop.secure('POST', 'submit', { body: [{ ...item(), hashCheck, ...more }] });
      assert.ok(body[0].errors[0].startsWith(error), JSON.stringify(body));
      assert.equal(body[0].errors.length, 1);
      assert.equal(await claimed(), before);
    });
  }

  test('with several errors returns all of them', async () => {
    const { body } = await shop.secure('POST', 'submit', {
      body: [{ amount: 'x', hashCheck: 'x'.repeat(251) }, 7, [], null],
    });
    assert.deepEqual(body, [
      {
        refundId: null,
        transactionId: null,
        refundAmount: null,
        errors: [
          'amount must be more than 0 with at most two decimals',
          'transactionId is required',
          'hashCheck must have at most 250 characters',
        ],
      },
      ...[7, [], null].map(() => ({
        refundId: null,
        transactionId: null,
        refundAmount: null,
        errors: ['the item must be an object'],
      })),
    ]);
  });

  test('may name its fields in any letter case, but none twice', async () => {
    const { transactionId: id, amount, refundReason, hashCheck } = shop.signed(item());
    const loud = { TRANSACTIONID: id, Amount: amount, refundreason: refundReason, HashCheck: hashCheck };
    const { body } = await shop.secure('POST', 'submit', { body: [loud, { ...loud, amount: '99.00' }] });
    assert.equal(body[0].errors, null);
    assert.deepEqual(body[1].errors, ['amount is given twice']);
  });

  test('above the refundable amount returns that amount', async () => {
    const own = await shop.pay(20);
    assert.deepEqual(await errorsOf({ transactionId: own, amount: '20.01' }), [
      '20.01 is more than the 20.00 that can still be refunded',
    ]);
  });

  test('for a transaction that is not paid, or was a test, returns the reason', async () => {
    const asked = await shop.one('POST', '/payments', {
      body: {
        siteCode: merchant.siteCode,
        amount: { currency: 'ZAR', value: 5 },
        merchantReference: 'X',
        expireAt: new Date(clock.now().getTime() + 60_000).toISOString(),
      },
    });
    const decided = await shop.sandbox(`/transactions/${asked.body.id}/outcome`, { outcome: 'declined' });
    assert.deepEqual(await errorsOf({ transactionId: decided.body.transactionId }), [
      'the transaction is not successful',
    ]);
  });
});

describe('XML', () => {
  const xmlType = { 'content-type': 'application/xml', accept: 'application/xml' };
  const element = (
    one: Item,
    names = { root: 'Refund', case: (name: string) => name[0]!.toUpperCase() + name.slice(1) },
  ) =>
    `<${names.root}>${Object.entries(one)
      .map(([name, value]) => `\n    <${names.case(name)}>${value}</${names.case(name)}>`)
      .join('')}\n  </${names.root}>`;
  const send = (body: string, headers: Record<string, string> = xmlType) =>
    shop.secure('POST', 'submit', { body, headers });

  test('is read and written: PascalCase elements under Refunds, white space between them or none', async () => {
    const items = [shop.signed(item({ amount: '4.00' })), shop.signed(item({ hashCheck: 'bad' }))];
    const answer = await send(
      `<?xml version="1.0"?>\n<Refunds>\n  ${items.map((one) => element(one)).join('\n  ')}\n</Refunds>\n`,
    );
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers['content-type'], 'application/xml; charset=utf-8');
    const { Refunds } = readXml(answer.text) as { Refunds: { Refund: Record<string, string>[] } };
    const [made, refused] = Refunds.Refund;
    assert.deepEqual(
      { ...made },
      { RefundId: made!.RefundId, TransactionId: transactionId, RefundAmount: '4' },
    );
    assert.equal((await shop.read(made!.RefundId!)).amount.value, 4);
    assert.deepEqual(
      { ...refused },
      { TransactionId: transactionId, RefundAmount: '10', Errors: 'HashCheck value has failed' },
    );
    assert.doesNotMatch(answer.text, /<RefundId\/>|<Errors\/>/);
  });

  test('is read in any letter case, also as a single item, and returned as JSON on request', async () => {
    const loud = element(shop.signed(item()), { root: 'REFUND', case: (name) => name.toLowerCase() });
    const answer = await send(`<refunds>${loud}</refunds>`, {
      'content-type': 'text/xml',
      accept: 'application/json',
    });
    assert.equal(answer.headers['content-type'], json['content-type']);
    assert.equal(answer.body.length, 1);
    assert.equal(answer.body[0].errors, null);
  });

  test('has up to 500 items as well', async () => {
    const cent = element(
      shop.signed(
        item({ transactionId: await shop.pay(10), amount: '0.01', notifyUrl: 'https://shop.example/r' }),
      ),
    );
    const answer = await send(`<Refunds>${cent.repeat(500)}</Refunds>`, {
      ...xmlType,
      accept: 'application/json',
    });
    assert.equal(answer.status, 200, answer.text.slice(0, 200));
    assert.equal(answer.body.filter(({ errors }: { errors: unknown }) => errors === null).length, 500);
  });

  test('that is something else is a 400 in plain text', async () => {
    for (const body of [
      '<Refunds/>',
      '<Refunds></Refunds>',
      '<Payouts><Refund/></Payouts>',
      '<Refunds><Payment/></Refunds>',
      '<Refunds>text</Refunds>',
      '<Refunds>',
      '<!DOCTYPE x><Refunds><Refund/></Refunds>',
    ]) {
      const answer = await send(body);
      assert.equal(answer.status, 400, body);
      assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8');
    }
  });

  test('with an empty item returns an error of that item', async () => {
    const { body } = await send('<Refunds><Refund/></Refunds>', { ...xmlType, accept: 'application/json' });
    assert.deepEqual(body[0].errors, ['the item must be an object']);
  });
});

describe('access', () => {
  const submit = (headers: Record<string, string>) =>
    shop.send(
      'POST',
      '/payments/secure/refunds/submit',
      { ...json, ...headers },
      JSON.stringify([shop.signed(item())]),
    );

  test('wants a bearer token; the token alone is enough, and an ApiKey that is sent must be its merchant’s', async () => {
    const authorization = `Bearer ${await shop.tokenOf('payments', merchant)}`;
    const stranger = await shop.stranger();
    for (const [headers, status] of [
      [{}, 401],
      [{ apikey: merchant.apiKey }, 401],
      [{ authorization: 'Bearer x' }, 401],
      [{ authorization: `Bearer ${await shop.tokenOf('one', merchant)}` }, 401],
      [{ authorization, apikey: stranger.apiKey }, 401],
      [{ authorization }, 200],
      [{ authorization, apikey: merchant.apiKey }, 200],
    ] as [Record<string, string>, number][]) {
      const answer = await submit(headers);
      assert.equal(answer.status, status, answer.text);
      if (status === 401) assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8');
    }
  });

  test('is in any letter case of the path', async () => {
    const authorization = `Bearer ${await shop.tokenOf('payments', merchant)}`;
    const body = JSON.stringify([shop.signed(item())]);
    const answer = await shop.send(
      'POST',
      '/payments/Secure/Refunds/Submit',
      { ...json, authorization },
      body,
    );
    assert.equal(answer.status, 200);
  });

  test('keeps one merchant’s transactions from another, whose key signs them rightly', async () => {
    const stranger = await shop.stranger();
    await changeSite(shop.ctx, stranger.siteCode, { feeBps: 0 });
    const { body } = await shop.submit([item()], stranger);
    assert.deepEqual(body[0].errors, ['This merchant has no transaction with this identifier.']);
  });
});
