// The commands of banks, statements and payments: their exact output, and their exit codes.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { tefoWith } from '../../test/support/cli.ts';
import { standardBank } from '../../test/support/pain.ts';
import { openBanking } from '../../test/support/setup/statements.ts';
import { demoKeys } from '../../test/support/world.ts';

const bank = await openBanking();
const dir = await mkdtemp(join(tmpdir(), 'tefo-banks-'));
after(() => rm(dir, { recursive: true, force: true }));
const banksDir = join(dir, 'banks');
const tefo = tefoWith({ DATABASE_URL: bank.url, TEFO_MASTER_KEYS: demoKeys, TEFO_BANKS_DIR: banksDir });
const day = '2024-01-15';

async function json(...args: string[]) {
  const { code, out, err } = await tefo(...args, '--json');
  assert.equal(code, 0, err);
  return JSON.parse(out);
}

async function file(name: string, text: string): Promise<string> {
  await writeFile(join(dir, name), text);
  return join(dir, name);
}

const add = (id: string, ...more: string[]) => [
  ...['bank', 'add', id, '--bank', 'fnb', '--branch', '250655', '--holder', 'Thabo & Sons'],
  ...more,
];

const shown = {
  id: 'main',
  rail: 'files',
  bank: { id: '4816019c-3314-4c80-8b6b-b2cd16dcc4ec', name: 'FNB' },
  number: '*******4567',
  branch: '250655',
  holder: 'Thabo & Sons',
  merchant: null,
  abilities: ['deposits', 'transfers'],
  statement: 'auto',
  payments: 'standardbank',
  ...{ opening: '10000.00', cutoff: '15:30', limit: '5000.00', releases: 1, cost: '1.50' },
  balance: '10000.00',
  open: 0,
  folder: join(banksDir, 'main'),
  sftp: null,
};

describe('tefo bank', () => {
  test('adds, shows, lists and removes', async () => {
    const options = [
      '--payments',
      'standardbank',
      '--opening',
      '10000',
      '--cutoff',
      '15:30',
      '--limit',
      '5000.00',
    ];
    const added = await json(
      ...add(
        'main',
        '--number',
        '62001234567',
        ...options,
        '--releases',
        '1',
        '--cost',
        '1.50',
        '--customer',
        'U1',
      ),
    );
    assert.deepEqual(added, shown);
    assert.deepEqual(await json('bank', 'show', 'main'), shown);
    assert.deepEqual(await readdir(join(banksDir, 'main')), ['done', 'in', 'out', 'refused']);
    const own = await json(...add('own', '--number', '62009999999', '--merchant', bank.site.code));
    assert.deepEqual(
      [
        own.merchant,
        own.abilities,
        own.payments,
        own.opening,
        own.cutoff,
        own.limit,
        own.releases,
        own.balance,
      ],
      [own.merchant, ['deposits'], null, null, '16:00', null, 0, '0.00'],
    );
    assert.equal(typeof own.merchant, 'string');
    const listed = await json('bank', 'list');
    assert.deepEqual(
      listed.map(({ id }: { id: string }) => id),
      ['main', 'own', 'simulator'],
    );
    assert.deepEqual(Object.keys(listed[2]), Object.keys(shown));
    assert.equal(listed[2].rail, 'simulator');
    assert.deepEqual(await json('bank', 'show', 'simulator'), listed[2]);
    const removed = await json('bank', 'remove', 'own');
    assert.equal(removed.id, 'own');
    const [gone, again] = [await tefo('bank', 'show', 'own'), await tefo('bank', 'remove', 'own')];
    assert.deepEqual([gone.code, again.code], [1, 1]);
    assert.match(gone.err, /there is no account own/);
  });

  test('refuses a known id or number, and invalid settings; a number with a wrong check digit is accepted with a warning', async () => {
    const number = ['--number', '62001111111'];
    const module = join(banksDir, 'elsewhere.mjs');
    await writeFile(module, 'export const createRail = () => ({ transfers: {} });');
    const cases: [string[], number, RegExp][] = [
      [add('main', ...number), 1, /the account main already exists/],
      [add('other', '--number', '0062001234567'), 1, /the account main has that number/],
      [add('simulator', ...number), 1, /simulator/],
      [add('Other', ...number), 2, /ID must have/],
      [add('-other', ...number), 2, /./],
      [add('x'.repeat(33), ...number), 2, /ID must have/],
      [add('other', '--number', 'abc'), 2, /--number/],
      [add('other', ...number, '--cutoff', '24:00'), 2, /--cutoff/],
      [add('other', ...number, '--releases', '3'), 2, /--releases/],
      [add('other', ...number, '--limit', '-1'), 2, /./],
      [add('other', ...number, '--cost', '-1'), 2, /--cost must be an amount/],
      [add('other', ...number, '--rail', module, '--releases', '1'), 1, /at once.*--releases must be 0/],
      [add('other', ...number, '--opening', '1.234'), 2, /--opening/],
      [add('other', ...number, '--payments', 'pigeon'), 2, /--payments must be one of/],
      [add('other', ...number, '--merchant', 'NOBODY'), 1, /no merchant or site with the code NOBODY/],
      [add('other', ...number, '--statement', 'pigeon'), 2, /pigeon is not a statement profile/],
      [
        ['bank', 'add', 'other', '--bank', 'pigeon', ...number, '--branch', '250655', '--holder', 'A'],
        2,
        /--bank/,
      ],
      [['bank', 'add', 'other', '--bank', 'fnb', ...number, '--branch', '250655'], 2, /--holder/],
      [['bank', 'show', 'nobody'], 1, /there is no account nobody/],
    ];
    for (const [args, code, message] of cases) {
      const said = await tefo(...args);
      assert.deepEqual([said.code, said.out], [code, ''], `${args}: ${said.err}`);
      assert.match(said.err, message, `${args}`);
    }
    const odd = await tefo(...add('odd', '--number', '62001234560', '--opening', '-5.00'), '--json');
    assert.equal(odd.code, 0);
    assert.equal(JSON.parse(odd.out).balance, '-5.00');
  });
});

