// Reads the address of a database as PostgreSQL's own programs do, several hosts included. The driver reads addresses
// too, but cuts IPv6 hosts at their colons, takes a standby for a server that takes writes, and never ends trying where all
// hosts are away (version 3.4.9): so it is given one host at a time, and which one is decided here and in `primary.ts`.

import { firstOf } from '../required.ts';

export interface Place {
  /** A name, an IP address, or the folder of a Unix socket, which begins with "/". */
  host: string;
  port: number;
}

export interface Address {
  /** Where its servers are; empty if the address names none, and the driver's own default holds. */
  places: Place[];
  user?: string;
  password?: string;
  database?: string;
  /** The driver's `ssl` option. */
  tls?: string | false;
  /** Which of several hosts is wanted. */
  target?: string;
  /** Further settings of a session. */
  settings: Record<string, string>;
}

const defaultPort = 5432;

/** What PostgreSQL's library takes for itself, and does not matter here. */
const ignored =
  /^(?:connect_timeout|keepalives|keepalives_(?:idle|interval|count)|tcp_user_timeout|load_balance_hosts|gssencmode|fallback_application_name)$/;
/** Parameters that libraries consume and whose loss would matter. */
const untaken =
  /^(?:hostaddr|passfile|require_auth|service|sslcert|sslkey|sslpassword|sslcrl|channel_binding)$/;

/** Reads `postgres://user:password@host:port,host:port/database?name=value`. Throws why it cannot, without any secret. */
export function parseAddress(url: string): Address {
  const [, authority = '', path = '', query = ''] =
    /^postgres(?:ql)?:\/\/([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(url) ??
    refuse('it is no postgres:// address; in a password, write / ? # and @ as %2F %3F %23 and %40');
  const at = authority.lastIndexOf('@');
  const [user, password = ''] = at < 0 ? [''] : splitOnce(authority.slice(0, at), ':');
  const named = new Map(new URLSearchParams(query));
  const taken = (name: string): string | undefined => {
    const value = named.get(name);
    named.delete(name);
    return value;
  };
  const [hosts, ports] = [taken('host'), taken('port')];
  return {
    places: hosts ? placesNamed(hosts, ports ?? '') : placesOf(authority.slice(at + 1), ports),
    ...given('user', taken('user') || decoded(user)),
    ...given('password', taken('password') || decoded(password)),
    ...given('database', taken('dbname') || decoded(path)),
    ...given('target', taken('target_session_attrs')),
    ...given('tls', tlsOf(taken('sslmode'), taken('sslrootcert'))),
    settings: settingsOf(named),
  };
}

/** Returns the parameters for the server. */
function settingsOf(named: ReadonlyMap<string, string>): Record<string, string> {
  const missed = [...named.keys()].find((name) => untaken.test(name));
  if (missed !== undefined) refuse(`it has ${missed}, which Tefo does not support`);
  return Object.fromEntries([...named].filter(([name]) => !ignored.test(name)));
}

/** Returns a place as it is written in an address. */
export const placeWords = ({ host, port }: Place): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The driver's options for a pool, except the host if there are several. */
export function driverOptions({ places, user, password, database, tls, settings }: Address) {
  const [first] = places;
  return {
    ...(first && { host: [first.host], port: [first.port] }),
    ...given('user', user),
    ...given('pass', password),
    ...given('database', database),
    ...given('ssl', tls),
    settings,
  };
}

/** Returns the hosts between the password and the path: names, addresses, and IPv6 addresses in brackets. */
function placesOf(text: string, ports: string | undefined): Place[] {
  if (text === '') return [];
  const each = text.split(',');
  return each.map((one, index) => {
    const nth = each.length > 1 ? `host ${index + 1}` : 'its host';
    const [, bracketed, plain, port] =
      /^(?:\[([\da-fA-F:.]+)\]|([^:[\]]*))(?::(\d*))?$/.exec(one) ??
      refuse(`${nth} must be HOST:PORT, or [ADDRESS]:PORT for IPv6`);
    const host = bracketed ?? decoded(plain!);
    if (host === '') refuse(`${nth} is empty`);
    return { host: checkedHost(host, nth), port: portOf(port || ports || '', nth) };
  });
}

/** Returns the hosts of `host=a,b` and `port=1,2`: one port for all of them, or one for each. */
function placesNamed(hosts: string, ports: string): Place[] {
  const [names, numbers] = [hosts.split(','), ports.split(',')];
  if (numbers.length > 1 && numbers.length !== names.length)
    refuse(`it names ${names.length} hosts and ${numbers.length} ports`);
  return names.map((host, index) => {
    const nth = names.length > 1 ? `host ${index + 1}` : 'its host';
    if (host === '') refuse(`${nth} is empty`);
    return { host: checkedHost(host, nth), port: portOf(numbers[index] ?? firstOf(numbers), nth) };
  });
}

function checkedHost(host: string, nth: string): string {
  if (!host.startsWith('/') && /[\s/@?#]/.test(host)) refuse(`${nth} is neither a name nor an address`);
  return host;
}

function portOf(text: string, nth: string): number {
  if (text === '') return defaultPort;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : refuse(`the port of ${nth} must be a number from 1 to 65535`);
}

const tlsModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** "system" are the authorities that the machine trusts. */
function tlsOf(mode: string | undefined, authorities: string | undefined): string | false | undefined {
  if (mode && !tlsModes.includes(mode)) refuse(`its sslmode must be one of ${tlsModes.join(', ')}`);
  if (!authorities) return mode === 'disable' ? false : mode;
  if (authorities !== 'system')
    refuse('its sslrootcert must be system: name a file of authorities in NODE_EXTRA_CA_CERTS');
  return 'verify-full';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse('it has a % outside of a percent-encoding: write % as %25');
  }
}

function splitOnce(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

const given = <const K extends string, V>(name: K, value: V | undefined): Partial<Record<K, V>> =>
  (value === undefined || value === '' ? {} : { [name]: value }) as Partial<Record<K, V>>;

function refuse(why: string): never {
  throw new Error(why);
}
