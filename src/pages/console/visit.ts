// What a console page is given, and what it gives back.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context, Work } from '../../core/context.ts';
import type { Site } from '../../core/merchants/actions.ts';
import type { Directory } from '../../core/merchants/directory.ts';
import type { Formats } from '../../core/notifications/jobs.ts';
import type { OtherAction } from '../../core/people/audit.ts';
import type { Company } from '../../core/people/company.ts';
import type { Action } from '../../core/people/permissions.ts';
import type { Person } from '../../core/people/person.ts';
import type { Rails } from '../../core/rails.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Html } from '../html.ts';
import type { Live } from './live/parts.ts';

/** The fields of a form, of a query or of a path. */
export type Fields = Record<string, string>;

export interface ConsoleDeps {
  ctx: Context;
  directory: Directory;
  rails: Rails;
  publicUrl: string;
  /** The renderers of notifications. */
  formats: Partial<Formats>;
  /** What a payment of ours that a statement shows means for what it pays. */
  /** Time and the bank are simulated. */
  isStaging: boolean;
  sheets: Sheets;
  /** What is wrong with a refused request that the viewer sees. */
  explainRefused(ctx: Context, viewer: Viewer, id: string): Promise<Explained | undefined>;
  /** Signing in by the company's accounts, where the settings name them. */
  company?: Company | undefined;
  /** Examines a request that is typed, and keeps nothing of it. Takes up to two seconds: no transaction may be open. */
  tryRequest(
    ctx: Context,
    viewer: Viewer,
    given: { site: string; surface: string; body: string },
  ): Promise<Tried | Untried>;
  /** Only in staging. */
  sandbox?: Sandbox | undefined;
  /** Has `tell` called whenever the database was put back to an earlier state. */
  onRestore?: ((tell: () => void) => void) | undefined;
}

/** Payment requests as a sheet of CSV, and as the elements of a bulk job. */
export interface Sheets {
  /** Returns why a job's result cannot be posted to an address. */
  judgeAddress(address: string): string | undefined;
  /** Reads a sheet for a site; it may ask banks, so no transaction may be open. `wrong` says why it cannot be read. */
  judge(
    site: Site,
    text: string,
  ): Promise<
    | { rows: readonly { number: number; element: string; error: string | null; amount: Cents | null }[] }
    | { wrong: string }
  >;
  /** Returns requests as a sheet again, with what is wrong with each. */
  write(rows: readonly { element: string; error: string | null }[]): string;
}

/** The doctor's word on a refused request, without any key. */
export interface Explained {
  findings: readonly { mistake: string; field: string | null; cause: string; cure: string }[];
  /** The hashed fields in their order, and the text that they make, with "<key>" in place of the key. */
  fields: readonly { name: string; text: string }[];
  input: string;
  ambiguous: readonly string[];
  among: { wrong: number; items: number } | null | undefined;
  dropped: number;
  cut: readonly string[];
  /** The search for the mistake has ended. */
  isExamined: boolean;
  isGivenUp: boolean;
}

/** The doctor's word on a request that was typed. */
export interface Tried extends Omit<Explained, 'isExamined'> {
  /** The request has a hash. */
  isSent: boolean;
  isRight: boolean;
}

/** Why a request that was typed was not examined. */
export interface Untried {
  field: string;
  problem: string;
}

/** Faults on a line: switches, milliseconds and shares, by their names. */
export type LineOfFaults = Record<string, boolean | number>;

/** The sandbox's controls. They throw Refusal for what is wrongly typed, and make calls: no transaction may be open. */
export interface Sandbox {
  /** Only the operator's people move the clock. */
  isClockOperators: boolean;
  outcomes: readonly string[];
  /** Moves time to `advance`, an ISO 8601 duration, after `from`, through everything that falls due. */
  moveClock(from: Date, advance: string): Promise<void>;
  faultsOf(merchantId: string): Record<'bank' | 'notifications', LineOfFaults>;
  changeFaults(merchantId: string, faults: Record<'bank' | 'notifications', LineOfFaults>): Promise<void>;
  /** Decides a transaction, or the present attempt of a payment. Returns the payment's id and its new state. */
  decide(
    ctx: Context,
    merchantId: string,
    id: string,
    outcome: string,
  ): Promise<{ paymentId: string; state: string }>;
  /** Pays money in. Returns the id of the bank's record. */
  deposit(merchantId: string, given: { reference: string; amount: string }): Promise<string>;
}

