// Who is calling: a merchant's ApiKey together with the SiteCode of one of its sites.
import type { FastifyRequest } from 'fastify';
import type { Site } from '../../core/merchants/actions.ts';
import type { PayoutsDeps } from './deps.ts';
import { Refusal } from './errors.ts';

export interface Caller {
  site: Site;
  /** The ApiKey as it was sent: it signs requests. */
  apiKey: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read. */
    payoutsCaller: Caller | undefined;
  }
}

/** Returns the caller. Throws the 400 for a missing header, and the 403 when the two do not belong together. */
export async function authenticate({ directory }: PayoutsDeps, request: FastifyRequest): Promise<Caller> {
  const apiKey = requireHeader(request, 'ApiKey');
  const siteCode = requireHeader(request, 'SiteCode');
  const [merchantId, site] = await Promise.all([
    directory.merchantByApiKey(apiKey),
    directory.siteByCode(siteCode),
  ]);
  if (!site || site.merchantId !== merchantId) {
    request.isRefusedTry = true;
    throw new Refusal(403, 'The SiteCode and ApiKey do not belong together');
  }
  request.acceptKey?.(apiKey, site.merchantId);
  return { site, apiKey };
}

function requireHeader(request: FastifyRequest, name: string): string {
  const value = request.headers[name.toLowerCase()];
  if (typeof value !== 'string' || value.trim() === '')
    throw new Refusal(400, `The ${name} header is required`);
  return value.trim();
}
