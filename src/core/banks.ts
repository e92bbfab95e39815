// The banks a payer can pay from, and those that hold accounts. Their ids are part of the contract: merchants send them as selectedBankId,
// institutionId and bankGroupId, so an id never changes.

export interface BankDetails {
  id: string;
  name: string;
  /** The universal branch code: one code that serves every branch of the bank. */
  branchCode: string;
  /** The name of the bank's own API among the payment methods. */
  paymentType: string;
}

export const banks: readonly BankDetails[] = [
  bank('4816019c-3314-4c80-8b6b-b2cd16dcc4ec', 'FNB', '250655', 'fnb'),
  bank('913999fa-3a32-4e3d-82f0-a1df7e9e4f7b', 'Capitec', '470010', 'capitec'),
  bank('ad7d8da4-1723-4066-94bb-6662d845e483', 'Standard Bank', '051001', 'standardbank'),
  bank('d3889df6-cdac-4861-9d64-2b100fb7ed07', 'Nedbank', '198765', 'nedbank'),
  bank('3f1d2c7a-5b0e-4a86-9c41-7e2a90d4b6f1', 'Absa', '632005', 'absa'),
  bank('8a64e0d5-92c3-4f17-b5de-1c07f3a8e924', 'Investec', '580105', 'investec'),
  bank('c5b7f913-0d6a-4e28-8f34-a9e1625c7d80', 'TymeBank', '678910', 'tymebank'),
  bank('e20941b8-7c5f-4d93-a6e7-58b3d0f2c14a', 'African Bank', '430000', 'africanbank'),
  bank('17d8a36e-b4f2-4c09-93a5-f60c2e7b91d3', 'Discovery', '679000', 'discovery'),
  bank('69f05c2b-e813-4b7d-8d50-34c9a1e6f072', 'Bidvest', '462005', 'bidvest'),
];

/** Banks that hold accounts, and to which no payer is redirected. */
const otherBanks: readonly BankDetails[] = [
  bank('0b7c9f52-61d4-4e0a-9f3b-2d85c17ae640', 'Bank Zero', '888000', 'bankzero'),
  bank('5d21f6a8-3c97-4b1e-8a60-f94e07b3d215', 'Capitec Business', '450105', 'capitecbusiness'),
  bank('92e4a7c1-0f58-4d36-b7c2-6a13d5e8094b', 'Sasfin', '683000', 'sasfin'),
  bank('c8350d1f-7ab6-42f9-94de-1b60f2a7c583', 'Al Baraka', '800000', 'albaraka'),
  bank('e6f9132b-d480-4c75-a1b3-80c7d4e25f6a', 'HBZ Bank', '570100', 'hbzbank'),
  bank('1a4d80b6-95e2-43c7-bf08-d7236c9e51f4', 'Access Bank', '410506', 'accessbank'),
  bank('74c0e9d3-28f1-4a6b-85d7-c3e10fb8926d', 'Postbank', '460005', 'postbank'),
];

/** Other names that customers use for a bank: full names, abbreviations, former names and brands. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  fnb: ['First National Bank', 'FirstRand', 'RMB', 'Rand Merchant Bank', 'RMB Private Bank'],
  capitec: ['Mercantile Bank'],
  standardbank: ['SBSA', 'Stanbic', 'Standard Bank of South Africa'],
  nedbank: ['Nedcor', 'Nedbank Private Wealth'],
  absa: ['Amalgamated Banks of South Africa', 'Barclays Africa'],
  investec: ['Investec Private Banking'],
  tymebank: ['Tyme', 'GoTyme'],
  africanbank: ['ABIL', 'Ubank', 'Grindrod Bank'],
  discovery: ['Discovery Bank'],
  bidvest: ['Bidvest Bank'],
};

/** Returns the names by which customers search a bank, its own first. */
export const bankNames = ({
  name,
  paymentType,
}: Pick<BankDetails, 'name' | 'paymentType'>): readonly string[] => [
  name,
  ...(otherNames[paymentType] ?? []),
];

export const accountBanks: readonly BankDetails[] = [...banks, ...otherBanks];

/** The id of the bank that exists in staging only. */
export const demoBankId = 'de300b4a-0000-4000-8000-000000000001';

export const demoBank = bank(demoBankId, 'Demo Bank', '999999', 'demobank');

/** The banks offered in a mode: staging has the Demo Bank as well, first. */
export function banksIn(mode: 'staging' | 'production'): readonly BankDetails[] {
  return mode === 'staging' ? [demoBank, ...banks] : banks;
}

/** Returns the bank of an id, the Demo Bank too; undefined for an unknown one. Letter case does not matter. */
export function bankById(id: string | null | undefined): BankDetails | undefined {
  return [demoBank, ...accountBanks].find((bank) => bank.id === id?.toLowerCase());
}

/** Returns the bank that is named by its id, or by its name in lower case without spaces. */
export function bankNamed(text: string): BankDetails | undefined {
  const plain = text.toLowerCase();
  return accountBanks.find(
    ({ id, name }) => id === plain || name.toLowerCase().replaceAll(' ', '') === plain,
  );
}

function bank(id: string, name: string, branchCode: string, paymentType: string): BankDetails {
  return { id, name, branchCode, paymentType };
}
