// tefo onboarding: merchants' documents, and their review.
import type { Context } from '../core/context.ts';
import { listMerchants } from '../core/merchants/actions.ts';
import {
  missingOf,
  type OnboardingDocument,
  readDocument,
  readRecord,
  reviewDocument,
} from '../core/onboarding/actions.ts';
import { inWork } from '../core/unit-of-work.ts';
import { record } from '../core/users/audit.ts';
import { everything, only } from '../core/viewer.ts';
import { isUuid } from '../kernel/ids.ts';
import { paint } from '../kernel/process/terminal.ts';
import { firstOf } from '../kernel/required.ts';
import { actingBy, byOf } from './by.ts';
import { UsageError, type Work } from './command.ts';
import { onDatabase, withContext } from './context.ts';
import { requireMerchant } from './merchants.ts';
import { print, table } from './output.ts';

interface Listed {
  merchant: string;
  name: string;
  isComplete: boolean;
  /** The kinds of required documents that are not accepted. */
  missing: string[];
  inReview: number;
}

export const onboardingList = onDatabase(async (ctx, { values }) => {
  const code = values.merchant;
  const merchants =
    typeof code === 'string' ? [await requireMerchant(ctx, code)] : await listMerchants(ctx.db);
  const listed: Listed[] = [];
  for (const { id, code: merchant, name } of merchants) {
    const lines = await readRecord(ctx, only(id), id);
    const missing = missingOf(lines).map(({ kind }) => kind);
    const inReview = lines.filter(
      ({ newest }) => newest?.state === 'submitted' || newest?.state === 'reviewed',
    );
    listed.push({ merchant, name, isComplete: missing.length === 0, missing, inReview: inReview.length });
  }
  print(values.json, listed, () =>
    table(
      listed.map(({ merchant, name, isComplete, missing, inReview }) => [
        ...[paint('name', merchant), name, isComplete ? 'complete' : `${missing.length} missing`],
        inReview === 0 ? '' : `${inReview} in review`,
      ]),
    ),
  );
});

const described = (document: OnboardingDocument | undefined) =>
  document && {
    ...{
      documentId: document.id,
      state: document.state,
      reason: document.stateReason,
      file: document.fileName,
    },
    ...{ mediaType: document.mediaType, bytes: document.byteCount, sha256: document.sha256 },
    ...{
      expiresOn: document.expiresOn,
      uploadedAt: document.createdAt.toISOString(),
      uploadedBy: document.createdBy,
    },
    ...{ firstBy: document.firstBy, secondBy: document.secondBy },
  };

export const onboardingShow = onDatabase(async (ctx, { values }) => {
  const { id, code: merchant } = await requireMerchant(ctx, String(values.merchant));
  const lines = await readRecord(ctx, only(id), id);
  const documents = lines.map(({ kind, title, isRequired, accepted, newest }) => ({
    ...{
      kind,
      title,
      isRequired,
      accepted: described(accepted) ?? null,
      newest: described(newest) ?? null,
    },
  }));
  print(values.json, { merchant, isComplete: missingOf(lines).length === 0, documents }, () =>
    table(
      documents.map(({ kind, isRequired, accepted, newest }) => [
        paint('name', kind),
        isRequired ? 'required' : 'optional',
        accepted ? `accepted${untilWords(accepted.expiresOn)}` : 'none accepted',
        newest ? `${newest.documentId} ${newest.state}` : '',
      ]),
    ),
  );
});

const untilWords = (day: string | null): string => (day === null ? '' : `, valid until ${day}`);

export const onboardingReview: Work = async ({ values, positionals }) => {
  const id = firstOf(positionals).toLowerCase();
  if (!isUuid(id)) throw new UsageError('DOCUMENT must be a documentId from `tefo onboarding show`');
  const isAccepted = values.accept === true;
  const reason = typeof values.decline === 'string' ? values.decline : '';
  if (isAccepted === (values.decline !== undefined))
    throw new UsageError('give either --accept or --decline REASON');
  const by = byOf(values);
  await withContext(async (ctx) => {
    const { state, kind } = await review(ctx, String(values.merchant), id, { isAccepted, reason, by });
    print(values.json, { documentId: id, kind, state, by }, () => [`${kind} is ${state}; reviewed by ${by}`]);
  });
};

async function review(
  ctx: Context,
  code: string,
  id: string,
  { by, ...given }: { isAccepted: boolean; reason: string; by: string },
): Promise<OnboardingDocument> {
  const { id: merchantId } = await requireMerchant(ctx, code);
  const { actor, who } = await actingBy(ctx, by);
  return inWork({ ...ctx, actor }, async (work) => {
    // The document must be of the named merchant.
    const { state } = await readDocument(work, only(merchantId), id);
    const document = await reviewDocument(work, everything, id, given);
    await record(work, {
      ...{ who, merchantId, action: 'onboarding.review', subject: `document ${id}`, why: given.reason },
      ...{ before: { state }, after: { state: document.state } },
    });
    return document;
  });
}
