// Deposits of statements are allocated by their reference: only if the account serves its merchant, dated by the bank's
// day, and with a timeline that gives the reason.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import { openBanking } from '../../../test/support/setup/statements.ts';
import { readTimeline } from '../../reports/timelines/actions.ts';
import { createTopUpReference } from '../deposits/actions.ts';
import { createSingleReference } from '../deposits/references.ts';
import { createMerchant, findSiteByCode, type Site } from '../merchants/actions.ts';
import { everything } from '../viewer.ts';
import { removeAccount } from './actions.ts';

const bank = await openBanking();
const day = '2026-11-19';

async function merchant(name: string): Promise<Site> {
  const { siteCode } = await createMerchant(bank.ctx, { name });
  return (await findSiteByCode(bank.db, siteCode))!;
}

const ask = (site: Site, account: string, given: { amount?: bigint; expiresAt?: Date } = {}) =>
  createSingleReference(bank.ctx, { site, account, amount: 10_000n, merchantReference: 'ORDER-1', ...given });

/** What became of one deposit of an account: its rule, or null if it waits. */
async function reported(account: string, text: string, amount = 10_000n, on = day) {
  const imported = await bank.tell(account, [[on, amount, text]]);
  return imported.matched === 1 ? 'matched' : imported.waiting === 1 ? 'waits' : 'lost';
}

describe('a reference counts', () => {
  test('in the operator’s account, for merchants without an own one, and in the merchant’s own', async () => {
    await bank.account('operator');
    const [with_, without] = [await merchant('With'), await merchant('Without')];
    await bank.account('own', { merchantId: with_.merchantId });
    assert.equal(await reported('operator', (await ask(without, 'operator')).reference), 'matched');
    assert.equal(await reported('own', (await ask(with_, 'own')).reference), 'matched');
    await bank.agreed('operator');
    await bank.agreed('own');
  });

  test('not in the operator’s if its merchant has its own, and not in another merchant’s', async () => {
    const [one, other] = [await merchant('One'), await merchant('Other')];
    await bank.account('one', { merchantId: one.merchantId });
    await bank.account('other', { merchantId: other.merchantId });
    assert.equal(await reported('operator', (await ask(one, 'one')).reference), 'waits');
    assert.equal(await reported('other', (await ask(one, 'one')).reference), 'waits');
    const nobody = await merchant('Nobody');
    assert.equal(await reported('other', (await ask(nobody, 'operator')).reference), 'waits');
    const topUp = await createTopUpReference(bank.ctx, one);
    assert.equal(await reported('operator', topUp), 'waits');
    assert.equal(await reported('one', topUp), 'matched');
    await bank.agreed('operator');
  });

  test('at the account shown to its payer, even after the merchant has got an own account', async () => {
    const late = await merchant('Late');
    const before = await ask(late, 'operator');
    await bank.account('late', { merchantId: late.merchantId });
    const after = await ask(late, 'late');
    assert.equal(await reported('operator', before.reference), 'matched');
    assert.equal(await reported('operator', after.reference), 'waits');
    assert.equal(await reported('late', after.reference), 'matched');
  });

  test('in the operator’s again when the own account is removed', async () => {
    const gone = await merchant('Gone');
    await bank.account('gone', { merchantId: gone.merchantId });
    const { reference } = await ask(gone, 'gone');
    await removeAccount(bank.ctx, 'gone');
    assert.equal(await reported('operator', reference), 'matched');
    const moved: [string, bigint, string][] = [[day, 1n, 'X']];
    const noAccount = { code: 'BankAccountNotFound', message: /there is no account gone/ };
    await assert.rejects(bank.tell('gone', moved), noAccount);
    await assert.rejects(removeAccount(bank.ctx, 'gone'), noAccount);
  });
});

