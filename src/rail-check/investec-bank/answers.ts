// The pain.002 with which the counterpart responds to a payment.

import { firstOf } from '../../kernel/required.ts';

/** The only payment in a pain.001 from the rail. */
export interface OrderRead {
  messageId: string;
  bankReference: string;
  /** "12.34". */
  amount: string;
}

export function readOrder(pain001: string): OrderRead {
  return {
    messageId: textIn(pain001, '<MsgId>'),
    bankReference: textIn(pain001, '<EndToEndId>'),
    amount: textIn(pain001, '<InstdAmt Ccy="ZAR">'),
  };
}

/** Returns the text after a tag; "" without it. */
function textIn(xml: string, tag: string): string {
  const [, after = ''] = xml.split(tag, 2);
  return firstOf(after.split('<', 1));
}

export interface Verdict {
  status: 'PDNG' | 'ACSP' | 'RJCT';
  reason?: string;
}

export function writeVerdict({ messageId, bankReference }: OrderRead, { status, reason }: Verdict): string {
  const why = reason ? `<StsRsnInf><Rsn><Cd>NARR</Cd></Rsn><AddtlInf>${reason}</AddtlInf></StsRsnInf>` : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
<GrpHdr><MsgId>ANSWER-${messageId}-${status}</MsgId><CreDtTm>2026-12-01T08:00:00Z</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}</OrgnlPmtInfId>
<TxInfAndSts><OrgnlEndToEndId>${bankReference}</OrgnlEndToEndId><TxSts>${status}</TxSts>${why}</TxInfAndSts>
</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>
`;
}
