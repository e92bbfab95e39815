// What a person saw of something before they decided about it. Where it is not so any more, nothing is decided.
import { formatRand } from '../kernel/money.ts';
import { type Change, DomainError } from './errors.ts';

type Fact = bigint | string | number | boolean | Date | null;

/** Facts as they were shown; those that are absent were not. */
export type Seen<Facts> = { [Name in keyof Facts]?: Facts[Name] | undefined };

/** Throws ChangedSinceSeen, which names each fact that is not as it was seen. An amount of money is a bigint, in cents. */
export function assertAsSeen<Facts extends Record<string, Fact>>(
  seen: Seen<Facts> | undefined,
  now: Facts,
): void {
  const changes = Object.entries(now).flatMap(([name, is]): Change[] => {
    const was = seen?.[name];
    return was === undefined || inWords(was) === inWords(is)
      ? []
      : [{ name, seen: inWords(was), now: inWords(is) }];
  });
  if (changes.length === 0) return;
  const detail = changes
    .map((one) => `${one.name} was ${one.seen} when you opened the page, and is ${one.now} now`)
    .join('; ');
  throw new DomainError('ChangedSinceSeen', { detail, changes });
}

function inWords(fact: Fact): string {
  if (fact === null) return 'none';
  if (typeof fact === 'bigint') return formatRand(fact);
  return fact instanceof Date ? fact.toISOString() : String(fact);
}
