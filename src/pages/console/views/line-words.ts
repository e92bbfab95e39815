// The meanings of statement lines in words.
import type { LineMeaning } from '../../../core/statements/actions.ts';

export const lineMeanings: Record<LineMeaning, string> = {
  payment: 'Our payment',
  return: 'Returned payment',
  deposit: 'Deposit',
  reversal: 'Deposit reversed by the bank',
  supplier: 'Supplier',
  salary: 'Salary',
  tax: 'Tax',
  own: 'Own transfer',
  charge: 'Bank charge',
  interest: 'Interest',
  loan: 'Loan',
  other: 'Other',
};
