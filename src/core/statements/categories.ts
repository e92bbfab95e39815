// The categories of lines: a built-in one of each kind, and those that the owner of the bank accounts has added.
import { newId } from '../../kernel/ids.ts';
import type { AnyContext } from '../context.ts';
import { invalidField } from '../invalid-field.ts';
import { inWork } from '../unit-of-work.ts';
import * as store from './category-store.ts';
import { type CategoryKind, categoryKinds } from './store.ts';

export type { Category } from './category-store.ts';

/** The most categories that an owner can add. */
export const mostCategories = 100;

/** Other names under which built-in categories are known. */
const aliases: Record<string, CategoryKind> = {
  transfer: 'own',
  'own transfer': 'own',
  'internal transfer': 'own',
  'bank charge': 'charge',
};

/** Returns the categories that an owner has added, in the order of their names. Null: the operator's. */
export const listCategories = ({ db }: AnyContext, merchantId: string | null): Promise<store.Category[]> =>
  store.findCategories(db, merchantId);

/**
 * Reads a category: a kind, or the name of an added one, in any letter case. Throws InvalidField (category) for one that the
 * owner of the account does not have.
 */
export async function readCategory(
  ctx: AnyContext,
  merchantId: string | null,
  typed: string,
): Promise<{ kind: CategoryKind; name: string | null }> {
  const text = typed.trim().toLowerCase();
  const own = (await listCategories(ctx, merchantId)).find(({ name }) => name.toLowerCase() === text);
  if (own) return own;
  const kind =
    categoryKinds.find((one) => one === text) ?? (Object.hasOwn(aliases, text) ? aliases[text] : undefined);
  if (kind) return { kind, name: null };
  throw invalidField(
    'category',
    `the category must be one of ${categoryKinds.join(', ')}, or one that you have added`,
  );
}

/**
 * Adds a category. Throws InvalidField (name) for a name that is taken, empty or longer than 50 characters, and when
 * there are 100.
 */
export async function addCategory(
  scope: AnyContext,
  merchantId: string | null,
  given: { name: string; kind: CategoryKind },
): Promise<store.Category> {
  const name = given.name.trim().replace(/\s+/g, ' ');
  if (!/^[^\p{C}]{1,50}$/u.test(name)) throw wrong('the name must have 1 to 50 characters');
  return inWork(scope, async (work) => {
    const known = await store.findCategories(work.tx, merchantId);
    if (known.length >= mostCategories) throw wrong(`the limit of ${mostCategories} categories is reached`);
    const isTaken = [...categoryKinds, ...Object.keys(aliases)].some((one) => one === name.toLowerCase());
    const row = { id: newId(work.clock), merchantId, name, kind: given.kind, createdAt: work.clock.now() };
    if (isTaken || !(await store.insertCategory(work.tx, row)))
      throw wrong(`the category ${name} already exists`);
    return { ...row, removedAt: null };
  });
}

const wrong = (detail: string) => invalidField('name', detail);

/** Removes a category from the list; lines in it stay as they are. Returns it; undefined for an unknown one. */
export const removeCategory = (
  scope: AnyContext,
  merchantId: string | null,
  id: string,
): Promise<store.Category | undefined> =>
  inWork(scope, ({ tx, clock }) => store.setRemoved(tx, merchantId, id, clock.now()));
