// A merchant's onboarding record: its documents, uploaded by its admins and reviewed by two users of the operator.
import { dayOf } from '../../kernel/business-days.ts';
import { maskNumbers } from '../../kernel/formats/mask.ts';
import { newId } from '../../kernel/ids.ts';
import { sha256Hex } from '../../kernel/security/crypto.ts';
import type { AnyContext, Context, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import { findMerchantById } from '../merchants/actions.ts';
import { advance, change } from '../transitions.ts';
import { action, flush } from '../unit-of-work.ts';
import { assertOtherPerson, judgePair, pairWords } from '../users/grants.ts';
import { sees, type Viewer } from '../viewer.ts';
import { mediaTypeOf, mostBytes } from './content.ts';
import { emailMerchant, emailReviewers } from './emails.ts';
import { type DocumentKind, documentKinds, kindNamed } from './list.ts';
import { nextReminder } from './reminders.ts';
import { type DocumentState, documentMachine } from './state.ts';
import * as store from './store.ts';

export { extensionOf, mostBytes } from './content.ts';
export { type DocumentKind, titleOf } from './list.ts';
export { type DocumentState, documentMachine } from './state.ts';
export { type OnboardingDocument, onboardingDocuments } from './store.ts';

/** The most documents of a merchant, of all times. */
export const mostDocuments = 200;

export interface NewDocument {
  merchantId: string;
  kind: string;
  fileName: string;
  bytes: Buffer;
  /** The last day on which it is valid, "2027-03-31"; absent: it has none. */
  expiresOn?: string | undefined;
}

/**
 * Adds a document, which waits for its review. An earlier one of its kind that is in review is replaced; one that is accepted stays until
 * the new one is. Throws MerchantNotFound, InvalidField (kind, file, expiresOn), and DoneAlready for a second upload at the same time.
 */
export const uploadDocument = action(async (work, viewer: Viewer, given: NewDocument) => {
  const { merchantId, bytes } = given;
  const merchant = sees(viewer, merchantId) ? await findMerchantById(work.tx, merchantId) : undefined;
  if (!merchant) throw new DomainError('MerchantNotFound');
  const kind = kindNamed(given.kind);
  if (!kind) throw invalidField('kind', 'choose a document from the list');
  const mediaType = readType(bytes);
  if ((await store.countDocuments(work.tx, merchantId)) >= mostDocuments)
    throw invalidField('file', `the limit of ${mostDocuments} documents is reached`);
  const earlier = await store.lockOfKind(work.tx, { merchantId, kind: kind.kind }, ['submitted', 'reviewed']);
  for (const one of earlier) move(work, one, 'replace', 'a newer document was uploaded');
  // The unique index of documents in review allows the new one only after that.
  await flush(work);
  const now = work.clock.now();
  const row: store.OnboardingDocument = {
    ...{
      id: newId(work.clock),
      merchantId,
      kind: kind.kind,
      state: documentMachine.initial,
      stateReason: null,
    },
    ...{
      fileName: given.fileName.slice(0, 200),
      mediaType,
      byteCount: bytes.length,
      sha256: sha256Hex(bytes),
    },
    ...{ expiresOn: readExpiry(work, kind, given.expiresOn), firstBy: null, firstAt: null },
    ...{ secondBy: null, secondAt: null, createdBy: work.actor, correlationId: work.correlationId },
    ...{ createdAt: now, completedAt: null, dueAt: null },
  };
  if (!(await store.insertDocument(work.tx, row, work.keyring.seal(bytes.toString('base64')))))
    throw new DomainError('DoneAlready', {
      detail: 'a document of this kind was uploaded at the same time',
    });
  await emailReviewers(work, row, merchant);
  return row;
});

function readType(bytes: Buffer) {
  if (bytes.length === 0) throw invalidField('file', 'choose a file that is not empty');
  if (bytes.length > mostBytes) throw invalidField('file', 'a file can have at most 10 MB');
  const type = mediaTypeOf(bytes);
  if (!type) throw invalidField('file', 'the file must be a whole PDF, PNG or JPEG');
  return type;
}

/** Returns the last day of a document: the given one, and at most its kind's months from today. */
function readExpiry(work: Work, { months }: DocumentKind, given: string | undefined): string | null {
  const today = dayOf(work.clock.now());
  const last = months === undefined ? undefined : today.add({ months });
  if (given === undefined || given === '') return last?.toString() ?? null;
  const day = readDay(given);
  if (!day || Temporal.PlainDate.compare(day, today) < 0 || day.year > today.year + 50)
    throw invalidField('expiresOn', 'the expiry must be a day from today on, such as 2027-03-31');
  return last && Temporal.PlainDate.compare(day, last) > 0 ? last.toString() : day.toString();
}

function readDay(text: string): Temporal.PlainDate | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  try {
    return Temporal.PlainDate.from(text);
  } catch {
    return undefined;
  }
}

/** Takes a step of a locked document. */
export function move(
  work: Work,
  document: store.OnboardingDocument,
  verb: Parameters<
    typeof advance<DocumentState, 'review' | 'accept' | 'decline' | 'expire' | 'replace', never, never>
  >[3],
  reason: string | null,
): void {
  advance(work, documentMachine, document, verb, reason);
  document.stateReason = reason;
  change(work, store.onboardingDocuments, document, { dueAt: document.dueAt });
}

