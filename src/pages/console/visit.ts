// The input and the result of console pages.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BankAccount } from '../../core/accounts/actions.ts';
import type { Context, Work } from '../../core/context.ts';
import type { MailboxEntry } from '../../core/emails/outbox.ts';
import type { Site } from '../../core/merchants/actions.ts';
import type { Directory } from '../../core/merchants/directory.ts';
import type { Formats } from '../../core/notifications/jobs.ts';
import type { TestResult } from '../../core/notifications/test-events.ts';
import type { AnswerFormats } from '../../core/payment-files/answers.ts';
import type { Rails } from '../../core/rails.ts';
import type { StatementFile } from '../../core/statements/actions.ts';
import type { OtherAction } from '../../core/users/audit.ts';
import type { Company } from '../../core/users/company.ts';
import type { Action } from '../../core/users/permissions.ts';
import type { SignedInUser } from '../../core/users/signed-in-user.ts';
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
  formats: Partial<Formats>;
  /** Time and the bank are simulated. */
  isStaging: boolean;
  sheets: Sheets;
  bankFiles: BankFiles;
  /** Returns the error in the hash of a rejected request that the viewer can see. */
  explainRefused(ctx: Context, viewer: Viewer, id: string): Promise<Explained | undefined>;
  /** Sends a signed test event to a webhook, and returns the response. No transaction may be open. */
  sendTestEvent(ctx: Context, viewer: Viewer, webhookId: string): Promise<TestResult>;
  /** Sign-in with company accounts, if the settings name a provider. */
  company?: Company | undefined;
  /** Checks a pasted request, and stores nothing of it. Takes up to two seconds: no transaction may be open. */
  tryRequest(
    ctx: Context,
    viewer: Viewer,
    given: { site: string; surface: string; body: string },
  ): Promise<Tried | Untried>;
  /** Only in staging. */
  sandbox?: Sandbox | undefined;
  /** Registers a function that is called whenever the database was restored to an earlier state. */
  onRestore?: ((tell: () => void) => void) | undefined;
}

/** Uploaded files of banks. They are read in a thread, within limits. */
export interface BankFiles {
  /** Returns a statement, or the text of a response to a payment file. */
  open(
    ctx: Context,
    account: BankAccount,
    file: { name: string; bytes: Buffer },
  ): { statement: StatementFile } | { answer: string };
  formats: AnswerFormats;
}

/** Payment requests as CSV, and as the elements of a bulk job. */
export interface Sheets {
  /** Returns why a job's result cannot be posted to an address; undefined if it can. */
  judgeAddress(address: string): string | undefined;
  /** Reads a CSV for a site; it may query banks, so no transaction may be open. `wrong`: why it cannot be read. */
  judge(
    site: Site,
    text: string,
  ): Promise<
    | { rows: readonly { number: number; element: string; error: string | null; amount: Cents | null }[] }
    | { wrong: string }
  >;
  /** Returns requests as CSV again, each with its error. */
  write(rows: readonly { element: string; error: string | null }[]): string;
}

/** The result of the hash debugger for a rejected request, without any key. */
export interface Explained {
  findings: readonly { mistake: string; field: string | null; cause: string; cure: string }[];
  /** The hashed fields in order, and the text that they form, with "<key>" in place of the key. */
  fields: readonly { name: string; text: string }[];
  input: string;
  ambiguous: readonly string[];
  among: { wrong: number; items: number } | null | undefined;
  dropped: number;
  cut: readonly string[];
  /** The search for the error has ended. */
  isExamined: boolean;
  isGivenUp: boolean;
}

/** The result of the hash debugger for a pasted request. */
export interface Tried extends Omit<Explained, 'isExamined'> {
  /** The request has a hash. */
  isSent: boolean;
  isRight: boolean;
}

/** Why a pasted request was not checked. */
export interface Untried {
  field: string;
  problem: string;
}

/** Faults of a connection: switches, milliseconds and shares, by name. */
export type LineOfFaults = Record<string, boolean | number>;

/** The sandbox controls. They throw Refusal for invalid input, and make calls: no transaction may be open. */
export interface Sandbox {
  /** Only operators can advance the clock. */
  isClockOperators: boolean;
  outcomes: readonly string[];
  /** Advances the clock by `advance`, an ISO 8601 duration, after `from`, and runs everything that becomes due. */
  moveClock(from: Date, advance: string): Promise<void>;
  faultsOf(merchantId: string): Record<'bank' | 'notifications', LineOfFaults>;
  changeFaults(merchantId: string, faults: Record<'bank' | 'notifications', LineOfFaults>): Promise<void>;
  /** Sets the outcome of a transaction, or of the current attempt of a payment. Returns the payment's id and its new state. */
  decide(
    ctx: Context,
    merchantId: string,
    id: string,
    outcome: string,
  ): Promise<{ paymentId: string; state: string }>;
  /** Returns the newest e-mails that a viewer sees; `secretsOf`: the merchants whose invitations and resets are included. */
  mailbox(viewer: Viewer, of: { secretsOf: Viewer; id?: string }): Promise<MailboxEntry[]>;
  /** Pays a deposit. Returns the id of the bank's record. */
  deposit(merchantId: string, given: { reference: string; amount: string }): Promise<string>;
}

