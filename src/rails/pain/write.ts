// A payment file as pain.001: one group of transfers in rand from one account, on one day.
import type { FilePayment, PaymentFile } from '../../core/payment-files/format.ts';
import { formatDecimal } from '../../kernel/money.ts';
import { toSetX } from './characters.ts';
import { type Element, element, writeDocument } from './element.ts';
import { assertWritable, holderOf, longest, sumOf, textOf } from './file.ts';

/** In what banks differ. */
export interface PainForm {
  version: 'pain.001.001.03' | 'pain.001.001.09';
  /** The clearing system that the branches are of; null if the bank wants none. */
  clearingSystem: 'ZANCC' | null;
  /** Who bears the charges; null for the bank's own rule. */
  charges: 'CRED' | null;
  /** The type for an account of unknown type; null to leave it out. */
  otherType: 'CACC' | null;
}

/** Returns the document; the same file always gives the same text. */
export function writePain(form: PainForm, file: PaymentFile): string {
  assertWritable(file);
  const namespace = `urn:iso:std:iso:20022:tech:xsd:${form.version}`;
  const initiation = element('CstmrCdtTrfInitn', [groupHeader(file), paymentGroup(form, file)]);
  return writeDocument(element('Document', [initiation], { xmlns: namespace }));
}

const totals = (file: PaymentFile): Element[] => [
  element('NbOfTxs', String(file.payments.length)),
  element('CtrlSum', formatDecimal(sumOf(file))),
];

function groupHeader(file: PaymentFile): Element {
  const { messageId, createdAt, account } = file;
  return element('GrpHdr', [
    element('MsgId', messageId),
    element('CreDtTm', createdAt.toISOString()),
    ...totals(file),
    element('InitgPty', [element('Nm', holderOf(account)), customerId(account.customer)]),
  ]);
}

function customerId(customer: string | null): Element | null {
  const id = toSetX(customer ?? '', longest.id);
  if (id === '') return null;
  const scheme = element('SchmeNm', [element('Cd', 'CUST')]);
  return element('Id', [element('OrgId', [element('Othr', [element('Id', id), scheme])])]);
}

function paymentGroup(form: PainForm, file: PaymentFile): Element {
  const { messageId, executionDate, account, payments } = file;
  return element('PmtInf', [
    // The only group of its file.
    element('PmtInfId', messageId),
    element('PmtMtd', 'TRF'),
    element('BtchBookg', 'true'),
    ...totals(file),
    element('PmtTpInf', [element('InstrPrty', 'NORM')]),
    element(
      'ReqdExctnDt',
      form.version === 'pain.001.001.03' ? executionDate : [element('Dt', executionDate)],
    ),
    element('Dbtr', [element('Nm', holderOf(account))]),
    element('DbtrAcct', [accountId(account.accountNumber), element('Ccy', 'ZAR')]),
    element('DbtrAgt', [institution(form, account.branchCode)]),
    ...payments.map((payment) => transfer(form, payment)),
  ]);
}

function transfer(form: PainForm, payment: FilePayment): Element {
  const { bankReference, amount, accountNumber, branchCode } = payment;
  return element('CdtTrfTxInf', [
    element('PmtId', [element('InstrId', bankReference), element('EndToEndId', bankReference)]),
    element('Amt', [element('InstdAmt', formatDecimal(amount), { Ccy: 'ZAR' })]),
    form.charges && element('ChrgBr', form.charges),
    element('CdtrAgt', [institution(form, branchCode)]),
    element('Cdtr', [element('Nm', holderOf(payment)), southAfrica()]),
    element('CdtrAcct', [accountId(accountNumber), accountType(form, payment)]),
    element('RmtInf', [element('Ustrd', textOf(payment))]),
  ]);
}

const accountId = (number: string): Element => element('Id', [element('Othr', [element('Id', number)])]);

function accountType(form: PainForm, payment: FilePayment): Element | null {
  const codes = { cheque: 'CACC', savings: 'SVGS' };
  const code = payment.accountType ? codes[payment.accountType] : form.otherType;
  return code === null ? null : element('Tp', [element('Cd', code)]);
}

function institution(form: PainForm, branchCode: string): Element {
  const system = form.clearingSystem && element('ClrSysId', [element('Cd', form.clearingSystem)]);
  const member = element('ClrSysMmbId', [system, element('MmbId', branchCode)]);
  return element('FinInstnId', [member, southAfrica()]);
}

const southAfrica = (): Element => element('PstlAdr', [element('Ctry', 'ZA')]);
