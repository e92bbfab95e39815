// The merchants' receiver: keeps every notification that arrives, with any content.
import { serve } from '../support/serving.ts';

/** What arrived about one transaction. */
export interface Reported {
  times: number;
  statuses: Set<string>;
  /** The ids by which a receiver recognises a repeat: webhook-id, or the hash of a Payments API notification. */
  ids: Set<string>;
  /** Those of notifications that the payer means to pay by EFT. */
  pendingIds: Set<string>;
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

export async function startReceiver() {
  const reported = new Map<string, Reported>();
  let received = 0;
  const { url, close } = await serve((request, body, response) => {
    received += 1;
    keep(reported, read(request.headers['content-type'], String(request.headers['webhook-id']), body));
    response.writeHead(200).end();
  });
  return {
    url: `${url}/notify`,
    /** By transaction id. */
    told: reported,
    received: () => received,
    close,
  };
}

interface DeliveryDetails {
  transactionId: string;
  status: string;
  id: string;
}

function read(type: string | undefined, webhookId: string, body: string): DeliveryDetails {
  if (type?.includes('json')) {
    const { data } = JSON.parse(body) as { data: { id: string; status: string } };
    return { transactionId: data.id, status: data.status, id: webhookId };
  }
  const form = new URLSearchParams(body);
  // A payment that its customer leaves alone ends as abandoned once the storm has passed enough nights.
  const ends: Record<string, string> = { Complete: 'Successful', Abandoned: 'Error', Cancelled: 'Error' };
  const reported = String(form.get('Status'));
  const status = ends[reported] ?? reported;
  return { transactionId: String(form.get('TransactionId')), status, id: String(form.get('Hash')) };
}

export const nothingTold = (): Reported => ({
  times: 0,
  statuses: new Set(),
  ids: new Set(),
  pendingIds: new Set(),
});

function keep(reported: Map<string, Reported>, delivery: DeliveryDetails): void {
  const known = reported.get(delivery.transactionId) ?? nothingTold();
  known.times += 1;
  if (delivery.status === 'Pending') known.pendingIds.add(delivery.id);
  else {
    known.statuses.add(delivery.status);
    known.ids.add(delivery.id);
  }
  reported.set(delivery.transactionId, known);
}
