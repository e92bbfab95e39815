// The recipe for bulk jobs: three payment requests in one, on the Payments API.

import { formatDecimal } from '../../kernel/money.ts';
import { firstOf } from '../../kernel/required.ts';
import { sha512Hex } from '../../kernel/security/crypto.ts';
import { pack } from '../../surfaces/dialect/compressed.ts';
import { requestHashInput } from '../../surfaces/dialect/hash.ts';
import type { Session } from '../session.ts';
import { type Given, type Recipe, type Recipes, usualAmount } from './recipe.ts';

/** The notifyUrl in the examples that `tefo start` prints. */
const usualNotifyUrl = 'http://localhost:9000/notify';
const requestsInAJob = 3;

const bulkComplete: Recipe = {
  outcomes: ['complete', 'errors'],
  run: async (session, given) => {
    const { paymentsUrl } = session.config;
    const form = { grant_type: 'password', SiteCode: session.site.code };
    const { access_token } = await session.withForm(`${paymentsUrl}/token`, form);
    const jobReference = given.reference ?? given.freshReference;
    const requests = Array.from({ length: requestsInAJob }, (_, index) => requestOf(session, given, index));
    const { jobId, errors } = await session.withKey(
      'POST',
      `${paymentsUrl}/secure/bulkpaymentrequests/create`,
      {
        jobReference,
        notifyUrl: given.notifyUrl ?? usualNotifyUrl,
        compressedData: await pack(JSON.stringify(requests)),
      },
      { Authorization: `Bearer ${access_token}` },
    );
    if (!jobId) throw new Error(`the job was refused: ${errors.join('; ')}`);
    return { objectId: jobId, ids: { reference: jobReference, jobId } };
  },
};

/** Returns a payment request. If the job is to end with errors, the last one has a wrong hash. */
function requestOf({ site, secrets }: Session, given: Given, index: number): Record<string, string> {
  const shop = new URL(given.notifyUrl ?? usualNotifyUrl).origin;
  const reference = `${given.reference ?? given.freshReference}-${index + 1}`;
  const fields = {
    siteCode: site.code,
    countryCode: 'ZA',
    currencyCode: 'ZAR',
    amount: formatDecimal(given.amount ?? usualAmount),
    transactionReference: reference,
    bankReference: 'TEFO TRIGGER',
    cancelUrl: `${shop}/cancel`,
    errorUrl: `${shop}/error`,
    successUrl: `${shop}/success`,
    notifyUrl: given.notifyUrl ?? usualNotifyUrl,
    isTest: 'false',
  };
  const isWrong = given.outcome === 'errors' && index === requestsInAJob - 1;
  const key = isWrong ? 'another key' : firstOf(secrets.privateKeys);
  return { ...fields, hashCheck: sha512Hex(requestHashInput(fields, key)) };
}

export const bulkRecipes = {
  'bulk.complete': bulkComplete,
} satisfies Recipes;
