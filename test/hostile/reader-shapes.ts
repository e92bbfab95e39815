// The slowest input for each reader of external text: the same shape in any length.
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fastify from 'fastify';
import { BadAnswer } from '../../src/core/payment-files/format.ts';
import { BadStatement } from '../../src/core/statements/parsed-statement.ts';
import { parseJson } from '../../src/kernel/formats/json.ts';
import { readXml, UnreadableXml } from '../../src/kernel/formats/xml.ts';
import { acceptForms } from '../../src/kernel/http/bodies.ts';
import { renderMarkdown } from '../../src/pages/docs/markdown.ts';
import { BadProfile, type Profile, profileFromYaml } from '../../src/rails/files/statements/index.ts';
import { readAnswer } from '../../src/rails/pain/read.ts';
import { UnreadableData, unpack } from '../../src/surfaces/dialect/compressed.ts';
import { readWhole } from '../statements/read-whole.ts';
import { counted, filled, honest, nested } from './growing-texts.ts';

export interface Reader {
  name: string;
  /** The largest input, in bytes: 4 MB, or the reader's own limit. */
  most: number;
  /** Reads a text; a refusal is thrown as one of `refusals`. */
  read(text: string): unknown;
  refusals: readonly (new (...given: never[]) => Error)[];
  /** Texts of about so many characters. */
  shapes: Record<string, (size: number) => string>;
}

const megabyte = 2 ** 20;

const statements = (name: string, shapes: Reader['shapes'], profile: Profile | 'auto' = 'auto'): Reader => ({
  name,
  most: 4 * megabyte,
  read: (text) => readWhole(text, { profile }),
  refusals: [BadStatement],
  shapes,
});

const mtHead = ':20:X\r\n:25:62000001234\r\n:28C:1/1\r\n:60F:C261119ZAR0,00\r\n';
const mtLine = ':61:2611201120C1,00NTRFNONREF\r\n';
const mt = statements('MT940', {
  honest: honest('mt940'),
  'one line': filled('X', mtHead),
  'one text of many lines': filled('X\r\n', `${mtHead}${mtLine}:86:`),
  'texts without a movement': filled(':86:X\r\n', mtHead),
  'movements without a balance': filled(mtLine, mtHead),
  'invalid tags': filled(':X:', `${mtHead}${mtLine}:86:`),
  'colons at the beginning of lines': filled(':\r\n', `${mtHead}${mtLine}:86:`),
  'messages that only begin': filled(':20:X\r\n', ''),
  'blocks in blocks': filled('{1:', ''),
  'blocks of SWIFT': filled('{1:F01X}{2:O940X}{4:\r\n', ''),
  'empty lines': filled('\r\n', mtHead),
  'question marks': filled('?20', `${mtHead}${mtLine}:86:`),
  slashes: filled('/', `${mtHead}${mtLine}:86:`),
  spaces: filled(' \r\n', `${mtHead}${mtLine}:86:X`),
});
const mt942 = statements('MT942', {
  honest: honest('mt942'),
  floors: filled(':34F:ZAR0,00\r\n', ':20:X\r\n:25:62000001234\r\n:28C:1/1\r\n'),
});

const camtOpen =
  '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>';
const camtEnd = '</BkToCstmrStmt></Document>';
const xmlShapes = (head: string, tail: string): Reader['shapes'] => ({
  openers: filled('<A>', head),
  'openers of many names': counted((index) => `<A${index}>`, head),
  'openers without an end': filled('<A', head),
  closers: filled('</A>', head),
  'deep nesting': nested('<A>', '</A>', head, tail),
  'empty elements': filled('<A/>', head, tail),
  'elements of many names': counted((index) => `<A${index}/>`, head, tail),
  prefixes: counted((index) => `<p${index}:Ntry></p${index}:Ntry>`, head, tail),
  attributes: counted((index) => ` a${index}="1"`, `${head}<A`, `/>${tail}`),
  'many attributes': counted((index) => `<A a="${index}" b='>'/>`, head, tail),
  'quotation marks': filled('"', `${head}<A a=`, `/>${tail}`),
  'one text': filled('x', `${head}<A>`, `</A>${tail}`),
  'texts between elements': filled('x<A/>', head, tail),
  ampersands: filled('&', `${head}<A>`, `</A>${tail}`),
  entities: filled('&amp;', `${head}<A>`, `</A>${tail}`),
  'numbers as entities': filled('&#65;', `${head}<A>`, `</A>${tail}`),
  'a bomb': counted(
    (index) => `<!ENTITY e${index} "&e${index - 1};&e${index - 1};">`,
    '<!DOCTYPE a [',
    ']><a/>',
  ),
  comments: filled('<!---->', head, tail),
  'comments that begin': filled('<!--', head, tail),
  dashes: filled('-', `${head}<!--`, `-->${tail}`),
  sections: filled('<![CDATA[]]>', `${head}<A>`, `</A>${tail}`),
  'sections that begin': filled('<![CDATA[', head, tail),
  brackets: filled(']', `${head}<A><![CDATA[`, `]]></A>${tail}`),
  instructions: filled('<?x?>', head, tail),
  'instructions that begin': filled('<?x ', head, tail),
  spaces: filled(' ', head, tail),
  lines: filled('\n', head, tail),
});
const camtStatement = (index: number) =>
  `<Stmt><Id>${index}</Id><Acct><Id><Othr><Id>62000001234</Id></Othr></Id></Acct><Bal><A><B>1</B></A></Bal><Ntry><Amt Ccy="ZAR">1.00</Amt></Ntry></Stmt>`;
