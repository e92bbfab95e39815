// Kubernetes sets environment variables in every container for each Service of its namespace. Those of a Service named
// "tefo" look like this service's settings: TEFO_PORT is then an address.

/** How their names end and which values they have. No setting matches both. */
const links: [ending: RegExp, value: RegExp][] = [
  [/SERVICE_HOST$/, /^[\da-fA-F.:]+$/],
  [/SERVICE_PORT(?:_[A-Z0-9_]{1,15})?$/, /^\d{1,5}$/],
  [/PORT(?:_\d{1,5}_(?:TCP|UDP|SCTP))?$/, /^(?:tcp|udp|sctp):\/\//],
  [/PORT_\d{1,5}_(?:TCP|UDP|SCTP)_(?:PROTO|PORT|ADDR)$/, /^(?:tcp|udp|sctp|[\da-fA-F.:]+)$/],
];

/** Returns the names in `env` that begin with `prefix` and are links to Services. */
export function serviceLinks(env: Record<string, string | undefined>, prefix: string): string[] {
  return Object.entries(env)
    .filter(([name]) => name.startsWith(prefix))
    .filter(([name, given = '']) => links.some(([ending, value]) => ending.test(name) && value.test(given)))
    .map(([name]) => name);
}
