// One connection to the server, which can be lost at any moment: then all that is under way on it fails, once.
import pg from 'pg';
import { Execution, type Order, type Rows } from './execution.ts';

export interface Session {
  /** How many statements are under way. */
  readonly open: number;
  /** Whether nothing more can be asked of it. */
  readonly isLost: boolean;
  readonly bornAt: number;
  /** Whether the server says that no transaction is under way. */
  isOutsideTransaction(): boolean;
  run(order: Order): Promise<Rows>;
  onNotification(hear: (channel: string, payload: string) => void): void;
  /** Takes leave of the server; ends when the connection is closed. */
  end(): Promise<void>;
  destroy(): void;
}

export interface SessionEvents {
  /** All that was under way has ended. */
  onFree(session: Session): void;
  /** The connection is gone. Called once, also after end and destroy. */
  onLost(session: Session): void;
}

// The client has no parameter for what else is set for a session at its start.
class Client extends pg.Client {
  readonly #settings: Record<string, string>;

  constructor(config: pg.ClientConfig, settings: Record<string, string>) {
    super(config);
    this.#settings = settings;
  }

  getStartupConf(): Record<string, string> {
    const { user, database } = this as unknown as { user: string; database: string };
    return { user, database, ...this.#settings };
  }
}

/** Opens a connection. Rejects with what kept it from being opened. */
export async function openSession(
  config: pg.ClientConfig,
  settings: Record<string, string>,
  { onFree, onLost }: SessionEvents,
): Promise<Session> {
  const client = new Client(
    { ...config, pipeline: true, keepAlive: true, keepAliveInitialDelayMillis: 60_000 },
    settings,
  );
  let open = 0;
  let isOpened = false;
  let isLost = false;
  let isGathering = false;

  function lose(): void {
    if (isLost) return;
    isLost = true;
    client.connection.stream.destroy();
    if (isOpened) onLost(session);
  }

  /** Sends all that is asked in one turn of the event loop at once: every message of the protocol is a write. */
  function gather(): void {
    if (isGathering) return;
    isGathering = true;
    const { stream } = client.connection;
    stream.cork();
    setImmediate(() => {
      isGathering = false;
      stream.uncork();
    });
  }

  const session: Session = {
    bornAt: performance.now(),
    get open() {
      return open;
    },
    get isLost() {
      return isLost;
    },
    isOutsideTransaction: () => client.getTransactionStatus() === 'I',
    run: (order) =>
      new Promise((resolve, reject) => {
        open += 1;
        const execution = new Execution(order, (error, rows) => {
          open -= 1;
          if (error === undefined) resolve(rows);
          else reject(withCode(error as Error));
          // The server says farewell before it hangs up: nothing more is to be asked in between.
          if ((error as { severity?: string } | undefined)?.severity === 'FATAL') lose();
          else if (open === 0 && !isLost) onFree(session);
        });
        gather();
        client.query(execution as never);
      }),
    onNotification: (hear) => {
      client.on('notification', ({ channel, payload }) => hear(channel, payload ?? ''));
    },
    end: () => client.end().catch(() => {}),
    destroy: lose,
  };

  client.on('error', lose);
  client.on('end', lose);
  try {
    await client.connect();
    if (isLost) throw new Error('the connection was lost at once');
  } catch (error) {
    lose();
    throw withCode(error as Error);
  }
  isOpened = true;
  return session;
}

/** The driver's own errors all say that the connection is gone or never was, and have no code. */
function withCode(error: Error & { code?: string }): Error {
  return error.code || error instanceof RangeError
    ? error
    : Object.assign(error, { code: 'CONNECTION_CLOSED' });
}
