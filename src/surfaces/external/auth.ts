// Who is calling: the merchant of the apiKey header, and which of their sites the request is about.
import type { FastifyRequest } from 'fastify';
import { listSites, type Site } from '../../core/merchants/actions.ts';
import type { ExternalDeps } from './deps.ts';
import { Refusal } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The merchant whose apiKey the request carries; set before a body is read. */
    externalMerchant: string;
  }
}

/** The only version there is. */
const version = '1.0';

/** Throws the 400 for any other version than ours; none is ours. */
export function assertVersion(request: FastifyRequest): void {
  const asked = request.headers['x-api-version'];
  if (asked !== undefined && asked !== version) throw new Refusal(400, `x-api-version must be ${version}`);
}

/** The merchant whose apiKey the request carries. Throws the 401 when it is missing or nobody's. */
export async function authenticate({ directory }: ExternalDeps, request: FastifyRequest): Promise<string> {
  const { apikey } = request.headers;
  if (typeof apikey !== 'string' || apikey === '') throw new Refusal(401, 'The apiKey header is missing');
  const owner = await directory.merchantByApiKey(apikey);
  if (owner === undefined) throw new Refusal(401, 'The apiKey is not valid');
  return owner;
}

/** The site that a siteCode names, else the merchant's first. Throws the 401 for one that is not the merchant's. */
export async function siteOf(
  deps: ExternalDeps,
  merchantId: string,
  siteCode: string | undefined,
): Promise<Site> {
  if (siteCode === undefined) return (await listSites(deps.ctx.db, merchantId))[0]!;
  const site = await deps.directory.siteByCode(siteCode);
  if (site?.merchantId !== merchantId) throw new Refusal(401, 'The apiKey does not belong to the siteCode');
  return site;
}
