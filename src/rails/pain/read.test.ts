import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { standardBank, writeAnswer } from '../../../test/support/pain.ts';
import { BadAnswer } from '../../core/payment-files/format.ts';
import { unpaidReasons } from '../../core/unpaid-reasons.ts';
import { profiles } from './profiles.ts';
import { readAnswer } from './read.ts';
import { isDuplicateReason, isDuplicateRefusal, refusesWholeFile } from './refusals.ts';
import { isUnpaidReason } from './unpaid.ts';

const ids = { messageId: '51908064', originalMessageId: 'TEFO-1' };
const [first, second] = [
  { bankReference: 'PAY123456789092', amount: '1.00' },
  { bankReference: 'PAY000000000195', amount: '2.00' },
];
const named = (xml: string) =>
  readAnswer(xml).payments.map(({ bankReference, status }) => [bankReference, status]);

describe('a response of Standard Bank', () => {
  test('reports that the file is there', () => {
    assert.deepEqual(readAnswer(standardBank.ack(ids)), {
      ...ids,
      groupStatus: 'RCVD',
      groupReasons: [],
      payments: [],
    });
  });

  test('reports a checked and a completed file, with the code and the words of its text', () => {
    const answer = readAnswer(standardBank.finaud(ids, [first], [second]));
    assert.equal(answer.groupStatus, 'PART');
    assert.deepEqual(answer.payments, [
      {
        bankReference: first.bankReference,
        status: 'ACSP',
        reasons: [{ code: '0000', text: 'NO ERROR FOUND-PROCESSED SUCCESSFULLY' }],
      },
      {
        bankReference: second.bankReference,
        status: 'RJCT',
        reasons: [{ code: '0003', text: 'ACCOUNT NUMBER INVALID' }],
      },
    ]);
    assert.ok(!isUnpaidReason(answer.payments[1]!.reasons));
    assert.ok(refusesWholeFile(readAnswer(standardBank.intaud(ids, [], [second]))));
  });

  test('reports that a payment came back, or went to another account, whose number is left out', () => {
    const answer = readAnswer(standardBank.unpData(ids, [first], '03', [second]));
    const [redirected, returned] = answer.payments;
    assert.equal(returned!.reasons[0]!.code, '03');
    assert.match(returned!.reasons[0]!.text, /^Unpaid Reason Code : 03, DEBITS NOT ALLOWED ON THI, /);
    assert.ok(isUnpaidReason(returned!.reasons));
    assert.equal(redirected!.status, 'ACWC');
    assert.match(redirected!.reasons[0]!.text, /Redirect Account Number : \*\*\*0017/);
  });

  test('refuses a file that it has already', () => {
    for (const line of ['Duplicate MsgId', 'Duplicate File']) {
      const answer = readAnswer(standardBank.nack(ids, line));
      assert.deepEqual(answer.groupReasons, [{ code: null, text: line }]);
      assert.ok(isDuplicateRefusal(answer));
      assert.ok(!refusesWholeFile(answer));
    }
    const refused = readAnswer(standardBank.nack(ids, 'Invalid file format'));
    assert.ok(!isDuplicateRefusal(refused));
    assert.ok(refusesWholeFile(refused));
  });

  test('refuses single payments later, which is no refusal of the others', () => {
    for (const xml of [standardBank.vetData(ids, [first]), standardBank.unpData(ids, [first])]) {
      const answer = readAnswer(xml);
      assert.equal(answer.groupStatus, 'RJCT');
      assert.ok(!refusesWholeFile(answer));
    }
  });
});

