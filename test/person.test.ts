// A data subject's request: their data is found in every table, and is gone after the erasure; the books hold.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { credentialsOf } from '../src/app/credentials.ts';
import { erasePerson, exportPerson } from '../src/core/personal-data/actions.ts';
import { kindOf } from '../src/core/personal-data/catalog.ts';
import { readValue } from '../src/core/personal-data/identifier.ts';
import { personalIn } from '../src/core/personal-data/personal-table.ts';
import { personalTables } from '../src/core/personal-data/tables.ts';
import { inWork } from '../src/core/unit-of-work.ts';
import { record, verifyAudit } from '../src/core/users/audit.ts';
import { describedTables, nameOf } from '../src/kernel/db/table.ts';
import { checkEverything } from '../src/reports/checks/all.ts';
import { tefoOn } from './support/cli.ts';
import { createMerchantOf, postJson, signedFields } from './support/merchant.ts';
import { notPersonal } from './support/not-personal.ts';
import { openService } from './support/opening.ts';
import { plantEverywhere } from './support/planting.ts';
import { answering, openReceiver } from './support/receiver.ts';

const service = await openService({ clock: 'shared' });
const tefo = tefoOn(service);
const receiver = await openReceiver(answering(200, {}, 'thank you, thandi@payer.example'));
const { db, ctx, base } = service;
const keys = credentialsOf(service.config, service.merchant);
const merchant = createMerchantOf(base, keys);
const token = (await merchant.token()).body.access_token;

const person = {
  email: 'Thandi@payer.example',
  cell: '+27 82 555 0199',
  identity: '8001015009087',
  account: '62000912345',
};
const values = Object.values(person);
const payer = {
  id: 'shop-7',
  name: 'Thandi Mokoena',
  identity: { type: 'said', identifier: person.identity },
  cellphone: person.cell,
  email: person.email,
};
/** However it may be written at rest. */
const traces = /thandi@payer|82[ -]?555[ -]?0199|8001015009087|62000912345|Mokoena/i;

const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
  const answer = await postJson(`${base}${path}`, body, { apikey: keys.apiKey, ...headers });
  assert.ok(answer.status < 300, `${path}: ${answer.text}`);
  return answer.body;
};
const run = async (...args: string[]) => {
  const { code, out, err } = await tefo(...args, '--json');
  assert.equal(code, 0, err);
  return JSON.parse(out);
};

