// Invoices as PDF, read by another library: all that a full tax invoice needs, to the cent.
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import fc from 'fast-check';
import { extractText } from 'unpdf';
import type { Invoice } from './actions.ts';
import { invoicePdf } from './pdf.ts';

const text = (most: number) =>
  fc
    .string({
      unit: fc.constantFrom(...'abcdefghijABCDEFGHIJ 0123456789&(),.-éëô'),
      minLength: 3,
      maxLength: most,
    })
    .map((one) => one.replace(/\s+/g, ' ').trim())
    .filter((one) => one.length > 2);
const vatNumber = fc.integer({ min: 4_000_000_000, max: 4_999_999_999 }).map(String);
const party = fc.record({ name: text(90), address: text(200), vatNumber });

const invoices = fc
  .record({
    sequence: fc.integer({ min: 1, max: 9_999_999 }),
    seller: party,
    buyer: party,
    lines: fc.array(
      fc.record({
        description: fc.constantFrom('Fees for payments received', 'Fees for account verifications'),
        quantity: fc.integer({ min: 1, max: 2_000_000 }),
        rate: fc.constantFrom(1_500, 1_550, 1_600),
        netCents: fc.bigInt({ min: 0n, max: 99_999_999_999n }),
        vatCents: fc.bigInt({ min: 0n, max: 9_999_999_999n }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    isCredit: fc.boolean(),
    reason: text(200),
  })
  .map(({ sequence, seller, buyer, lines, isCredit, reason }): Invoice => {
    const number = `${isCredit ? 'CN' : 'INV'}-${String(sequence).padStart(6, '0')}`;
    const added = lines.map((line) => ({ ...line, totalCents: line.netCents + line.vatCents }));
    const sum = (of: 'netCents' | 'vatCents' | 'totalCents') =>
      added.reduce((total, line) => total + line[of], 0n);
    return {
      ...{
        id: 'id',
        merchantId: 'merchant',
        period: '2026-12-01',
        seller,
        lines: added,
        rate: 1_600,
        number,
      },
      ...{ kind: isCredit ? 'creditNote' : 'invoice', title: isCredit ? 'Credit note' : 'Tax Invoice' },
      buyer: { ...buyer, code: 'KAR', email: null },
      ...{ netCents: sum('netCents'), vatCents: sum('vatCents'), totalCents: sum('totalCents') },
      createdAt: new Date('2027-01-04T04:00:00Z'),
      corrects: isCredit ? { number: 'INV-000001', reason } : null,
    };
  });

/** "R 1 234,05" is 123405. */
const amountsIn = (printed: string): bigint[] =>
  [...printed.matchAll(/R ((?:\d{1,3} )*\d{1,3}),(\d\d)/g)].map(([, rand = '', cents]) =>
    BigInt(rand.replaceAll(' ', '') + cents),
  );

test('100 generated invoices show their number, parties, VAT numbers, lines, VAT and totals to another library', async () => {
  let read = 0;
  await fc.assert(
    fc.asyncProperty(invoices, async (invoice) => {
      const bytes = await buffer(await invoicePdf(invoice));
      const { text: whole, totalPages } = await extractText(new Uint8Array(bytes), { mergePages: true });
      const plain = whole.replace(/\s+/g, ' ');
      const { title, number, seller, buyer, corrects, lines, netCents, vatCents, totalCents } = invoice;
      assert.equal(totalPages, 1);
      // Lines break between words, and within long ones.
      const joined = plain.replaceAll(' ', '');
      const printed = [title, number, '4 January 2027', corrects?.number, corrects?.reason];
      for (const one of [...printed, ...[seller, buyer].flatMap((party) => [party.name, party.address])])
        if (one) assert.ok(joined.includes(one.replaceAll(' ', '')), `${one} in ${plain}`);
      for (const one of [seller, buyer]) assert.ok(plain.includes(`VAT number ${one.vatNumber}`), plain);
      const rows = amountsIn(plain.slice(plain.indexOf('Incl. VAT'))).slice(0, 3 * (lines.length + 1));
      const expected = [...lines, { netCents, vatCents, totalCents }];
      assert.deepEqual(
        rows,
        expected.flatMap((line) => [line.netCents, line.vatCents, line.totalCents]),
        plain,
      );
      for (const { rate } of lines) assert.ok(plain.includes(`${rate / 100} %`), plain);
      read += 1;
    }),
    { numRuns: 100 },
  );
  assert.ok(read >= 100);
});
