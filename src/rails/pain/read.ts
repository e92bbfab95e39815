// A bank's response to a payment file, of any version of pain.002: elements are found by their local names.
import { type AnswerReason, BadAnswer, type FileAnswer } from '../../core/payment-files/format.ts';
import { readXml, UnreadableXml, type XmlLimits } from '../../kernel/formats/xml.ts';
import { firstOf } from '../../kernel/required.ts';
import { longest } from './file.ts';
import { reasonOf } from './reasons.ts';
import { type Branch, branchesIn, textsIn } from './tree.ts';

/** Ten thousand payments of fifty elements, as Standard Bank repeats each. */
const limits: XmlLimits = {
  tags: 1_100_000,
  elements: 550_000,
  entities: 200_000,
  inTags: 24 * 1024 * 1024,
  markup: 32 * 1024 * 1024,
};

/** Reads a pain.002. Throws BadAnswer, with the reason, for anything else. */
export function readAnswer(xml: string): FileAnswer {
  const report = reportIn(documentOf(xml));
  const originals = branchesIn(report, 'OrgnlGrpInfAndSts');
  const [original] = originals;
  if (original === undefined || originals.length !== 1)
    throw new BadAnswer(`OrgnlGrpInfAndSts is there ${originals.length} times, not once`);
  const groups = branchesIn(report, 'OrgnlPmtInfAndSts');
  const wholeGroup = onlyWithoutPayments(groups);
  const ofGroup = statusOf(original, 'GrpSts') ?? (wholeGroup && statusOf(wholeGroup, 'PmtInfSts')) ?? null;
  return {
    messageId: id(branchesIn(report, 'GrpHdr')[0] ?? {}, 'MsgId', 'GrpHdr'),
    originalMessageId: id(original, 'OrgnlMsgId', 'OrgnlGrpInfAndSts'),
    groupStatus: ofGroup,
    groupReasons: [original, ...(wholeGroup ? [wholeGroup] : [])].flatMap(reasonsOf),
    payments: [
      // Version 02 names payments in the group.
      ...[report, original].flatMap((place) => paymentsOf(place)),
      ...groups.flatMap((group) => paymentsOf(group, group)),
    ],
  };
}

function documentOf(xml: string): Branch {
  if (xml.includes('\0')) throw new BadAnswer('it has null bytes');
  try {
    return readXml(xml.replace(/^\ufeff/, ''), limits);
  } catch (error) {
    if (error instanceof UnreadableXml)
      throw new BadAnswer(`it is no XML that can be read: ${error.message}`);
    throw error;
  }
}

/** Some banks put the document into an envelope, with a header next to it. */
function reportIn(root: Branch): Branch {
  const documents = [root, ...Object.keys(root).flatMap((name) => branchesIn(root, name))].flatMap((place) =>
    branchesIn(place, 'Document'),
  );
  const reports = documents.flatMap((document) =>
    Object.keys(document)
      .filter((name) => name === 'CstmrPmtStsRpt' || /^pain\.002\.001\.\d\d$/.test(name))
      .flatMap((name) => branchesIn(document, name)),
  );
  if (reports.length === 1) return firstOf(reports);
  throw new BadAnswer(
    reports.length === 0
      ? 'it is no pain.002: it has no Document with a CstmrPmtStsRpt'
      : 'it has more than one CstmrPmtStsRpt',
  );
}

/** A payment file has one group of payments: a status of the group without payments applies to the file. */
function onlyWithoutPayments(groups: readonly Branch[]): Branch | undefined {
  const [group] = groups;
  return group && groups.length === 1 && branchesIn(group, 'TxInfAndSts').length === 0 ? group : undefined;
}

/** Returns the payments in a place; one without its own status has that of its group. */
function paymentsOf(place: Branch, group?: Branch): FileAnswer['payments'] {
  const inherited = group && statusOf(group, 'PmtInfSts');
  return branchesIn(place, 'TxInfAndSts').map((payment) => {
    const own = statusOf(payment, 'TxSts');
    const reasons = reasonsOf(payment);
    return {
      bankReference: referenceOf(payment),
      status: own ?? inherited ?? null,
      reasons: reasons.length > 0 || own !== undefined || !group ? reasons : reasonsOf(group),
    };
  });
}

function referenceOf(payment: Branch): string {
  const given = ['OrgnlEndToEndId', 'OrgnlInstrId'].find(
    (name) => !['', 'NOTPROVIDED'].includes(only(payment, name)),
  );
  if (given) return id(payment, given, 'TxInfAndSts');
  throw new BadAnswer('a TxInfAndSts has neither OrgnlEndToEndId nor OrgnlInstrId');
}

function id(place: Branch, name: string, within: string): string {
  const text = only(place, name);
  if (text === '') throw new BadAnswer(`${within} has no ${name}`);
  if (text.length > longest.id) throw new BadAnswer(`${name} is longer than ${longest.id} characters`);
  return text;
}

/** Returns the text of an element that can occur once, else "": of two statuses, neither is used. */
function only(place: Branch, name: string): string {
  const [text = '', another] = textsIn(place, name);
  if (another !== undefined) throw new BadAnswer(`${name} is there more than once in one place`);
  return text;
}

function statusOf(place: Branch, name: string): string | undefined {
  const status = only(place, name);
  if (status === '') return undefined;
  if (!/^[A-Z0-9]{1,4}$/.test(status)) throw new BadAnswer(`${name} is not a status of four letters`);
  return status;
}

const reasonsOf = (place: Branch): AnswerReason[] => branchesIn(place, 'StsRsnInf').map(reasonOf);
