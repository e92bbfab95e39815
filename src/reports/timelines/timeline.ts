// A timeline: everything on record about one object, step by step in the order of cause and effect.

/** Objects with a timeline. Everything else belongs to one of these. */
export const timelineKinds = [
  'payment',
  'payout',
  'settlement',
  'subscription',
  'payment_link',
  'charge',
  'deposit',
  'bulk_job',
  'verification',
  'refused_request',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** The object of a timeline. */
export interface Root {
  kind: TimelineKind;
  id: string;
}

/** A timeline that a search found, as a list shows it. */
export interface Match extends Root {
  /** The merchant's reference, or the nearest name; null if it has none. */
  reference: string | null;
  /** Null for money without an owner yet. */
  siteCode: string | null;
  /** Null if it has no states. */
  state: string | null;
  /** In cents; null if it has no amount. */
  amountCents: bigint | null;
  createdAt: Date;
}

export type StepKind =
  /** An earlier request that was refused for its hash. */
  | 'refused'
  | 'hash'
  | 'key'
  /** An object begins: it was requested, opened or received. */
  | 'begin'
  | 'consent'
  | 'bank'
  | 'state'
  | 'part'
  | 'ledger'
  | 'settled'
  /** A merchant has to be notified. */
  | 'event'
  /** An attempt to notify it, or why none was made. */
  | 'attempt'
  /** A person's remark. */
  | 'note';

/** A booking, as a table whose rows add up to zero. */
export interface Journal {
  template: string;
  /** By account; debits positive, in cents. */
  rows: { account: string; amountCents: bigint }[];
  /** Its place in the chain of all bookings; null until it has one, a moment later. */
  position: bigint | null;
}

/** A request and its response, redacted. Secrets and signatures are left out. */
export interface Exchange {
  request: {
    method: string;
    /** Without its query. Null if it is not kept. */
    url: string | null;
    headers: [name: string, value: string][];
    /** Null if it is too large to be written again. */
    body: string | null;
  };
  /** Null if it is not kept. */
  answer: {
    /** Null without a response: see `error`. */
    status: number | null;
    error: string | null;
    /** At most its first 4 096 characters. */
    body: string | null;
    durationMs: number;
  } | null;
}

/** The facts of a step about the delivery of a notification. */
export interface DeliveryStep {
  id: string;
  /** The recipient's address, without what may be secret. */
  recipient: string;
  /** The recipient accepted it. */
  isDelivered: boolean;
  /** The number of the attempt; null if the step is not an attempt. */
  attempt: number | null;
  /** "HTTP 500 in 84 ms", or why there was no attempt. */
  result: string;
  /** The time of the next attempt; null if there is none. */
  dueAt: Date | null;
}

export interface Step {
  /** The row behind it, like "transactions/17". It never changes and occurs once in a timeline. */
  record: string;
  at: Date;
  /** Milliseconds since the step before; null for the first. Zero where its clock was behind that one's. */
  sinceMs: number | null;
  kind: StepKind;
  object: string;
  objectId: string;
  what: string;
  why: string | null;
  /** The actor, as in transitions; a person by their address, or as "Tefo operator". */
  by: string | null;
  correlationId: string | null;
  /** It failed: a user who looks for the problem looks here first. */
  isTrouble?: true;
  /** Of a change of a state. */
  change?: { from: string; to: string; verb: string };
  /** Of an event: its type, its place among the events of its object, and the number of its recipients. */
  event?: { type: string; sequence: number; id: string; recipients: number };
  /** Of an attempt to deliver, and of the end of the attempts. */
  delivery?: DeliveryStep;
  /** Of a booking. */
  journal?: Journal;
  /** Of a refused request, and of an attempt to notify: only for those who may see it. */
  exchange?: Exchange;
}

/** A step with its relations to others. */
export interface Note extends Omit<Step, 'sinceMs'> {
  /** The step that it belongs to and directly follows. */
  cause?: string;
  /** Steps that came before it, whatever their times. */
  after?: string[];
}

/** What will happen on its own if nothing else does. */
export interface Due {
  at: Date;
  object: string;
  objectId: string;
  what: string;
}

/** Another timeline that this one touches. */
export interface Related extends Root {
  what: string;
}

export interface Timeline {
  subject: Match & {
    merchantId: string | null;
    merchant: string | null;
    siteName: string | null;
    stateReason: string | null;
  };
  steps: Step[];
  due: Due[];
  related: Related[];
  /** The newest step of each notification that was tried in vain so far, by its record. */
  undelivered: string[];
}
