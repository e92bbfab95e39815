// The parameters and results of the test kit.
import type { IncomingHttpHeaders } from 'node:http';
import type { webhooks as OneMessages } from '../generated/one.ts';
import type { Fixtures, LoadedFixtures, Rule, SiteSettings, TransactionOutcome } from './fixtures.ts';

export interface SandboxOptions {
  /** The service's address. Default: TEFO_URL, else that of TEFO_DATA_DIR or .tefo, else http://localhost:8420. */
  url?: string | undefined;
  /** Any ApiKey of the service. Default: TEFO_API_KEY, else the demo merchant's in TEFO_DATA_DIR or .tefo. */
  apiKey?: string | undefined;
  /** The site's settings; its notifyUrl is the receiver's unless given. */
  settings?: SiteSettings | undefined;
  /** Starts a service at `url`, if none responds there, for as long as the sandbox is open. */
  spawn?: boolean | SpawnOptions | undefined;
}

export interface Credentials {
  siteCode: string;
  apiKey: string;
  privateKey: string;
  clientId: string;
  clientSecret: string;
  webhookSecret: string;
  payoutAccessToken: string;
  urls: Urls;
  console: { email: string; password: string };
}

/** The base address of each surface. */
export type Urls = Record<'one' | 'payments' | 'payouts' | 'external' | 'console' | 'docs', string>;

export interface Sandbox {
  /** The service's address. */
  url: string;
  urls: Urls;
  /** Your own merchant with one site: no other test can see or disturb it. */
  credentials: Credentials;
  /** Your site's notifications. */
  notifications: Notifications;
  /** The clock of the whole service: it drives everything and only moves forward. */
  clock: {
    /** Returns the service's current time. */
    now(): Promise<Date>;
    /** Moves it by an ISO 8601 duration ("P40D", "PT90M"); resolves when all due work is done. */
    advance(duration: string): Promise<Date>;
    /** Moves it to an instant; resolves like `advance`. */
    to(instant: Date | string): Promise<Date>;
  };
  /** Decides at once, in place of a customer or a bank. Throws when it was already decided differently. */
  outcome: {
    /**
     * Takes the id of a transaction, or of a payment, for its current attempt. After a failure the customer leaves, so
     * that it is reported at once; with `stay` they stay on the page and may try again. A collected charge may be `returned`, for
     * the reason that an unpaid `code` names ("02" by default).
     */
    transaction(
      id: string,
      outcome: TransactionOutcome | 'returned',
      options?: { stay?: boolean; code?: string },
    ): Promise<DecidedTransaction>;
    /** Decides a refund; `returned` is for one that was complete. */
    refund(id: string, outcome: 'complete' | 'failed' | 'returned'): Promise<Decided & { refundId: string }>;
    /** Decides a payout; `returned` is for one that was complete. */
    payout(
      id: string,
      outcome: 'complete' | 'rejected' | 'failed' | 'returned',
    ): Promise<Decided & { payoutId: string }>;
    /** Decides in place of the customer whether a subscription is authorised. */
    subscription(id: string, outcome: 'approved' | 'declined'): Promise<Decided & { subscriptionId: string }>;
  };
  /** Pays in a deposit: for a bank transfer, or for the float. */
  deposit(given: {
    reference: string;
    /** In rand. */
    amount: string | number;
    from?: { bankId: string; accountNumber: string; branchCode?: string; name?: string };
  }): Promise<{ depositId: string; reference: string; amount: string; receivedAt: string }>;
  /**
   * Loads fixtures into your site; returns the ids. Existing objects are found by reference and left unchanged. Throws
   * before any change if the fixtures are wrong or differ from what exists.
   */
  load(fixtures: Fixtures): Promise<LoadedFixtures>;
  /** The rules by which the simulated bank decides your payments. */
  rules: {
    /** Replaces all rules; the first that matches decides. */
    set(rules: readonly Rule[]): Promise<Rule[]>;
    /** Deletes all rules. */
    clear(): Promise<Rule[]>;
  };
  /** Changes settings of your site; returns all of them. */
  settings(settings: SiteSettings): Promise<Record<string, unknown>>;
  /** Faults for your site alone. */
  faults: {
    /** Sets exactly these faults. */
    set(faults: { bank?: Partial<Faults>; notifications?: Partial<Faults> }): Promise<AllFaults>;
    /** Ends all faults. */
    clear(): Promise<AllFaults>;
  };
  /**
   * Snapshots of everything in the service, of all merchants, and so only for its operator: of a service started for
   * this sandbox (`spawn`). Other services refuse them when they have more than one merchant.
   */
  snapshots: {
    /** Saves the state of the service under a name; overwrites an earlier snapshot of that name. */
    save(name: string): Promise<Snapshot>;
    /** Restores the saved state of the service, including its clock. */
    restore(name: string): Promise<Snapshot>;
    /** Returns all snapshots. */
    list(): Promise<Snapshot[]>;
    /** Deletes a snapshot. */
    delete(name: string): Promise<void>;
  };
  /** Stops the receiver, and the service if it was started for this. */
  close(): Promise<void>;
  /** `close`, for \`await using\`. */
  [Symbol.asyncDispose](): Promise<void>;
}

