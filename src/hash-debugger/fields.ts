// Mistakes about single fields: left out, added, or hashed with a text other than the sent one.

import type { Evidence, EvidenceField } from '../core/hash-mismatches/evidence.ts';
import type { Part, Recipe } from '../core/hash-mismatches/recipe.ts';
import { inThousands } from '../kernel/formats/text.ts';
import { formatDecimal, parseDecimal } from '../kernel/money.ts';
import { type Suspicion, suspect } from './suspicion.ts';

/** Yields every known mistake with one field. */
export function* aboutFields(recipe: Recipe, evidence: Evidence): Generator<Suspicion> {
  yield* writtenOtherwise(recipe, evidence);
  yield* allEncoded(recipe);
  yield* leftOut(recipe);
  yield* added(recipe, evidence);
  yield* emptyWrittenOut(recipe, evidence);
}

function* writtenOtherwise(recipe: Recipe, { fields, sent }: Evidence): Generator<Suspicion> {
  const raw = new Map(sent.map(({ name, text }) => [name.toLowerCase(), text]));
  for (const [index, part] of recipe.parts.entries()) {
    const field = fields.find(({ name }) => name === part.name);
    if (!field) continue;
    const seen = new Set([part.text]);
    for (const other of writings(field, raw.get(part.name.toLowerCase()) ?? part.text)) {
      if (seen.has(other.text)) continue;
      seen.add(other.text);
      const parts = recipe.parts.with(index, { name: part.name, text: other.text });
      const { mistake, words, cure } = other;
      yield suspect(recipe, { parts }, mistake, `${part.name} was hashed ${words}.`, {
        field: part.name,
        cure,
      });
    }
  }
}

interface Writing {
  text: string;
  mistake: 'AmountFormat' | 'BooleanFormat' | 'ValueEncoded' | 'ValueChanged';
  words: string;
  cure?: string;
}

function writings(field: EvidenceField, raw: string): Writing[] {
  const { kind, text } = field;
  const own =
    kind === 'amount' || kind === 'cents' ? amounts(field, raw) : kind === 'boolean' ? booleans(text) : [];
  return [...own, ...encodings(text), ...changes(text, raw)];
}

function amounts({ kind, text }: EvidenceField, raw: string): Writing[] {
  const cents = kind === 'cents' ? BigInt(text) : parseDecimal(text);
  if (cents === undefined) return [];
  const decimal = formatDecimal(cents);
  const [rand = '', fraction = ''] = decimal.split('.');
  const grouped = (by: string): string => inThousands(rand, by);
  const cure = kind === 'cents' ? 'Write the amount in cents, as a whole number.' : undefined;
  return [
    decimal,
    raw,
    String(cents),
    rand,
    `${rand}.${fraction.replace(/0$/, '')}`,
    `${rand}.0`,
    `${rand},${fraction}`,
    `${grouped(',')}.${fraction}`,
    `${grouped(' ')}.${fraction}`,
    `${rand}.${fraction}00`,
    `${rand}.${fraction}0`,
    `R${decimal}`,
  ].map((other) => ({ text: other, mistake: 'AmountFormat', words: `as ${JSON.stringify(other)}`, cure }));
}

function booleans(text: string): Writing[] {
  const isTrue = text.toLowerCase() === 'true';
  const others = isTrue ? ['1', 'yes', 'on', 'True', 'TRUE', 'y'] : ['0', 'no', 'off', 'False', 'FALSE', 'n'];
  return others.map((other) => ({
    text: other,
    mistake: 'BooleanFormat',
    words: `as ${JSON.stringify(other)}`,
  }));
}

