// The payments desk of the counterpart of Investec. It is faithful to the messages that a public client sends and
// reads; the bank does not document its response to a repeated key, which is assumed to follow the rule of idempotency
// keys: the same id again.
import type { IncomingHttpHeaders } from 'node:http';
import { randomUuid } from '../../kernel/random.ts';

export interface ReceivedPayment {
  paymentId: string;
  key: string;
  format: string;
  /** The file as sent. */
  pain001: string;
  /** How often it was sent. */
  times: number;
}

export interface Desk {
  /** The payments that were taken, each once. */
  payments(): ReceivedPayment[];
  /** Sets the status of a payment from now on. */
  answer(paymentId: string, pain002: string): void;
  /** Lets the next n payments be judged as bad files. */
  refuseNext(n: number): void;
}

interface Asked {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Answer {
  status: number;
  body: unknown;
}

export function openDesk(): { desk: Desk; route(asked: Asked): Answer } {
  const byKey = new Map<string, ReceivedPayment>();
  const answers = new Map<string, string>();
  let refusals = 0;

  const take = ({ headers, body }: Asked): Answer => {
    const key = headers['idempotency-key'];
    const { format, payload } = JSON.parse(body).remittance;
    if (typeof key !== 'string' || payload.body.contentEncoding !== 'base64')
      return { status: 400, body: { message: 'Bad Request' } };
    const pain001 = Buffer.from(payload.body.content, 'base64').toString();
    const known = byKey.get(key);
    if (known && known.pain001 !== pain001)
      return { status: 422, body: { message: 'Idempotency-Key was used for another payment' } };
    if (!known && refusals > 0) {
      refusals -= 1;
      return { status: 400, body: { message: 'Invalid remittance' } };
    }
    const payment = known ?? { paymentId: randomUuid(), key, format, pain001, times: 0 };
    payment.times += 1;
    byKey.set(key, payment);
    return { status: 200, body: { data: { paymentId: payment.paymentId } } };
  };
  const statusOf = (paymentId: string): Answer => {
    const isKnown = [...byKey.values()].some((one) => one.paymentId === paymentId);
    if (!isKnown) return { status: 404, body: { message: 'Not Found' } };
    const content = Buffer.from(answers.get(paymentId) ?? '').toString('base64');
    const payload = { compression: 'none', body: { content, contentEncoding: 'base64' } };
    return { status: 200, body: { status: { format: 'XML Pain 002.001.10', payload } } };
  };
  return {
    desk: {
      payments: () => [...byKey.values()],
      answer: (paymentId, pain002) => void answers.set(paymentId, pain002),
      refuseNext: (n) => {
        refusals = n;
      },
    },
    route: (asked) => {
      const [, , , , , paymentId, status] = asked.path.split('/');
      if (asked.method === 'POST' && paymentId === undefined) return take(asked);
      if (asked.method === 'GET' && paymentId && status === 'status') return statusOf(paymentId);
      return { status: 404, body: { message: 'no Route matched' } };
    },
  };
}
