// tefo pay: sets the outcome of a payment, as its payer and bank would.

import { isUuid } from '../kernel/ids.ts';
import { firstOf } from '../kernel/required.ts';
import { sandboxOutcomes } from '../sandbox/outcomes/transactions.ts';
import { type Choices, UsageError, type Work } from './command.ts';
import { lines, print } from './output.ts';
import { withSession } from './session.ts';

export const payChoices: Choices = { '--outcome': sandboxOutcomes };

export const payCommand: Work = async ({ values, positionals }) => {
  const id = readId(firstOf(positionals));
  const outcome = readOutcome(values.outcome);
  const stay = values.stay === true;
  return withSession({ site: values.site, command: 'pay', isDecided: true }, async (session) => {
    const decided = await session.sandbox('POST', `/transactions/${id}/outcome`, { outcome, stay });
    print(values.json, decided, () => lines(withoutEmpty(decided)));
  });
};

function readId(given: string): string {
  const id = given.split(/[/?#]/).find(isUuid);
  if (id === undefined)
    throw new UsageError(`PAYMENT_ID must be a UUID or the address of a checkout, not ${given}`);
  return id.toLowerCase();
}

function readOutcome(given: string | boolean | undefined): string {
  if (given === undefined) return 'success';
  const outcome = sandboxOutcomes.find((one) => one === given);
  if (outcome === undefined) throw new UsageError(`--outcome must be one of ${sandboxOutcomes.join(', ')}`);
  return outcome;
}

const withoutEmpty = (facts: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));
