// A payer re-cuts a signed request: the same text under the same hash, in other fields. It shares no code with the check
// that refuses them.

/** The fields in the order of the hash, from the amount on: the fields before it cannot move. */
export const order =
  'amount transactionReference bankReference optional1 optional2 optional3 optional4 optional5 customer cancelUrl errorUrl successUrl notifyUrl isTest selectedBankId bankAccountNumber branchCode bankAccountName payeeDisplayName expiryDateUtc allowVariableAmount variableAmountMin variableAmountMax customerIdentifier customerCellphoneNumber'.split(
    ' ',
  );

export type Form = Record<string, string>;

/** Fields that no cut can change. */
const important = new Set(
  'amount cancelUrl errorUrl successUrl notifyUrl isTest expiryDateUtc allowVariableAmount variableAmountMin variableAmountMax'.split(
    ' ',
  ),
);

/** An allowVariableAmount of false equals its absence, and a cut does not change letter case. */
export const meaning = (form: Form): string =>
  [...important]
    .map((name) =>
      name === 'allowVariableAmount' && /^false$/i.test(form[name] ?? '') ? '' : (form[name] ?? ''),
    )
    .join('\n')
    .toLowerCase();

/** The text that is hashed. */
export const joined = (form: Form): string => order.map((name) => form[name] ?? '').join('');

const shapes: Record<string, RegExp> = {
  isTest: /true|false/i,
  allowVariableAmount: /true|false/i,
  selectedBankId: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i,
  expiryDateUtc: /\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d{1,7})?)?(?:Z|[+-]\d\d:?\d\d)?/i,
  variableAmountMin: /\d{1,12}\.\d\d/,
  variableAmountMax: /\d{1,12}\.\d\d/,
  customerIdentifier: /\d{13}/,
};

/** The positions of a shape in a text, including overlaps, and every length of a shape that ends in digits. */
function* placesOf(shape: RegExp, text: string): Generator<[from: number, to: number]> {
  const here = new RegExp(shape.source, `${shape.flags}y`);
  for (let from = 0; from < text.length; from++) {
    here.lastIndex = from;
    const found = here.exec(text)?.[0];
    if (found === undefined) continue;
    yield [from, from + found.length];
    // An instant may as well end at its minutes.
    if (found.length > 16 && shape === shapes.expiryDateUtc) yield [from, from + 16];
  }
}

function put(form: Form, change: Form): Form {
  const changed = { ...form, ...change };
  for (const name in change) if (change[name] === '') delete changed[name];
  return changed;
}

/**
 * Every single re-cut of a request: the boundary of two neighbours moved, a field emptied into its neighbour, a part of one
 * given to an absent field, and a shaped field moved between its neighbours. `important`: only cuts of a field that no cut
 * may change.
 */
export function* recuts(form: Form, changes: 'any' | 'important'): Generator<Form> {
  const present = order.filter((name) => form[name]);
  for (const [index, left] of present.entries()) {
    const right = present[index + 1];
    const absent = order.slice(
      order.indexOf(left) + 1,
      right === undefined ? undefined : order.indexOf(right),
    );
    const pairs = [
      ...absent.map((name) => [left, name] as const),
      ...(right === undefined ? [] : [left, ...absent].map((name) => [name, right] as const)),
    ];
    for (const [one, other] of pairs) {
      if (changes === 'any' || important.has(one) || important.has(other)) yield* cutsOf(form, one, other);
    }
  }
  for (const [name, shape] of Object.entries(shapes)) yield* movesOf(form, name, shape);
}

function* cutsOf(form: Form, left: string, right: string): Generator<Form> {
  const own = form[left] ?? '';
  const text = own + (form[right] ?? '');
  for (let place = 0; place <= text.length; place++) {
    if (place !== own.length) yield put(form, { [left]: text.slice(0, place), [right]: text.slice(place) });
  }
}

function* movesOf(form: Form, name: string, shape: RegExp): Generator<Form> {
  const at = order.indexOf(name);
  const left = order.slice(0, at).findLast((one) => form[one])!;
  const right = order.slice(at + 1).find((one) => form[one]);
  const text = [left, name, right].map((one) => form[one ?? ''] ?? '').join('');
  const before = order.slice(order.indexOf(left), at);
  const behind = order.slice(at + 1, right === undefined ? undefined : order.indexOf(right) + 1);
  for (const [from, to] of placesOf(shape, text)) {
    const bare = put(form, { [left]: '', ...(right && { [right]: '' }), [name]: text.slice(from, to) });
    const [head, tail] = [text.slice(0, from), text.slice(to)];
    for (const one of before) {
      const moved = put(bare, { [one]: head });
      if (tail === '') yield moved;
      else for (const other of behind) yield put(moved, { [other]: tail });
    }
  }
}

const texts = ['bankAccountNumber', 'branchCode', 'bankAccountName', 'payeeDisplayName'];

/**
 * Every cut of the text from the last address on: each possible position of isTest, the expiry and the band. The texts
 * between them are cut at the places in `spread`.
 */
export function* cutsBehind(form: Form, spread: (text: string) => number[]): Generator<Form> {
  const last = ['notifyUrl', 'successUrl', 'errorUrl', 'cancelUrl'].find((name) => form[name])!;
  const rest = joined(form).slice(
    joined(form).length -
      order.slice(order.indexOf(last)).reduce((sum, name) => sum + (form[name] ?? '').length, 0),
  );
  const kept = Object.fromEntries(
    Object.entries(form).filter(([name]) => order.indexOf(name) < order.indexOf(last)),
  );
  for (const [from, to] of placesOf(shapes.isTest!, rest)) {
    const start = { ...kept, [last]: rest.slice(0, from), isTest: rest.slice(from, to) };
    for (const end of endings(rest.slice(to)))
      yield* spreadTexts({ ...start, ...end.fields }, end.texts, spread);
  }
}

/** Each reading of the end of a text, with the free text before it. */
function* endings(text: string): Generator<{ texts: string; fields: Form }> {
  const shapesOfEnd = new RegExp(
    `(?:(?<expiryDateUtc>${shapes.expiryDateUtc!.source})|)(?:(?<allowVariableAmount>true|false)|)(?:(?<variableAmountMin>\\d{1,12}\\.\\d\\d)(?<variableAmountMax>\\d{1,12}\\.\\d\\d)|)(?:(?<customerIdentifier>\\d{13})|)(?<customerCellphoneNumber>[^]*)$`,
    'iy',
  );
  for (let place = 0; place <= text.length; place++) {
    shapesOfEnd.lastIndex = place;
    const found = shapesOfEnd.exec(text)?.groups;
    const fields = Object.entries(found ?? {}).filter(([, value]) => value);
    if (found) yield { texts: text.slice(0, place), fields: Object.fromEntries(fields) as Form };
  }
  yield { texts: text, fields: {} };
}

function* spreadTexts(form: Form, text: string, spread: (text: string) => number[]): Generator<Form> {
  for (const name of texts) yield put(form, { [name]: text });
  const bankId = new RegExp(`^${shapes.selectedBankId!.source}`, 'i').exec(text)?.[0] ?? '';
  const rest = text.slice(bankId.length);
  const [a = 0, b = 0, c = 0] = spread(rest).toSorted((one, other) => one - other);
  const cut = [rest.slice(0, a), rest.slice(a, b), rest.slice(b, c), rest.slice(c)];
  yield put(form, {
    selectedBankId: bankId,
    ...Object.fromEntries(texts.map((name, index) => [name, cut[index]!])),
  });
}
