// OFX by its elements: version 1 is SGML, whose values have no end, version 2 is XML. Both read alike.
import { BadStatement } from '../../../core/statements/told.ts';
import { quoted } from './text.ts';

/** The elements with elements in them that matter; all others are passed over. */
const groups = new Set(
  'OFX BANKMSGSRSV1 CREDITCARDMSGSRSV1 STMTTRNRS CCSTMTTRNRS STMTRS CCSTMTRS BANKACCTFROM CCACCTFROM BANKACCTTO BANKTRANLIST STMTTRN PAYEE CURRENCY ORIGCURRENCY LEDGERBAL AVAILBAL BALLIST BAL BANKTRANLISTP STMTTRNP SIGNONMSGSRSV1 SONRS STATUS FI'.split(
    ' ',
  ),
);

export interface Group {
  name: string;
  /** The line on which it begins. */
  at: number;
  values: Map<string, string>;
  parent: Group | undefined;
}

/** Calls `end` with each group as it ends. Throws BadStatement for groups that do not end. */
export function readElements(text: string, end: (group: Group) => void): void {
  const start = text.search(/<OFX>/i);
  if (start < 0) throw new BadStatement('there is no <OFX> in the file', null);
  let open: Group | undefined;
  let isOver = false;
  for (const { name, value, at } of elementsIn(text, start)) {
    if (isOver) throw new BadStatement('something follows after </OFX>', at);
    if (groups.has(name)) open = { name, at, values: new Map(), parent: open };
    else if (!name.startsWith('/')) setValue(open, name, value, at);
    else if (groups.has(name.slice(1))) {
      if (open?.name !== name.slice(1)) throw new BadStatement(`<${name}> ends what has not begun`, at);
      end(open);
      isOver = open.parent === undefined;
      open = open.parent;
    }
  }
  if (open) throw new BadStatement(`the file is cut off: <${open.name}> does not end`, open.at);
}

function setValue(group: Group | undefined, name: string, value: string, at: number): void {
  if (value === '' || !group) return;
  if (group.values.has(name)) throw new BadStatement(`there are two ${quoted(name)}`, at);
  group.values.set(name, value);
}

/** In characters; also the most that one value may have. */
const longestName = 40;

function* elementsIn(text: string, start: number): Generator<{ name: string; value: string; at: number }> {
  let at = 1;
  let counted = 0;
  for (let open = start; open >= 0; ) {
    for (
      let feed = text.indexOf('\n', counted);
      feed >= 0 && feed < open;
      feed = text.indexOf('\n', counted)
    ) {
      at += 1;
      counted = feed + 1;
    }
    const close = text.indexOf('>', open);
    const next = text.indexOf('<', open + 1);
    if (close < 0 || (next >= 0 && next < close)) throw new BadStatement('a tag does not end', at);
    const name = text
      .slice(open + 1, Math.min(close, open + 1 + longestName))
      .trim()
      .toUpperCase();
    if (!/^\/?[A-Z0-9.]+$/.test(name)) throw new BadStatement(`${quoted(`<${name}>`)} is no tag of OFX`, at);
    yield { name, value: unescaped(text.slice(close + 1, next < 0 ? text.length : next).trim()), at };
    open = next;
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Anything else that looks like an entity stays what it is: in SGML, banks write "&" as itself. */
function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&([a-z]{2,4});/g, (whole, name: string) => entities[name] ?? whole);
}
