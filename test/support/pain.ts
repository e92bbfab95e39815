// The bank's side of payment files: reads our orders and writes its reports, with independent code.

export interface ReadOrder {
  bankReference: string;
  instructionId: string;
  /** In cents. */
  amount: bigint;
  currency: string;
  holder: string;
  accountNumber: string;
  branchCode: string;
  /** Null where the file does not say it. */
  clearingSystem: string | null;
  accountType: string | null;
  charges: string | null;
  text: string;
}

export interface ReadOrders {
  version: string;
  messageId: string;
  createdAt: string;
  customer: string | null;
  holder: string;
  accountNumber: string;
  branchCode: string;
  executionDate: string;
  /** As the header and as the group have them. */
  counts: number[];
  sums: bigint[];
  payments: ReadOrder[];
}

interface Node {
  name: string;
  attributes: string;
  children: Node[];
  text: string;
}

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Reads well-formed XML by going through it once. */
function treeOf(xml: string): Node {
  const root: Node = { name: '', attributes: '', children: [], text: '' };
  const open = [root];
  for (const piece of xml.split('<').slice(1)) {
    const end = piece.indexOf('>');
    const [tag, text] = [piece.slice(0, end), piece.slice(end + 1)];
    if (tag.startsWith('?')) continue;
    if (tag.startsWith('/')) {
      const closed = open.pop()!;
      if (closed.name !== tag.slice(1)) throw new Error(`</${tag.slice(1)}> closes <${closed.name}>`);
      continue;
    }
    const [name] = tag.split(' ', 1);
    const decoded = text.replace(/&(\w+);/g, (_entity, known: string) => characters[known]!);
    const node = { name: name!, attributes: tag.slice(name!.length), children: [], text: decoded };
    open.at(-1)!.children.push(node);
    open.push(node);
  }
  if (open.length !== 1) throw new Error('an element is not closed');
  return root;
}

const all = (node: Node, path: string): Node[] =>
  path
    .split('/')
    .reduce(
      (found, name) => found.flatMap(({ children }) => children.filter((one) => one.name === name)),
      [node],
    );

function text(node: Node, path: string): string | null {
  return all(node, path)[0]?.text ?? null;
}

function needed(node: Node, path: string): string {
  const found = text(node, path);
  if (found === null || found === '') throw new Error(`${path} is not there`);
  return found;
}

function cents(decimal: string): bigint {
  const [, rand, cent] = /^(\d+)\.(\d\d)$/.exec(decimal) ?? [];
  if (rand === undefined) throw new Error(`${decimal} is no amount`);
  return BigInt(rand + cent);
}

/** Reads a pain.001 of one group. Throws an Error for an order that a bank could not execute. */
export function readOrders(xml: string): ReadOrders {
  const root = treeOf(xml);
  const [document] = all(root, 'Document');
  const [initiation] = all(root, 'Document/CstmrCdtTrfInitn');
  const [group, another] = initiation ? all(initiation, 'PmtInf') : [];
  if (!document || !initiation || !group || another) throw new Error('there is not one group of payments');
  const parts = [all(initiation, 'GrpHdr')[0]!, group];
  return {
    version: /pain\.001\.001\.\d\d/.exec(document.attributes)![0],
    messageId: needed(initiation, 'GrpHdr/MsgId'),
    createdAt: needed(initiation, 'GrpHdr/CreDtTm'),
    customer: text(initiation, 'GrpHdr/InitgPty/Id/OrgId/Othr/Id'),
    holder: needed(group, 'Dbtr/Nm'),
    accountNumber: needed(group, 'DbtrAcct/Id/Othr/Id'),
    branchCode: needed(group, 'DbtrAgt/FinInstnId/ClrSysMmbId/MmbId'),
    executionDate: (text(group, 'ReqdExctnDt/Dt') ?? needed(group, 'ReqdExctnDt')).trim(),
    counts: parts.map((part) => Number(needed(part, 'NbOfTxs'))),
    sums: parts.map((part) => cents(needed(part, 'CtrlSum'))),
    payments: all(group, 'CdtTrfTxInf').map(orderOf),
  };
}

