// What goes over the wire: the shapes of requests, and payouts as they are told.
import Type, { type TSchema } from 'typebox';
import type { Payout, PayoutState, SubStatus } from '../../core/payouts/actions.ts';
import { toJsonNumber } from '../../kernel/money.ts';
import { type Judge, judgeOf } from '../../kernel/validate.ts';
import { Refusal } from './errors.ts';

/** PayoutReceived, Verification, SubmittedForProcessing, PayoutProcessingError, PayoutComplete, PayoutReturned, PayoutCancelled. */
export type Status = 1 | 2 | 3 | 4 | 5 | 90 | 99;

export const statusOf: Record<PayoutState, Status> = {
  received: 1,
  verification: 2,
  // Nobody outside needs to know whom we wait for.
  approval: 2,
  submitted: 3,
  processing_error: 4,
  complete: 5,
  returned: 90,
  cancelled: 99,
};

const endedBadly: readonly PayoutState[] = ['processing_error', 'returned', 'cancelled'];

/** A payout's status with what more there is to say. errorMessage is a text where it ended badly, else null. */
export function payoutStatusOf(of: { state: PayoutState; subStatus: SubStatus; reason: string | null }) {
  const errorMessage = endedBadly.includes(of.state) ? (of.reason ?? 'the payout was not made') : null;
  return { status: statusOf[of.state], subStatus: of.subStatus as number, errorMessage };
}

/** The payout record. */
export function toRecord(payout: Payout, siteCode: string, accountNumberSent: string) {
  return {
    id: payout.id,
    amount: toJsonNumber(payout.amountCents),
    siteCode,
    merchantReference: payout.merchantReference,
    customerBankReference: payout.customerBankReference,
    notifyUrl: payout.notifyUrl,
    isRtc: payout.isRtc,
    bankingDetails: {
      bankGroupId: payout.bankGroupId,
      accountNumber: accountNumberSent,
      branchCode: payout.branchCode,
    },
    payoutStatus: payoutStatusOf({ ...payout, reason: payout.stateReason }),
  };
}

const text = (most: number, more: object = {}) => Type.String({ minLength: 1, maxLength: most, ...more });

export const PayoutRequest = Type.Object({
  siteCode: text(50),
  amount: Type.Number(),
  merchantReference: text(20),
  customerBankReference: text(20, { pattern: '^[A-Za-z0-9 -]+$' }),
  isRtc: Type.Boolean(),
  notifyUrl: Type.Optional(Type.String({ maxLength: 150 })),
  bankingDetails: Type.Object({
    bankGroupId: Type.String({ format: 'uuid' }),
    accountNumber: text(250),
    branchCode: text(10),
  }),
  hashCheck: text(250),
});

export const ReferenceSearch = Type.Object({
  pageSize: Type.Integer({ minimum: 1, maximum: 100 }),
  pageIndex: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  searchFields: Type.Array(Type.Enum([1, 2]), { minItems: 1, maxItems: 10 }),
  searchString: text(20),
});

/** A function that takes a body of a schema's shape, its names in any letter case, or throws the 400 that names what is wrong. */
export function bodyReader<Body>(schema: TSchema): (body: unknown) => Body {
  const judge: Judge = judgeOf(schema);
  return (body) => {
    const named = withNamesOf(schema, body);
    const problem = judge(named);
    if (!problem) return named as Body;
    const name = problem.pointer.slice(1).replaceAll('/', '.');
    throw new Refusal(400, `${name || 'the body'} ${problem.rule}`);
  };
}

interface Shape extends TSchema {
  properties?: Record<string, Shape>;
  required?: string[];
}

/**
 * A value whose members have the names that the schema gives them, however their letters were cased. What may be absent
 * and is null is absent.
 */
function withNamesOf(schema: Shape, value: unknown): unknown {
  const { properties, required } = schema;
  if (!properties || value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const names = new Map(Object.keys(properties).map((name) => [name.toLowerCase(), name]));
  const named: Record<string, unknown> = {};
  for (const [given, member] of Object.entries(value)) {
    const name = names.get(given.toLowerCase());
    // What nobody asked for is nobody's business.
    if (name === undefined || (member === null && !required?.includes(name))) continue;
    if (name in named) throw new Refusal(400, `${name} is given twice`);
    named[name] = withNamesOf(properties[name]!, member);
  }
  return named;
}
