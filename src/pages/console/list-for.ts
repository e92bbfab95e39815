// A list as its visitor may see it.
import { mayAtAll } from '../../core/users/permissions.ts';
import type { Column, List } from '../../reports/lists/list.ts';
import type { AnyVisit } from './visit.ts';

/**
 * Returns the list as the visitor may see it: without the columns and filters for which they lack the permission, and with
 * whole addresses.
 */
export function listFor({ user, viewer, deps }: AnyVisit, list: List): List {
  const { needs = {} } = list;
  const isAllowed = (name: string): boolean => {
    const action = needs[name];
    return action === undefined || mayAtAll(user.rights, action, viewer.merchants);
  };
  return {
    ...list,
    columns: list.columns
      .filter(({ key }) => isAllowed(key))
      .map((column) => (column.isPayAddress ? payAddress(column, deps.publicUrl) : column)),
    filters: list.filters.filter(isAllowed),
    ...(list.pageOrder && { pageOrder: list.pageOrder.filter(isAllowed) }),
  };
}

const payAddress = (column: Column, publicUrl: string): Column => ({
  ...column,
  value: (row) => {
    const id = column.value(row);
    return id === null ? null : `${publicUrl}/pay/${String(id)}`;
  },
});
