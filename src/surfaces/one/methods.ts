// The payment methods, and where customers can use them.
import Type, { type Static } from 'typebox';
import type { Bank } from '../../core/rails.ts';
import { depositType } from '../../core/transactions/actions.ts';
import { formed } from '../../kernel/formats/validate.ts';
import { type Cents, toJsonNumber } from '../../kernel/money.ts';
import { operation } from '../operation.ts';
import type { Call } from './deps.ts';
import type { Reply } from './keyed.ts';
import { pageQuery, readSite, sliceReply } from './lists.ts';
import { largestAmount, listOf, nullable, text, uuid } from './wire.ts';

/** The most that one PayShap payment can carry: R 50 000. */
export const largestPayShap: Cents = 5_000_000n;

const PaymentMethod = Type.Object(
  {
    id: Type.String(),
    type: Type.String({ description: 'The paymentType of a transaction.' }),
    name: Type.String(),
    description: Type.String(),
    minimumAmount: Type.Number(),
    maximumAmount: Type.Number(),
    available: Type.Boolean(),
    institutions: Type.Array(
      Type.Object({
        id: uuid,
        name: Type.String(),
        logoUrl: nullable(Type.String({ format: 'uri' })),
        available: Type.Boolean(),
      }),
    ),
  },
  { title: 'PaymentMethod' },
);

const Region = Type.Object(
  { code: Type.String(), name: Type.String(), currency: Type.String() },
  { title: 'Region' },
);

const MethodsQuery = Type.Object({
  siteCode: text(50),
  region: Type.Optional(
    formed('^[A-Za-z]{2}$', 'must be two letters, as in ISO 3166 alpha-2', {
      description: 'The ISO 3166 alpha-2 code of the country.',
    }),
  ),
  ...pageQuery,
});

const RegionsQuery = Type.Object(pageQuery);

export const methodOperations = [
  operation({
    method: 'GET',
    path: '/paymentmethods',
    name: 'listPaymentMethods',
    summary: 'Get payment methods',
    access: 'payments',
    headers: ['X-Forwarded-For'],
    query: MethodsQuery,
    responses: { 200: listOf(PaymentMethod) },
    handle: listPaymentMethods,
  }),
  operation({
    method: 'GET',
    path: '/regions',
    name: 'listRegions',
    summary: 'Get regions',
    access: 'payments',
    query: RegionsQuery,
    responses: { 200: listOf(Region) },
    handle: async (call: Call<Static<typeof RegionsQuery>>) => sliceReply(call, '/regions', regions),
  }),
];

const regions: Static<typeof Region>[] = [{ code: 'ZA', name: 'South Africa', currency: 'ZAR' }];

async function listPaymentMethods(call: Call<Static<typeof MethodsQuery>>): Promise<Reply> {
  await readSite(call, call.query.siteCode);
  // Without a region, an IP address would give the country, but we have no database of addresses: assume South Africa.
  const region = call.query.region?.toUpperCase() ?? 'ZA';
  const isServed = regions.some(({ code }) => code === region);
  return sliceReply(
    call,
    '/paymentmethods',
    isServed
      ? methodsOf(
          await call.deps.rails.banks(call.merchantId),
          (await call.deps.rails.depositAccountFor(call.merchantId)) !== null,
        )
      : [],
  );
}

function methodsOf(banks: Bank[], takesDeposits: boolean): Static<typeof PaymentMethod>[] {
  return [
    method(
      'redirect',
      'Hosted checkout',
      'The customer chooses a bank on the hosted checkout and pays there.',
      banks,
    ),
    method(
      'payshap',
      'PayShap',
      'An instant payment from an account at the chosen bank.',
      banks,
      largestPayShap,
    ),
    {
      ...method(
        depositType,
        'Bank deposit',
        'An EFT from any bank, with the reference of the transaction.',
        [],
      ),
      available: takesDeposits,
    },
    ...banks.map((bank) => method(bank.paymentType, bank.name, `Paid at ${bank.name}.`, [bank])),
  ];
}

function method(type: string, name: string, description: string, banks: Bank[], largest = largestAmount) {
  return {
    id: type,
    type,
    name,
    description,
    minimumAmount: 0.01,
    maximumAmount: toJsonNumber(largest),
    available: banks.some((bank) => bank.available),
    institutions: banks.map((bank) => ({
      id: bank.id,
      name: bank.name,
      logoUrl: null,
      available: bank.available,
    })),
  };
}
