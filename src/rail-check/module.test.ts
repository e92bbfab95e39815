// The guide's rail passes the conformance suite, and each fault injected into it makes its group fail.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { budget } from '../../test/support/budget.ts';
import { exampleRail } from '../../test/support/guide.ts';
import { checkModule } from './module.ts';
import type { GroupNumber, Report } from './report.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tefo-rails-'));
  await writeFile(join(folder, 'example.mjs'), await exampleRail());
});
after(() => rm(folder, { recursive: true }));

function checkFile(name: string, groups?: GroupNumber[]): Promise<Report> {
  const { href } = pathToFileURL(join(folder, name));
  return checkModule(name, href, () => import(href), groups && { groups });
}

const broken = ({ rules }: Report) =>
  rules.filter(({ ok }) => !ok).map(({ group, rule, detail }) => `${group} ${rule}: ${detail}`);

test('the guide’s rail passes every rule, and each group has a rule', async () => {
  const report = await checkFile('example.mjs');
  assert.deepEqual(broken(report), []);
  assert.ok(report.ok);
  assert.deepEqual(report.abilities, ['deposits', 'transfers']);
  assert.deepEqual([...new Set(report.rules.map(({ group }) => group))], [1, 2, 3, 4, 5, 6, 7]);
});

/** Returns a module around the example. `code` returns a faulty rail; it can use `real` and the correct `inner`. */
const spoiled = (code: string, head = '') => `
import * as real from './example.mjs';
export const createCounterpart = real.createCounterpart;
${head}
const spoil = (inner, transfers) => ({ ...inner, transfers: { ...inner.transfers, ...transfers } });
export function createRail(deps) {
  const inner = real.createRail(deps);
  const { transfer, enquire } = inner.transfers;
  ${code}
}`;

