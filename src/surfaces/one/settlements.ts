// Settlements and their line items: the total of each business day, and the account that it was paid to.
import Type, { type Static } from 'typebox';
import {
  getSettlement as get,
  lineTypes,
  listSettlements as list,
  listSettlementLines,
  type Settlement,
  type SettlementLine,
} from '../../core/settlements/actions.ts';
import { isUuid } from '../../kernel/ids.ts';
import { operation } from '../operation.ts';
import type { Call, OneConfig } from './deps.ts';
import { type Reply, replyOf } from './keyed.ts';
import { pageQuery, pageReply, rangeQuery, readPage, readRange, siteIdOf, siteQuery } from './lists.ts';
import { requireUuid, siteOf } from './payments.ts';
import { BankAccount } from './refund-wire.ts';
import { Amount, links, listOf, moment, nullable, text, uuid, writeAmount } from './wire.ts';

type Money = Static<typeof Amount>;

const count = Type.Integer({ minimum: 0 });

export const SettlementRecord = Type.Object(
  {
    links: links('self', 'lineItems'),
    id: uuid,
    totalSettlement: Amount,
    totalFees: Amount,
    lineItemCounts: Type.Object({
      total: count,
      transaction: count,
      refund: count,
      adjustment: count,
      payout: count,
    }),
    reference: Type.String({
      description: 'Also the reference on the bank statement of the receiving account.',
    }),
    date: Type.String({ format: 'date', description: 'The business day it covers, in South African time.' }),
    bank: nullable(BankAccount),
  },
  { title: 'Settlement' },
);

export const SettlementLineItem = Type.Object(
  {
    id: uuid,
    siteCode: Type.String({ maxLength: 50 }),
    reference: Type.String({ description: 'The merchant’s reference of the payment, refund or payout.' }),
    description: Type.String({
      description: 'The type and the identifier of the transaction, refund or payout.',
    }),
    amount: Amount,
    fee: Amount,
    feeNet: Amount,
    feeVat: Amount,
    settlementAmount: Amount,
    date: moment,
    type: Type.Enum([...lineTypes]),
  },
  {
    title: 'SettlementLineItem',
    description:
      'Amounts of refunds and payouts are negative. settlementAmount is amount less fee; the sum over all line items is totalSettlement.',
  },
);

const ListQuery = Type.Object({ ...rangeQuery, ...siteQuery, reference: Type.Optional(text(70)) });
const LinesQuery = Type.Object({ ...pageQuery, cursor: rangeQuery.cursor });

export const settlementOperations = [
  operation({
    method: 'GET',
    path: '/settlements',
    name: 'listSettlements',
    summary: 'List settlements',
    access: 'settlements',
    query: ListQuery,
    responses: { 200: listOf(SettlementRecord) },
    handle: listSettlements,
  }),
  operation({
    method: 'GET',
    path: '/settlements/{id}',
    name: 'getSettlement',
    summary: 'Get settlement',
    access: 'settlements',
    responses: { 200: SettlementRecord },
    errors: [404],
    handle: getSettlement,
  }),
  operation({
    method: 'GET',
    path: '/settlements/{id}/lineitems',
    name: 'listSettlementLineItems',
    summary: 'List settlement line items',
    description: 'For an unknown settlement the list is empty.',
    access: 'settlements',
    query: LinesQuery,
    responses: { 200: listOf(SettlementLineItem) },
    handle: listLineItems,
  }),
];

async function listSettlements(call: Call<Static<typeof ListQuery>>): Promise<Reply> {
  const { reference } = call.query;
  const filter = {
    merchantId: call.merchantId,
    ...readRange(call.query),
    siteId: await siteIdOf(call),
    reference,
  };
  const page = await list(call.ctx.db, filter, readPage(call.query));
  return pageReply(call, '/settlements', page, (settlement) => writeSettlement(call.deps.config, settlement));
}

async function getSettlement(call: Call): Promise<Reply> {
  requireUuid(call.id, 'SettlementNotFound');
  const settlement = await get(call.ctx, call.merchantId, call.id);
  return replyOf(200, writeSettlement(call.deps.config, settlement));
}

async function listLineItems(call: Call<Static<typeof LinesQuery>>): Promise<Reply> {
  const request = readPage(call.query);
  // Unknown settlements and impossible ids have an empty list of line items.
  const page = isUuid(call.id)
    ? await listSettlementLines(call.ctx.db, call.merchantId, call.id, request)
    : { rows: [], hasMore: false, request };
  return pageReply(call, `/settlements/${encodeURIComponent(call.id)}/lineitems`, page, async (line) =>
    writeLine(line, (await siteOf(call, line)).code),
  );
}

function writeSettlement({ oneUrl }: OneConfig, settlement: Settlement): Static<typeof SettlementRecord> {
  const self = `${oneUrl}/settlements/${settlement.id}`;
  const { bankAccount } = settlement;
  return {
    links: { self, lineItems: `${self}/lineitems` },
    id: settlement.id,
    totalSettlement: writeAmount(settlement.totalCents) as Money,
    totalFees: writeAmount(settlement.feesCents) as Money,
    lineItemCounts: settlement.counts,
    reference: settlement.reference,
    date: settlement.businessDay,
    bank: bankAccount && {
      institutionId: bankAccount.bankId,
      institutionName: bankAccount.bankName,
      accountNumber: bankAccount.account,
      branchCode: bankAccount.branchCode,
    },
  };
}

function writeLine(line: SettlementLine, siteCode: string): Static<typeof SettlementLineItem> {
  return {
    id: line.id,
    siteCode,
    reference: line.reference,
    description: line.description,
    amount: writeAmount(line.amountCents) as Money,
    fee: writeAmount(line.feeCents) as Money,
    feeNet: writeAmount(line.feeCents - line.vatCents) as Money,
    feeVat: writeAmount(line.vatCents) as Money,
    settlementAmount: writeAmount(line.amountCents - line.feeCents) as Money,
    date: line.createdAt.toISOString(),
    type: line.type,
  };
}
