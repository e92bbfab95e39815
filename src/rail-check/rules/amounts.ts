// Group 3: amounts are exact to the cent, whatever the texts contain.
import type { Cents } from '../../kernel/money.ts';
import { getOrThrow } from '../../kernel/required.ts';
import { hold } from '../broken.ts';
import { type Rule, rulesOf } from '../report.ts';
import { enquire, newOrder, paidOnce, transfer } from '../stage.ts';

const rule = rulesOf({ group: 3, ability: 'transfers', needs: ['payments'] });

/** Amounts of which many become a cent wrong when a float in rand is multiplied, divided or rounded. */
const treacherous: readonly Cents[] = [
  2n,
  7n,
  29n,
  57n,
  58n,
  99n,
  101n,
  113n,
  114n,
  115n,
  201n,
  1_001n,
  1_999n,
  4_035n,
  8_165n,
  10_075n,
  16_777_217n,
  113_115_117n,
  1_999_999_999n,
  4_294_967_297n,
];

const exactly = (words: string, amounts: readonly Cents[], seen: string): Rule =>
  rule(words, async (stage) => {
    const orders = amounts.map((amount) => newOrder(stage, { amount }));
    for (const order of orders) await transfer(stage, order);
    const found = await paidOnce(stage, orders);
    const byId = new Map(found.map(({ id, amount }) => [id, amount]));
    for (const { id, amount } of orders) {
      const has = getOrThrow(byId, id);
      hold(typeof has === 'bigint', `an amount at the bank is a ${typeof has}, not a bigint in cents`);
      hold(has === amount, `${amount} cents were ordered, but the bank has ${has}`);
    }
    const sums = [orders, found].map((all) => all.reduce((sum, { amount }) => sum + amount, 0n));
    hold(sums[0] === sums[1], `${sums[0]} cents were ordered in total, but the bank has ${sums[1]}`);
    return seen;
  });

const texts: readonly [string, { accountHolder?: string | null; reference?: string }][] = [
  ['accents and marks', { accountHolder: 'Zoë & “Søn” <Bpk> é', reference: 'RÊF & <17> "x" \'y\'' }],
  ['another script', { accountHolder: '山田 太郎 🙂', reference: '\u202eЗАКАЗ 17' }],
  [
    'line breaks and control characters',
    { accountHolder: 'T\r\nNkosi\t\u001b', reference: 'A\nB\u0007\u2028C' },
  ],
  ['lone surrogates', { accountHolder: 'T \ud800 Nkosi', reference: 'ORDER \udc00' }],
  ['140 characters', { accountHolder: 'N'.repeat(140), reference: 'R'.repeat(140) }],
  ['empty texts', { accountHolder: null, reference: '' }],
  ['injection attempts', { accountHolder: "'; drop table x; --", reference: '../../../etc/passwd,"=1+1' }],
];

export const amountRules: Rule[] = [
  exactly('one cent', [1n], 'R0.01 at the bank'),
  exactly('five million rand', [500_000_000n], 'R5 000 000.00 at the bank'),
  exactly('R99 999 999.99', [9_999_999_999n], 'to the cent'),
  exactly(
    'amounts that floats round wrongly, and their sum',
    treacherous,
    `${treacherous.length} amounts to the cent`,
  ),
  rule('unusual characters and long texts do not change a payment', async (stage) => {
    const orders = [];
    for (const [what, text] of texts) {
      const order = newOrder(stage, { ...text, amount: 4_321n });
      orders.push(order);
      await named(what, transfer(stage, order));
      hold(
        (await named(what, enquire(stage, order))) !== 'unknown',
        `with ${what}, the transfer is unknown afterwards`,
      );
      await named(what, transfer(stage, order));
    }
    const found = await paidOnce(stage, orders);
    hold(
      found.every(({ amount }) => amount === 4_321n),
      'a text changed an amount',
    );
    return `${texts.length} kinds of text, each paid once and to the cent`;
  }),
];

async function named<T>(what: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    (error as Error).message = `with ${what}: ${(error as Error).message}`;
    throw error;
  }
}
