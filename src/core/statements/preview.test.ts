// A preview is the import itself, rolled back: it reports the same, and leaves nothing.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { standardBank } from '../../../test/support/pain.ts';
import { openBanking } from '../../../test/support/setup/statements.ts';
import { answerFormats } from '../../app/bank-files.ts';
import type { Context } from '../context.ts';
import { takeAnswer } from '../payment-files/answers.ts';
import { rolledBack } from '../unit-of-work.ts';
import { importFile, previewFile } from './file-import.ts';
import { BadStatement } from './parsed-statement.ts';
import { createUploadExpiry, keepUpload, openUpload } from './uploads.ts';

const bank = await openBanking();
const { ctx } = bank;
const day = '2026-11-20';

describe('a preview', () => {
  test('the preview of a statement reports the matches, payments and reversals of its import, and changes no row', async () => {
    const account = await bank.account('main', { paymentProfile: 'standardbank', opening: 1_000_000n });
    const { reference } = await bank.single({ merchantReference: 'ORDER-77' });
    const { bankReference } = await bank.owe('main', 1_000n);
    await bank.exportNow('main');
    const text = bank.write('main', [
      [day, 10_000n, `EFT ${reference}`],
      [day, -1_000n, `PAYMENT ${bankReference}`],
      [day, 700n, 'EFT GOAT'],
      [day, -700n, 'EFT GOAT'],
      [day, -55n, 'WHAT'],
    ]);
    const file = bank.fileOf(text);
    const before = await bank.counts();
    const preview = await previewFile(ctx, account, file, 'Naledi');
    assert.deepEqual(await bank.counts(), before);
    const [part] = preview.parts;
    assert.ok(part && 'imported' in part);
    assert.deepEqual(
      part.lines.map(({ meaning, pays, status }) => [meaning, pays, status]),
      [
        ['deposit', 'ORDER-77', 'booked'],
        ['payment', null, 'booked'],
        ['deposit', null, 'booked'],
        ['reversal', null, 'booked'],
        [null, null, 'open'],
      ],
    );
    const { parts } = await importFile(ctx, account, file, 'Naledi');
    assert.ok(parts[0] && 'imported' in parts[0]);
    assert.deepEqual(parts[0].imported, part.imported);
    await bank.sound();
    const again = await previewFile(ctx, account, file, 'Naledi');
    assert.ok(again.parts[0] && 'imported' in again.parts[0]);
    assert.deepEqual([again.parts[0].imported.status, again.parts[0].lines.length], ['duplicate', 0]);
  });

  test('the preview of a refused statement has its line, and changes no row', async () => {
    const account = await bank.account('refused');
    const text = bank.write('refused', [[day, 100n, 'A GOAT']], {
      edit: (one) => one.replace(/:62F:C(\d{6})ZAR[\d,]+/, ':62F:C$1ZAR9,99'),
    });
    const before = await bank.counts();
    const refused = await previewFile(ctx, account, bank.fileOf(text), 'Naledi').catch((error) => error);
    assert.ok(refused instanceof BadStatement && refused.line !== null, String(refused));
    assert.deepEqual(await bank.counts(), before);
  });

  test('the preview of a response to a payment file reports the outcomes of its import, and changes no row', async () => {
    await bank.account('answered', { paymentProfile: 'standardbank', opening: 1_000_000n });
    const pending = await bank.owe('answered', 2_000n);
    const [sent] = await bank.exportNow('answered');
    const ids = { messageId: 'ANSWER-1', originalMessageId: sent!.file.messageId };
    const text = standardBank.finaud(ids, [pending], []);
    const before = await bank.counts();
    const preview = await rolledBack(ctx, (work) => takeAnswer(work, answerFormats, 'answered', text));
    assert.deepEqual(await bank.counts(), before);
    assert.deepEqual(preview, await bank.answer('answered', text));
    await bank.sound();
  });
});

test('an upload is kept sealed for half an hour, for its user and its account, and a user keeps five', async () => {
  const own: Context = { ...ctx, actor: 'user:018f0000-0000-7000-8000-00000000000a' };
  const other: Context = { ...ctx, actor: 'user:018f0000-0000-7000-8000-00000000000b' };
  const bytes = Buffer.from([0, 1, 2, 255]);
  const id = await keepUpload(own, 'main', { name: 'a.sta', bytes });
  assert.deepEqual(await openUpload(own, 'main', id), { id, name: 'a.sta', bytes });
  assert.equal(await openUpload(other, 'main', id), undefined);
  assert.equal(await openUpload(own, 'refused', id), undefined);
  assert.equal(await openUpload(own, 'main', 'x'), undefined);
  const [row] = await bank.db`select content_sealed from statement_uploads where id = ${id}`;
  assert.ok(!row!.contentSealed.includes(bytes.toString('base64')));
  bank.clock.advance(1);
  for (let count = 0; count < 5; count += 1) await keepUpload(own, 'main', { name: 'b', bytes });
  assert.equal(await openUpload(own, 'main', id), undefined);
  const last = await keepUpload(other, 'main', { name: 'c', bytes });
  bank.clock.advance(30 * 60_000);
  assert.equal(await openUpload(other, 'main', last), undefined);
  assert.equal(await createUploadExpiry(ctx).run(), 6);
});
