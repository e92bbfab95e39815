// The tools of `tefo mcp --write`: they change a sandbox, through the API and the controls of the running service.
import Type from 'typebox';
import { hourMs } from '../../kernel/clock.ts';
import { formed } from '../../kernel/formats/validate.ts';
import { parseDecimal, toJsonNumber } from '../../kernel/money.ts';
import { memberOf, required } from '../../kernel/required.ts';
import { payoutOutcomes, refundOutcomes } from '../../sandbox/outcomes/money-out.ts';
import { sandboxOutcomes } from '../../sandbox/outcomes/transactions.ts';
import { assertDuration, moved } from '../clock.ts';
import { withSession } from '../session.ts';
import { type Room, referenceText, type Tool, writing } from './tool.ts';

const sessionOf = ({ site }: Room) => ({ site, command: 'mcp', isDecided: true });
const textOfJson = (value: unknown): string => JSON.stringify(value, null, 2);

const createPayment = writing(
  'Create a payment at the sandbox. Returns it with its id and the redirectUrl of the checkout. It expires after an hour.',
  {
    amount: formed('^[1-9][0-9]{0,6}(\\.[0-9]{2})?$', 'must be an amount in rand, such as 150 or 99.90', {
      description: 'in rand, such as 150.00. Some amounts in cents set the outcome (see the sandbox guide)',
    }),
    reference: Type.String({ minLength: 1, maxLength: 50, description: 'your payment reference' }),
    notifyUrl: Type.Optional(
      Type.String({ maxLength: 2_000, description: 'the address for its notification' }),
    ),
    returnUrl: Type.Optional(
      Type.String({
        maxLength: 2_000,
        description: 'the address to which the customer returns after the payment',
      }),
    ),
  },
  (room, { amount, reference, ...addresses }) =>
    withSession(sessionOf(room), async (session) => {
      const { now } = await session.sandbox('GET', '/clock');
      return textOfJson(
        await session.one('POST', '/payments', {
          siteCode: session.site.code,
          amount: { currency: 'ZAR', value: toJsonNumber(required(parseDecimal(amount), 'amount')) },
          merchantReference: reference,
          expireAt: new Date(Date.parse(now) + hourMs).toISOString(),
          ...addresses,
        }),
      );
    }),
);

const outcomes = { transaction: sandboxOutcomes, refund: refundOutcomes, payout: payoutOutcomes };

const setOutcome = writing(
  `Set the outcome of a payment, refund or payout in the sandbox, as its customer and bank would. Outcomes of a transaction (or payment): ${sandboxOutcomes.join(', ')}; of a refund: ${refundOutcomes.join(', ')}; of a payout: ${payoutOutcomes.join(', ')}.`,
  {
    object: Type.Enum(['transaction', 'refund', 'payout'], { description: 'the kind of object' }),
    id: Type.String({
      format: 'uuid',
      description: 'its id; for a transaction also the id of its payment',
    }),
    outcome: referenceText('the outcome'),
  },
  (room, { object, id, outcome }) => {
    const allowed: readonly string[] = memberOf(outcomes, object);
    if (!allowed.includes(outcome))
      throw new Error(`outcome of a ${object} must be one of ${allowed.join(', ')}`);
    return withSession(sessionOf(room), async (session) =>
      textOfJson(await session.sandbox('POST', `/${object}s/${id}/outcome`, { outcome })),
    );
  },
);

const advanceClock = writing(
  'Advance the clock of the sandbox, and run everything that becomes due: expiries, retries, charges, settlements. It is shared by all sites, and cannot go back.',
  { by: Type.String({ maxLength: 40, description: 'an ISO 8601 duration, such as P1D or PT90M' }) },
  (room, { by }) => {
    assertDuration('by', by);
    return withSession(sessionOf(room), async (session) =>
      textOfJson(await moved(session, { advance: by }, true)),
    );
  },
);

export const writes: Record<string, Tool> = {
  create_payment: createPayment,
  set_outcome: setOutcome,
  advance_clock: advanceClock,
};
