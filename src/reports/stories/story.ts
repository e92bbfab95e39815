// What a story is: everything on record about one thing, told step by step in the order of cause and effect.

/** What has a story of its own. Whatever else there is belongs to one of these. */
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

/** Of which thing a story is. */
export interface Root {
  kind: StoryKind;
  id: string;
}

/** A story that a search has found, as a list of several shows it. */
export interface Match extends Root {
  /** The merchant's own name for it, or the nearest there is; null where it has none. */
  reference: string | null;
  /** Null for money that is nobody's yet. */
  siteCode: string | null;
  /** Null where it has no states. */
  state: string | null;
  /** In cents; null where it is about no amount. */
  amountCents: bigint | null;
  createdAt: Date;
}

export type StepKind =
  /** A request that was refused for its hash, before. */
  | 'refused'
  | 'hash'
  | 'key'
  /** Something begins: it was asked for, opened, or came in. */
  | 'begin'
  | 'consent'
  | 'bank'
  | 'state'
  | 'part'
  | 'ledger'
  | 'settled'
  /** A merchant is to be told. */
  | 'event'
  /** One try to tell them, or why there was none. */
  | 'attempt';

export interface Step {
  /** The row it is read from, like "transitions/17": the same for ever, and once in a story. */
  record: string;
  at: Date;
  kind: StepKind;
  object: string;
  objectId: string;
  what: string;
  why: string | null;
  /** Who did it: an actor as in transitions. */
  by: string | null;
  correlationId: string | null;
}

/** A step with its place among the others. */
export interface Note extends Step {
  /** The step it belongs to and directly follows from. */
  cause?: string;
  /** Steps that came before it, whatever their times say. */
  after?: string[];
}

/** What will happen by itself, if nothing else does. */
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
