// Links from the numbers of a chart to the lists behind them.
import { consolePath } from '../navigation.ts';

/** Returns the address of a list; filters that are undefined are left out. */
export function listOf(page: string, filters: Record<string, string | undefined>): string {
  const query = new URLSearchParams(
    Object.entries(filters).filter((filter): filter is [string, string] => filter[1] !== undefined),
  ).toString();
  return `${consolePath(page)}${query && `?${query}`}`;
}