export interface Review {
  isAccepted: boolean;
  /** Required to decline. */
  reason: string;
  /** The state that the reviewer saw. */
  seen?: DocumentState | undefined;
}

/**
 * Records a user's review. A document is accepted when two users have accepted it, neither of whom uploaded it or granted the other's role;
 * one declines it. Throws DocumentNotFound, InvalidField (reason), MakerMayNotDecide, ChangedSinceSeen, StepNotAllowed, DoneAlready.
 */
export const reviewDocument = action(
  async (work, viewer: Viewer, id: string, { isAccepted, reason: given, seen }: Review) => {
    const document = await store.lockDocument(work.tx, viewer, id);
    if (!document) throw new DomainError('DocumentNotFound');
    const { state, createdBy: creator } = document;
    if (state !== 'submitted' && state !== 'reviewed')
      throw new DomainError('DoneAlready', { detail: `the document is ${state} already` });
    await assertOtherPerson(work, work.actor, { creator, merchantId: null, noun: 'document' });
    const same = document.firstBy && (await judgePair(work, work.actor, document.firstBy, null));
    if (isAccepted && same)
      throw new DomainError('MakerMayNotDecide', { detail: pairWords(same, 'document') });
    if (seen !== undefined && seen !== state)
      throw new DomainError('ChangedSinceSeen', {
        detail: 'another user reviewed it after you opened the page',
      });
    if (isAccepted) await accept(work, document);
    else await decline(work, document, given);
    return document;
  },
);

async function accept(work: Work, document: store.OnboardingDocument): Promise<void> {
  const now = work.clock.now();
  const { expiresOn, state } = document;
  if (expiresOn !== null && expiresOn < dayOf(now).toString())
    throw new DomainError('StepNotAllowed', { detail: `the document expired on ${expiresOn}` });
  if (state === 'submitted') {
    change(work, store.onboardingDocuments, document, { firstBy: work.actor, firstAt: now });
    return move(work, document, 'review', null);
  }
  for (const one of await store.lockOfKind(work.tx, document, ['accepted'])) {
    one.dueAt = null;
    move(work, one, 'replace', 'a newer document was accepted');
  }
  await flush(work);
  const dueAt = nextReminder(expiresOn, now);
  change(work, store.onboardingDocuments, document, { secondBy: work.actor, secondAt: now, dueAt });
  move(work, document, 'accept', null);
}

async function decline(work: Work, document: store.OnboardingDocument, given: string): Promise<void> {
  const reason = maskNumbers(given.trim());
  if (reason.length < 1 || reason.length > 200)
    throw invalidField('reason', 'a declined document requires a reason of 1 to 200 characters');
  move(work, document, 'decline', reason);
  await emailMerchant(work, document, 'declined');
}

/** Returns a document that a viewer sees. Throws DocumentNotFound. */
export async function readDocument(
  { db }: AnyContext,
  viewer: Viewer,
  id: string,
): Promise<store.OnboardingDocument> {
  const found = await store.findDocument(db, viewer, id);
  if (!found) throw new DomainError('DocumentNotFound');
  return found;
}

/** Returns the bytes of a document. Throws DocumentNotFound once they are erased. */
export async function openContent(
  { db, keyring }: Pick<Context, 'db' | 'keyring'>,
  document: store.OnboardingDocument,
): Promise<Buffer> {
  const sealed = await store.findContent(db, document);
  if (sealed === undefined)
    throw new DomainError('DocumentNotFound', { detail: 'the content of the document was erased' });
  const bytes = Buffer.from(keyring.open(sealed), 'base64');
  if (sha256Hex(bytes) !== document.sha256)
    throw new Error(`the document ${document.id} differs from its digest`);
  return bytes;
}

/** Returns the documents in review that a viewer sees, oldest first, at most 100. */
export const listInReview = ({ db }: AnyContext, viewer: Viewer) => store.listInReview(db, viewer, 100);

/** A document of the list, with the merchant's documents of this kind. */
export interface RecordLine extends DocumentKind {
  /** The accepted one. */
  accepted: store.OnboardingDocument | undefined;
  /** The newest one, if it is not the accepted one. */
  newest: store.OnboardingDocument | undefined;
}

/** Returns a merchant's onboarding record: a line for each document of the list. */
export async function readRecord(
  { db }: Pick<AnyContext, 'db'>,
  viewer: Viewer,
  merchantId: string,
): Promise<RecordLine[]> {
  if (!sees(viewer, merchantId)) throw new DomainError('MerchantNotFound');
  const rows = await store.listDocuments(db, merchantId, mostDocuments);
  return documentKinds.map((kind) => {
    const own = rows.filter((row) => row.kind === kind.kind);
    const accepted = own.find(({ state }) => state === 'accepted');
    const [newest] = own;
    return { ...kind, accepted, newest: newest === accepted ? undefined : newest };
  });
}

/** Returns the required documents of a record that are not accepted. */
export const missingOf = (record: readonly RecordLine[]): RecordLine[] =>
  record.filter(({ isRequired, accepted }) => isRequired && !accepted);