const camt = statements('camt', {
  honest: honest('camt.053'),
  ...xmlShapes(camtOpen, camtEnd),
  'entries without an end': filled('<Ntry>', camtOpen, camtEnd),
  'entries in entries': nested('<Ntry>', '</Ntry>', camtOpen, camtEnd),
  'empty entries': filled('<Ntry></Ntry>', `${camtOpen}<Stmt>`, `</Stmt>${camtEnd}`),
  statements: counted(camtStatement, camtOpen, camtEnd),
  details: filled(
    '<TxDtls><Refs/></TxDtls>',
    `${camtOpen}<Stmt><Ntry><NtryDtls>`,
    `</NtryDtls></Ntry></Stmt>${camtEnd}`,
  ),
  'entries around a comment': filled(
    '<Ntry><Amt Ccy="ZAR">1.00</Amt></Ntry>',
    `${camtOpen}<!-- --><Stmt>`,
    `</Stmt>${camtEnd}`,
  ),
});

const ofxHead = 'OFXHEADER:100\n\n';
const ofxList = `${ofxHead}<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>ZAR<BANKTRANLIST>`;
const ofx = statements('OFX', {
  honest: honest('ofx'),
  'openers in one line': filled('<A>', `${ofxHead}<OFX>`),
  'openers in many lines': filled('<A>\n', `${ofxHead}<OFX>`),
  'openers of many names': counted((index) => `<A${index}>`, `${ofxHead}<OFX>`),
  groups: filled('<OFX>', ofxHead),
  'groups in groups': filled('<STMTRS>', `${ofxHead}<OFX>`),
  'movements that begin': filled('<STMTTRN>', ofxList),
  'movements of type': filled('<STMTTRN><TRNTYPE>', ofxList),
  closers: filled('</A>', ofxHead),
  'closers of movements': filled('</STMTTRN>', ofxList),
  brackets: filled('<', `${ofxList}<STMTTRN><NAME>`),
  'other brackets': filled('>', `${ofxList}<STMTTRN><NAME>`),
  'names in names': filled('<NAME>', `${ofxList}<STMTTRN>`),
  'names and their ends': filled('<NAME>x</NAME>', `${ofxList}<STMTTRN>`),
  'names in other letters': counted(
    (index) =>
      `<${[...'NAME'].map((letter, at) => ((index >> at) % 2 ? letter : letter.toLowerCase())).join('')}>x`,
    `${ofxList}<STMTTRN>`,
  ),
  'ends of names': filled('</NAME>', `${ofxList}<STMTTRN><NAME>`),
  'memos of tags': filled('<BR>', `${ofxList}<STMTTRN><MEMO>`),
  'memos of spaces': filled(' ', `${ofxList}<STMTTRN><MEMO>`),
  'tags behind spaces': filled(`${' '.repeat(90)}<NAME>`, `${ofxList}<STMTTRN><MEMO>x`),
  'tags before spaces': filled(`<DTPOSTED>${' '.repeat(90)}x`, `${ofxList}<STMTTRN><MEMO>x`),
  'comments that begin': filled('<!--', `${ofxList}<STMTTRN><MEMO>`),
  'sections that begin': filled('<![CDATA[', `${ofxList}<STMTTRN><MEMO>`),
  comments: filled('<!-- -->', `${ofxList}<STMTTRN><MEMO>`),
  ampersands: filled('&', `${ofxList}<STMTTRN><MEMO>`),
  'one value': filled('x', `${ofxList}<STMTTRN><MEMO>`),
  headers: filled('A:B\n', 'OFXHEADER:100\n'),
  'one header': filled('A', 'OFXHEADER:'),
});