/** A signed-in user, with the names of the merchants of their roles that are suspended. */
export interface ConsoleUser extends SignedInUser {
  suspended: readonly string[];
}

/** One request of a signed-in user who is permitted the route's action. */
export interface Visit {
  deps: ConsoleDeps;
  /** Its actor is the user. */
  ctx: Context;
  user: ConsoleUser;
  /** The merchants at which the user is permitted the route's action. */
  viewer: Viewer;
  request: FastifyRequest;
  reply: FastifyReply;
  query: Fields;
  params: Fields;
  /** The parts of the page that update while it is open. */
  live: Live;
  /** The maximum age of the data in seconds, if a replica has responded. */
  ageSeconds?: number;
}

/**
 * A visit inside the transaction of its form. `ctx` is the transaction, and nothing in `deps` queries the database
 * by itself or calls a server: a query outside of the transaction would wait for a second connection.
 */
export interface FormVisit extends Omit<Visit, 'ctx' | 'deps'> {
  ctx: Work;
  deps: Pick<ConsoleDeps, 'publicUrl' | 'isStaging' | 'formats'>;
}

/** A visit inside or outside of a transaction: for reads and pages of both. */
export type AnyVisit = Visit | FormVisit;

/** A page, or the response of an export. Anything but markup was sent by the route itself. */
export interface PageRoute {
  path: string;
  action: Action;
  /** Signed out, a page redirects to the sign-in and an export is refused. */
  isExport?: true;
  /** The query parameters, or that a list's filters validate them. Without it the page takes none. */
  takes?: readonly string[] | 'filters';
  show(visit: Visit): Promise<Html | FastifyReply>;
  /**
   * For live pages: returns a text for each visit, which differs when its page may have changed. Called for all open pages
   * at once. Without it, pages are rendered to find out.
   */
  peek?(visits: readonly Visit[]): Promise<string[]>;
  /** The interval at which a live page is checked, in milliseconds; two seconds, unless its parts cost more. */
  lookMs?: number;
}

/** Why a form was not carried out. */
export interface Problem {
  status: 400 | 403 | 404 | 409 | 422 | 429;
  /** A whole sentence. */
  message: string;
  field?: string;
}

/** A refused form that is shown again: its input, and the error. */
export interface Again {
  typed: Fields;
  problem: Problem;
}

export interface Done {
  /** The page to redirect to. */
  to: string;
  said: string;
  /** The object, for the audit log. */
  subject: string;
  /** Absent: the action of the form's permission. */
  action?: OtherAction;
  merchantId: string | null;
  before?: object | null;
  after?: object | null;
  why?: string;
  /** Shown instead of a redirect: a secret that is shown once. */
  once?: Html;
}

/** A form. It is carried out once, in one transaction with its audit entry. */
export interface FormRoute {
  path: string;
  action: Action;
  /** Requires a second factor that is at most five minutes old, if the user has one. */
  asksFactor?: true;
  /** Buttons with another action than the form's first: actions by the buttons' values. Their name is "do". */
  buttons?: Readonly<Record<string, Action>>;
  /** It may take minutes. */
  isLong?: true;
  /** Its own field is called code. */
  takesCode?: true;
  /** The maximum size in bytes; absent: the default of forms. */
  mostBytes?: number;
  /** It sends a file (kernel/http/multipart.ts), within `mostBytes`. */
  takesFile?: true;
  /** Returns a preview that is sent again to confirm; undefined to carry the form out. */
  preview?(visit: Visit, fields: Fields): Promise<Html | undefined>;
  /** Makes external calls outside of any transaction, before the form is carried out; a repetition must change nothing. */
  call?(visit: Visit, fields: Fields): Promise<void>;
  /** Does slow work before the transaction, and returns its results as more fields for `act`. A repetition must change nothing. */
  prepare?(visit: Visit, fields: Fields): Promise<Fields>;
  /** Runs in the form's transaction: every query goes through `work`, which is also `visit.ctx`. Throws DomainError or Refusal. */
  act(visit: FormVisit, work: Work, fields: Fields): Promise<Done>;
  /** Returns the page of the form, with the input. */
  again(visit: Visit, again: Again): Promise<Html>;
}

export class Refusal extends Error {
  readonly problem: Problem;
  constructor(status: Problem['status'], message: string, field?: string) {
    super(message);
    this.name = 'Refusal';
    this.problem = { status, message, ...(field === undefined ? {} : { field }) };
  }
}
