// The JSON of requests and payouts.
import Type, { type Static, type TSchema } from 'typebox';
import { type Payout, type PayoutState, type SubStatus, subStatuses } from '../../core/payouts/actions.ts';
import { formed, type Validator, validatorOf } from '../../kernel/formats/validate.ts';
import { toJsonNumber } from '../../kernel/money.ts';
import { memberOf } from '../../kernel/required.ts';
import { Refusal } from './errors.ts';

const statusNames = {
  1: 'PayoutReceived',
  2: 'Verification',
  3: 'SubmittedForProcessing',
  4: 'PayoutProcessingError',
  5: 'PayoutComplete',
  90: 'PayoutReturned',
  99: 'PayoutCancelled',
};
export type Status = keyof typeof statusNames;

export const statusOf: Record<PayoutState, Status> = {
  received: 1,
  verification: 2,
  payee_check: 2,
  // Callers do not need to know the internal reason for waiting.
  approval: 2,
  submitted: 3,
  processing_error: 4,
  complete: 5,
  returned: 90,
  cancelled: 99,
};

const uuid = Type.String({ format: 'uuid' });
const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const PayoutStatus = Type.Object(
  {
    status: Type.Enum(Object.keys(statusNames).map(Number), {
      description: `The status of the payout: ${Object.entries(statusNames)
        .map(([number, name]) => `${number} ${name}`)
        .join(', ')}.`,
    }),
    subStatus: Type.Enum(Object.values(subStatuses) as number[], {
      description: `The reason for the status: ${Object.entries(subStatuses)
        .map(([name, number]) => `${number} ${name}`)
        .join(', ')}.`,
    }),
    errorMessage: nullable(Type.String()),
  },
  { title: 'PayoutStatus' },
);

export const PayoutAnswer = Type.Object(
  {
    payoutId: Type.Optional(uuid),
    payoutStatus: PayoutStatus,
  },
  { title: 'PayoutAnswer' },
);

export const PayoutRecord = Type.Object(
  {
    id: uuid,
    amount: Type.Number({ minimum: 0 }),
    siteCode: Type.String({ maxLength: 50 }),
    merchantReference: Type.String({ maxLength: 20 }),
    customerBankReference: Type.String({ maxLength: 20, pattern: '^[A-Za-z0-9 -]+$' }),
    notifyUrl: Type.Optional(
      // As it was sent, also with letters that a URI cannot have.
      Type.String({ maxLength: 150 }),
    ),
    isRtc: Type.Boolean(),
    bankingDetails: Type.Object({
      bankGroupId: uuid,
      accountNumber: Type.String(),
      branchCode: Type.String(),
    }),
    payoutStatus: PayoutStatus,
  },
  { title: 'Payout' },
);

export const AvailableBank = Type.Object(
  {
    bankGroupId: uuid,
    bankGroupName: Type.String(),
    universalBranchCode: Type.String(),
    isRtcAvailable: Type.Boolean(),
  },
  { title: 'AvailableBank' },
);

export const ById = Type.Object({ payoutId: uuid });

const endedBadly: readonly PayoutState[] = ['processing_error', 'returned', 'cancelled'];

/** Returns a payout's status with its details. errorMessage is a text if it ended badly, else null. */
export function payoutStatusOf(of: {
  state: PayoutState;
  subStatus: SubStatus;
  reason: string | null;
}): Static<typeof PayoutStatus> {
  const errorMessage = endedBadly.includes(of.state) ? (of.reason ?? 'the payout was not made') : null;
  return { status: statusOf[of.state], subStatus: of.subStatus, errorMessage };
}

