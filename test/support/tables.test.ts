import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { judgeSql } from './tables.ts';

const schema = await readFile('migrations/schema.sql', 'utf8');

/** Returns the problems of one source, without unused exceptions. */
function judge(file: string, source: string): string[] {
  const { wrong } = judgeSql(new Map([[file, source]]), schema);
  return wrong.filter((line) => !line.includes('not needed any more'));
}

const store = 'src/core/refunds/store.ts';
const whose = 'has no merchant, and no comment "all merchants: why"';

describe('table ownership', () => {
  const of = (table: string) =>
    `names ${table}, which only a store of src/core/transactions or src/reports may`;
  const read = 'const read = (db) => db`select from transactions where merchant_id = 1`;';

  test('another noun’s store does not name it, and neither does a file of the noun outside its store', () => {
    assert.deepEqual(judge(store, read), [`${store}:1: read ${of('transactions')}`]);
    const actions = 'src/core/transactions/actions.ts';
    assert.deepEqual(judge(actions, read), [`${actions}:1: read ${of('transactions')}`]);
  });

  test('its own stores and reports do', () => {
    for (const file of [
      'core/transactions/store.ts',
      'core/transactions/due-store.ts',
      'reports/checks/all.ts',
    ])
      assert.deepEqual(judge(`src/${file}`, read), []);
  });

  for (const statement of [
    'select * from refunds join transactions on true where refunds.merchant_id = 1',
    'select * from refunds, transactions where refunds.merchant_id = 1',
    'update transactions set x = 1 where merchant_id = 1',
    'delete from transactions where merchant_id = 1',
    'insert into transactions (id, merchant_id) values (1, 2)',
    'with transactions_due as (select from transactions) select from transactions_due where merchant_id = 1',
  ]) {
    test(`it is found in: ${statement}`, () => {
      assert.deepEqual(judge(store, `const x = db\`${statement}\`;`), [
        `${store}:1: x ${of('transactions')}`,
      ]);
    });
  }

  test('a common table of the same name does not count', () => {
    const statement = 'with payments as (select 1) select from payments, refunds where merchant_id = 1';
    assert.deepEqual(judge(store, `const x = db\`${statement}\`;`), []);
  });

  test('a query for due times belongs to the noun’s folder', () => {
    const due = "const next = () => firstDue(ctx.db, 'transactions', 'enquire_at', after);";
    assert.deepEqual(judge('src/core/transactions/jobs.ts', due), []);
    assert.deepEqual(judge('src/core/refunds/jobs.ts', due), [
      `src/core/refunds/jobs.ts:1: next ${of('transactions')}`,
    ]);
  });
});

describe('row ownership', () => {
  const bare = 'const read = (db) => db`select merchant_id from refunds where id = 1`;';

  test('a statement that only returns its merchant has none', () => {
    assert.deepEqual(judge(store, bare), [`${store}:1: read (refunds) ${whose}`]);
  });

  test('a comment gives its reason, before the function or in it, for that function alone', () => {
    const reason = '/** Reads. all merchants: the caller holds it. */\n';
    assert.deepEqual(judge(store, reason + bare), []);
    assert.deepEqual(
      judge(store, `function read() {\n  // all merchants: the caller holds it.\n  ${bare}\n}`),
      [],
    );
    assert.equal(judge(store, `${reason}const other = 1;\n${bare}`).length, 1);
    assert.equal(judge(store, `/** all merchants. */\n${bare}`).length, 1);
  });

  test('the head comment of a report covers all of it, that of a store does not', () => {
    const headed = `// all merchants: a check holds the whole database.\nimport { x } from './x.ts';\n${bare}`;
    assert.deepEqual(judge('src/reports/checks/refunds.ts', headed), []);
    assert.equal(judge(store, headed).length, 1);
  });

  test('values that a statement takes from its file count as part of it', () => {
    const part = 'const mine = (db) => db`merchant_id = 1`;\n';
    assert.deepEqual(
      judge(store, `${part}const read = (db) => db\`select from refunds where \${mine(db)}\`;`),
      [],
    );
  });

  test('a table without merchants needs none', () => {
    assert.deepEqual(judge('src/core/transfers/store.ts', 'const x = db`select from restores`;'), []);
  });
});
