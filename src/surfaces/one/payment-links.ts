// Payment links: create, read, list, disable.
import Type, { type Static } from 'typebox';
import type { AnyContext } from '../../core/context.ts';
import * as core from '../../core/links/actions.ts';
import { countPaidOfLinks } from '../../core/payments/actions.ts';
import { only } from '../../core/viewer.ts';
import { operation } from '../operation.ts';
import type { Call } from './deps.ts';
import { type Reply, replyOf, withKey } from './keyed.ts';
import { openRangeQuery, pageReply, readOpenRange, readPage, siteIdOf, siteQuery } from './lists.ts';
import {
  LinkRecord,
  linkStatus,
  NewLinkBody,
  paymentLinkUrl,
  publicLinkStates,
  readNewLink,
  writeLink,
} from './payment-link-wire.ts';
import { ownSite, requireUuid, siteOf } from './payments.ts';
import { listOf, text } from './wire.ts';

const ListQuery = Type.Object({
  ...openRangeQuery,
  ...siteQuery,
  status: Type.Optional(Type.Enum(publicLinkStates)),
  merchantReference: Type.Optional(text(50)),
});

export const paymentLinkOperations = [
  operation({
    method: 'POST',
    path: '/paymentlinks',
    name: 'createPaymentLink',
    summary: 'Create payment link',
    description: 'Send either amount or variableAmount. Send the customer the url.',
    access: 'payments',
    keyed: 'together',
    body: NewLinkBody,
    fields: {
      amount: '/amount',
      variable: '/variableAmount',
      expiresAt: '/expireAt',
      merchantReference: '/merchantReference',
    },
    responses: { 201: LinkRecord, 200: LinkRecord },
    codes: ['DuplicateReference', 'PaymentMethodUnavailable'],
    handle: createLink,
  }),
  operation({
    method: 'GET',
    path: '/paymentlinks',
    name: 'listPaymentLinks',
    summary: 'List payment links',
    access: 'payments',
    query: ListQuery,
    responses: { 200: listOf(LinkRecord) },
    handle: listLinks,
  }),
  operation({
    method: 'GET',
    path: '/paymentlinks/{id}',
    name: 'getPaymentLink',
    summary: 'Get payment link',
    access: 'payments',
    responses: { 200: LinkRecord },
    errors: [404],
    handle: getLink,
  }),
  operation({
    method: 'POST',
    path: '/paymentlinks/{id}/disable',
    name: 'disablePaymentLink',
    summary: 'Disable payment link',
    description: 'Repeating it changes nothing. A link that is paid or has expired stays so.',
    access: 'payments',
    keyed: 'together',
    responses: { 200: LinkRecord },
    errors: [404],
    handle: disableLink,
  }),
];

async function createLink(call: Call<unknown, NewLinkBody>): Promise<Reply> {
  const { config } = call.deps;
  const site = await ownSite(call, call.body.siteCode, '/siteCode');
  const input = readNewLink(config, call.body, site);
  return withKey(call, async (ctx) => {
    const link = await core.createLink(ctx, input);
    const record = writeLink(link, { config, siteCode: site.code, paid: 0, now: ctx.clock.now() });
    return replyOf(201, record, paymentLinkUrl(config, link.id));
  });
}

async function listLinks(call: Call<Static<typeof ListQuery>>): Promise<Reply> {
  const { status, merchantReference } = call.query;
  const filter = {
    merchantId: call.merchantId,
    ...readOpenRange(call.query),
    siteId: await siteIdOf(call),
    state: core.linkStates.find((state) => linkStatus[state] === status),
    merchantReference,
  };
  const page = await core.listLinks(call.ctx.db, filter, readPage(call.query));
  const ids = page.rows.map(({ id }) => id);
  const paid = await countPaidOfLinks(call.ctx.db, call.merchantId, ids);
  return pageReply(call, '/paymentlinks', page, (link) => write(call, link, paid));
}

async function getLink(call: Call): Promise<Reply> {
  return replyOf(200, await write(call, await findLink(call)));
}

function findLink(call: Call): Promise<core.Link> {
  requireUuid(call.id, 'PaymentLinkNotFound');
  return core.getLink(call.ctx, call.merchantId, call.id);
}

async function write(
  call: Call,
  link: core.Link,
  counts?: ReadonlyMap<string, number>,
): Promise<Static<typeof LinkRecord>> {
  const { code } = await siteOf(call, link);
  return shown(call, call.ctx, link, code, counts);
}

/** Returns the record of a link, with how many of its payments are paid; reads no site, which a transaction may not. */
async function shown(
  { deps, merchantId }: Call,
  ctx: AnyContext,
  link: core.Link,
  siteCode: string,
  counts?: ReadonlyMap<string, number>,
): Promise<Static<typeof LinkRecord>> {
  const paid = (counts ?? (await countPaidOfLinks(ctx.db, merchantId, [link.id]))).get(link.id) ?? 0;
  return writeLink(link, { config: deps.config, siteCode, paid, now: ctx.clock.now() });
}

async function disableLink(call: Call): Promise<Reply> {
  const { code } = await siteOf(call, await findLink(call));
  return withKey(call, async (ctx) => {
    const link = await core.disableLink(ctx, only(call.merchantId), call.id);
    return replyOf(200, await shown(call, ctx, link, code));
  });
}