const encoders: [string, (text: string) => string][] = [
  ['URL-encoded', (text) => encodeURIComponent(text)],
  ['URL-encoded, with + for a space', (text) => new URLSearchParams({ '': text }).toString().slice(1)],
  ['with HTML entities', (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')],
  ['with escaped slashes', (text) => text.replaceAll('/', '\\/')],
];

function encodings(text: string): Writing[] {
  return encoders.map(([words, encode]) => ({ text: encode(text), mistake: 'ValueEncoded', words }));
}

const cutAt = (text: string, at: number): string => (at < 0 ? text : text.slice(0, at));

function changes(text: string, raw: string): Writing[] {
  const others: [string, string][] = [
    [text.trim(), 'without the spaces around it'],
    [`${text} `, 'with a space after it'],
    [` ${text}`, 'with a space before it'],
    [`${text}\n`, 'with a line break after it'],
    [`${text}/`, 'with a slash after it'],
    [text.replace(/\/$/, ''), 'without the slash at its end'],
    [text.replace(/^https:/, 'http:'), 'with http in place of https'],
    [text.replace(/^http:/, 'https:'), 'with https in place of http'],
    [text.replaceAll(' ', ''), 'without its spaces'],
    [text.replaceAll('-', ''), 'without its dashes'],
    [text.replace(' ', 'T'), 'with a T between date and time'],
    [cutAt(text, text.search(/[T ]?\d\d:\d\d/)), 'without its time'],
    [text.replace(/^0+/, ''), 'without the zeros it begins with'],
    [cutAt(text, text.indexOf('?')), 'without its query'],
    [`"${text}"`, 'in quotation marks'],
    [raw, 'as it was sent'],
  ];
  return others.map(([other, words]) => ({ text: other, mistake: 'ValueChanged', words }));
}

function* allEncoded(recipe: Recipe): Generator<Suspicion> {
  for (const [words, encode] of encoders) {
    const parts = recipe.parts.map((part) => ({ ...part, text: encode(part.text) }));
    const cure = 'Hash the values as they are, before they are encoded for sending.';
    yield suspect(recipe, { parts }, 'ValueEncoded', `The values were hashed ${words}.`, { cure });
  }
}

function* leftOut(recipe: Recipe): Generator<Suspicion> {
  for (const [index, { name }] of recipe.parts.entries()) {
    const parts = recipe.parts.toSpliced(index, 1);
    const cure = `Include ${name}, since it is sent.`;
    yield suspect(recipe, { parts }, 'FieldLeftOut', `${name} was left out.`, { field: name, cure });
  }
}

/** Yields a field that was sent but is not hashed, in its place among the sent fields or at the end. */
function* added(recipe: Recipe, { sent, fields }: Evidence): Generator<Suspicion> {
  const counted = new Set(fields.map(({ name }) => name.toLowerCase()));
  const places = new Map(recipe.parts.map(({ name }, index) => [name.toLowerCase(), index + 1]));
  let place = 0;
  for (const one of sent) {
    const name = one.name.toLowerCase();
    place = places.get(name) ?? place;
    if (counted.has(name) || one.text === '') continue;
    for (const at of new Set([recipe.parts.length, place, 0])) {
      const parts = recipe.parts.toSpliced(at, 0, one);
      yield suspect(recipe, { parts }, 'FieldAdded', `${one.name} was hashed too.`, { field: one.name });
    }
  }
}

function* emptyWrittenOut(recipe: Recipe, { fields, sent }: Evidence): Generator<Suspicion> {
  const names = new Set(sent.map(({ name }) => name.toLowerCase()));
  for (const word of ['null', 'undefined', 'None', 'nil', '0']) {
    const fill = (isEmpty: (part: Part) => boolean): Part[] =>
      fields
        .map((field) => recipe.parts.find(({ name }) => name === field.name) ?? field)
        .map((part) => (part.text === '' && isEmpty(part) ? { name: part.name, text: word } : part))
        .filter(({ text }) => text !== '');
    const cause = `Fields without a value were hashed as ${word}.`;
    yield suspect(recipe, { parts: fill(() => true) }, 'EmptyWrittenOut', cause);
    const wasSent = ({ name }: Part): boolean => names.has(name.toLowerCase());
    yield suspect(recipe, { parts: fill(wasSent) }, 'EmptyWrittenOut', cause);
    const isOptional = ({ name }: Part): boolean => /^optional\d$/.test(name);
    yield suspect(recipe, { parts: fill(isOptional) }, 'EmptyWrittenOut', cause);
    for (const { name, text } of fields) {
      if (text !== '') continue;
      const one = `${name} has no value, and was hashed as ${word}.`;
      const parts = fill((part) => part.name === name);
      yield suspect(recipe, { parts }, 'EmptyWrittenOut', one, { field: name });
    }
  }
}
