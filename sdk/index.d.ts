// The types of @tefo/sdk, and what each part does.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Fixtures, LoadedFixtures, Rule, SiteSettings, TransactionOutcome } from './fixtures.d.ts';

export type {
  Fixtures,
  LoadedFixtures,
  PaymentFixture,
  Rand,
  Rule,
  SiteSettings,
  SubscriptionFixture,
  TransactionOutcome,
} from './fixtures.d.ts';

/**
 * Makes a site of its own at a running service and starts a receiver for its notifications. Ready in well under 300 ms.
 * Throws where no service answers, or none with a sandbox.
 */
export function startSandbox(options?: SandboxOptions): Promise<Sandbox>;

export interface SandboxOptions {
  /** Where the service is. Else TEFO_URL, else http://localhost:8420. */
  url?: string;
  /** Any ApiKey of that service. Else TEFO_API_KEY, else the demo merchant's in TEFO_DATA_DIR or .tefo. */
  apiKey?: string;
  /** Of the site; its notifyUrl is the receiver's unless you say otherwise. */
  settings?: SiteSettings;
  /** Starts a service at `url` for as long as the sandbox is open, where none answers there. */
  spawn?: boolean | SpawnOptions;
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
  /** Of the service. */
  url: string;
  urls: Urls;
  /** Of a merchant of your own with one site: nobody else's test can see or disturb it. */
  credentials: Credentials;
  /** What your site is told. */
  notifications: Notifications;
  /** The clock of the whole service: it drives everything, and goes forward only. */
  clock: {
    now(): Promise<Date>;
    /** Moves it by an ISO 8601 duration ("P40D", "PT90M"); resolves when all that fell due is done. */
    advance(duration: string): Promise<Date>;
    /** Moves it to an instant; resolves likewise. */
    to(instant: Date | string): Promise<Date>;
  };
  /** Decides at once, in place of a customer or a bank. Throws where it has been decided otherwise. */
  outcome: {
    /**
     * By the id of a transaction, or of a payment, whose present attempt it is then. After a failure the customer leaves, so
     * that it is told at once; with `stay` they stay on the page, where they may try again.
     */
    transaction(
      id: string,
      outcome: TransactionOutcome,
      options?: { stay?: boolean },
    ): Promise<DecidedTransaction>;
    refund(id: string, outcome: 'complete' | 'failed' | 'returned'): Promise<Decided & { refundId: string }>;
    payout(
      id: string,
      outcome: 'complete' | 'rejected' | 'failed' | 'returned',
    ): Promise<Decided & { payoutId: string }>;
    subscription(id: string, outcome: 'approved' | 'declined'): Promise<Decided & { subscriptionId: string }>;
  };
  /** Money arrives with a reference: for a bank transfer, or for the float. */
  deposit(given: {
    reference: string;
    /** In rand. */
    amount: string | number;
    from?: { bankId: string; accountNumber: string; branchCode?: string; name?: string };
  }): Promise<{ depositId: string; reference: string; amount: string; receivedAt: string }>;
  /**
   * Has your site hold what a file of fixtures would say; answers the ids. What is there already is found by its reference
   * and left as it is. Throws, before anything is done, what is wrong with them or differs from what is there.
   */
  load(fixtures: Fixtures): Promise<LoadedFixtures>;
  /** By which the simulated bank decides your payments. */
  rules: {
    /** Exactly these, from now on; the first that fits decides. */
    set(rules: readonly Rule[]): Promise<Rule[]>;
    clear(): Promise<Rule[]>;
  };
  /** Changes settings of your site; answers all of them. */
  settings(settings: SiteSettings): Promise<Record<string, unknown>>;
  /** What goes wrong for your site alone. */
  faults: {
    /** Switches exactly these on. */
    set(faults: { bank?: Partial<Faults>; notifications?: Partial<Faults> }): Promise<AllFaults>;
    clear(): Promise<AllFaults>;
  };
  /**
   * Of everything in the service, whoever's it is, and so its operator's alone: of a service that was started for this
   * sandbox (`spawn`). Another refuses them where it has more merchants than one.
   */
  snapshots: {
    save(name: string): Promise<Snapshot>;
    restore(name: string): Promise<Snapshot>;
    list(): Promise<Snapshot[]>;
    delete(name: string): Promise<void>;
  };
  /** Ends the receiver, and the service where it was started for this. */
  close(): Promise<void>;
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
  /** It happened, and the answer was lost. */
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
  /** The receiver's address on this machine. Any path below it will do as a notifyUrl. */
  url: string;
  /**
   * The first notification that fits and was not taken yet; waits for it, at most `timeoutMs` (default 5 000). Every
   * signature and hash has been verified: it throws when one that is not genuine has come.
   */
  next(wanted?: Wanted, timeoutMs?: number): Promise<Notification>;
  /** Everything genuine that has come, taken or not. */
  all(): Notification[];
  /** What the receiver answers from now on, such as 500: what is sent again is kept again. */
  answerWith(status: number): void;
  /** Forgets what has come and was not taken. */
  clear(): void;
}

export interface Wanted {
  type?: NotificationType;
  /** The merchant reference of the payment, payout, subscription or bulk job. */
  reference?: string;
  /** Of the transaction, refund, payout, subscription or bulk job. */
  id?: string;
  status?: string | number;
}

