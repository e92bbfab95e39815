// Tokens of the One API and of the Payments API, kept until they end.

export interface GivenToken {
  access_token: string;
  /** Seconds, as text. */
  expires_in: string;
}

/** Before a token ends, another is fetched. */
const spareMs = 30_000;

export class TokenCache {
  readonly #fetchToken: () => Promise<GivenToken>;
  #token: Promise<string> | undefined;
  #endsAt = 0;

  constructor(fetchToken: () => Promise<GivenToken>) {
    this.#fetchToken = fetchToken;
  }

  /** Returns a token that has not ended; calls at one time share one. */
  get(): Promise<string> {
    if (!this.#token || Date.now() > this.#endsAt) this.#token = this.#renew();
    return this.#token;
  }

  /** Forgets a token that was refused. */
  forget(): void {
    this.#token = undefined;
  }

  async #renew(): Promise<string> {
    this.#endsAt = Number.POSITIVE_INFINITY;
    try {
      const { access_token, expires_in } = await this.#fetchToken();
      this.#endsAt = Date.now() + Number(expires_in) * 1_000 - spareMs;
      return access_token;
    } catch (error) {
      this.forget();
      throw error;
    }
  }
}