/** One request of somebody who is signed in and may do what the route does. */
export interface Visit {
  deps: ConsoleDeps;
  /** Its actor is the person. */
  ctx: Context;
  person: Person;
  /** The merchants at which the person may do what the route does. */
  viewer: Viewer;
  request: FastifyRequest;
  reply: FastifyReply;
  query: Fields;
  params: Fields;
  /** The parts of the page that change while it is read. */
  live: Live;
  /** How old what is shown is at most, in seconds, where a replica has answered. */
  ageSeconds?: number;
}

/**
 * A visit inside the transaction of its form. `ctx` is the transaction, and `deps` has nothing that queries the database
 * by itself or calls a server: a query outside of the transaction would wait for a second connection.
 */
export interface FormVisit extends Omit<Visit, 'ctx' | 'deps'> {
  ctx: Work;
  deps: Pick<ConsoleDeps, 'publicUrl' | 'isStaging' | 'formats'>;
}

/** A visit inside or outside of a transaction: for reads and for pages that both show. */
export type AnyVisit = Visit | FormVisit;

/** A page, or the answer of an export. Anything but markup was sent by the route itself. */
export interface PageRoute {
  path: string;
  action: Action;
  /** Signed out, a page leads to the sign-in and an export is refused. */
  isExport?: true;
  /** The parameters of its address, or that a list's filters judge them. Without it the page takes none. */
  takes?: readonly string[] | 'filters';
  show(visit: Visit): Promise<Html | FastifyReply>;
  /**
   * For live pages: returns a text for each visit, which differs when its page may have changed. Asked for all that are
   * open at once. Without it, pages are rendered to find out.
   */
  peek?(visits: readonly Visit[]): Promise<string[]>;
  /** How often a live page is looked at, in milliseconds; two seconds, unless its parts cost more. */
  lookMs?: number;
}

/** Why a form was not carried out. */
export interface Problem {
  status: 400 | 403 | 404 | 409 | 422 | 429;
  /** A whole sentence. */
  message: string;
  /** The field that is wrong. */
  field?: string;
}

/** What a form has done. */
export interface Done {
  /** The page that says so. */
  to: string;
  said: string;
  /** Of the audit log. */
  subject: string;
  /** Absent: the action of the form's right. */
  action?: OtherAction;
  merchantId: string | null;
  before?: object | null;
  after?: object | null;
  why?: string;
  /** Shown instead of leading to a page: what is readable once. */
  once?: Html;
}

/** A form. It is carried out once, in one transaction with its entry of the audit log. */
export interface FormRoute {
  path: string;
  action: Action;
  /** Asks for a second factor that is at most five minutes old, of whoever has one. */
  asksFactor?: true;
  /** Buttons that do something else than the form's first: their actions by the buttons' values. Their name is "do". */
  buttons?: Readonly<Record<string, Action>>;
  /** It may take minutes. */
  isLong?: true;
  /** Its own field is called code. */
  takesCode?: true;
  /** The most that it may be, in bytes; absent: what forms are. */
  mostBytes?: number;
  /** Returns what the form would do, to be looked at and sent again; undefined where it is to be carried out. */
  preview?(visit: Visit, fields: Fields): Promise<Html | undefined>;
  /** Calls somebody outside of any transaction, before the form is carried out; doing so again must change nothing. */
  call?(visit: Visit, fields: Fields): Promise<void>;
  /** Does slow work before the transaction, and returns its results as more fields for `act`. A repetition must change nothing. */
  prepare?(visit: Visit, fields: Fields): Promise<Fields>;
  /** Runs in the form's transaction: every query goes through `work`, which is also `visit.ctx`. Throws DomainError or Refusal. */
  act(visit: FormVisit, work: Work, fields: Fields): Promise<Done>;
  /** Returns the page on which the form stands, with what was typed. */
  again(visit: Visit, fields: Fields, problem: Problem): Promise<Html>;
}

/** Refuses a form in words. */
export class Refusal extends Error {
  readonly problem: Problem;
  constructor(status: Problem['status'], message: string, field?: string) {
    super(message);
    this.name = 'Refusal';
    this.problem = { status, message, ...(field === undefined ? {} : { field }) };
  }
}
