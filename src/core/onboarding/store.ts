// All SQL of merchants' onboarding documents.
import type { Db, Sql, Tx } from '../../kernel/db/db.ts';
import { anyRow, firstRow, onlyValue, rowCount } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type RowOf, t, table } from '../../kernel/db/table.ts';
import type { Actor } from '../context.ts';
import { seenBy, type Viewer } from '../viewer.ts';
import type { MediaType } from './content.ts';
import type { DocumentState } from './state.ts';

export const onboardingDocuments = table('onboarding_documents', {
  id: t.uuid(),
  merchantId: t.uuid(),
  kind: t.code(),
  state: t.code<DocumentState>().later(),
  stateReason: t.text('redact').nullable().later(),
  /** Null once the content is erased. */
  fileName: t.text('redact').nullable(),
  mediaType: t.code<MediaType>(),
  byteCount: t.integer(),
  sha256: t.code(),
  /** The last day on which it is valid, "2027-03-31"; null if it does not expire. */
  expiresOn: t.date().nullable(),
  /** The two users of the operator who accepted it, and when. */
  firstBy: t.code<Actor>().nullable().later().changes(),
  firstAt: t.timestamptz().nullable().later().changes(),
  secondBy: t.code<Actor>().nullable().later().changes(),
  secondAt: t.timestamptz().nullable().later().changes(),
  createdBy: t.code<Actor>(),
  correlationId: t.code(),
  createdAt: t.timestamptz(),
  completedAt: t.timestamptz().nullable().later(),
  /** The time of its next reminder, or of its expiry. */
  dueAt: t.timestamptz().nullable().later().changes(),
});

export type OnboardingDocument = RowOf<typeof onboardingDocuments>;

// The law requires the operator to keep it; retention erases it.
export const onboardingContents = table('onboarding_contents', {
  documentId: t.uuid(),
  merchantId: t.uuid(),
  /** The bytes in base64. */
  contentSealed: t.code(),
});

const columns = columnsOf(onboardingDocuments);

/** Adds a document with its content; returns false if another of its kind is in review. */
export async function insertDocument(
  tx: Tx,
  row: OnboardingDocument,
  contentSealed: string,
): Promise<boolean> {
  if (!(await anyRow(insertRows(tx, onboardingDocuments, [row], tx`on conflict do nothing`)))) return false;
  await insertRows(tx, onboardingContents, [
    { documentId: row.id, merchantId: row.merchantId, contentSealed },
  ]);
  return true;
}

export const countDocuments = (tx: Tx, merchantId: string) =>
  onlyValue(tx<{ count: number }[]>`
    select count(*)::integer as count from onboarding_documents where merchant_id = ${merchantId}`);

export const findDocument = (db: Db, viewer: Viewer, id: string) =>
  firstRow(db<OnboardingDocument[]>`
    select ${columns(db)} from onboarding_documents where id = ${id} and ${seenBy(db, viewer)}`);

export const lockDocument = (tx: Tx, viewer: Viewer, id: string) =>
  firstRow(tx<OnboardingDocument[]>`
    select ${columns(tx)} from onboarding_documents where id = ${id} and ${seenBy(tx, viewer)} for no key update`);

/** Locks the documents of a kind in some states. */
export const lockOfKind = (
  tx: Tx,
  { merchantId, kind }: Pick<OnboardingDocument, 'merchantId' | 'kind'>,
  states: readonly DocumentState[],
) => tx<OnboardingDocument[]>`
    select ${columns(tx)} from onboarding_documents
    where merchant_id = ${merchantId} and kind = ${kind} and state = any (${[...states]}::text[])
    order by id for no key update`;

/** Returns a merchant's documents, newest first. */
export const listDocuments = (db: Db, merchantId: string, limit: number) => db<OnboardingDocument[]>`
    select ${columns(db)} from onboarding_documents
    where merchant_id = ${merchantId} order by created_at desc, id desc limit ${limit}`;

/** Returns the documents that wait for a review, the oldest first. */
export const listInReview = (db: Db, viewer: Viewer, limit: number) => db<OnboardingDocument[]>`
    select ${columns(db)} from onboarding_documents
    where state in ('submitted', 'reviewed') and ${seenBy(db, viewer)} order by created_at, id limit ${limit}`;

export async function findContent(
  db: Db,
  { id, merchantId }: Pick<OnboardingDocument, 'id' | 'merchantId'>,
): Promise<string | undefined> {
  const found = await firstRow(db<{ contentSealed: string }[]>`
    select content_sealed from onboarding_contents where document_id = ${id} and merchant_id = ${merchantId}`);
  return found?.contentSealed;
}

/** Locks accepted documents whose reminder or expiry is due. all merchants: the sweep serves every merchant. */
export const lockDue = (tx: Tx, now: Date, limit: number) => tx<OnboardingDocument[]>`
    select ${columns(tx)} from onboarding_documents where due_at <= ${now} and state = 'accepted'
    order by due_at limit ${limit} for no key update skip locked`;

/** Erases the contents of documents that ended before an instant. Returns how many. all merchants: so is the sweep. */
export const eraseContents = (db: Sql, before: Date, limit: number) =>
  rowCount(db`
    with old as (
      update onboarding_documents set file_name = null where id in (
        select id from onboarding_documents
        where completed_at < ${before} and completed_at is not null and file_name is not null limit ${limit})
      returning id
    )
    delete from onboarding_contents using old where document_id = old.id`);