describe('a response', () => {
  test('is read in any version, with any prefix, and in an envelope', () => {
    for (const version of ['02', '03', '04', '08', '10', '12', '14']) {
      for (const prefix of [undefined, 'ns2', 'p']) {
        const payments = [{ bankReference: first.bankReference, status: 'ACSC' }];
        const xml = writeAnswer({ ...ids, version: `pain.002.001.${version}`, prefix, payments });
        const inside = xml.slice(xml.indexOf('?>') + 2);
        for (const text of [
          xml,
          `\ufeff${xml}`,
          `<Envelope><AppHdr><To>x</To></AppHdr>${inside}</Envelope>`,
        ]) {
          assert.deepEqual(readAnswer(text), {
            ...ids,
            groupStatus: null,
            groupReasons: [],
            payments: [{ bankReference: first.bankReference, status: 'ACSC', reasons: [] }],
          });
        }
      }
    }
  });

  test('in version 02 has other names', () => {
    const answer = readAnswer(`<Document><pain.002.001.02><GrpHdr><MsgId>1</MsgId></GrpHdr><OrgnlGrpInfAndSts>
      <OrgnlMsgId>TEFO-1</OrgnlMsgId><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts><TxInfAndSts><OrgnlEndToEndId>PAY1</OrgnlEndToEndId>
      <TxSts>RJCT</TxSts><StsRsnInf><StsRsn><Prtry>X</Prtry></StsRsn><AddtlStsRsnInf>no</AddtlStsRsnInf></StsRsnInf>
      </TxInfAndSts></pain.002.001.02></Document>`);
    assert.deepEqual(answer.payments, [
      { bankReference: 'PAY1', status: 'RJCT', reasons: [{ code: 'X', text: 'no' }] },
    ]);
  });

  test('can give the status of its group of payments: to those named in it, or to the file', () => {
    const paymentGroup = { status: 'RJCT', reasons: [{ code: 'AC04', lines: ['closed', 'for good'] }] };
    const reasons = [{ code: 'AC04', text: 'closed, for good' }];
    const whole = readAnswer(writeAnswer({ ...ids, paymentGroup }));
    assert.deepEqual([whole.groupStatus, whole.groupReasons], ['RJCT', reasons]);
    const some = readAnswer(
      writeAnswer({ ...ids, paymentGroup, payments: [{ ...first, status: 'ACSC' }, second] }),
    );
    assert.deepEqual(some.groupStatus, null);
    assert.deepEqual(some.payments, [
      { bankReference: first.bankReference, status: 'ACSC', reasons: [] },
      { bankReference: second.bankReference, status: 'RJCT', reasons },
    ]);
  });

  test('names a payment by its end-to-end id, else by that of its instruction', () => {
    const payments = [null, 'NOTPROVIDED', 'OTHER'].map((endToEndId) => ({ ...first, endToEndId }));
    assert.deepEqual(named(writeAnswer({ ...ids, payments })), [
      [first.bankReference, null],
      [first.bankReference, null],
      ['OTHER', null],
    ]);
  });

  test('takes its reasons from a code, a private one, or the text', () => {
    const reasons = [{ code: 'AM05' }, { proprietary: 'Z 9' }, { lines: ['Status Code : 0014', 'late'] }, {}];
    const answer = readAnswer(writeAnswer({ ...ids, groupStatus: 'RJCT', reasons }));
    assert.deepEqual(answer.groupReasons, [
      { code: 'AM05', text: '' },
      { code: 'Z 9', text: '' },
      { code: '0014', text: 'late' },
      { code: null, text: '' },
    ]);
    assert.ok(isDuplicateRefusal(answer));
    assert.ok(isDuplicateReason([{ code: 'DU04', text: '' }]));
    assert.ok(!isDuplicateReason([{ code: 'AC04', text: 'closed' }]));
  });

  test('with two thousand payments is read', () => {
    const payments = Array.from({ length: 2_000 }, (_, index) => ({
      bankReference: `PAY${String(index).padStart(12, '0')}`,
      status: 'RJCT',
      reasons: [{ lines: ['Status Code : 0003', 'Status Description : ACCOUNT NUMBER INVALID'] }],
      amount: '1.00',
    }));
    assert.equal(readAnswer(writeAnswer({ ...ids, groupStatus: 'PART', payments })).payments.length, 2_000);
  });
});

describe('another kind of file', () => {
  const good = standardBank.finaud(ids, [first], [second]);
  test('is refused, with the reason', () => {
    const wrong: [string, RegExp][] = [
      ['', /XML|root/],
      ['PAY123456789092;RJCT', /pain\.002|XML|root/],
      [good.slice(0, good.length / 2), /XML/],
      [good.replace('?>', '?><!DOCTYPE a [<!ENTITY b "c">]>'), /document type/],
      [good.replace('ACSP', '&unknown;'), /entity/],
      [`\0${good}`, /null bytes/],
      ['<Document><CstmrCdtTrfInitn><a>1</a></CstmrCdtTrfInitn></Document>', /no pain\.002/],
      [good.replace(/<OrgnlMsgId>.*<\/OrgnlMsgId>/, ''), /no OrgnlMsgId/],
      [good.replace(/<MsgId>.*<\/MsgId>/, '<MsgId> </MsgId>'), /no MsgId/],
      [good.replace('TEFO-1', 'X'.repeat(36)), /longer than 35/],
      [good.replace('>ACSP<', '>PERHAPS<'), /status of four/],
      [good.replaceAll(/<Orgnl(EndToEnd|Instr)Id>.*\n/g, ''), /neither OrgnlEndToEndId nor OrgnlInstrId/],
      [good.replace('<TxSts>', '<TxSts>RJCT</TxSts><TxSts>'), /TxSts is there more than once/],
      [good.replaceAll('OrgnlGrpInfAndSts', 'Other'), /OrgnlGrpInfAndSts is there 0 times/],
      [`<a>${'<b>'.repeat(5000)}`, /XML/],
    ];
    for (const [xml, reason] of wrong) {
      assert.throws(
        () => readAnswer(xml),
        (error) => error instanceof BadAnswer && reason.test(error.message),
        xml.slice(0, 60),
      );
    }
  });
});

test("a status has Standard Bank's meaning", () => {
  const { meaningOf } = profiles.find(({ name }) => name === 'standardbank')!;
  const meanings = { pending: 'RCVD ACTC ACCP PDNG', paid: 'ACSP ACSC ACCC ACWC', failed: 'RJCT' };
  for (const [meaning, statuses] of Object.entries(meanings)) {
    for (const status of statuses.split(' ')) assert.equal(meaningOf(status), meaning);
  }
  for (const status of ['XXXX', 'toString', '']) assert.equal(meaningOf(status), undefined);
});

test('one unpaid reason can be tried again, and four are disputes', () => {
  const codes = (wanted: 'mayRetry' | 'isDispute') =>
    unpaidReasons.filter((reason) => reason[wanted]).map(({ code }) => code);
  assert.deepEqual(codes('mayRetry'), ['02']);
  assert.deepEqual(codes('isDispute'), ['30', '32', '34', '36']);
  assert.equal(unpaidReasons.length, 19);
});
