// Elements as the reader of XML gives them: a record of its children, or a text.

export type Branch = Readonly<Record<string, unknown>>;

const valuesIn = (place: Branch, name: string): unknown[] =>
  Object.hasOwn(place, name) ? [place[name]].flat() : [];

/** Returns the child elements of that name; an empty one has no children. */
export function branchesIn(place: Branch, name: string): Branch[] {
  return valuesIn(place, name).map((value) =>
    typeof value === 'object' && value !== null ? (value as Branch) : {},
  );
}

/** Returns the texts of the child elements of that name, without spaces around them. */
export function textsIn(place: Branch, name: string): string[] {
  return valuesIn(place, name).flatMap((value) => (typeof value === 'string' ? [value.trim()] : []));
}

/** Returns the text of the first child element of that name that has one, else "". */
export const textIn = (place: Branch, name: string): string => textsIn(place, name).find(Boolean) ?? '';
