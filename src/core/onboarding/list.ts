// The documents that are asked of a merchant, as data: those of customer due diligence under the Financial Intelligence Centre
// Act (FICA) for a company. An operator with other requirements changes this list.

export interface DocumentKind {
  /** Its name in addresses and commands. */
  kind: string;
  title: string;
  /** A sentence about the file that the merchant uploads. */
  asked: string;
  /** Without it a merchant does not go live, if the operator requires the record. */
  isRequired: boolean;
  /** The most months for which it is valid after its upload; absent: until the date that the merchant gives, if any. */
  months?: number;
}

export const documentKinds: readonly DocumentKind[] = [
  {
    kind: 'company-registration',
    title: 'Company registration',
    asked: 'The registration certificate of the CIPC (CoR 14.3 or CK1), or the trust deed or constitution.',
    isRequired: true,
  },
  {
    kind: 'directors-identity',
    title: 'Identity of directors',
    asked: 'Identity documents or passports of all directors, members or trustees, in one file.',
    isRequired: true,
  },
  {
    kind: 'beneficial-owners',
    title: 'Beneficial owners',
    asked: 'The register of everyone who holds 5 % or more, with the identity of each.',
    isRequired: true,
  },
  {
    kind: 'proof-of-address',
    title: 'Proof of address',
    asked: 'A utility bill, lease or municipal account of the business address, at most three months old.',
    isRequired: true,
    months: 12,
  },
  {
    kind: 'bank-confirmation',
    title: 'Bank confirmation letter',
    asked: 'A letter of the bank about the settlement account, stamped, at most three months old.',
    isRequired: true,
    months: 12,
  },
  {
    kind: 'authority-to-sign',
    title: 'Authority to sign',
    asked: 'The resolution that names who signs for the company.',
    isRequired: true,
  },
  {
    kind: 'tax-clearance',
    title: 'Tax compliance',
    asked: 'The tax compliance status of SARS with its PIN.',
    isRequired: false,
    months: 12,
  },
  {
    kind: 'vat-registration',
    title: 'VAT registration',
    asked: 'The VAT registration certificate (VAT 103), if the business is registered for VAT.',
    isRequired: false,
  },
];

export const kindNamed = (kind: string | undefined): DocumentKind | undefined =>
  documentKinds.find((one) => one.kind === kind);

export const titleOf = (kind: string): string => kindNamed(kind)?.title ?? kind;
