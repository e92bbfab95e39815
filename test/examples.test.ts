// The examples of the documents, sent in order to a fresh service: each response equals its document, except
// identifiers and random texts. `RECORD=1 npm run one -- test/examples.test.ts` writes the responses of new ones.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { type DocumentName, documentNames } from '../src/app/document-names.ts';
import type { Example } from '../src/surfaces/described.ts';
import { exampleSite, resolveReferences } from '../src/surfaces/examples.ts';
import { unpacked } from './bulk/merchant.ts';
import { operations, type Part, resolved } from './contract/documents.ts';
import { openExampleSite } from './contract/example-site.ts';
import { sign } from './contract/signatures.ts';

const isRecording = process.env.RECORD === '1';
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Members with random texts. */
const drawn = ['access_token', 'beneficiaryReference', 'manageUrl', 'secret'];

const transfers = 'createUniqueReference createStaticReference createBulkPaymentRequests';
/** The operations whose requests need no earlier object. */
const fromSamples: Record<DocumentName, string> = {
  one: 'createPayment createTransaction createSubscription createWebhook verifyBankAccount',
  payments: `postPaymentRequest ${transfers}`,
  payouts: 'requestPayout getPayoutByReference',
  external: `postPaymentRequest ${transfers} compressPaymentRequests decompressPaymentRequests`,
};

const linkCode = /\/link\/[0-9a-z]{25}/g;

/** The value unpacked, its identifiers numbered in order of appearance, its random texts removed. */
function comparable(value: unknown, numbers: Map<string, string>): unknown {
  const text = JSON.stringify(value, (key, member) =>
    drawn.includes(key) ? '(drawn)' : key === 'compressedData' ? unpacked(member) : member,
  );
  return JSON.parse(
    (text ?? 'null').replaceAll(linkCode, '/link/(code)').replaceAll(uuid, (id) => {
      if (!numbers.has(id)) numbers.set(id, `(id ${numbers.size})`);
      return numbers.get(id)!;
    }),
  );
}

/** The value with the merchant's data in place of the example merchant's. */
function anonymous<Value>(value: Value, site: Record<string, string>): Value {
  let text = JSON.stringify(value ?? null, (key, member) =>
    key === 'access_token' ? 'example-access-token' : key === 'secret' ? 'whsec_ZXhhbXBsZQ==' : member,
  );
  for (const [name, own] of Object.entries(site)) text = text.replaceAll(own, `{site.${name}}`);
  return JSON.parse(text);
}

for (const surface of documentNames) {
  describe(`the examples of ${surface}.json`, () => {
    const file = `src/surfaces/${surface}/examples.json`;
    const steps: Record<string, Example> = JSON.parse(readFileSync(file, 'utf8'));
    let site: Awaited<ReturnType<typeof openExampleSite>>;
    before(async () => {
      site = await openExampleSite(surface);
    });
    after(() => site.end());
    const real: Record<string, unknown> = {};
    const shown: Record<string, unknown> = {};
    const [ofReal, ofShown] = [new Map<string, string>(), new Map<string, string>()];

    test('show every operation', () => {
      const names = operations
        .filter((one) => one.surface === surface)
        .map(({ operation }) => operation.operationId);
      assert.deepEqual(
        names.filter((name) => !(name in steps)),
        [],
      );
    });

    for (const [name, step] of Object.entries(steps)) {
      test(name, async () => {
        const example = resolveReferences(step, exampleSite, shown);
        const request = resolveReferences(step, site.secrets, real);
        sign(surface, name, example, exampleSite);
        const written = comparable(example.body, new Map());
        sign(surface, name, request, site.secrets);
        const answer = await site.send(name.split('/')[0]!, request);
        real[name] = answer.body;
        if (isRecording) {
          step.body = withHashes(example.body, step.body);
          step.answer = {
            status: answer.status,
            ...(answer.body !== undefined && { body: anonymous(answer.body, site.secrets) }),
          };
          example.answer = resolveReferences(step.answer, exampleSite, shown);
        }
        shown[name] = example.answer.body;
        assert.equal(answer.status, step.answer.status, answer.text);
        assert.deepEqual(
          comparable(anonymous(answer.body, site.secrets), ofReal),
          comparable(step.answer.body, ofShown),
        );
        const { body } = resolveReferences(step, exampleSite, shown);
        assert.deepEqual(written, comparable(body, new Map()), 'its hashCheck is wrong');
      });
    }

    for (const name of fromSamples[surface].split(' ')) {
      test(`${name} accepts a request composed of its members’ examples`, async () => {
        const body = resolveReferences(anonymous(sampleOf(surface, name), exampleSite), site.secrets, {});
        // Some references may be used only once; the example above has used this one.
        const request = JSON.parse(JSON.stringify({ body }).replaceAll(/"(PAY|RUN)-1"/g, '"$1-2"'));
        sign(surface, name, request, site.secrets);
        const answer = await site.send(name, request);
        assert.ok(answer.status === 200 || answer.status === 201, answer.text);
        const { errorMessage, errors = [], payoutStatus } = (answer.body ?? {}) as Part;
        assert.equal(errorMessage ?? payoutStatus?.errorMessage ?? null, null, answer.text);
        assert.deepEqual(errors, [], answer.text);
      });
    }

    if (isRecording) after(() => writeFile(file, `${JSON.stringify(steps, null, 2)}\n`));
  });
}

/** The request of a generator that knows only the document: every member, with its example. */
function sampleOf(surface: DocumentName, name: string): unknown {
  const { operation } = operations.find(
    (one) => one.surface === surface && one.operation.operationId === name,
  )!;
  const [{ schema }] = Object.values(operation.requestBody.content as Part) as [Part];
  const whole = schema.$ref ? resolved(surface, schema.$ref.slice(1)).part : schema;
  if (whole.items) return [membersOf(resolved(surface, whole.items.$ref.slice(1)).part)];
  return membersOf(whole);
}

const membersOf = ({ properties }: Part): Part =>
  Object.fromEntries(Object.entries(properties as Part).map(([name, { examples }]) => [name, examples[0]]));

/** A body as its file has it, with what signing changes. */
function withHashes(signed: unknown, body: unknown): unknown {
  if (Array.isArray(body)) return body.map((item, index) => withHashes((signed as unknown[])[index], item));
  const { hashCheck, compressedData } = (signed ?? {}) as Record<string, unknown>;
  return (
    body && { ...body, ...(hashCheck ? { hashCheck } : {}), ...(compressedData ? { compressedData } : {}) }
  );
}
