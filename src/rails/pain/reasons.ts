// Reasons: by the standard a code, or Standard Bank's way, which uses NARR and puts the code into the text.
import type { AnswerReason } from '../../core/payment-files/format.ts';
import { type Branch, branchesIn, textIn, textsIn } from './tree.ts';

/** In characters; the standard's own limit is 105 for each of any number of lines. */
const longestText = 500;
/** "See the text": no separate code. */
const narrative = 'NARR';

/** Returns the reason that a StsRsnInf gives. */
export function reasonOf(information: Branch): AnswerReason {
  const [reason = {}] = ['Rsn', 'StsRsn'].flatMap((name) => branchesIn(information, name));
  const lines = ['AddtlInf', 'AddtlStsRsnInf'].flatMap((name) => textsIn(information, name)).filter(Boolean);
  const said = textIn(reason, 'Cd') || textIn(reason, 'Prtry');
  const own = said === narrative ? '' : said.slice(0, 35);
  const code = own || (lines.map(codeIn).find(Boolean) ?? '');
  const text = lines
    .flatMap((line) => worthTelling(line.slice(0, longestText)))
    .join(', ')
    .slice(0, longestText);
  return { code: code || null, text };
}

/** "Status Code : 0009", "Unpaid Reason Code : 03". */
const codeIn = (line: string): string | undefined =>
  /^(?:status|unpaid reason) code ?: ?([A-Z0-9]{1,8})$/i.exec(line)?.[1];

function worthTelling(line: string): string[] {
  const [label = '', ...rest] = line.split(':');
  const value = rest.join(':').trim();
  switch (label.trim().toLowerCase()) {
    case 'status code':
      return [];
    case 'status description':
    case 'unpaid reason description':
      return [value];
    case 'redirect account number':
      // A whole account number is shown only where it is needed.
      return [`${label.trim()} : ***${value.slice(-4)}`];
    default:
      return [line];
  }
}
