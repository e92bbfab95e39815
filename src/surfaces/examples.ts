// Examples of requests that really run. Each surface keeps its own in examples.json, in the order in which
// test/examples.test.ts sends them. A text like "{createPayment.id}" means that member of an earlier answer, and
// "{site.code}" a value of the example merchant's site.
import type { Example } from './described.ts';

/** The example merchant's site. No real merchant has these secrets. */
export const exampleSite = {
  code: 'KARKAR1234',
  merchantCode: 'KAR123456',
  clientId: 'tef_example',
  clientSecret: 'example-client-secret',
  apiKey: 'example-api-key',
  privateKey: 'example-private-key',
};

const reference = /\{([\w/]+)\.([\w.]+)\}/g;

/** Returns a value with its references resolved: "site" from `site`, everything else from the earlier answers. */
export function resolveReferences<Value>(
  value: Value,
  site: Readonly<Record<string, string>>,
  answers: Readonly<Record<string, unknown>>,
): Value {
  const resolved = JSON.stringify(value).replaceAll(reference, (text, name: string, path: string) => {
    const found = path
      .split('.')
      .reduce(
        (at, step) => (at as Record<string, unknown> | undefined)?.[step],
        name === 'site' ? site : answers[name],
      );
    return typeof found === 'string' ? found : text;
  });
  return JSON.parse(resolved);
}

/** Returns a document's examples by operation name, without the steps between them ("createPayment/second"). */
export function examplesOf(steps: Readonly<Record<string, unknown>>): Record<string, Example> {
  const answers: Record<string, unknown> = {};
  const examples: Record<string, Example> = {};
  for (const [name, step] of Object.entries(steps as Record<string, Example>)) {
    const example = resolveReferences(step, exampleSite, answers);
    answers[name] = example.answer.body;
    if (!name.includes('/')) examples[name] = example;
  }
  return examples;
}
