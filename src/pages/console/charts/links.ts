// Where the numbers of a chart lead: to the lists that they count.

/** Returns the address of a room's list; filters that are undefined are left out. */
export function listOf(room: string, filters: Record<string, string | undefined>): string {
  const query = new URLSearchParams(
    Object.entries(filters).filter((filter): filter is [string, string] => filter[1] !== undefined),
  ).toString();
  return `/console/${room}${query && `?${query}`}`;
}
