// A merchant's onboarding record: upload, two reviews, expiry with reminders, erasure, and going live.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documentKinds } from '../src/core/onboarding/list.ts';
import { newFormId } from '../src/core/users/forms.ts';
import { at, dayOf } from '../src/kernel/business-days.ts';
import { newId } from '../src/kernel/ids.ts';
import { ask, strangerOf, type Visitor, visitorsOf } from './console/support.ts';
import { tefoOn } from './support/cli.ts';
import { columnOf } from './support/column.ts';
import { mailbox } from './support/mailbox.ts';
import { openService } from './support/opening.ts';
import { assertSound } from './support/refunding.ts';

const service = await openService({
  env: { TEFO_ONBOARDING: 'required', TEFO_ONBOARDING_DAYS: '2' },
  clock: 'shared',
});
const { ctx, db, clock, merchant } = service;
const tefo = tefoOn(service);
const { code, id: merchantId } = merchant.merchant;
const dayMs = 24 * 3_600_000;
const pdf = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');
const png = Buffer.from('89504e470d0a1a0a0000000d494844520000000049454e44ae426082', 'hex');

const [admin, first, second] = await visitorsOf(service, 'admin', 'operator-finance', 'operator-admin');
const others = await visitorsOf(service, 'finance', 'developer', 'operator-support');
const stranger = await strangerOf(service, 'admin');

function upload(
  who: Visitor,
  kind: string,
  bytes: Buffer,
  more: Record<string, string> = {},
  name = 'scan.pdf',
) {
  const fields = new FormData();
  for (const [key, value] of Object.entries({ form: newFormId(), merchant: code, kind, ...more }))
    fields.set(key, value);
  fields.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  return ask(service, '/console/onboarding/upload', { cookie: who.cookie, fields });
}
async function uploaded(kind: string, more: Record<string, string> = {}): Promise<string> {
  const answer = await upload(admin, kind, pdf, more);
  assert.equal(answer.status, 303, answer.text);
  return answer.to!;
}
const review = (
  who: Visitor,
  path: string,
  seen: string,
  fields: Record<string, string> = { do: 'accept' },
) => who.post(`${path}/review`, { form: newFormId(), seen, ...fields });
async function accepted(kind: string, more: Record<string, string> = {}): Promise<string> {
  const path = await uploaded(kind, more);
  assert.equal((await review(first, path, 'submitted')).status, 303);
  assert.equal((await review(second, path, 'reviewed')).status, 303);
  return path;
}
const idIn = (path: string) => path.split('/').at(-1)!;
const rowOf = async (path: string) =>
  (
    await db`select state, state_reason, file_name, expires_on from onboarding_documents where id = ${idIn(path)}`
  )[0]!;
const mails = async (news: RegExp) =>
  (await mailbox(service)).filter(({ subject, to }) => news.test(subject) && to === admin.email);
async function pass(days: number): Promise<void> {
  clock.set(new Date(clock.now().getTime() + days * dayMs));
  await service.drain();
}
const sound = () => assertSound(db);

describe('a document', () => {
  test('is sealed at rest, and only its merchant’s admin and the reviewers read it, as a download that is audited', async () => {
    const path = await uploaded('company-registration');
    const [stored] =
      await db`select content_sealed from onboarding_contents where document_id = ${idIn(path)}`;
    assert.ok(!Buffer.from(stored!.contentSealed).includes(pdf));
    assert.ok(!stored!.contentSealed.includes(pdf.toString('base64')));
    for (const reader of [admin, first, second]) {
      const file = await reader.get(`${path}/file`);
      assert.equal(file.text, pdf.toString());
      assert.match(file.headers.get('content-disposition')!, /^attachment; filename="company-registration-/);
      assert.equal(file.headers.get('x-content-type-options'), 'nosniff');
      assert.equal(file.headers.get('content-type'), 'application/pdf');
    }
    const read = await db`
      select who from console.audit where action = 'onboarding.see' and subject = ${`document ${idIn(path)}`} order by position`;
    assert.deepEqual(columnOf(read, 'who'), [admin.userId, first.userId, second.userId]);
    for (const other of others)
      for (const address of [path, `${path}/file`, '/console/onboarding'])
        assert.equal((await other.get(address)).status, 403);
    for (const address of [path, `${path}/file`]) assert.equal((await stranger.get(address)).status, 404);
    assert.equal((await upload(stranger, 'tax-clearance', pdf)).status, 400);
    assert.equal((await upload(first, 'tax-clearance', pdf)).status, 403);
    assert.equal((await review(admin, path, 'submitted')).status, 403);
  });

  for (const [what, kind, bytes, words] of [
    ['an HTML page', 'tax-clearance', Buffer.from('<html>%PDF-'), /whole PDF, PNG or JPEG/],
    ['a part of a PDF', 'tax-clearance', pdf.subarray(0, 20), /whole PDF, PNG or JPEG/],
    ['an empty file', 'tax-clearance', Buffer.alloc(0), /not empty/],
    [
      'more than 10 MB',
      'tax-clearance',
      Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024), pdf]),
      /at most 10 MB/,
    ],
    ['a kind that is not asked', 'passport', pdf, /choose a document from the list/i],
  ] as const)
    test(`that is ${what} is refused`, async () => {
      const answer = await upload(admin, kind, bytes);
      assert.equal(answer.status, 422, answer.text.slice(0, 500));
      assert.match(answer.text, words);
    });

  test('is accepted by two users of the operator, neither of whom granted the other’s role', async () => {
    const answer = await upload(admin, 'directors-identity', png, { expiresOn: '2031-05-31' }, 'ids.png');
    const path = answer.to!;
    assert.equal((await review(first, path, 'submitted')).status, 303);
    assert.equal((await rowOf(path)).state, 'reviewed');
    const twice = await review(first, path, 'reviewed');
    assert.match(twice.text, /You have approved this document already/i);
    await db`
      insert into console.grants (id, user_id, kind, merchant_id, granted_by, granted_at)
      values (${newId(ctx.clock)}, ${second.userId}, 'role', null, ${first.userId}, ${ctx.clock.now()})`;
    assert.equal((await review(second, path, 'reviewed')).status, 403);
    await db`delete from console.grants where granted_by = ${first.userId}`;
    assert.equal((await review(second, path, 'submitted')).status, 409);
    assert.equal((await review(second, path, 'reviewed')).status, 303);
    assert.equal((await rowOf(path)).state, 'accepted');
    assert.equal((await review(second, path, 'reviewed')).status, 409);
    await sound();
  });

  test('that is declined needs a reason, which its merchant reads', async () => {
    const path = await uploaded('authority-to-sign');
    assert.equal((await review(first, path, 'submitted', { do: 'decline', reason: '' })).status, 422);
    assert.equal(
      (await review(first, path, 'submitted', { do: 'decline', reason: 'not signed' })).status,
      303,
    );
    const { state, stateReason } = await rowOf(path);
    assert.deepEqual([state, stateReason], ['declined', 'not signed']);
    assert.match((await admin.get('/console/onboarding')).text, /not signed/);
    assert.equal((await mails(/declined: Authority to sign/)).length, 1);
  });

  test('is replaced by a newer one: in review at once, accepted only when the newer one is', async () => {
    const waiting = await uploaded('beneficial-owners');
    const old = await accepted('beneficial-owners');
    assert.equal((await rowOf(waiting)).state, 'replaced');
    const newer = await uploaded('beneficial-owners');
    assert.equal((await rowOf(old)).state, 'accepted');
    for (const [who, seen] of [
      [second, 'submitted'],
      [first, 'reviewed'],
    ] as const)
      await review(who, newer, seen);
    assert.deepEqual([(await rowOf(old)).state, (await rowOf(newer)).state], ['replaced', 'accepted']);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => upload(admin, 'beneficial-owners', pdf)),
    );
    assert.ok(
      answers.every(({ status }) => status === 303 || status === 409),
      answers.map(({ status }) => status).join(),
    );
    const [live] = await db`
      select count(*)::integer as count from onboarding_documents where kind = 'beneficial-owners' and state = 'submitted'`;
    assert.equal(live!.count, 1);
    await sound();
  });
});

