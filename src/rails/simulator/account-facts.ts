// The simulated banks' facts about accounts: the truth about those they keep, and for any other number facts chosen by
// its last two digits, so that every response can be tested. Pure: a query in, facts out.
import { type AccountFacts, type AccountQuery, BankTimeout } from '../../core/rails.ts';
import { isSameHolder } from '../../core/verifications/names.ts';
import { collectionAccount, operatingAccount, payerAccounts } from './accounts.ts';

interface Owner {
  initials: string | null;
  name: string;
  identifier: string;
}

/** Who pays in the sandbox, and has two accounts at every bank. */
export const demoPayer: Owner = { initials: 'D', name: 'Payer', identifier: '8001015009087' };
const service: Owner = { initials: null, name: 'Tefo', identifier: '2026/000001/07' };

const allTrue: AccountFacts = {
  accountExists: true,
  accountOpen: true,
  identityMatches: true,
  nameMatches: true,
  acceptsCredits: true,
  acceptsDebits: true,
};

/** Differences by the last two digits of an unknown number; everything else is true of it. */
export const endings: Readonly<Record<string, Partial<AccountFacts>>> = {
  // Nothing is known of an account that does not exist.
  91: {
    accountExists: false,
    accountOpen: null,
    identityMatches: null,
    nameMatches: null,
    acceptsCredits: null,
    acceptsDebits: null,
  },
  92: { accountOpen: false, acceptsCredits: false, acceptsDebits: false },
  93: { identityMatches: false },
  94: { nameMatches: false },
  95: { acceptsDebits: false },
  96: { acceptsCredits: false },
  97: { nameMatches: null },
};

/** The ending of numbers about which the bank does not respond in time. */
export const silentEnding = '99';

/** Returns a bank's facts about an account. Throws BankTimeout for a number that simulates it. */
export function factsOf(bank: { id: string; branchCode: string }, query: AccountQuery): AccountFacts {
  const owner = ownerOf(bank, query.accountNumber.replace(/^0+/, ''));
  if (owner) {
    const { identityMatches, nameMatches } = compare(owner, query);
    return { ...allTrue, identityMatches, nameMatches };
  }
  const ending = query.accountNumber.slice(-2);
  if (ending === silentEnding) throw new BankTimeout('The bank did not respond in time.');
  return withoutUnasked({ ...allTrue, ...endings[ending] }, query);
}

/** A bank says nothing about a fact that the query is not about. */
const withoutUnasked = (facts: AccountFacts, { identity, name }: AccountQuery): AccountFacts => ({
  ...facts,
  ...(identity === null && { identityMatches: null }),
  ...(name === null && { nameMatches: null }),
});

function ownerOf(bank: { id: string; branchCode: string }, number: string): Owner | undefined {
  if (payerAccounts(bank).some((account) => account.number === number)) return demoPayer;
  const ours = [collectionAccount(bank), ...(bank.id === operatingAccount.bank.id ? [operatingAccount] : [])];
  return ours.some((account) => account.number === number) ? service : undefined;
}

function compare(owner: Owner, { identity, initials, name }: AccountQuery) {
  const held = [owner.initials, owner.name].filter(Boolean).join(' ');
  const hasInitials =
    initials === null || owner.initials === null || lettersOf(initials) === lettersOf(owner.initials);
  return {
    identityMatches: identity && identity.identifier.toUpperCase() === owner.identifier,
    nameMatches: name === null ? null : hasInitials && isSameHolder(name, held),
  };
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
