// The merchants' receiver: keeps every notification that arrives, with any content.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What arrived about one transaction. */
export interface Told {
  times: number;
  statuses: Set<string>;
  /** The ids by which a receiver recognises a repeat: webhook-id, or the hash of a Payments API notification. */
  ids: Set<string>;
  /** Those of notifications that the payer means to pay by EFT. */
  pendingIds: Set<string>;
}

export interface Receiver {
  url: string;
  /** By transaction id. */
  told: Map<string, Told>;
  received(): number;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const told = new Map<string, Told>();
  let received = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text) => (body += text));
    request.on('end', () => {
      received += 1;
      keep(told, read(request.headers['content-type'], String(request.headers['webhook-id']), body));
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notify`,
    told,
    received: () => received,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

interface Notice {
  transactionId: string;
  status: string;
  id: string;
}

function read(type: string | undefined, webhookId: string, body: string): Notice {
  if (type?.includes('json')) {
    const { data } = JSON.parse(body) as { data: { id: string; status: string } };
    return { transactionId: data.id, status: data.status, id: webhookId };
  }
  const form = new URLSearchParams(body);
  // A payment that its customer leaves alone ends as abandoned once the storm has passed enough nights.
  const ends: Record<string, string> = { Complete: 'Successful', Abandoned: 'Error', Cancelled: 'Error' };
  const told = String(form.get('Status'));
  const status = ends[told] ?? told;
  return { transactionId: String(form.get('TransactionId')), status, id: String(form.get('Hash')) };
}

export const nothingTold = (): Told => ({
  times: 0,
  statuses: new Set(),
  ids: new Set(),
  pendingIds: new Set(),
});

function keep(told: Map<string, Told>, notice: Notice): void {
  const known = told.get(notice.transactionId) ?? nothingTold();
  known.times += 1;
  if (notice.status === 'Pending') known.pendingIds.add(notice.id);
  else {
    known.statuses.add(notice.status);
    known.ids.add(notice.id);
  }
  told.set(notice.transactionId, known);
}