describe('the text of a bank', () => {
  test('has the reference spaced, dashed, run together or amid words; two known ones, or a mistyped one, wait', async () => {
    const site = await merchant('Texts');
    const written: ((reference: string) => string)[] = [
      (ref) => `FNB APP PAYMENT FROM ${ref}`,
      (ref) => `${ref.slice(0, 3)} ${ref.slice(3, 7)} ${ref.slice(7)}`,
      (ref) => `CAPITEC ${ref.slice(0, 3).toLowerCase()}-${ref.slice(3, 9)}-${ref.slice(9)} J SMITH`,
      (ref) => `ABSABANK${ref}GOAT`,
    ];
    for (const write of written) {
      const { reference } = await ask(site, 'operator');
      const text = write(reference);
      assert.equal(await reported('operator', text), 'matched', text);
    }
    const [one, two] = [await ask(site, 'operator'), await ask(site, 'operator')];
    assert.equal(await reported('operator', `${one.reference} ${two.reference}`), 'waits');
    const wrong = `${one.reference.slice(0, -1)}${(Number(one.reference.at(-1)) + 1) % 10}`;
    assert.equal(await reported('operator', wrong), 'waits');
    assert.equal(await reported('operator', `${one.reference} ${one.reference}`), 'matched');
    await bank.agreed('operator');
  });

  test('that a payer turned into a reference of a payment is a deposit, unless that payment was ordered', async () => {
    const site = await merchant('Mistaken');
    const [typed, other] = [await ask(site, 'operator'), await ask(site, 'operator')];
    const mistyped = typed.reference.replace('DEP', 'PAY');
    assert.equal(await reported('operator', `RTC ${mistyped}`), 'waits');
    assert.equal(await reported('operator', `${mistyped} ${other.reference}`), 'matched');
    await bank.agreed('operator');
    await bank.account('paying', { paymentProfile: 'csv' });
    await bank.account('beside');
    const { bankReference } = await bank.owe('paying', 5_000n);
    for (const account of ['paying', 'beside']) {
      const { open } = await bank.tell(account, [['2026-11-20', 4_999n, `RTC ${bankReference}`]]);
      assert.equal(open, 1, account);
      const line = (await bank.lines(account)).find(({ status }) => status === 'open')!;
      await bank.explain(line.id, 'own');
      await bank.agreed(account);
    }
  });

  test('is quoted in the timeline, with the rule', async () => {
    const site = await merchant('Timeline');
    const { reference } = await ask(site, 'operator');
    await reported('operator', `EFT "Thabo" ${reference}`);
    const line = (await bank.lines('operator')).find(({ text }) => text.includes(reference))!;
    const rule = `the only known reference in the bank's text, ${reference}: "EFT "Thabo" ${reference}"`;
    assert.equal(line.rule, rule);
    const timeline = await readTimeline(bank.ctx, everything, { kind: 'deposit', id: line.object! });
    const text = inspect(timeline, { depth: null, breakLength: Number.POSITIVE_INFINITY });
    assert.ok(text.includes(rule), text);
  });
});

describe('money is dated by the day on which the bank booked it', () => {
  test('in time on the day of expiry though the sweep has expired it; late a day after', async () => {
    const site = await merchant('Dates');
    // Half past midnight in Johannesburg, on the day after that of UTC.
    const expiresAt = new Date('2026-11-20T22:30:00Z');
    const [inTime, late] = [
      await ask(site, 'operator', { expiresAt }),
      await ask(site, 'operator', { expiresAt }),
    ];
    await bank.wait(2 * 86_400);
    assert.equal((await bank.attempts(inTime.paymentId!))[0]!.state, 'expired');
    assert.equal(await reported('operator', inTime.reference, 10_000n, '2026-11-21'), 'matched');
    assert.equal(await reported('operator', late.reference, 10_000n, '2026-11-22'), 'matched');
    const of = async (id: string) => (await bank.attempts(id)).map(({ state, late: was }) => [state, was]);
    assert.deepEqual(await of(inTime.paymentId!), [['successful', false]]);
    assert.deepEqual(await of(late.paymentId!), [['successful', true]]);
    await bank.agreed('operator');
  });
});

describe('money that does not fit', () => {
  test('twice, or of another amount, is held and notified, and waits for a user', async () => {
    const site = await merchant('Unfit');
    const { reference, paymentId } = await ask(site, 'operator');
    const on = '2026-11-22';
    assert.equal(await reported('operator', reference, 10_001n, on), 'waits');
    assert.equal(await reported('operator', `${reference} RIGHT`, 10_000n, on), 'waits');
    const states = (await bank.attempts(paymentId!)).map(({ state, cents }) => `${state} ${cents}`);
    assert.deepEqual(states, ['pending 10001']);
    const paid = await ask(site, 'operator');
    assert.equal(await reported('operator', paid.reference, 10_000n, on), 'matched');
    assert.equal(await reported('operator', `${paid.reference} AGAIN`, 10_000n, on), 'waits');
    assert.deepEqual(
      (await bank.attempts(paid.paymentId!)).map(({ state }) => state),
      ['successful'],
    );
    await bank.agreed('operator');
  });

  test('raises the float if the reference is one of the float, whatever the amount', async () => {
    const topUp = await createTopUpReference(bank.ctx, bank.site);
    const before = await bank.float();
    assert.equal(await reported('operator', `TRF ${topUp}`, 777n, '2026-11-22'), 'matched');
    assert.equal((await bank.float()) - before, 777n);
    await bank.agreed('operator');
  });
});
