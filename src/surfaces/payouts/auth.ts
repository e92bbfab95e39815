// Who is calling: a merchant's ApiKey together with the SiteCode of one of its sites.
import type { FastifyRequest } from 'fastify';
import type { PayoutsDeps } from './deps.ts';
import { Refusal } from './errors.ts';

/** Notes the caller. Throws the 400 for a missing header, and the 403 when the two do not belong together. */
export async function authenticate({ directory }: PayoutsDeps, request: FastifyRequest): Promise<void> {
  const apiKey = requireHeader(request, 'ApiKey');
  const siteCode = requireHeader(request, 'SiteCode');
  const [merchantId, site] = await Promise.all([
    directory.merchantByApiKey(apiKey),
    directory.siteByCode(siteCode),
  ]);
  if (!site || site.merchantId !== merchantId) {
    request.isRefusedTry = true;
    throw new Refusal(403, 'The SiteCode does not belong to the ApiKey');
  }
  if (site.isSuspended) throw new Refusal(403, 'The merchant is suspended');
  request.acceptKey?.(apiKey, site.merchantId);
  request.caller = { merchantId, actor: `site:${site.code}`, site, apiKey };
}

function requireHeader(request: FastifyRequest, name: string): string {
  const value = request.headers[name.toLowerCase()];
  if (typeof value !== 'string' || value.trim() === '')
    throw new Refusal(400, `The ${name} header is required`);
  return value.trim();
}
