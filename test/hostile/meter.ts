// The thread time of a request: in processor time, so that other work on the machine counts little.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request as send } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Credentials } from '../../src/app/credentials.ts';

/** The work between two moments. */
export interface Cost {
  /** Processor time of the answering thread, in milliseconds. */
  cpuMs: number;
  /** The longest part in which no other request was answered. */
  heldMs: number;
  /** The most memory that the process had, in megabytes. */
  rssMb: number;
}

export interface Ask {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface Answered {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

export interface Meter {
  credentials: Credentials;
  base: string;
  /** The time to read a megabyte of honest JSON there, in milliseconds. */
  unitMs(): Promise<number>;
  /** Sends all requests at once, and returns their total cost. */
  cost(...asks: Ask[]): Promise<Cost & { answers: Answered[] }>;
  end(): Promise<void>;
}

/** Starts the service in a separate process. */
export async function startMetered(): Promise<Meter> {
  const child = fork(fileURLToPath(new URL('metered.ts', import.meta.url)));
  const order = async <T>(name: string): Promise<T> => {
    child.send(name);
    return (await once(child, 'message'))[0] as T;
  };
  const [credentials] = (await once(child, 'message')) as [Credentials];
  const base = new URL(credentials.urls.one).origin;
  return {
    credentials,
    base,
    unitMs: async () => (await order<{ unitMs: number }>('unit')).unitMs,
    cost: async (...asks) => {
      await order('begin');
      const answers = await Promise.all(asks.map((one) => ask(base, one)));
      return { ...(await order<Cost>('end')), answers };
    },
    end: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** By Node's own client, which sends headers as they are. */
export function ask(base: string, { method, path, headers, body }: Ask): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const options = {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { ...headers },
      agent: false,
    };
    const sending = send(base + path, options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode!,
          headers: answer.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sending.on('error', reject);
    sending.end(body);
  });
}
