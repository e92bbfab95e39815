// The elements of OFX that matter here, and which of them belong to which.

const names = (text: string): string[] => text.split(' ');

/** Elements with elements in them; values of any other such element are taken as its parent's. */
const groups = new Set(
  names(
    'OFX BANKMSGSRSV1 CREDITCARDMSGSRSV1 STMTTRNRS CCSTMTTRNRS STMTRS CCSTMTRS BANKACCTFROM CCACCTFROM BANKACCTTO CCACCTTO BANKTRANLIST STMTTRN PAYEE CURRENCY ORIGCURRENCY LEDGERBAL AVAILBAL BALLIST BAL BANKTRANLISTP STMTTRNP SIGNONMSGSRSV1 SONRS STATUS FI',
  ),
);

/** Values that come from the payer. */
const texts = new Set(
  names('NAME EXTDNAME MEMO REFNUM CHECKNUM ADDR1 ADDR2 ADDR3 CITY STATE POSTALCODE COUNTRY PHONE'),
);

/** Values that come once. */
const facts = new Set(
  names('TRNTYPE DTPOSTED TRNAMT FITID ACCTID CURDEF BALAMT DTASOF CURSYM DTSTART DTEND VALUE'),
);

/** What can follow a text in its group. */
const parts: Record<string, ReadonlySet<string>> = {
  STMTTRN: new Set(
    names(
      'TRNTYPE DTPOSTED DTUSER DTAVAIL TRNAMT FITID CORRECTFITID CORRECTACTION SRVRTID CHECKNUM REFNUM SIC PAYEEID NAME EXTDNAME MEMO IMAGEDATA INV401KSOURCE PAYEE BANKACCTTO CCACCTTO CURRENCY ORIGCURRENCY',
    ),
  ),
  PAYEE: new Set(names('NAME ADDR1 ADDR2 ADDR3 CITY STATE POSTALCODE COUNTRY PHONE')),
  BAL: new Set(names('NAME DESC BALTYPE VALUE DTASOF CURRENCY')),
};

export const isGroup = (name: string): boolean => groups.has(name);
export const isTextLeaf = (name: string): boolean => texts.has(name);
export const isFact = (name: string): boolean => facts.has(name);
/** True if an element belongs to a group; of a group that is not listed here, any does. */
export const isPartOf = (name: string, group: string): boolean => parts[group]?.has(name) ?? true;
