// Receivers that refuse while a sandbox's clock is moved. Days pass in an instant then, and a receiver that hangs would
// hold them up at every attempt of every message.
import type { OutboundAnswer } from '../../kernel/http/outbound.ts';
import type { ClaimedDelivery } from './claim-store.ts';

/** After so many refusals in a row nothing more is posted there within the move. */
const mostRefusals = 2;

/** The receivers that responded without success, and the queues without a response: nothing is posted to them. */
export interface Refusing {
  receivers: string[];
  lanes: string[];
  /** Of those receivers and lanes, all lanes. */
  within: string[];
}

export interface Refusals {
  /** Counts a response of a receiver. */
  note(delivery: Pick<ClaimedDelivery, 'receiverId' | 'lane'>, answer: OutboundAnswer): void;
  /** Undefined if no receiver refuses. */
  refusing(): Refusing | undefined;
}

/** Remembers refusals within one move of the clock. */
export function createRefusals(): Refusals {
  const lanes = new Map<string, number>();
  const receivers = new Map<string, { lane: string; count: number }>();

  return {
    note: ({ receiverId, lane }, { statusCode }) => {
      if (statusCode === null) lanes.set(lane, (lanes.get(lane) ?? 0) + 1);
      else lanes.delete(lane);
      if (statusCode === null || isFinal(statusCode)) receivers.delete(receiverId);
      else receivers.set(receiverId, { lane, count: (receivers.get(receiverId)?.count ?? 0) + 1 });
    },
    refusing: () => {
      const silent = [...lanes].filter(([, count]) => count >= mostRefusals).map(([lane]) => lane);
      const refused = [...receivers].filter(([, { count }]) => count >= mostRefusals);
      if (silent.length + refused.length === 0) return undefined;
      const within = new Set([...silent, ...refused.map(([, { lane }]) => lane)]);
      return { lanes: silent, receivers: refused.map(([id]) => id), within: [...within] };
    },
  };
}

// 410 Gone ends its message by itself.
const isFinal = (statusCode: number): boolean =>
  (statusCode >= 200 && statusCode < 300) || statusCode === 410;
