// A list as its visitor may see it.
import { mayAtAll } from '../../core/people/permissions.ts';
import type { List } from '../../reports/lists/list.ts';
import type { AnyVisit } from './visit.ts';

/** Returns the list as the visitor may see it: without the columns and filters for which they lack the permission. */
export function listFor({ person, viewer }: AnyVisit, list: List): List {
  const { needs } = list;
  if (!needs) return list;
  const isAllowed = (name: string): boolean => {
    const action = needs[name];
    return action === undefined || mayAtAll(person.rights, action, viewer.merchants);
  };
  return {
    ...list,
    columns: list.columns.filter(({ key }) => isAllowed(key)),
    filters: list.filters.filter(isAllowed),
    ...(list.pageOrder && { pageOrder: list.pageOrder.filter(isAllowed) }),
  };
}
