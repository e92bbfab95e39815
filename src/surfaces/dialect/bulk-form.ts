// One element of a bulk job as a payment request: the same fields, hash and words as for a single request.
import type { BulkForm, JudgedElement } from '../../core/bulk/jobs.ts';
import type { Site } from '../../core/merchants/actions.ts';
import { createTtlCache } from '../../kernel/concurrency/ttl-cache.ts';
import type { JudgingDeps } from './deps.ts';
import { refusalText } from './errors.ts';
import { type GivenFields, readElement } from './given.ts';
import type { RequestTexts } from './hash.ts';
import { judgePayment } from './request.ts';

// Thousands of elements must not cause thousands of calls to the rails.
const banksRememberedMs = 1_000;

export type Element = JudgedElement & {
  /** Whether it is a record, which can be returned together with its outcome. */
  isRecord: boolean;
  /** The merchant's site that it names, if any. */
  site?: Site;
  /** Its fields as they were sent. */
  texts?: RequestTexts;
};

export interface ElementForm extends BulkForm {
  judge(ctx: unknown, merchantId: string, element: string): Promise<Element>;
}

export function createBulkForm(given: JudgingDeps): ElementForm {
  const banks = createTtlCache((merchantId) => given.rails.banks(merchantId), banksRememberedMs);
  const deps = { ...given, rails: { ...given.rails, banks: banks.get } };
  return {
    judge: async (_ctx, merchantId, element) => {
      const fields = readElement(element);
      if (typeof fields === 'string') return { isRecord: false, refused: `a payment request ${fields}` };
      const site = await siteOf(deps, merchantId, fields);
      if ('refused' in site) return { isRecord: true, ...site };
      return { isRecord: true, site, ...(await judgePayment(deps, site, fields)) };
    },
    explain: (error) => refusalText(error) ?? error.message,
  };
}

async function siteOf(
  { directory }: JudgingDeps,
  merchantId: string,
  fields: GivenFields,
): Promise<Site | { refused: string }> {
  const siteCode = fields.get('sitecode');
  if (!siteCode || siteCode.text.trim() === '') return { refused: 'siteCode is required' };
  if (siteCode.kind !== 'text') return { refused: 'siteCode must be text' };
  const site = await directory.siteByCode(siteCode.text);
  return site?.merchantId === merchantId ? site : { refused: 'siteCode is not known' };
}