export type NotificationType =
  | 'transaction.pending'
  | 'transaction.complete'
  | 'refund.complete'
  | 'payout.complete'
  | 'bulk.complete'
  | `subscription.${string}`;

export interface Notification {
  type: NotificationType;
  id: string;
  /** As its surface writes it: "Complete", "Successful", 5. */
  status: string | number;
  /** Where the body has none (thin ones, refunds), it is there once it was asked for by `next`. */
  reference: string | undefined;
  /** Of the object's events; on the One API. */
  sequence?: number;
  /** The fields of a form, the body of a payout's or bulk job's notification, `data` of the others. */
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own fields.
  data: any;
  /** The same over tries and copies: what to tell duplicates by. */
  webhookId: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** As it came. */
  body: string;
  receivedAt: Date;
}

/** Starts a service over data of its own, which is gone when it stops: for a global set-up. Takes seconds. */
export function spawnTefo(options?: SpawnOptions): Promise<{
  url: string;
  apiKey: string;
  /** Runs `tefo` with these arguments as the service's operator; answers what it prints as JSON. */
  command(...args: string[]): Promise<unknown>;
  stop(): Promise<void>;
}>;

export interface SpawnOptions {
  /** A checkout of tefo. Else the one this package is part of, or node_modules/tefo. */
  directory?: string;
  /** Else a free one. */
  port?: number;
  /** Settings of the service: docs/settings.md. */
  env?: Record<string, string>;
}

/**
 * The hashCheck of a payment request (Payments API, bulk): of its fields under their names, in any letter case, as they
 * are sent; `hashCheck` itself is passed over.
 */
export function paymentHash(fields: object, privateKey: string): string;

/** The hashCheck of a refund item (Payments API). */
export function refundHash(
  item: { transactionId: string; amount: string | number; refundReason?: string; notifyUrl?: string | null },
  privateKey: string,
): string;

/** The hashCheck of a payout request, as it is sent. Its key is the ApiKey. */
export function payoutHash(
  request: {
    siteCode: string;
    /** In rand, as it is sent; hashed in cents. */
    amount: string | number;
    merchantReference: string;
    customerBankReference: string;
    isRtc?: boolean;
    notifyUrl?: string | null;
    bankingDetails: { bankGroupId: string; accountNumber: string; branchCode: string };
  },
  apiKey: string,
): string;

/**
 * The fields of a form that was posted to a notifyUrl (Payments API: of a transaction or a refund), or with which a
 * customer came back. Throws SignatureError where its Hash is not right.
 */
export function verifyNotification(
  form: string | Uint8Array | URLSearchParams | FormData | Record<string, string>,
  privateKey: string | readonly string[],
): Record<string, string>;

/** The notification of a payout. Throws SignatureError where its hashCheck is not right. */
export function verifyPayoutNotification(
  body: string | Uint8Array | object,
  apiKey: string | readonly string[],
  // biome-ignore lint/suspicious/noExplicitAny: JSON.
): any;

/** The notification of a bulk job. Throws SignatureError where its hash is not right. */
export function verifyBulkNotification(
  body: string | Uint8Array | object,
  privateKey: string | readonly string[],
  // biome-ignore lint/suspicious/noExplicitAny: JSON.
): any;

/**
 * Verifies the signature of whatever was posted to you, by a webhook or to a notifyUrl, and answers its JSON; of a form,
 * its text. Needs the body as it came. Throws SignatureError, whose `code` says what is wrong.
 */
export function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: Headers | IncomingHttpHeaders | Record<string, string | string[] | undefined>,
  /** Of the webhook, or `webhookSecret` of the site; several while one is replaced. */
  secret: string | readonly string[],
  options?: {
    /** How far its time may be from `now`, in seconds. Default 300. */
    toleranceSeconds?: number;
    now?: Date;
  },
  // biome-ignore lint/suspicious/noExplicitAny: JSON.
): any;

/**
 * A request handler for node:http and Express (`app.post('/hook', receiveWebhooks(…))`) that reads the bytes itself, verifies
 * them and hands over what they say. It answers 204 when `take` has ended, or the number that it returns: 409 means not
 * yet, and the message comes again in five seconds. Where `take` throws, 500: it comes again later. What is not genuine
 * is a 401 with the reason. Mount it before anything that parses bodies; after it, the answer is a 500 that says so.
 */
export function receiveWebhooks(
  /** As verifyWebhook takes it, or a function that finds it for each message. */
  secret: string | readonly string[] | (() => MaybePromise<string | readonly string[]>),
  /** Messages come more than once and late: tell them by `id`, and answer before you work for long. */
  // biome-ignore lint/suspicious/noExplicitAny: JSON.
  take: (event: any, message: { id: string; headers: IncomingHttpHeaders }) => unknown,
  options?: { toleranceSeconds?: number; now?: Date },
): (request: IncomingMessage, response: ServerResponse) => Promise<void>;

type MaybePromise<T> = T | Promise<T>;

export class SignatureError extends Error {
  constructor(code: SignatureError['code'], message: string);
  code: 'BodyAlreadyParsed' | 'BodyWasChanged' | 'NotSigned' | 'NotNow' | 'WrongSignature';
}