const csvShapes = (titles: string): Reader['shapes'] => ({
  'quotation marks': filled('"', `${titles}\n`),
  'a quoted text without an end': filled('x', `${titles}\n"`),
  'quoted lines': filled('\n', `${titles}\n"`),
  'pairs of quotation marks': filled('""', `${titles}\n"`),
  commas: filled(',', `${titles}\n`),
  'short lines of commas': filled(',,,\n', `${titles}\n`),
  'empty lines': filled('\n', titles),
  returns: filled('\r', titles),
  'one cell': filled('x', `${titles}\n`),
  titles: filled(`${titles}\n`),
  digits: filled('1', `${titles}\n2026-11-20,x,`),
  spaces: filled(' ', `${titles}\n2026-11-20,x,`),
  'many cells of one letter': filled('x\n', `${titles}\n`),
});
const yamlProfile = `name: own
header: [Date, Description, Amount]
columns: { date: Date, description: Description, amount: Amount }
`;
const ownProfile = profileFromYaml(`${yamlProfile}skip: ['(a+)+b', '(x|x)*y']
charges: ['(?:a|b|c){1,50}z']`);
const csv = [
  statements('CSV', {
    ...Object.fromEntries(
      'fnb-history fnb-statement fnb-file standardbank nedbank absa capitec-business bankzero'
        .split(' ')
        .map((profile) => [profile, honest(profile)]),
    ),
    ...csvShapes('Date, Amount, Balance, Description'),
  }),
  statements(
    'CSV of a YAML profile',
    {
      ...csvShapes('Date,Description,Amount'),
      'texts for its patterns': filled(
        '2026-11-20,aaaaaaaaaaaaaaaaaaaaaaaaxxxxxxxxxxxxxxxxxx,1.00\n',
        'Date,Description,Amount\n',
      ),
      'a long text for its patterns': filled(
        `2026-11-20,${'a'.repeat(2_000)},1.00\n`,
        'Date,Description,Amount\n',
      ),
    },
    ownProfile,
  ),
];

const yaml: Reader = {
  name: 'a YAML profile',
  most: 64 * 1024,
  read: profileFromYaml,
  refusals: [BadProfile],
  shapes: {
    'lists in lists': nested('[', ']', 'a: '),
    'lists that begin': filled('['),
    'maps in maps': filled('{a: '),
    dashes: filled('- '),
    'question marks': filled('? '),
    'indented maps': counted((index) => `${' '.repeat(index)}a:\n`),
    aliases: counted(
      (index) => `a${index}: &a${index} [${index === 0 ? '1' : `*a${index - 1},*a${index - 1}`}]\n`,
    ),
    'aliases of one anchor': filled('- *a\n', '- &a 1\n'),
    anchors: counted((index) => `- &a${index} 1\n`),
    keys: counted((index) => `k${index}: 1\n`),
    'the same key': filled('a: 1\n'),
    merges: filled('<<: *a\n', 'a: &a {b: 1}\n'),
    tags: filled('!a '),
    'quotation marks': filled('"a" '),
    'a text without an end': filled('a\n', '"'),
    'a folded text': filled('\n', 'a: >\n x'),
    documents: filled('---\n'),
    comments: filled('#\n'),
    spaces: filled(' ', 'a:'),
    colons: filled(':'),
    titles: counted((index) => `,t${index}`, 'header: [a', ']'),
    patterns: filled(`,'(a{90})'`, `${yamlProfile}skip: ['x'`, ']'),
  },
};

const painOpen =
  '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt><GrpHdr><MsgId>1</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>TEFO1</OrgnlMsgId></OrgnlGrpInfAndSts>';
const pain: Reader = {
  name: 'pain.002',
  most: 4 * megabyte,
  read: readAnswer,
  refusals: [BadAnswer],
  shapes: {
    ...xmlShapes(painOpen, '</CstmrPmtStsRpt></Document>'),
    payments: counted(
      (index) =>
        `<TxInfAndSts><OrgnlEndToEndId>E${index}</OrgnlEndToEndId><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AC01</Cd></Rsn></StsRsnInf></TxInfAndSts>`,
      `${painOpen}<OrgnlPmtInfAndSts>`,
      '</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>',
    ),
    'groups of payments': counted(
      (index) =>
        `<OrgnlPmtInfAndSts><TxInfAndSts><OrgnlEndToEndId>E${index}</OrgnlEndToEndId><TxSts>ACSP</TxSts></TxInfAndSts></OrgnlPmtInfAndSts>`,
      painOpen,
      '</CstmrPmtStsRpt></Document>',
    ),
    documents: filled('<Document/>', '<Envelope>', '</Envelope>'),
  },
};

