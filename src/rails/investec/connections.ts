// The clients of accounts: one for each, with the one token that it needs.
import type { RailAccount, RailDeps } from '../../core/rail-modules.ts';
import { BankUnavailable } from '../../core/rails.ts';
import { createInvestecClient, type InvestecAccount, type InvestecClient } from './client.ts';
import { createCaller } from './http.ts';
import type { InvestecSettings } from './settings.ts';

export interface Connection {
  client: InvestecClient;
  settings: InvestecSettings;
  /** Returns the account as the API knows it. Throws BankUnavailable if its key cannot use it. */
  atBank(): Promise<InvestecAccount>;
}

/** Returns the connection of an account. Throws BankUnavailable if there is no such account. */
export type Connect = (account: string) => Promise<Connection>;

/** An account's settings never change: an operator with new keys removes the account and adds it again. */
export function createConnections({ clock, account }: Pick<RailDeps, 'clock' | 'account'>): Connect {
  const { call } = createCaller();
  const made = new Map<string, Connection>();
  return async (id) => {
    const known = made.get(id);
    if (known) return known;
    const found = await account(id);
    if (!found) throw new BankUnavailable(`There is no account ${id}.`);
    // They were read when the account was added.
    const settings = found.settings as unknown as InvestecSettings;
    const client = createInvestecClient({ ...settings, clock, call });
    const connection = { client, settings, atBank: createLookup(client, found) };
    made.set(id, connection);
    return connection;
  };
}

/** The API uses other ids: the account with the known number is looked up once. */
function createLookup(client: InvestecClient, { id, number }: RailAccount): Connection['atBank'] {
  let found: InvestecAccount | undefined;
  return async () => {
    if (found) return found;
    const all = await client.accounts();
    found = all.find(({ accountNumber }) => plain(accountNumber) === plain(number));
    if (found) return found;
    throw new BankUnavailable(
      `Investec accounts: the API key of ${id} may use ${all.length} accounts, and none has its number`,
    );
  };
}

const plain = (number: string): string => number.replace(/\D/g, '').replace(/^0+/, '');
