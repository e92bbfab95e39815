// tefo pay: decide a payment in place of its payer and their bank.
import { isUuid } from '../kernel/ids.ts';
import { sandboxOutcomes } from '../sandbox/transactions.ts';
import { type Command, lines, print, readArgs, UsageError } from './command.ts';
import { withSession } from './session.ts';

export const payCommand: Command = {
  usage: 'pay PAYMENT_ID [--outcome OUTCOME] [--stay] [--site CODE]',
  about: 'Pay a payment, or let it end otherwise, in place of its payer and their bank.',
  more: 'PAYMENT_ID is what the API answered: a payment’s or a transaction’s id, a paymentRequestId, or the whole address of the checkout. Without --outcome it is paid. After an outcome that fails the customer leaves, and the notifyUrl hears of it; with --stay they stay on the page, to try again.',
  choices: { '--outcome': sandboxOutcomes },
  run: async (args) => {
    const options = {
      outcome: { type: 'string' },
      stay: { type: 'boolean' },
      site: { type: 'string' },
    } as const;
    const { values, positionals } = readArgs(args, ['PAYMENT_ID'], options);
    const id = readId(positionals[0]!);
    const outcome = readOutcome(values.outcome);
    const stay = values.stay === true;
    return withSession({ site: values.site, command: 'pay', isDecided: true }, async (session) => {
      const decided = await session.sandbox('POST', `/transactions/${id}/outcome`, { outcome, stay });
      print(values.json, decided, () => lines(withoutEmpty(decided)));
    });
  },
};

/** The id itself, or the one in an address. */
function readId(given: string): string {
  const id = given.split(/[/?#]/).find(isUuid);
  if (id === undefined)
    throw new UsageError(`PAYMENT_ID is a UUID or the address of a checkout, not ${given}`);
  return id.toLowerCase();
}

function readOutcome(given: string | boolean | undefined): string {
  if (given === undefined) return 'success';
  const outcome = sandboxOutcomes.find((one) => one === given);
  if (outcome === undefined) throw new UsageError(`--outcome is one of ${sandboxOutcomes.join(', ')}`);
  return outcome;
}

const withoutEmpty = (facts: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));