const xml: Reader = {
  name: 'an XML body',
  most: megabyte,
  read: (text) => readXml(text),
  refusals: [UnreadableXml],
  shapes: xmlShapes('<PaymentRequest>', '</PaymentRequest>'),
};

const json: Reader = {
  name: 'a JSON body',
  most: megabyte,
  read: (text) => parseJson(text),
  refusals: [SyntaxError],
  shapes: {
    openers: filled('['),
    'objects in objects': filled('{"a":'),
    'deep nesting': nested('[', ']'),
    ones: filled('1,', '[', '1]'),
    'one number': filled('1'),
    'one text': filled('x', '"', '"'),
    'a text without an end': filled('x', '"'),
    escapes: filled('\\u0041', '"', '"'),
    backslashes: filled('\\', '"'),
    spaces: filled(' ', '[', ']'),
    members: counted((index) => `"m${index}":1,`, '{', '"z":1}'),
    'the same member': filled('"a":1,', '{', '"a":1}'),
    commas: filled(',', '['),
    'minus signs': filled('-', '['),
  },
};

const server = fastify({ bodyLimit: 2 ** 20 });
acceptForms(server);
server.post('/', async () => '');
const forms: Reader = {
  name: 'a form',
  most: 64 * 1024,
  read: (payload) =>
    server.inject({
      ...{ method: 'POST', url: '/', payload },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  refusals: [],
  shapes: {
    ampersands: filled('&'),
    'equals signs': filled('='),
    'percent signs': filled('%'),
    escapes: filled('%41', 'a='),
    'escapes that break off': filled('%C3x', 'a='),
    'plus signs': filled('+', 'a='),
    'one name': filled('a'),
  },
};

const markdown: Reader = {
  name: 'Markdown',
  most: megabyte,
  read: (text) => renderMarkdown(text, (target) => target),
  refusals: [Error],
  shapes: {
    brackets: filled('['),
    'links that begin': filled('[a]('),
    links: filled('[a](b) '),
    stars: filled('*'),
    'stars in words': filled('a*b**c'),
    'many tables': filled('|a|b|\n|-|-|\n\n'),
    ticks: filled('`'),
    'ticks in words': filled('a`b``'),
    'angle brackets': filled('<'),
    titles: filled('# a\n'),
    hashes: filled('#'),
    lists: filled('- a\n'),
    'lists in lists': counted((index) => `${'  '.repeat(index % 40)}- a\n`),
    'lists ever deeper': counted((index) => `${'  '.repeat(index)}- a\n`),
    'a list of blank lines': filled('\n', '- a\n', '  b'),
    quotes: filled('> '),
    tables: filled('| a | b |\n', '| a | b |\n|---|---|\n'),
    'a table of one line': filled('| a ', '|'),
    pipes: filled('|'),
    'samples that begin': filled('```\n'),
    'one word': filled('a'),
    lines: filled('a\n'),
    'empty lines': filled('\n'),
    spaces: filled(' '),
    'exclamation marks': filled('!['),
  },
};

const packed: Reader = {
  name: 'the packed array of a bulk job',
  most: megabyte,
  read: unpack,
  refusals: [UnreadableData],
  shapes: {
    'base64 in lines': filled('AAAA\n'),
    spaces: filled(' ', 'AAAA'),
    'equals signs': filled('='),
    'random bytes': (size) => gzipSync(randomBytes(Math.floor((size * 3) / 4))).toString('base64'),
    'members of gzip': (size) => {
      const member = gzipSync('[1]');
      return Buffer.concat(Array<Buffer>(Math.floor((size * 3) / 4 / member.length)).fill(member)).toString(
        'base64',
      );
    },
    // As much unpacked text as the input is long: reading a bomb stops at the limit of unpacked bytes.
    openers: (size) => gzipSync('['.repeat(size)).toString('base64'),
    'empty arrays': (size) => gzipSync(filled('[],', '[', '[]]')(size)).toString('base64'),
    'quotation marks': (size) => gzipSync(filled('\\"', '["', '"]')(size)).toString('base64'),
  },
};

export const readers: readonly Reader[] = [
  ...[mt, mt942, camt, ofx, ...csv],
  ...[yaml, pain, xml, json, forms, markdown, packed],
];