function orderOf(node: Node): ReadOrder {
  return {
    bankReference: needed(node, 'PmtId/EndToEndId'),
    instructionId: needed(node, 'PmtId/InstrId'),
    amount: cents(needed(node, 'Amt/InstdAmt')),
    currency: /Ccy="(\w+)"/.exec(all(node, 'Amt/InstdAmt')[0]!.attributes)![1]!,
    holder: needed(node, 'Cdtr/Nm'),
    accountNumber: needed(node, 'CdtrAcct/Id/Othr/Id'),
    branchCode: needed(node, 'CdtrAgt/FinInstnId/ClrSysMmbId/MmbId'),
    clearingSystem: text(node, 'CdtrAgt/FinInstnId/ClrSysMmbId/ClrSysId/Cd'),
    accountType: text(node, 'CdtrAcct/Tp/Cd'),
    charges: text(node, 'ChrgBr'),
    text: needed(node, 'RmtInf/Ustrd'),
  };
}

export interface WrittenReason {
  /** Default: "NARR". */
  code?: string;
  proprietary?: string;
  /** What AddtlInf says, line by line. */
  lines?: readonly string[];
}

export interface WrittenAnswer {
  /** Default: "pain.002.001.03", Standard Bank's. */
  version?: `pain.002.001.${string}`;
  messageId: string;
  originalMessageId: string;
  createdAt?: Date;
  groupStatus?: string;
  reasons?: readonly WrittenReason[];
  /** The status of the one group of payments, and its reasons. */
  paymentGroup?: { status: string; reasons?: readonly WrittenReason[] };
  payments?: readonly {
    /** As EndToEndId and InstrId; the two can differ. */
    bankReference: string;
    endToEndId?: string | null;
    status?: string;
    reasons?: readonly WrittenReason[];
    /** As a decimal; with it, the answer repeats the order as Standard Bank does. */
    amount?: string;
  }[];
  /** Before each name, as "ns2". */
  prefix?: string;
}

/** Writes a bank's answer to a payment file. */
export function writeAnswer(answer: WrittenAnswer): string {
  const { version = 'pain.002.001.03', prefix, payments = [], paymentGroup } = answer;
  const { createdAt = new Date('2026-12-01T15:00:00Z') } = answer;
  const at = createdAt.toISOString().slice(0, 19);
  const isOld = version === 'pain.002.001.03';
  const bic = isOld ? 'BICOrBEI' : 'AnyBIC';
  const group =
    paymentGroup || payments.length > 0
      ? tag(
          'OrgnlPmtInfAndSts',
          tag('OrgnlPmtInfId', escaped(answer.originalMessageId)) +
            (paymentGroup ? tag('PmtInfSts', paymentGroup.status) + reasonsOf(paymentGroup.reasons) : '') +
            payments.map((payment) => answerOf(payment, isOld)).join(''),
        )
      : '';
  const report = tag(
    'CstmrPmtStsRpt',
    tag(
      'GrpHdr',
      tag('MsgId', escaped(answer.messageId)) +
        tag('CreDtTm', at) +
        tag('InitgPty', tag('Nm', 'A Bank') + tag('Id', tag('OrgId', tag(bic, 'ABCDZAJJXXX')))),
    ) +
      tag(
        'OrgnlGrpInfAndSts',
        tag('OrgnlMsgId', escaped(answer.originalMessageId)) +
          tag('OrgnlMsgNmId', 'PAIN.001.001.03') +
          (answer.groupStatus ? tag('GrpSts', answer.groupStatus) : '') +
          reasonsOf(answer.reasons),
      ) +
      group,
  );
  const body = prefix ? report.replace(/<(\/?)(?=\w)/g, `<$1${prefix}:`) : report;
  const [name, namespace] = prefix ? [`${prefix}:Document`, `xmlns:${prefix}`] : ['Document', 'xmlns'];
  const begin = `<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>\n<${name} ${namespace}='urn:iso:std:iso:20022:tech:xsd:${version}'>`;
  return `${begin}\n${body}</${name}>\n`;
}

const tag = (name: string, content: string): string => `<${name}>${content}</${name}>\n`;
const escaped = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function reasonsOf(reasons: readonly WrittenReason[] = []): string {
  return reasons
    .map(({ code = 'NARR', proprietary, lines = [] }) => {
      const reason = proprietary === undefined ? tag('Cd', code) : tag('Prtry', escaped(proprietary));
      const reported = lines.map((line) => tag('AddtlInf', escaped(line))).join('');
      return tag('StsRsnInf', tag('Rsn', reason) + reported);
    })
    .join('');
}

