// Writes statements as banks do, in every format that is read: an independent implementation that shares no code with
// the readers. No real names or numbers.

/** One movement. Lines of a statement are in the order of their days. */
export interface Movement {
  /** "2026-12-01". */
  date: string;
  /** In cents; debits are negative; never zero. */
  amount: bigint;
  text: string;
  /** "" if absent. */
  reference: string;
}

export interface Statement {
  account: string;
  number: number;
  /** The first day. */
  from: string;
  /** In cents. */
  opening: bigint;
  lines: readonly Movement[];
}

export interface WriteOptions {
  /** CSV files that can start with their newest line. */
  newestFirst?: boolean;
}

/** Returns a statement in a format or a profile's layout: see `written` for the names. */
export function writeStatement(name: string, statement: Statement, options: WriteOptions = {}): string {
  const write = writers[name];
  if (!write) throw new Error(`there is no writer of ${name}`);
  return write(statement, options);
}

type Writer = (statement: Statement, options: WriteOptions) => string;

interface Row extends Movement {
  balance: bigint;
}

/** Rand and cents with a mark between, and perhaps another between thousands. */
function rand(cents: bigint, mark = '.', thousands = ''): string {
  const [sign, positive] = cents < 0n ? ['-', -cents] : ['', cents];
  let whole = String(positive / 100n);
  if (thousands !== '') whole = whole.replace(/\B(?=(?:\d{3})+$)/g, thousands);
  return `${sign}${whole}${mark}${String(positive % 100n).padStart(2, '0')}`;
}

function rowsOf({ opening, lines }: Statement): Row[] {
  let balance = opening;
  return lines.map((line) => {
    balance += line.amount;
    return { ...line, balance };
  });
}

const closingOf = ({ opening, lines }: Statement): bigint =>
  lines.reduce((sum, { amount }) => sum + amount, opening);
const lastDay = ({ from, lines }: Statement): string => lines.at(-1)?.date ?? from;

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const csv = (...cells: string[]): string => `${cells.map(cell).join(',')}\r\n`;

const shortMonths = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const dayParts = (date: string) => {
  const [year, month, day] = date.split('-') as [string, string, string];
  return { year, month, day, name: shortMonths[Number(month) - 1]! };
};
const slashed = (date: string): string => date.replaceAll('-', '/');
const solid = (date: string): string => date.replaceAll('-', '');
const six = (date: string): string => solid(date).slice(2);

function listed(header: string, rows: string[], { newestFirst }: WriteOptions): string {
  return header + (newestFirst ? rows.toReversed() : rows).join('');
}

// --- MT940 and MT942 -------------------------------------------------------------------------------------------------

const mtAmount = (cents: bigint): string => rand(cents < 0n ? -cents : cents, ',');
const mtBalance = (cents: bigint, date: string): string =>
  `${cents < 0n ? 'D' : 'C'}${six(date)}ZAR${mtAmount(cents)}`;

function mtMovement({ date, amount, text, reference }: Movement): string {
  const below = reference === '' ? '' : `${reference}\r\n`;
  const field = reference === '' ? 'NONREF' : reference.slice(0, 16);
  const side = amount < 0n ? 'DR' : 'CR';
  const type = amount < 0n ? 'NTRF' : 'NDEP';
  return `:61:${six(date)}${six(date).slice(2)}${side}${mtAmount(amount)}${type}${field}//NONREF\r\n${below}:86:${text}\r\n`;
}

const enveloped = (type: string, body: string): string =>
  `{1:F01TESTZAJJAXXX0000000000}{2:O${type}0600261123TESTZAJJAXXX00000000002611230600N}{4:\r\n${body}-}\r\n`;

const mt940: Writer = (statement) =>
  enveloped(
    '940',
    `:20:STMT${statement.number}\r\n:25:${statement.account}\r\n:28C:${statement.number}/1\r\n` +
      `:60F:${mtBalance(statement.opening, statement.from)}\r\n` +
      statement.lines.map(mtMovement).join('') +
      `:62F:${mtBalance(closingOf(statement), lastDay(statement))}\r\n`,
  );

const mt942: Writer = (statement) => {
  const [out, into] = [
    statement.lines.filter(({ amount }) => amount < 0n),
    statement.lines.filter(({ amount }) => amount > 0n),
  ];
  const counted = (lines: readonly Movement[]) =>
    `${lines.length}ZAR${mtAmount(lines.reduce((sum, { amount }) => sum + amount, 0n))}`;
  return enveloped(
    '942',
    `:20:PROV${statement.number}\r\n:25:${statement.account}\r\n:28C:0/0\r\n:34F:ZARC0,01\r\n` +
      `:13D:${six(lastDay(statement))}1215+0200\r\n` +
      statement.lines.map(mtMovement).join('') +
      `:90D:${counted(out)}\r\n:90C:${counted(into)}\r\n`,
  );
};

// --- camt ------------------------------------------------------------------------------------------------------------

