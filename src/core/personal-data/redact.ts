// Removes a person from a text that contains other data: by the known values and, in JSON, by the names of personal
// fields. The rest stays as it was written, to the byte, so that no number of it changes.

export const erased = '[erased]';

/** The names of personal fields in requests, responses and notifications. */
const names = new Set(
  [
    ...[
      'payer',
      'customer',
      'customerIdentifier',
      'customerCellphoneNumber',
      'optional',
      'optional1',
      'optional2',
    ],
    ...[
      'optional3',
      'optional4',
      'optional5',
      'email',
      'cellphone',
      'cellphoneNumber',
      'cellNumber',
      'mobileNumber',
    ],
    ...[
      'phoneNumber',
      'firstName',
      'lastName',
      'surname',
      'initials',
      'identityNumber',
      'idNumber',
      'accountNumber',
    ],
    ...['accountHolder', 'holder', 'account', 'payerAccount', 'address', 'userAgent', 'beneficiaryName'],
  ].map((name) => name.toLowerCase()),
);

/** The values of these fields also appear in other people's rows: an internet address, a browser, or any text. */
const anything = /^(?:optional|address$|useragent$)/;

/** A string, a number, or a bracket of a JSON text. */
const token = /"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*|[{}[\]]/gs;

/** The known values of a person. */
export interface Known {
  /** Finds the requested value; with the flag g. */
  sought: RegExp;
  /** Other texts about them: names, addresses, account numbers. */
  texts: readonly string[];
}

/** True if a text is a JSON object or array. */
export function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Replaces everything that is known of a person in a text. */
export function redactText(text: string, { sought, texts }: Known): string {
  let left = text.replace(sought, erased);
  for (const one of texts) if (one.length >= shortest) left = left.replaceAll(one, erased);
  return left;
}

/** Shorter texts appear in too many unrelated values. */
const shortest = 4;

/** Replaces the known values of a person in a JSON text and, if `isTheirs`, all values of personal fields. */
export function redactJson(text: string, known: Known, isTheirs: boolean): string {
  const path: string[] = [];
  let name = '';
  return text.replace(token, (found, at: number) => {
    if (found === '{' || found === '[') path.push(name);
    else if (found === '}' || found === ']') name = path.pop() ?? '';
    else if (isName(text, at + found.length)) name = String(plain(found)).toLowerCase();
    else {
      // An address of the web is still called: only the value itself goes from it.
      const all = name.endsWith('url') ? { ...known, texts: [] } : known;
      return redactLeaf(found, all, isTheirs && [...path, name].some((one) => names.has(one)));
    }
    return found;
  });
}

function redactLeaf(found: string, known: Known, isPersonal: boolean): string {
  if (found[0] !== '"') return isPersonal || matches(found, known.sought) ? 'null' : found;
  const value = plain(found);
  if (value === undefined || value === '') return found;
  const left = isPersonal ? emptied(value) : redactText(value, known);
  return left === value ? found : JSON.stringify(left);
}

/** A masked account stays one, of stars alone. */
const emptied = (value: string): string => (/^[*]+[0-9]{4}$/.test(value) ? '*'.repeat(value.length) : erased);

/** Returns the texts of a person's fields in a JSON text, except for fields with arbitrary content. */
export function personalTexts(text: string): string[] {
  const texts: string[] = [];
  const path: string[] = [];
  let name = '';
  for (const { 0: found, index } of text.matchAll(token)) {
    if (found === '{' || found === '[') path.push(name);
    else if (found === '}' || found === ']') name = path.pop() ?? '';
    else if (isName(text, index + found.length)) name = String(plain(found)).toLowerCase();
    else if ([...path, name].some((one) => names.has(one) && !anything.test(one)))
      texts.push(String(plain(found) ?? found));
  }
  return texts;
}

/** Returns a JSON object without its members that are a person's fields. */
export function withoutMembers(text: string): string {
  const members = Object.entries(JSON.parse(text) as object);
  const kept = members.filter(([name]) => !names.has(name.toLowerCase()));
  return kept.length === members.length ? text : JSON.stringify(Object.fromEntries(kept));
}

/** True if a string that ends at a place is the name of a member. */
function isName(text: string, end: number): boolean {
  let at = end;
  while (text[at] === ' ' || text[at] === '\n') at += 1;
  return text[at] === ':';
}

function plain(found: string): string | undefined {
  if (found[0] !== '"') return undefined;
  try {
    return JSON.parse(found) as string;
  } catch {
    return undefined;
  }
}

export function matches(text: string, sought: RegExp): boolean {
  sought.lastIndex = 0;
  return sought.test(text);
}
