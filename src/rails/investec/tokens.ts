// The access token: one for all calls until shortly before it ends.
import { type Clock, minuteMs } from '../../kernel/clock.ts';

export interface Token {
  text: string;
  endsAt: Date;
}

export interface Tokens {
  /** Returns a token that lasts at least another minute. */
  current(): Promise<string>;
  /** The bank did not take this token: the next call gets another. */
  drop(text: string): void;
}

/** A call that begins with a token should also end before it does. */
const marginMs = minuteMs;

/** Caches the result of `fetchToken`. Callers during a fetch wait for that one. */
export function createTokens(clock: Clock, fetchToken: () => Promise<Token>): Tokens {
  let kept: Token | undefined;
  let running: Promise<Token> | undefined;
  const fetchOnce = async () => {
    try {
      kept = await fetchToken();
      return kept;
    } finally {
      running = undefined;
    }
  };
  return {
    current: async () => {
      if (kept && kept.endsAt.getTime() - marginMs > clock.now().getTime()) return kept.text;
      running ??= fetchOnce();
      return (await running).text;
    },
    drop: (text) => {
      // Another call may have replaced it since.
      if (kept?.text === text) kept = undefined;
    },
  };
}