describe('tefo statement', () => {
  test('imports a file, then reports it as a duplicate; refuses an invalid one with the line and the reason', async () => {
    const { reference } = await bank.single({ merchantReference: 'ORDER-5' });
    const text = bank.write(
      'main',
      [
        [day, 10_000n, `EFT ${reference}`],
        [day, 250n, 'GOAT'],
        [day, -199n, 'WHAT'],
      ],
      { opening: 1_000_000n, number: '62001234567' },
    );
    const path = await file('day.sta', text);
    const imported = await json('statement', 'import', path, '--account', 'main');
    assert.deepEqual(imported, {
      status: 'imported',
      account: 'main',
      file: 'day.sta',
      sha256: createHash('sha256').update(text).digest('hex'),
      format: 'mt940',
      kind: 'final',
      from: day,
      to: day,
      opening: '10000.00',
      closing: '10100.51',
      lines: 3,
      new: 3,
      known: 0,
      pending: 0,
      matched: 1,
      waiting: 1,
      charges: 0,
      explained: 0,
      reversals: 0,
      open: 1,
      skipped: [],
    });
    const again = await json('statement', 'import', await file('copy.sta', text), '--account', 'main');
    assert.deepEqual([again.status, again.file, again.new, again.lines], ['duplicate', 'copy.sta', 0, 3]);
    const bad = await file('bad.sta', text.replace('CR2,50', 'CR2,51').replace('STMT', 'STMX'));
    const refused = await tefo('statement', 'import', bad, '--account', 'main', '--json');
    assert.equal(refused.code, 1);
    const said = JSON.parse(refused.out);
    assert.deepEqual(Object.keys(said), ['status', 'account', 'file', 'line', 'reason']);
    assert.deepEqual(
      [said.status, said.account, said.file, typeof said.line],
      ['refused', 'main', 'bad.sta', 'number'],
    );
    assert.ok(refused.err.includes(said.reason));
    const gap = bank.write('main', [['2024-01-16', 1n, 'X']], { opening: 1n, number: '62001234567' });
    const into = [await file('gap.sta', gap), '--account', 'main', '--json'];
    const second = await tefo('statement', 'import', ...into);
    assert.deepEqual([second.code, JSON.parse(second.out).line], [1, 6]);
  });

  test('shows its lines, and explains one, once', async () => {
    const lines = await json('statement', 'lines', '--account', 'main');
    assert.deepEqual(Object.keys(lines[0]), [
      ...[
        'id',
        'date',
        'valueDate',
        'amount',
        'text',
        'reference',
        'status',
        'as',
        'category',
        'object',
        'rule',
      ],
    ]);
    assert.deepEqual(
      lines.map((one: Record<string, string>) => [one.date, one.valueDate, one.amount, one.status, one.as]),
      [
        [day, day, '100.00', 'booked', 'deposit'],
        [day, day, '2.50', 'booked', 'deposit'],
        [day, day, '-1.99', 'open', null],
      ],
    );
    assert.match(lines[0].rule, /the only known reference/);
    const [open] = await json('statement', 'lines', '--account', 'main', '--open');
    assert.deepEqual([open, (await json('bank', 'show', 'main')).open], [lines[2], 1]);
    const before = await tefo('reconcile', '--json');
    assert.equal(before.code, 1);
    assert.deepEqual(JSON.parse(before.out), {
      ok: false,
      accounts: [
        {
          account: 'main',
          day,
          opening: '10000.00',
          statement: '10100.51',
          books: '10102.50',
          difference: '-1.99',
          rows: [{ kind: 'open', lineId: open.id, date: day, amount: '-1.99', text: 'WHAT' }],
        },
        JSON.parse(before.out).accounts[1],
      ],
    });
    for (const [args, code] of [
      [[open.id, 'pigeon'], 2],
      [['17', 'charge'], 2],
      [[open.id, 'deposit'], 1],
      [['018f0000-0000-7000-8000-000000000000', 'charge'], 1],
    ] as const)
      assert.equal((await tefo('statement', 'explain', ...args)).code, code, `${args}`);
    const explained = await json(
      'statement',
      'explain',
      open.id,
      'charge',
      ...['--note', 'monthly', '--by', 'Naledi'],
    );
    assert.deepEqual(
      [explained.id, explained.status, explained.as, explained.object, explained.rule],
      [open.id, 'booked', 'charge', null, 'explained by Naledi'],
    );
    const twice = await tefo('statement', 'explain', open.id, 'own', '--by', 'Naledi');
    assert.deepEqual([twice.code, twice.out], [1, '']);
    const after = await json('reconcile', '--account', 'main');
    assert.deepEqual([after.ok, after.accounts[0].difference, after.accounts[0].rows], [true, '0.00', []]);
    assert.equal((await tefo('reconcile', '--day', 'yesterday')).code, 2);
    assert.equal((await tefo('reconcile', '--account', 'nobody')).code, 1);
    // Every account that the list shows can be named.
    for (const { id } of await json('bank', 'list'))
      assert.doesNotMatch((await tefo('reconcile', '--account', id)).err, /there is no account/, id);
    const simulated = await tefo('reconcile', '--account', 'simulator');
    assert.match(simulated.err, /simulator is the simulated bank: it sends no statements/);
    const text = await tefo('reconcile');
    assert.match(text.out, /main {2}2024-01-15 {2}statement 10100\.51, ledger 10100\.51: agrees/);
  });

  test('says whose account a deposit came from, so that it can be sent back', async () => {
    const [deposit] = await json('deposit', 'list');
    assert.equal(deposit.from, null);
    const bad = await tefo('deposit', 'payer', deposit.depositId, 'capitec/12/470010/A');
    assert.equal(bad.code, 2);
    await json('deposit', 'payer', deposit.depositId, 'capitec/1234567890/470010/A / B', '--by', 'Naledi');
    const twice = await tefo('deposit', 'payer', deposit.depositId, 'capitec/1234567890/470010/A');
    assert.equal(twice.code, 1);
    const [known] = await json('deposit', 'list');
    assert.deepEqual([known.from.accountHolder, known.from.account], ['A / B', '******7890']);
    await json('deposit', 'return', deposit.depositId, '--by', 'Naledi');
    // Commands have the machine's clock, and the sweep this world's.
    if (Date.now() > bank.clock.now().getTime()) bank.clock.set(new Date(Date.now() + 1_000));
    await bank.transfers.run();
  });
});

