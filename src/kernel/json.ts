// JSON read exactly. JSON.parse turns 9007199254740993 into another number and 1e3 into 1000 without a word;
// here a number that is not a plain decimal, or that a double cannot hold to the digit, stays visible as not a
// number, so that the field's own rule refuses it by name. The same goes for text PostgreSQL cannot store.

/** What stands where a value could not be taken as it was sent; no schema accepts it. */
export const unreadable = Object.freeze({ unreadable: true });

const mostLevels = 64;

const plainNumber = /^-?\d{1,15}(\.\d{1,15})?$/;

/**
 * Parses JSON text. Throws SyntaxError when it is no JSON, nests deeper than 64 levels, or has a member that no name of
 * ours could be.
 */
export function parseJson(text: string): unknown {
  const parsed: unknown = JSON.parse(text, ((key, value, context?: { source?: string }) => {
    if (key === '__proto__') throw new SyntaxError('a member may not be called __proto__');
    if (!isStorable(key)) throw new SyntaxError('the name of a member has unusable text');
    if (typeof value === 'number')
      return isExact(value, context?.source ?? String(value)) ? value : unreadable;
    if (typeof value === 'string') return isStorable(value) ? value : unreadable;
    return value;
  }) as (key: string, value: unknown) => unknown);
  if (!nestsWithin(mostLevels, parsed)) throw new SyntaxError(`it nests deeper than ${mostLevels} levels`);
  return parsed;
}

// Everything that walks a body later does so by calling itself, and must not run out of stack.
function nestsWithin(levels: number, value: unknown): boolean {
  if (value === null || typeof value !== 'object') return true;
  return levels > 0 && Object.values(value).every((member) => nestsWithin(levels - 1, member));
}

function isExact(value: number, source: string): boolean {
  if (!plainNumber.test(source) || Object.is(value, -0)) return false;
  const significant = source.replace(/^-?0*\.?0*|\./g, '').replace(/^0+/, '');
  return significant.length <= 15;
}

// An addition to the language that the compiler's types do not have yet.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): object };

/** Parses JSON so that JSON.stringify writes every number with the digits it came with. */
export function parseToWriteAgain(text: string): unknown {
  return JSON.parse(text, ((_key, value, context?: { source?: string }) =>
    typeof value === 'number' ? rawJSON(context?.source ?? String(value)) : value) as (
    key: string,
    value: unknown,
  ) => unknown);
}

/** Whether a text has neither a NUL character nor half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** JSON with sorted keys and no white space: two bodies that mean the same are the same text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    members.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
