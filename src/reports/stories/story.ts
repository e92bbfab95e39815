// A story: everything on record about one object, step by step in the order of cause and effect.

/** Objects with their own story. Everything else belongs to one of these. */
export const storyKinds = [
  'payment',
  'payout',
  'settlement',
  'subscription',
  'charge',
  'deposit',
  'bulk_job',
  'verification',
  'refused_request',
] as const;
export type StoryKind = (typeof storyKinds)[number];

/** The object of a story. */
export interface Root {
  kind: StoryKind;
  id: string;
}

/** A story that a search found, as a list shows it. */
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
  /** An attempt to notify it, or why there was none. */
  | 'attempt';

export interface Step {
  /** The row behind it, like "transactions/17". It never changes and occurs once in a story. */
  record: string;
  at: Date;
  kind: StepKind;
  object: string;
  objectId: string;
  what: string;
  why: string | null;
  /** The actor, as in transitions. */
  by: string | null;
  correlationId: string | null;
}

/** A step with its relations to others. */
export interface Note extends Step {
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

/** Another story that this one touches. */
export interface Related extends Root {
  what: string;
}

export interface Story {
  subject: Match & { merchant: string | null; siteName: string | null; stateReason: string | null };
  steps: Step[];
  due: Due[];
  related: Related[];
}