test('the command line lists, shows and reviews documents', async () => {
  const path = await uploaded('vat-registration');
  const listed = JSON.parse((await tefo('onboarding', 'list', '--merchant', code, '--json')).out);
  assert.equal(listed[0].merchant, code);
  assert.ok(listed[0].missing.includes('proof-of-address'));
  const by = (name: string) => [
    'onboarding',
    'review',
    idIn(path),
    '--merchant',
    code,
    '--by',
    name,
    '--json',
  ];
  assert.equal(JSON.parse((await tefo(...by('Naledi'), '--accept')).out).state, 'reviewed');
  assert.equal((await tefo(...by('Naledi'), '--accept')).code, 1);
  assert.equal((await tefo(...by('Thabo'), '--accept', '--decline', 'x')).code, 2);
  assert.equal(JSON.parse((await tefo(...by('Thabo'), '--accept')).out).state, 'accepted');
  const shown = JSON.parse((await tefo('onboarding', 'show', '--merchant', code, '--json')).out);
  const line = shown.documents.find(({ kind }: { kind: string }) => kind === 'vat-registration');
  assert.equal(line.accepted.documentId, idIn(path));
});

test('a merchant goes live only when all required documents are accepted', async () => {
  const page = `/console/go-live?merchant=${code}`;
  assert.match((await admin.get(page)).text, /Not accepted: .*Proof of address/);
  await db`insert into console.go_live (merchant_id, asked_by, asked_at) values (${merchantId}, ${`user:${admin.userId}`}, now())`;
  const agree = () =>
    second.post('/console/go-live/switch', { form: newFormId(), merchant: code, agreed: '0', do: 'agree' });
  assert.match((await agree()).text, /Documents are open/);
  for (const { kind, isRequired } of documentKinds) if (isRequired) await accepted(kind);
  assert.doesNotMatch((await admin.get(page)).text, /Not accepted:/);
  assert.equal((await agree()).status, 303);
});

test('its admins are reminded before the last day and on it; then it expires, and its content is erased after the days of its setting', async () => {
  const today = dayOf(clock.now()).add({ days: 1 });
  // Reminders leave at 08:00.
  clock.set(at(today, '12:00'));
  const lastDay = today.add({ days: 60 }).toString();
  const path = await accepted('tax-clearance', { expiresOn: lastDay });
  const counts: number[] = [];
  for (const days of [25, 10, 20, 4, 1, 1, 1]) {
    await pass(days);
    counts.push((await mails(/expires soon: Tax compliance/)).length);
  }
  assert.deepEqual(counts, [0, 1, 2, 2, 3, 3, 3]);
  const { state, stateReason } = await rowOf(path);
  assert.deepEqual([state, stateReason], ['expired', `it was valid until ${lastDay}`]);
  assert.equal((await mails(/expired: Tax compliance/)).length, 1);
  await sound();
  await pass(3);
  assert.deepEqual(
    [
      (await rowOf(path)).fileName,
      (await db`select from onboarding_contents where document_id = ${idIn(path)}`).count,
    ],
    [null, 0],
  );
  await sound();
});
