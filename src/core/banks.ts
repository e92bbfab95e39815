// The banks a payer can pay from. Their ids are part of the contract: merchants send them as selectedBankId,
// institutionId and bankGroupId, so an id never changes.

export interface BankDetails {
  id: string;
  name: string;
  /** The universal branch code: one code that serves every branch of the bank. */
  branchCode: string;
  /** The name of the bank's own API among the payment methods. */
  paymentType: string;
}

/** The banks that exist. */
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

/** The id of the bank that exists in staging only. */
export const demoBankId = 'de300b4a-0000-4000-8000-000000000001';

export const demoBank = bank(demoBankId, 'Demo Bank', '999999', 'demobank');

/** The banks offered in a mode: staging has the Demo Bank as well, first. */
export function banksIn(mode: 'staging' | 'production'): readonly BankDetails[] {
  return mode === 'staging' ? [demoBank, ...banks] : banks;
}

/** Returns the bank of an id, the Demo Bank too; undefined for no bank of ours. Letter case does not matter. */
export function bankById(id: string | null | undefined): BankDetails | undefined {
  return banksIn('staging').find((bank) => bank.id === id?.toLowerCase());
}

function bank(id: string, name: string, branchCode: string, paymentType: string): BankDetails {
  return { id, name, branchCode, paymentType };
}
