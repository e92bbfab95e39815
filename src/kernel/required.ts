// Values that the surrounding code guarantees, although their types cannot express it. Each of these throws a plain
// Error, because its cause is a fault of the program. A caller's mistakes are refused by a DomainError.

/** The value; throws where it is missing. `what` names it in the error ("site"), and is never a secret. */
export function required<T>(value: T, what: string): NonNullable<T> {
  if (value === undefined || value === null) throw new Error(`the ${what} is missing`);
  return value;
}

/** The item at an index that is inside of the list; a negative one counts from its end. Throws elsewhere. */
export function itemAt<T>(list: ArrayLike<T>, index: number): T {
  const item = list[index < 0 ? list.length + index : index];
  if (item === undefined) throw new Error(`a list of ${list.length} has no item ${index}`);
  return item;
}

/** The first item of a list that is not empty, such as the row of a statement that returns one. Throws where it is empty. */
export const firstOf = <T>(list: ArrayLike<T>): T => itemAt(list, 0);

/** The last item of a list that is not empty. Throws where it is empty. */
export const lastOf = <T>(list: ArrayLike<T>): T => itemAt(list, -1);

/** The value of a key that is in the map. Throws, and names the key, where it is not. */
export function getOrThrow<Key, Value>(map: { get(key: Key): Value | undefined }, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`there is no entry ${String(key)}`);
  return value;
}

/** The member of a record that has one of the name. Throws, and names it, where it has not. */
export function memberOf<Value>(record: Readonly<Record<string, Value>>, name: string): Value {
  const value = Object.hasOwn(record, name) ? record[name] : undefined;
  if (value === undefined) throw new Error(`there is no member ${name}`);
  return value;
}

/** The first items of a list as a tuple: the parts of a split text, or a match and its groups. Throws where there are fewer. */
export function tupleOf<Item, Count extends number>(
  list: ArrayLike<Item | undefined>,
  count: Count,
): Tuple<Item, Count> {
  return Array.from({ length: count }, (_, index) => itemAt(list, index)) as Tuple<Item, Count>;
}

type Tuple<Item, Count extends number, Items extends Item[] = []> = Items['length'] extends Count
  ? Items
  : Tuple<Item, Count, [...Items, Item]>;