export function toRecord(
  payout: Payout,
  siteCode: string,
  accountNumberSent: string,
): Static<typeof PayoutRecord> {
  return {
    id: payout.id,
    amount: toJsonNumber(payout.amountCents),
    siteCode,
    merchantReference: payout.merchantReference,
    customerBankReference: payout.customerBankReference,
    ...(payout.notifyUrl !== null && { notifyUrl: payout.notifyUrl }),
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

export const PayoutRequest = Type.Object(
  {
    siteCode: text(50),
    amount: Type.Number(),
    merchantReference: text(20),
    customerBankReference: formed('^[A-Za-z0-9 -]+$', 'must have letters, digits, spaces and dashes only', {
      minLength: 1,
      maxLength: 20,
    }),
    isRtc: Type.Boolean(),
    notifyUrl: Type.Optional(Type.String({ maxLength: 150, documentFormat: 'uri' })),
    bankingDetails: Type.Object(
      {
        bankGroupId: Type.String({ format: 'uuid' }),
        accountNumber: text(250),
        branchCode: text(10),
      },
      { title: 'BankingDetails' },
    ),
    hashCheck: text(250, {
      description:
        'SHA-512 hex of siteCode, the amount in cents, merchantReference, customerBankReference, isRtc, notifyUrl, bankGroupId, accountNumber as sent, branchCode and the ApiKey, in lower case.',
    }),
  },
  { title: 'PayoutRequest' },
);

const page = {
  pageSize: Type.Integer({ minimum: 1, maximum: 100 }),
  pageIndex: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
  }),
};
const field = Type.Enum([1, 2]);
const searched = (one: TSchema) => Type.Array(one, { minItems: 1, maxItems: 10 });

const fieldAsWritten = Type.Union([Type.Enum([1, 2]), Type.Enum(['1', '2'])]);

export const ReferenceSearch = Type.Object(
  {
    ...page,
    searchFields: Type.Union([fieldAsWritten, searched(fieldAsWritten)], {
      description: '1 merchantReference, 2 customerBankReference; one of them or a list.',
    }),
    searchString: text(20),
  },
  { title: 'ReferenceSearch' },
);

export interface Search {
  pageSize: number;
  pageIndex: number;
  searchFields: (1 | 2)[];
  searchString: string;
}

const readExactSearch = bodyReader<Search>(
  Type.Object({ ...page, searchFields: searched(field), searchString: text(20) }),
  (named) => ('searchFields' in named ? { ...named, searchFields: listed(named.searchFields) } : named),
);

/** Reads a search. Throws the 400 that names the problem. */
export function readSearch(body: unknown): Search {
  return readExactSearch(body);
}

const listed = (given: unknown): unknown[] => (Array.isArray(given) ? given : [given]).map(numbered);
const numbered = (given: unknown): unknown => (given === '1' || given === '2' ? Number(given) : given);

/**
 * Returns a reader of bodies with a schema's members, in any letter case. It throws the 400 that names the problem.
 * `fixed` returns the form to validate of a body whose values clients write in several ways.
 */
export function bodyReader<Body>(
  schema: TSchema,
  fixed: (named: Record<string, unknown>) => unknown = (named) => named,
): (body: unknown) => Body {
  const judge: Validator = validatorOf(schema);
  return (body) => {
    const whole = withNamesOf(schema, body);
    const named = whole === null || typeof whole !== 'object' ? whole : fixed({ ...whole });
    const problem = judge(named);
    if (!problem) return named as Body;
    const name = problem.pointer
      .slice(1)
      .replaceAll(/\/(\d+)/g, '[$1]')
      .replaceAll('/', '.');
    throw new Refusal(400, `${name || 'the body'} ${problem.rule}`);
  };
}

interface Shape extends TSchema {
  properties?: Record<string, Shape>;
  required?: string[];
}

/**
 * Returns a value whose members have the schema's names, whatever their letter case. Optional members that are null are
 * left out.
 */
function withNamesOf(schema: Shape, value: unknown): unknown {
  const { properties, required } = schema;
  if (!properties || value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const names = new Map(Object.keys(properties).map((name) => [name.toLowerCase(), name]));
  const named: Record<string, unknown> = {};
  for (const [given, member] of Object.entries(value)) {
    const name = names.get(given.toLowerCase());
    // Unknown members are ignored.
    if (name === undefined || (member === null && !required?.includes(name))) continue;
    if (name in named) throw new Refusal(400, `${name} is given twice`);
    named[name] = withNamesOf(memberOf(properties, name), member);
  }
  return named;
}