const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const side = (cents: bigint): string => `<CdtDbtInd>${cents < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
const amt = (cents: bigint): string => `<Amt Ccy="ZAR">${rand(cents < 0n ? -cents : cents)}</Amt>`;

function camtEntry(line: Movement, status: string): string {
  const end = line.reference === '' ? 'NOTPROVIDED' : xml(line.reference);
  return (
    `<Ntry>${amt(line.amount)}${side(line.amount)}${status}` +
    `<BookgDt><Dt>${line.date}</Dt></BookgDt><ValDt><Dt>${line.date}</Dt></ValDt>` +
    '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>\n' +
    `<NtryDtls><TxDtls><Refs><EndToEndId>${end}</EndToEndId></Refs>` +
    `<RmtInf><Ustrd>${xml(line.text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`
  );
}

function camtBalance(code: string, cents: bigint, date: string): string {
  return (
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amt(cents)}${side(cents)}` +
    `<Dt><Dt>${date}</Dt></Dt></Bal>\n`
  );
}

function camt(kind: '052' | '053' | '054', version: '02' | '08'): Writer {
  const [message, element] = {
    '052': ['BkToCstmrAcctRpt', 'Rpt'],
    '053': ['BkToCstmrStmt', 'Stmt'],
    '054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
  }[kind] as [string, string];
  const status = version === '02' ? '<Sts>BOOK</Sts>' : '<Sts><Cd>BOOK</Cd></Sts>';
  return (statement) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.${version}"><${message}>\n` +
    `<GrpHdr><MsgId>M${statement.number}</MsgId><CreDtTm>${lastDay(statement)}T06:00:00</CreDtTm></GrpHdr>\n` +
    `<${element}><Id>S${statement.number}</Id><ElctrncSeqNb>${statement.number}</ElctrncSeqNb>` +
    `<Acct><Id><Othr><Id>${statement.account}</Id></Othr></Id><Ccy>ZAR</Ccy></Acct>\n` +
    (kind === '053'
      ? camtBalance('OPBD', statement.opening, statement.from) +
        camtBalance('CLBD', closingOf(statement), lastDay(statement))
      : '') +
    statement.lines.map((line) => camtEntry(line, status)).join('') +
    `</${element}></${message}></Document>\n`;
}

// --- OFX -------------------------------------------------------------------------------------------------------------

const ofx: Writer = (statement) =>
  'OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:UTF-8\r\n\r\n<OFX>\r\n' +
  '<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>\r\n' +
  '<BANKMSGSRSV1><STMTTRNRS><TRNUID>0<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>ZAR\r\n' +
  `<BANKACCTFROM><BANKID>000000<ACCTID>${statement.account}<ACCTTYPE>CHECKING</BANKACCTFROM>\r\n` +
  `<BANKTRANLIST><DTSTART>${solid(statement.from)}<DTEND>${solid(lastDay(statement))}\r\n` +
  statement.lines
    .map(
      ({ date, amount, text, reference }, index) =>
        `<STMTTRN><TRNTYPE>${amount < 0n ? 'DEBIT' : 'CREDIT'}<DTPOSTED>${solid(date)}<TRNAMT>${rand(amount)}` +
        `<FITID>${statement.number}-${index}${reference === '' ? '' : `<REFNUM>${xml(reference)}`}` +
        `<MEMO>${xml(text)}</STMTTRN>\r\n`,
    )
    .join('') +
  `</BANKTRANLIST><LEDGERBAL><BALAMT>${rand(closingOf(statement))}<DTASOF>${solid(lastDay(statement))}</LEDGERBAL>\r\n` +
  '</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\r\n';

// --- CSV -------------------------------------------------------------------------------------------------------------

const both = ({ text, reference }: Movement): string => `${text} ${reference}`.trim();

const fnbHistory: Writer = (statement, options) =>
  listed(
    csv('ACCOUNT TRANSACTION HISTORY') +
      csv(`FOR ACCOUNT NUMBER ${statement.account}`) +
      'Date, SERVICE FEE, Amount, DESCRIPTION, REFERENCE, Balance, CHEQUE NUMBER,\r\n',
    rowsOf(statement).map(({ date, amount, text, reference, balance }) =>
      csv(slashed(date), '', rand(amount), text, reference, rand(balance), '', ''),
    ),
    options,
  );

const fnbStatement: Writer = (statement) => {
  const [opening, closing] = [rand(statement.opening), rand(closingOf(statement))];
  return (
    csv('2', statement.account, "'BUSINESS ACCOUNT'", "'TEST SHOP'") +
    csv('3', String(statement.number), statement.from, lastDay(statement), opening, closing) +
    rowsOf(statement)
      .map(({ date, amount, text, reference, balance }, index) => {
        const { day, name } = dayParts(date);
        return (
          `5,${index + 1},'${day} ${name}',"${text.replaceAll('"', '""')}","${reference}","",` +
          `${rand(amount)},${rand(balance)},\r\n`
        );
      })
      .join('')
  );
};

const fnbFile: Writer = (statement) =>
  csv('Account Number', statement.account) +
  csv('Account Type', 'Cheque') +
  'Effective Date,Description,Reference,Service Fee,Amount,Balance\r\n' +
  csv(solid(statement.from), 'OPENING BALANCE', '', '', '', rand(statement.opening)) +
  rowsOf(statement)
    .map(({ date, amount, text, reference, balance }) =>
      csv(solid(date), text, reference, '', rand(amount), rand(balance)),
    )
    .join('');