describe('tefo payments', () => {
  test('exports each file once; releases, imports responses and lists', async () => {
    const refused = await tefo('bank', 'remove', 'main', '--json');
    assert.deepEqual([refused.code, JSON.parse(refused.out).error.code], [1, 'BankAccountInUse']);
    const exported = await json('payments', 'export', '--account', 'main', '--by', 'Naledi');
    assert.deepEqual(Object.keys(exported), ['account', 'files']);
    const [made] = exported.files;
    assert.deepEqual(Object.keys(made), [
      ...[
        'messageId',
        'file',
        'sha256',
        'format',
        'payments',
        'amount',
        'executionDate',
        'status',
        'createdAt',
      ],
      ...['releasedBy', 'items'],
    ]);
    assert.deepEqual(
      [made.file, made.sha256, made.format, made.payments, made.amount, made.status, made.releasedBy],
      [null, null, 'pain.001.001.03', 1, '2.50', 'waiting', []],
    );
    assert.match(made.createdAt, /^\d{4}-\d\d-\d\dT.*Z$/);
    const [item] = made.items;
    assert.deepEqual(Object.keys(item), [
      'bankReference',
      'kind',
      'id',
      'amount',
      'holder',
      'number',
      'status',
    ]);
    assert.deepEqual(
      [item.kind, item.amount, item.holder, item.number, item.status],
      ['deposit', '2.50', 'A / B', '******7890', 'pending'],
    );
    assert.equal((await tefo('payments', 'release', made.messageId, '--by', ' NALEDI ')).code, 1);
    const released = await json('payments', 'release', made.messageId, '--by', 'Thabo');
    assert.deepEqual([released.status, released.releasedBy], ['sent', ['Thabo']]);
    const out = join(dir, 'usb');
    const handed = (await json('payments', 'export', '--account', 'main', '--by', 'Naledi', '--out', out))
      .files;
    assert.equal(handed.length, 1);
    assert.deepEqual([handed[0].status, handed[0].file], ['sent', join(out, `${made.messageId}.xml`)]);
    const bytes = await readFile(handed[0].file);
    assert.equal(createHash('sha256').update(bytes).digest('hex'), handed[0].sha256);
    assert.deepEqual((await json('payments', 'export', '--account', 'main')).files, []);
    const again = (await json('payments', 'export', '--account', 'main', '--message', made.messageId)).files;
    assert.deepEqual(await readFile(again[0].file), bytes);
    assert.equal(again[0].file, join(banksDir, 'main', 'out', `${made.messageId}.xml`));

    const ids = { messageId: 'A1', originalMessageId: made.messageId };
    const answer = await file(
      'answer.xml',
      standardBank.finaud(
        ids,
        [item, { bankReference: 'PAY000000000000' }].map(({ bankReference }) => ({ bankReference })),
      ),
    );
    const taken = await json('payments', 'answer', answer, '--account', 'main');
    assert.deepEqual(taken, {
      status: 'taken',
      messageId: made.messageId,
      groupStatus: 'ACSP',
      payments: [{ bankReference: item.bankReference, said: 'ACSP', meaning: 'paid', status: 'paid' }],
      unknown: ['PAY000000000000'],
    });
    assert.equal((await json('payments', 'answer', answer, '--account', 'main')).status, 'duplicate');
    const [listed] = await json('payments', 'list', '--account', 'main');
    assert.deepEqual(
      [listed.status, listed.items[0].status, listed.sha256],
      ['answered', 'paid', handed[0].sha256],
    );
    const bad = await tefo('payments', 'answer', await file('no.xml', '<x/>'), '--account', 'main');
    assert.deepEqual([bad.code, bad.out], [1, '']);
    for (const [args, code] of [
      [['export', '--account', 'odd'], 1],
      [['export', '--account', 'nobody'], 1],
      [['export'], 2],
      [['export', '--account', 'main', '--message', 'TEFO1'], 1],
      [['release', 'TEFO1'], 1],
      [['answer', 'nowhere.xml', '--account', 'main'], 1],
    ] as const)
      assert.equal((await tefo('payments', ...args)).code, code, `${args}`);
    const text = await tefo('payments', 'list', '--account', 'main');
    assert.match(
      text.out,
      new RegExp(`^${made.messageId}  1 payments, R 2\\.50, to be paid on .*: answered`),
    );
  });
});

test('and nothing is wrong at the end', () => bank.sound());
