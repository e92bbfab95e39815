// The names that Kubernetes puts into the environment of every container for each Service of its namespace. Those for a
// Service that is called as we are begin like our settings: TEFO_PORT is then an address.

/** How their names end, and what they say. A setting has another name, or is not said so. */
const links: [ending: RegExp, value: RegExp][] = [
  [/SERVICE_HOST$/, /^[\da-fA-F.:]+$/],
  [/SERVICE_PORT(?:_[A-Z0-9_]{1,15})?$/, /^\d{1,5}$/],
  [/PORT(?:_\d{1,5}_(?:TCP|UDP|SCTP))?$/, /^(?:tcp|udp|sctp):\/\//],
  [/PORT_\d{1,5}_(?:TCP|UDP|SCTP)_(?:PROTO|PORT|ADDR)$/, /^(?:tcp|udp|sctp|[\da-fA-F.:]+)$/],
];

/** The names of `env` that begin with `prefix` and are links to Services. */
export function serviceLinks(env: Record<string, string | undefined>, prefix: string): string[] {
  return Object.entries(env)
    .filter(([name]) => name.startsWith(prefix))
    .filter(([name, given = '']) => links.some(([ending, value]) => ending.test(name) && value.test(given)))
    .map(([name]) => name);
}
