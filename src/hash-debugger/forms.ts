// Mistakes from other services' signatures: a query string that contains the key, or the JSON of the body.
import type { Evidence, SentPart } from '../core/hash-mismatches/evidence.ts';
import type { Part, Recipe } from '../core/hash-mismatches/recipe.ts';
import { type Suspicion, suspect } from './suspicion.ts';

/** Yields texts of another form, each in lower case and unchanged. */
export function* otherForms(base: Recipe, evidence: Evidence): Generator<Suspicion> {
  for (const casing of ['lower', 'asIs'] as const) {
    const recipe = { ...base, casing };
    yield* queries(recipe, evidence);
    yield* jsonTexts(recipe, evidence);
  }
}

const encoders: [words: string, encode: (text: string) => string][] = [
  ['', (text) => text],
  [', URL-encoded', (text) => encodeURIComponent(text)],
  [', URL-encoded with + for a space', (text) => encodeURIComponent(text).replaceAll('%20', '+')],
];
const keyNames = ['key', 'passphrase', 'privateKey', 'private_key', 'apiKey', 'api_key', 'secret'];

/** Yields name=value&name=value, with the key appended or as its own value. */
function* queries(recipe: Recipe, { sent }: Evidence): Generator<Suspicion> {
  for (const parts of [recipe.parts, asSent(recipe.parts, sent)]) {
    for (const [words, encode] of encoders) {
      const encoded = parts.map(({ name, text }) => ({ name, text: encode(text) }));
      const query: Recipe = {
        ...recipe,
        parts: encoded,
        isNamed: true,
        separator: '&',
        key: encode(recipe.key),
      };
      const form = `The fields were hashed as name=value&name=value${words}`;
      const glued = `${form}, and the key appended.`;
      yield suspect(query, { beforeKey: '' }, 'KeyGluedOn', glued);
      for (const name of keyNames) {
        const named = `${form}, and the key as &${name}=.`;
        yield suspect(query, { beforeKey: `&${name}=` }, 'KeyNamed', named);
      }
    }
  }
}

function asSent(parts: readonly Part[], sent: readonly Part[]): Part[] {
  const places = new Map(sent.map(({ name }, index) => [name.toLowerCase(), index]));
  const place = ({ name }: Part): number => places.get(name.toLowerCase()) ?? sent.length;
  return parts.toSorted((a, b) => place(a) - place(b));
}

/** Yields the JSON of the body as programs write it, with the key at the beginning or the end. */
function* jsonTexts(recipe: Recipe, { sent, fields }: Evidence): Generator<Suspicion> {
  const cause = 'The JSON text of the body was hashed.';
  const known = new Map(fields.map(({ name }) => [name.toLowerCase(), name]));
  const spelled = sent.map((part) => ({ ...part, name: known.get(part.name.toLowerCase()) ?? part.name }));
  const pascal = spelled.map((part) => ({
    ...part,
    name: part.name.charAt(0).toUpperCase() + part.name.slice(1),
  }));
  for (const written of recipe.casing === 'asIs' ? [spelled, pascal] : [spelled]) {
    for (const text of new Set([jsonOf(written), php(jsonOf(written)), ascii(jsonOf(written, ' '))])) {
      const parts = [{ name: '', text }];
      for (const change of [{}, { keyAt: 'start' }, { algorithm: 'hmac-sha512' }] as const)
        yield suspect(recipe, { parts, ...change }, 'JsonText', cause);
    }
  }
}

/** Returns a JSON object with its members in their order. `space` follows each colon and comma. */
function jsonOf(members: readonly SentPart[], space = ''): string {
  const written: string[] = [];
  const inside = new Set(members.flatMap(({ within }) => within ?? []));
  for (const { name, text, isBare, within } of members) {
    if (within === undefined)
      written.push(`${JSON.stringify(name)}:${space}${isBare ? text : JSON.stringify(text)}`);
    else if (inside.delete(within)) {
      const nested = members.filter((one) => one.within === within).map(({ within: _, ...one }) => one);
      written.push(`${JSON.stringify(within)}:${space}${jsonOf(nested, space)}`);
    }
  }
  return `{${written.join(`,${space}`)}}`;
}

// Python escapes non-ASCII letters in this way by default, and PHP escapes slashes too.
const ascii = (json: string): string =>
  json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const php = (json: string): string => ascii(json).replaceAll('/', '\\/');
