// The bank files that the suite writes: statements (camt.053) and status reports on payment files (pain.002).
import { type Cents, formatDecimal } from '../../kernel/money.ts';

export interface Entry {
  /** The bank's key of the movement. */
  key: string;
  /** In cents; negative for debits. */
  amount: Cents;
  text: string;
  status?: 'BOOK' | 'PDNG';
  isReversal?: boolean;
}

export interface StatementOf {
  account: string;
  day: string;
  opening: Cents;
  entries: readonly Entry[];
  /** The stated closing balance, if it differs from the computed one. */
  closing?: Cents;
}

const tag = (name: string, content: string): string => `<${name}>${content}</${name}>\n`;
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const size = (amount: Cents): string => formatDecimal(amount < 0n ? -amount : amount);
const money = (amount: Cents): string =>
  `<Amt Ccy="ZAR">${size(amount)}</Amt>\n${tag('CdtDbtInd', amount < 0n ? 'DBIT' : 'CRDT')}`;

export function statementText({ account, day, opening, entries, closing }: StatementOf): string {
  const booked = entries.filter(({ status }) => status !== 'PDNG');
  const end = closing ?? booked.reduce((sum, { amount }) => sum + amount, opening);
  const balance = (code: string, amount: Cents) =>
    tag('Bal', tag('Tp', tag('CdOrPrtry', tag('Cd', code))) + money(amount) + tag('Dt', tag('Dt', day)));
  const lines = entries.map((entry) => entryText(entry, day)).join('');
  const id = tag('Acct', tag('Id', tag('Othr', tag('Id', account))));
  const statement = tag(
    'Stmt',
    tag('Id', 'S') + id + balance('OPBD', opening) + balance('CLBD', end) + lines,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">\n${tag('BkToCstmrStmt', statement)}</Document>\n`;
}

function entryText({ key, amount, text, status = 'BOOK', isReversal }: Entry, day: string): string {
  const details = tag('TxDtls', tag('RmtInf', tag('Ustrd', escaped(text))));
  return tag(
    'Ntry',
    money(amount) +
      (isReversal ? tag('RvslInd', 'true') : '') +
      tag('Sts', tag('Cd', status)) +
      tag('BookgDt', tag('Dt', day)) +
      tag('AcctSvcrRef', key) +
      tag('NtryDtls', details),
  );
}

/** Returns a status report (pain.002) on one payment of a file. */
export function answerText(messageId: string, bankReference: string, status: string, code: string): string {
  const reason = tag('StsRsnInf', tag('Rsn', tag('Cd', code)));
  const payment = tag('TxInfAndSts', tag('OrgnlEndToEndId', bankReference) + tag('TxSts', status) + reason);
  const report =
    tag('GrpHdr', tag('MsgId', `A${bankReference}${status}${code}`)) +
    tag('OrgnlGrpInfAndSts', tag('OrgnlMsgId', messageId)) +
    tag('OrgnlPmtInfAndSts', tag('OrgnlPmtInfId', messageId) + payment);
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10">\n${tag('CstmrPmtStsRpt', report)}</Document>\n`;
}