function answerOf(payment: NonNullable<WrittenAnswer['payments']>[number], isOld: boolean): string {
  const { bankReference, endToEndId = bankReference, status, reasons, amount } = payment;
  const date = isOld ? '2026-12-01' : tag('Dt', '2026-12-01');
  const order = amount
    ? tag(
        'OrgnlTxRef',
        tag('Amt', `<InstdAmt Ccy="ZAR" >${amount}</InstdAmt>`) +
          tag('ReqdExctnDt', date) +
          tag('PmtMtd', 'TRF'),
      )
    : '';
  return tag(
    'TxInfAndSts',
    tag('OrgnlInstrId', escaped(bankReference)) +
      (endToEndId === null ? '' : tag('OrgnlEndToEndId', escaped(endToEndId))) +
      (status ? tag('TxSts', status) : '') +
      reasonsOf(reasons) +
      order,
  );
}

type Ids = Pick<WrittenAnswer, 'messageId' | 'originalMessageId'>;
type Reported = readonly { bankReference: string; amount?: string }[];

const coded = (code: string, description: string): WrittenReason[] => [
  { lines: [`Status Code : ${code}`, `Status Description : ${description}`] },
];
const success = coded('0000', 'NO ERROR FOUND-PROCESSED SUCCESSFULLY');
const each = (payments: Reported, status: string, reasons: readonly WrittenReason[]) =>
  payments.map((payment) => ({ ...payment, status, reasons }));

/** The reports of Standard Bank, by the names of its files. */
export const standardBank = {
  /** The file is there. */
  ack: (ids: Ids): string => writeAnswer({ ...ids, groupStatus: 'RCVD' }),
  /** The file is refused; by default as one that the bank has already. */
  nack: (ids: Ids, line = 'Duplicate MsgId'): string =>
    writeAnswer({ ...ids, groupStatus: 'RJCT', reasons: [{ lines: [line] }] }),
  /** The payments could be carried out, or not. */
  intaud: (ids: Ids, accepted: Reported, refused: Reported = []): string =>
    audit(ids, 'PDNG', each(accepted, 'PDNG', success), refused),
  /** The payments were carried out, or not. */
  finaud: (ids: Ids, paid: Reported, refused: Reported = []): string =>
    audit(ids, 'ACSP', each(paid, 'ACSP', success), refused),
  /** Payments came back, or went to an account that took the other's place. */
  unpData: (ids: Ids, returned: Reported, code = '03', redirected: Reported = []): string =>
    writeAnswer({
      ...ids,
      groupStatus: redirected.length > 0 ? 'PART' : 'RJCT',
      payments: [
        ...each(
          redirected,
          'ACWC',
          unpaid('14', 'ACNT TRANS(SAME GROUP)', 'Redirect Account Number : 1000000017'),
        ),
        ...each(returned, 'RJCT', unpaid(code, 'DEBITS NOT ALLOWED ON THI')),
      ],
    }),
  /** Single payments were stopped. The group's RJCT is of these only. */
  vetData: (ids: Ids, stopped: Reported): string =>
    writeAnswer({
      ...ids,
      groupStatus: 'RJCT',
      payments: each(stopped, 'RJCT', [{ lines: ['Status Description : SBSA ACCOUNT STOPPED'] }]),
    }),
};

function audit(ids: Ids, status: string, good: WrittenAnswer['payments'], refused: Reported): string {
  const bad = each(refused, 'RJCT', coded('0003', 'ACCOUNT NUMBER INVALID'));
  const isGood = bad.length === 0;
  const isBad = !isGood && good!.length === 0;
  return writeAnswer({
    ...ids,
    groupStatus: isGood ? status : isBad ? 'RJCT' : 'PART',
    reasons: isBad ? coded('0003', 'ACCOUNT NUMBER INVALID') : success,
    payments: [...good!, ...bad],
  });
}

function unpaid(code: string, description: string, ...more: string[]): WrittenReason[] {
  const lines = [
    `Unpaid Reason Code : ${code}`,
    `Unpaid Reason Description : ${description}`,
    'Unpaid Date : 20261201',
    ...more,
    'Bank Batch Reference Number : 2026335004',
  ];
  return [{ lines }];
}