/** Every row of every table as text, by its table, with sealed values opened. */
async function everything(): Promise<[table: string, row: string][]> {
  const tables = await db<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'console', 'bank') order by 1`;
  const rows: [string, string][] = [];
  for (const { name } of tables)
    for (const { row } of await db.unsafe<{ row: string }[]>(`select own::text as row from ${name} own`))
      rows.push([name, row.replace(/[\w-]{1,32}(?:[.][\w-]+){2}[.][\w-]*/g, opened)]);
  return rows;
}
function opened(text: string): string {
  try {
    return ctx.keyring.open(text);
  } catch {
    return text;
  }
}
const tracesLeft = async (): Promise<string[]> =>
  (await everything())
    .filter(([, row]) => traces.test(row))
    .map(([table, row]) => `${table}: ${row.slice(0, 300)}`);

test('every column of text is marked as personal data, or has a reason why not', async () => {
  const columns = await db<{ name: string }[]>`
    select (attrelid::regclass::text || '.' || attname) as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'console', 'bank') and attnum > 0 and not attisdropped
      and not c.relispartition
      and format_type(atttypid, null) !~ '^(uuid|xid8|boolean|smallint|integer|bigint|numeric|date|timestamp with time zone|uuid\\[\\])$'`;
  const personal = Object.entries(personalTables).flatMap(([table, known]) =>
    // Ids that lead to a person contain no text.
    Object.keys(known.columns).flatMap((column) => (column === 'customer_id' ? [] : [`${table}.${column}`])),
  );
  const described = describedTables().flatMap(({ name, columns: own }) =>
    Object.entries(own).flatMap(([member, { type, treatment }]) =>
      treatment === undefined && /^(text|text\[\]|jsonb)$/.test(type) ? [`${name}.${nameOf(member)}`] : [],
    ),
  );
  assert.ok(described.length > 50, `only ${described} are described: the check is blind`);
  // A table above the core is described where it is, and listed by hand.
  for (const own of describedTables())
    assert.deepEqual(personalIn(own), { ...personalTables[own.name]?.columns }, own.name);
  const listed = [...personal, ...described, ...notPersonal];
  assert.deepEqual(columns.map(({ name }) => name).sort(), listed.sort());
});

describe('a person who has paid, was refunded, was paid out and has misspelt a reference', () => {
  test('gets all their data, and after the erasure no search finds them; the books hold', async () => {
    await timeline();
    const before = await tracesLeft();
    assert.ok(before.length >= 12, before.join('\n'));
    const reported = await run('person', 'export', '0825550199');
    for (const kind of ['payments', 'transactions', 'refunds', 'events', 'subscriptions', 'audit'])
      assert.ok(reported[kind]?.length > 0, `no ${kind}: ${Object.keys(reported)}`);
    assert.match(JSON.stringify(reported), /Thandi@payer\.example.*8001015009087/s);
    const { kept, ...counts } = await run('person', 'erase', person.email);
    assert.deepEqual(kept, []);
    assert.ok(counts.payments > 1 && counts.subscriptions === 1, JSON.stringify(counts));
    const who = { who: 'cli:naledi' };
    for (const value of values) assert.deepEqual((await erasePerson(ctx, readValue(value), who)).kept, []);
    assert.deepEqual(await tracesLeft(), []);
    for (const value of values) assert.deepEqual(await exportPerson(ctx, readValue(value), who), {});
    assert.deepEqual(await erasePerson(ctx, readValue(person.email), who), { counts: {}, kept: [] });
    assert.deepEqual(await checkEverything(db, { simulatedBank: true }), []);
  });
});

describe('open payments and payouts', () => {
  test('is kept whole, and reported; and is deleted after its end', async () => {
    const sought = readValue('open@payer.example');
    const who = { who: 'cli:naledi' };
    const made = await merchant.createOne(token, { payer: { email: 'open@payer.example', name: 'Open' } });
    await merchant.decide(made.body.id, 'pending');
    const { counts, kept } = await erasePerson(ctx, sought, who);
    assert.deepEqual(counts, {});
    const [transaction, ...atBank] = kept.map(({ kind, why }) => `${kind}: ${why}`);
    assert.equal(transaction, 'transactions: a transaction that its bank has not decided');
    assert.ok(
      atBank.every((line) => line.startsWith('bank')),
      `${atBank}`,
    );
    assert.equal((await exportPerson(ctx, sought, who)).payments!.length, 1);
    await merchant.decide(made.body.id, 'success');
    await service.clock.set(new Date(service.clock.now().getTime() + 2 * 3_600_000));
    await service.drain();
    assert.deepEqual((await erasePerson(ctx, sought, who)).kept, []);
    assert.deepEqual(await exportPerson(ctx, sought, who), {});
  });

  test('a payment without an attempt is not included', async () => {
    const sought = readValue('waits@payer.example');
    const who = { who: 'cli:naledi' };
    const { access_token } = (await merchant.token()).body;
    const expireAt = new Date(service.clock.now().getTime() + 3_600_000).toISOString();
    const made = await merchant.createOne(access_token, {
      expireAt,
      payer: { email: 'waits@payer.example' },
    });
    assert.deepEqual(await erasePerson(ctx, sought, who), {
      counts: { customers: 1, payments: 1 },
      kept: [],
    });
    assert.deepEqual(await exportPerson(ctx, sought, who), {});
    assert.equal((await merchant.decide(made.body.id, 'success')).status, 200);
    await service.drain();
  });

  test('a reference that is the person’s own number stays, and is reported', async () => {
    const sought = readValue('083 555 0123');
    const who = { who: 'cli:naledi' };
    const { access_token } = (await merchant.token()).body;
    const made = await merchant.createOne(access_token, {
      merchantReference: '0835550123',
      expireAt: new Date(service.clock.now().getTime() + 3_600_000).toISOString(),
      payer: { cellphone: '+27 (0)83 555-0123' },
    });
    await merchant.decide(made.body.id, 'success');
    await service.drain();
    const { counts, kept } = await erasePerson(ctx, sought, who);
    assert.equal(counts.payments, 1);
    assert.ok(kept.length > 0 && kept.every(({ why }) => /reference/.test(why)), JSON.stringify(kept));
    const [row] = await db`select details, merchant_reference from payments where id = ${made.body.id}`;
    assert.deepEqual([row!.details.payer, row!.merchantReference], [undefined, '0835550123']);
  });
});

describe('the audit log', () => {
  const note = (why: string) =>
    inWork(ctx, (work) =>
      record(work, {
        who: 'cli:naledi',
        merchantId: null,
        action: 'payment.note',
        subject: 'payment x',
        why,
      }),
    );

  test('shows which entries were redacted, not for whom; and still finds every other change', async () => {
    const position = await note('asked by forget@payer.example');
    await note('behind it');
    await erasePerson(ctx, readValue('forget@payer.example'), { who: 'cli:naledi' });
    const [entry] = await db`select why from console.audit where position = ${position}`;
    assert.equal(entry!.why, 'asked by [erased]');
    assert.equal((await verifyAudit(db)).wrong, undefined);
    const deeds = await db`select subject, after::text from console.audit where action = 'person.erase'`;
    assert.doesNotMatch(JSON.stringify(deeds), /forget|payer/);
    const undo = new Error('undo');
    await db
      .begin(async (tx) => {
        await tx`select set_config('tefo.erasing', 'yes', true)`;
        await tx`update console.audit set why = 'asked by nobody' where position = ${position}`;
        assert.equal((await verifyAudit(tx as never)).wrong?.position, position);
        throw undo;
      })
      .catch((error) => assert.equal(error, undo));
  });

  test('allows no other change of an entry, and no change without an erasure', async () => {
    await assert.rejects(db`update console.audit set why = 'x'`, /append-only/);
    await assert.rejects(
      db.begin(async (tx) => {
        await tx`select set_config('tefo.erasing', 'yes', true)`;
        await tx`update console.audit set who = 'cli:other'`;
      }),
      /append-only/,
    );
  });
});

// Last: its planted rows are no audit log and no books.
test('a person in every column of every table is in no column afterwards', async () => {
  const words = `of ${person.email}, ${person.cell} and ${person.identity}`;
  const { account } = person;
  const planted = await plantEverywhere(db, { words, account, keyring: ctx.keyring });
  assert.ok(planted.length > 70, planted.join());
  const reported = { who: 'cli:naledi' };
  const found = await exportPerson(ctx, readValue(person.email), reported);
  const tables = new Set(planted.map((column) => kindOf({ name: column.replace(/[.][^.]*$/, '') })));
  const ofAccounts = await exportPerson(ctx, readValue(account), reported);
  assert.deepEqual(
    [...tables].filter((kind) => !(kind in found) && !(kind in ofAccounts)),
    [],
  );
  const halfway = (pages: number, of: number) => {
    if (pages > of / 2) throw new Error('stopped');
  };
  const stopped = erasePerson(ctx, readValue(person.email), { ...reported, onPages: halfway });
  await assert.rejects(stopped, /^Error: stopped$/);
  assert.notDeepEqual(await tracesLeft(), []);
  for (const value of values) assert.deepEqual((await erasePerson(ctx, readValue(value), reported)).kept, []);
  assert.deepEqual(await tracesLeft(), []);
});

async function timeline(): Promise<void> {
  const notifyUrl = `${receiver.url}/told`;
  const idempotent = { 'idempotency-key': 'order-7' };
  const made = await merchant.createOne(token, { payer, notifyUrl, merchantReference: 'SHOES' }, idempotent);
  assert.equal(made.status, 201, made.text);
  await merchant.decide(made.body.id, 'success');
  await post('/sandbox/fixtures', {
    site: { allowPlainAccountNumbers: true, notifyUrl },
    float: '900.00',
    payments: [
      {
        merchantReference: 'BAG',
        contract: 'payments',
        amount: 60,
        customer: person.email,
        notifyUrl,
        outcome: 'success',
        refunds: [{ amount: 20, reason: `asked from ${person.cell}`, outcome: 'complete' }],
      },
    ],
    payouts: [
      {
        merchantReference: 'WON',
        amount: 30,
        notifyUrl,
        outcome: 'complete',
        bankingDetails: {
          bankGroupId: (await db`select bank_id from bank.accounts limit 1`)[0]!.bankId,
          accountNumber: person.account,
        },
      },
    ],
    subscriptions: [
      {
        merchantReference: 'GYM',
        amount: 99,
        frequency: 'Monthly',
        firstPaymentDate: 'P1M',
        occurrences: 12,
        customer: { name: payer.name, email: person.email, cellphone: person.cell },
        notifyUrl,
        authorization: 'declined',
      },
    ],
  });
  await postJson(
    `${base}/payments/postpaymentrequest`,
    signedFields({ ...keys, privateKey: 'wrong' }, { customer: person.email }),
    { apikey: keys.apiKey },
  );
  const deed = {
    who: 'cli:naledi',
    merchantId: null,
    action: 'payment.note',
    subject: `payment ${made.body.id}`,
  } as const;
  await inWork(ctx, (work) => record(work, { ...deed, why: `called Thandi Mokoena at ${person.cell}` }));
  await inWork(ctx, (work) => record(work, { ...deed, why: 'a remark behind it' }));
  await service.drain();
}