export interface Decided {
  state: string;
  reason: string | null;
}

export interface DecidedTransaction extends Decided {
  transactionId: string;
  paymentId: string;
}

export interface Faults {
  /** Real milliseconds. */
  latencyMs: number;
  /** 0 to 1. */
  errorRate: number;
  /** The action happened, but its answer was lost. */
  timeoutAfterCommit: boolean;
  duplicateCallbacks: boolean;
  reorderCallbacks: boolean;
  down: boolean;
}

export interface AllFaults {
  bank: Faults;
  notifications: Faults;
}

export interface Snapshot {
  name: string;
  savedAt: string;
  rows: number;
}

export interface Notifications {
  /** The receiver's address on this machine. Any path below it can be a notifyUrl. */
  url: string;
  /**
   * Returns the first matching notification not taken yet; waits at most `timeoutMs` (default 5 000). Every signature
   * and hash is verified: throws when a forged one has arrived.
   */
  next(wanted?: Wanted, timeoutMs?: number): Promise<Notification>;
  /** Returns every genuine notification, taken or not. */
  all(): Notification[];
  /** Sets the receiver's answer, such as 500: repeated messages are kept again. */
  answerWith(status: number): void;
  /** Forgets notifications that were not taken. */
  clear(): void;
}

export interface Wanted {
  type?: NotificationType;
  /** The merchant reference of the payment, payout, subscription or bulk job. */
  reference?: string;
  /** The id of the transaction, refund, payout, subscription or bulk job. */
  id?: string;
  status?: string | number;
}

/** Each kind has its own fields: the documents of the surfaces list them. */
export type NotificationData = Record<string, unknown>;

export type NotificationType =
  | keyof OneMessages
  | 'payout.complete'
  | 'bulk.complete'
  | `subscription.${string}`;

export interface Notification {
  type: NotificationType;
  id: string;
  /** In its surface's form: "Complete", "Successful", 5. */
  status: string | number;
  /** If the body has none (thin ones, refunds), `next` sets it on request. */
  reference: string | undefined;
  /** The number of the object's event; only on the One API. */
  sequence?: number | undefined;
  /** The fields of a form, the body of a payout's or bulk job's notification, `data` of the others. */
  data: NotificationData;
  /** The same for retries and copies: use it to detect duplicates. */
  webhookId: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** As received. */
  body: string;
  receivedAt: Date;
}

export interface SpawnOptions {
  /** A checkout of tefo. Default: the one with this package, or node_modules/tefo. */
  directory?: string | undefined;
  /** Default: a free one. */
  port?: number | undefined;
  /** Settings of the service: docs/settings.md. */
  env?: Record<string, string> | undefined;
}