const standardBank: Writer = (statement) => {
  const plus = (cents: bigint) => (cents < 0n ? rand(cents) : `+${rand(cents)}`);
  const row = (date: string, text: string, amount: string, balance: bigint, reference: string) =>
    csv(
      slashed(date),
      slashed(date),
      String(statement.number),
      text,
      amount,
      plus(balance),
      '',
      '',
      reference,
    );
  return (
    csv('Business Online') +
    csv('Account Number', statement.account) +
    Array.from({ length: 12 }, (_, index) => csv(`Preamble ${index}`, '')).join('') +
    'Date, Value Date, Statement Number, Description, Amount, Balance, Type, Originator Reference, Customer Reference\r\n' +
    row(statement.from, 'OPEN BALANCE', '', statement.opening, '') +
    rowsOf(statement)
      .map(({ date, amount, text, reference, balance }) => row(date, text, rand(amount), balance, reference))
      .join('') +
    row(lastDay(statement), 'CLOSE BALANCE', '', closingOf(statement), '')
  );
};

const nedbank: Writer = (statement) => {
  const day = (date: string) => {
    const parts = dayParts(date);
    return `${parts.day}${parts.name}${parts.year}`;
  };
  return (
    csv('Statement Enquiry :', '') +
    csv('Account Number :', statement.account) +
    csv('Account Description :', 'TEST SHOP') +
    csv('Statement Number :', String(statement.number)) +
    csv('', '') +
    csv(day(statement.from), 'BROUGHT FORWARD', '', rand(statement.opening)) +
    rowsOf(statement)
      .map((row) => csv(day(row.date), both(row), rand(row.amount), rand(row.balance)))
      .join('') +
    csv(day(lastDay(statement)), 'CARRIED FORWARD', '', rand(closingOf(statement)))
  );
};

const absa: Writer = (statement, options) =>
  listed(
    'Date, Description, Amount, Balance\r\n',
    rowsOf(statement).map((row) => csv(solid(row.date), both(row), rand(row.amount), rand(row.balance))),
    options,
  );

const capitecBusiness: Writer = (statement) =>
  csv('Balance brought forward:', '', '', '', '', '', rand(statement.opening)) +
  csv('', '', '', '', '', '', '') +
  csv('Account', 'Date', 'Description', 'Reference', 'Amount', 'Fees', 'Balance') +
  rowsOf(statement)
    .map(({ date, amount, text, reference, balance }) => {
      const { day, month, year } = dayParts(date);
      return csv(
        statement.account,
        `${day}/${month}/${year}`,
        text,
        reference,
        rand(amount),
        '0.00',
        rand(balance),
      );
    })
    .join('') +
  csv(
    'Total:',
    '',
    '',
    '',
    rand(closingOf(statement) - statement.opening),
    '0.00',
    rand(closingOf(statement)),
  );

const capitecApp: Writer = (statement) =>
  csv(
    ...['Nr', 'Account', 'Posting Date', 'Transaction Date', 'Description', 'Original Description'],
    ...['Parent Category', 'Category', 'Money In', 'Money Out', 'Fee', 'Balance'],
  ) +
  rowsOf(statement)
    .map((row, index) => {
      const moment = `${row.date} 8:05`;
      const [into, out] = row.amount > 0n ? [rand(row.amount), ''] : ['', rand(row.amount)];
      return csv(
        ...[String(index + 1), statement.account, moment, moment, both(row), both(row)],
        ...['Other', 'Other', into, out, '', rand(row.balance)],
      );
    })
    .join('');

const bankZero: Writer = (statement, options) =>
  listed(
    'Date, Day, Time, Type, Description 1, Description 2, Fee, Amount, Balance, Has Attachments\r\n',
    rowsOf(statement).map(({ date, amount, text, reference, balance }) =>
      csv(
        ...[date, 'Mon', '10:15', 'EFT', text, reference, ''],
        ...[rand(amount, '.', ' '), rand(balance, '.', ' '), 'No'],
      ),
    ),
    options,
  );

const writers: Record<string, Writer> = {
  mt940,
  mt942,
  'camt.052': camt('052', '08'),
  'camt.053': camt('053', '08'),
  'camt.053.02': camt('053', '02'),
  'camt.054': camt('054', '08'),
  ofx,
  'fnb-history': fnbHistory,
  'fnb-statement': fnbStatement,
  'fnb-file': fnbFile,
  standardbank: standardBank,
  nedbank,
  absa,
  'capitec-business': capitecBusiness,
  'capitec-app': capitecApp,
  bankzero: bankZero,
};

/** The names of what can be written. */
export const written: readonly string[] = Object.keys(writers);
/** Files that can start with their newest line. */
export const eitherWay: readonly string[] = ['fnb-history', 'absa', 'bankzero'];
/** Those that name no account. */
export const withoutAccount: readonly string[] = ['absa', 'bankzero'];
/** Formats without balances. */
export const withoutBalances: readonly string[] = ['mt942', 'camt.052', 'camt.054'];