const faults: [GroupNumber, string, string, string?][] = [
  [
    1,
    'pays twice',
    `return spoil(inner, { transfer: async (o) => { await transfer({ ...o, id: o.id.replace(/.$/, 'x') }); return transfer(o); } });`,
  ],
  [
    1,
    'orders under a different id',
    `return spoil(inner, { transfer: (o) => transfer({ ...o, id: crypto.randomUUID() }) });`,
  ],
  [
    1,
    'keeps its ids in memory and pays again after a crash',
    `
    return spoil(inner, { transfer: async (o) => {
      const id = seen.get(o.id) ?? seen.set(o.id, 'x' + Math.random()).get(o.id);
      await null;
      await transfer({ ...o, id });
      return transfer(o);
    } });`,
    'const seen = new Map();',
  ],
  [
    1,
    'reports a lost response as BankUnavailable',
    `
    return spoil(inner, { transfer: (o) => transfer(o).catch((e) => { throw e instanceof deps.errors.BankTimeout ? new deps.errors.BankUnavailable('x') : e; }) });`,
  ],
  [
    2,
    'returns paid for every transfer',
    `return spoil(inner, { enquire: async () => ({ outcome: 'paid', reason: null }) });`,
  ],
  [
    2,
    'ignores all outcomes',
    `return spoil(inner, { enquire: async (o) => ({ ...(await enquire(o)), outcome: 'pending' }) });`,
  ],
  [
    2,
    'keeps the first outcome',
    `
    const first = new Map();
    return spoil(inner, { enquire: async (o) => {
      const answer = first.get(o.id) ?? (await enquire(o));
      if (answer.outcome === 'paid') first.set(o.id, answer);
      return answer;
    } });`,
  ],
  [
    2,
    'returns paid for unknown ids',
    `
    return spoil(inner, { enquire: async (o) => { const a = await enquire(o); return a.outcome === 'unknown' ? { outcome: 'paid', reason: null } : a; } });`,
  ],
  [
    3,
    'pays a cent too much',
    `return spoil(inner, { transfer: (o) => transfer({ ...o, amount: o.amount + 1n }) });`,
  ],
  [
    3,
    'calculates in rand',
    `return spoil(inner, { transfer: (o) => transfer({ ...o, amount: BigInt(Math.trunc((Number(o.amount) / 100) * 100)) }) });`,
  ],
  [
    3,
    'rounds to a 32-bit float',
    `return spoil(inner, { transfer: (o) => transfer({ ...o, amount: BigInt(Math.fround(Number(o.amount))) }) });`,
  ],
  [
    3,
    'refuses names with unusual characters',
    `
    return spoil(inner, { transfer: (o) => { if (/[^ -~]/.test(o.accountHolder ?? '')) throw new Error('bad name'); return transfer(o); } });`,
  ],
  [
    4,
    'reports deposits twice',
    `return real.createRail({ ...deps, onDeposit: async (d) => { await deps.onDeposit(d); await deps.onDeposit(d); } });`,
  ],
  [
    4,
    'reports deposits under random ids',
    `return real.createRail({ ...deps, onDeposit: (d) => deps.onDeposit({ ...d, id: crypto.randomUUID() }) });`,
  ],
  [
    4,
    'reports a cent too little',
    `return real.createRail({ ...deps, onDeposit: (d) => deps.onDeposit({ ...d, amount: d.amount - 1n }) });`,
  ],
  [
    4,
    'loses deposits that the service could not process',
    `return real.createRail({ ...deps, onDeposit: (d) => deps.onDeposit(d).catch(() => {}) });`,
  ],
  [5, 'reads Date.now', `return spoil(inner, { enquire: (o) => { Date.now(); return enquire(o); } });`],
  [
    5,
    'creates a Date of the current time',
    `return spoil(inner, { transfer: (o) => { String(new Date()); return transfer(o); } });`,
  ],
  [
    5,
    'reads Temporal.Now',
    `return spoil(inner, { transfer: (o) => { Temporal.Now.instant(); return transfer(o); } });`,
  ],
  [5, 'reads the clock when it is loaded', `return inner;`, 'const loadedAt = Date.now();'],
  [
    6,
    'pays every third transfer twice',
    `
    let count = 0;
    return spoil(inner, { transfer: async (o) => { if ((count += 1) % 3 === 0) await transfer({ ...o, id: crypto.randomUUID() }); return transfer(o); } });`,
  ],
  [
    6,
    'reports returned transfers as paid',
    `
    return spoil(inner, { enquire: async (o) => { const a = await enquire(o); return a.outcome === 'returned' ? { ...a, outcome: 'paid' } : a; } });`,
  ],
  [
    7,
    'logs account numbers',
    `return spoil(inner, { transfer: (o) => { deps.log.info({ to: o.accountNumber }); return transfer(o); } });`,
  ],
  [7, 'prints orders', `return spoil(inner, { transfer: (o) => { console.log(o); return transfer(o); } });`],
  [
    7,
    'prints a secret in an error',
    `
    return spoil(inner, { enquire: async (o) => { const { settings } = await deps.account(o.account); console.error(new Error('key ' + settings.key)); return enquire(o); } });`,
  ],
  [
    7,
    'throws errors with an account number',
    `
    return spoil(inner, { transfer: (o) => transfer(o).catch((e) => { e.message += o.accountNumber; throw e; }) });`,
  ],
  [7, 'keeps the process alive', `setTimeout(() => {}, 15_000); return inner;`],
  [7, 'never returns', `return spoil(inner, { enquire: () => new Promise(() => {}) });`],
];

// `npm test` runs one fault of each group.
const isTried = (number: number): boolean =>
  faults.findIndex(([group]) => group === faults[number]![0]) >= number - budget(0, faults.length);

describe('faults', () => {
  for (const [number, [group, what, code, head]] of faults.entries()) {
    if (!isTried(number)) continue;
    test(`group ${group} fails for a rail that ${what}`, async () => {
      const name = `fault-${number}.mjs`;
      await writeFile(join(folder, name), spoiled(code, head));
      const report = await checkFile(name, [group]);
      assert.ok(
        report.rules.some((one) => one.group === group && !one.ok),
        JSON.stringify(report, null, 1),
      );
      assert.equal(report.ok, false);
    });
  }
});
