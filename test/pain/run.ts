// node test/pain/run.ts FOLDER: validates generated payment files and reports by ISO 20022's schemas, which we cannot
// publish: FOLDER has pain.001.001.03.xsd, pain.001.001.09.xsd and the chosen ones of pain.002.
//   --files 200  --seed 1
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { validateXML } from 'xmllint-wasm';
import { profiles } from '../../src/rails/pain/profiles.ts';
import { standardBank, writeAnswer } from '../support/pain.ts';
import { files } from './files.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { files: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const [folder] = positionals;
if (!folder) {
  console.error('which folder has the schemas? node test/pain/run.ts FOLDER');
  process.exit(2);
}
/** How many documents the tool is given at once. */
const atOnce = 100;

async function validate(what: string, version: string, texts: readonly string[]): Promise<void> {
  const path = join(folder!, `${version}.xsd`);
  if (!existsSync(path)) {
    console.log(`${what}: not tried, ${version}.xsd is not there`);
    return;
  }
  const schema = { fileName: `${version}.xsd`, contents: await readFile(path, 'utf8') };
  let valid = 0;
  for (let at = 0; at < texts.length; at += atOnce) {
    const xml = texts
      .slice(at, at + atOnce)
      .map((contents, index) => ({ fileName: `${at + index}.xml`, contents }));
    const { errors } = await validateXML({ xml, schema });
    for (const { rawMessage } of errors.slice(0, 5)) console.error(rawMessage);
    valid += xml.length - new Set(errors.flatMap(({ loc }) => loc?.fileName ?? [])).size;
  }
  console.log(`${what}: ${valid} of ${texts.length} valid by ${version}.xsd`);
  if (valid < texts.length) process.exitCode = 1;
}

const generated = fc.sample(files(20), { numRuns: Number(values.files), seed: Number(values.seed) });
for (const { name, format, extension, write } of profiles) {
  if (extension === 'xml') await validate(name, format, generated.map(write));
}

const ids = { messageId: '51908064', originalMessageId: 'TEFO-1' };
const [first, second, third] = ['1', '2', '3'].map((end) => ({
  bankReference: `PAY00000000000${end}`,
  amount: '1.00',
}));
await validate('reports of Standard Bank', 'pain.002.001.03', [
  standardBank.ack(ids),
  standardBank.nack(ids),
  standardBank.intaud(ids, [first!], [second!]),
  standardBank.intaud(ids, [], [second!]),
  standardBank.finaud(ids, [first!, second!], [third!]),
  standardBank.unpData(ids, [first!], '03', [second!]),
  standardBank.vetData(ids, [first!]),
]);
for (const version of ['pain.002.001.03', 'pain.002.001.10', 'pain.002.001.12', 'pain.002.001.14'] as const) {
  const paymentGroup = { status: 'RJCT', reasons: [{ code: 'AC04', lines: ['closed'] }] };
  const payments = [{ ...first!, status: 'RJCT', reasons: [{ proprietary: 'X1' }] }];
  await validate(`reports as ${version}`, version, [
    writeAnswer({ ...ids, version, groupStatus: 'PART', payments }),
    writeAnswer({ ...ids, version, paymentGroup }),
    writeAnswer({ ...ids, version, paymentGroup, payments: [{ ...first! }], prefix: 'ns2' }),
  ]);
}
