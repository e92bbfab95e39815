// Where the server is, read from its URL.
import type pg from 'pg';
import type { Line } from './connection-gate.ts';
import { openSession, type Session, type SessionEvents } from './session.ts';

export interface ServerOptions {
  line: Line;
  connectSeconds: number;
  /** What every session begins with. */
  settings: Record<string, string>;
}

/** How the server is spoken to in secret, by `sslmode`; what only asks for secrecy does not ask who answers. */
const encryptions: Record<string, pg.ClientConfig['ssl']> = {
  disable: false,
  allow: { rejectUnauthorized: false },
  prefer: { rejectUnauthorized: false },
  require: { rejectUnauthorized: false },
  'verify-ca': true,
  'verify-full': true,
};

/**
 * Returns what opens sessions with the server at `url`. Where it names several hosts with commas, they are tried in turn;
 * parameters that are not about the connection are settings of the session.
 */
export function openServer(
  url: string,
  { line, connectSeconds, settings }: ServerOptions,
): (events: SessionEvents) => Promise<Session> {
  const place = new URL(url);
  const hosts = decodeURIComponent(place.hostname).split(',');
  const { sslmode, ...given } = Object.fromEntries(place.searchParams);
  const config: pg.ClientConfig = {
    port: Number(place.port) || undefined,
    user: decodeURIComponent(place.username) || undefined,
    password: decodeURIComponent(place.password) || undefined,
    database: decodeURIComponent(place.pathname.slice(1)) || undefined,
    ssl: sslmode === undefined ? undefined : encryptions[sslmode],
    connectionTimeoutMillis: connectSeconds * 1000,
    stream: line.socket,
  };
  let turn = 0;

  return async (events) => {
    const host = hosts[turn++ % hosts.length] || undefined;
    const all = { ...settings, ...given };
    try {
      return await openSession({ ...config, host }, all, events);
    } catch (error) {
      const isOpenOnly = /does not support SSL/.test((error as Error).message);
      if (sslmode !== 'prefer' || !isOpenOnly) throw error;
      return openSession({ ...config, host, ssl: false }, all, events);
    }
  };
}
