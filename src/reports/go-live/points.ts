// The list of what a merchant shows before real money moves: each point is measured in the rows, and never ticked.
import { seenBy, type Viewer } from '../../core/viewer.ts';
import { dayMs, plus } from '../../kernel/clock.ts';
import type { Db } from '../../kernel/db/db.ts';
import { onlyRow } from '../../kernel/db/rows.ts';

export interface Point {
  name: string;
  /** The requirement, as a sentence. */
  wanted: string;
  /** `elsewhere`: the rows cannot show it. */
  state: 'met' | 'open' | 'elsewhere';
  /** The measured result. */
  found: string;
  /** The reason. */
  cure: string;
}

interface Measured {
  told: boolean;
  toldTwice: boolean;
  refunded: boolean;
  admins: number;
  sites: number;
  /** Sites that miss an address to which customers return. */
  withoutReturn: string[];
  unverified: string[];
  /** Sites whose receiver has not passed the receiver test. */
  unexamined: string[];
  mistakes: number;
  lateTold: boolean;
}

/** So far back is looked for what must have happened once, in milliseconds. */
const lookedBackMs = 90 * dayMs;

/** The number of the newest resent notifications of that time that are examined. */
const mostLookedAt = 1_000;

/** Measures the points of a viewer's merchants, who are one merchant, at an instant of the service's clock. */
export async function measureGoLive(db: Db, viewer: Viewer, now: Date, isStaging: boolean): Promise<Point[]> {
  const points = pointsOf(await measure(db, viewer, plus(now, -dayMs), plus(now, -lookedBackMs)));
  if (isStaging) return points;
  const inSandbox = { state: 'elsewhere', found: 'It is measured in the sandbox.' } as const;
  return points.map((point) => (sandboxPoints.has(point.name) ? { ...point, ...inSandbox } : point));
}

/** Points that are shown in the sandbox, because real money does not show them. */
const sandboxPoints = new Set(['notice', 'duplicate', 'exam', 'refund', 'mistakes', 'late']);

function pointsOf(found: Measured): Point[] {
  const point = (
    name: string,
    isMet: boolean,
    [wanted, known, cure]: readonly [wanted: string, found: string, cure: string],
  ): Point => ({ name, wanted, state: isMet ? 'met' : 'open', found: known, cure });
  const mistakes = found.mistakes === 1 ? '1 mistake' : `${found.mistakes} mistakes`;
  return [
    point('notice', found.told, [
      'Your webhook endpoint returned 2xx in the last 24 hours.',
      found.told ? 'Done.' : 'No notification was accepted in the last 24 hours.',
      'Take a payment in the sandbox, and respond to its notification with 200.',
    ]),
    point('duplicate', found.toldTwice, [
      'Your webhook endpoint accepted a repeated notification.',
      found.toldTwice ? 'It returned 2xx both times.' : 'No notification was sent twice.',
      'Open a payment, choose “Resend notifications”, and check that your shop sends nothing twice.',
    ]),
    point('exam', found.sites > 0 && found.unexamined.length === 0, [
      'The webhook endpoint of each site passed tefo webhook test.',
      listed(found.unexamined, 'Passed.', 'Not yet at'),
      'Run npx tefo webhook test URL --site CODE, with your notify address, until all of it passes.',
    ]),
    point('return', found.sites > 0 && found.withoutReturn.length === 0, [
      'Each site has addresses to which customers return.',
      listed(found.withoutReturn, 'Set.', 'Missing at'),
      'Set them under Settings: paid, cancelled and not paid, or one for all.',
    ]),
    point('refund', found.refunded, [
      'A refund was paid.',
      found.refunded ? 'Done.' : 'No refund yet.',
      'Refund a payment in the sandbox, and let the next batch run.',
    ]),
    point('admins', found.admins >= 2, [
      'Two admins have set up a second factor.',
      `${found.admins} of two.`,
      'Invite a second admin; each sets up an authenticator app under Your account.',
    ]),
    point('account', found.sites > 0 && found.unverified.length === 0, [
      'The settlement account of each site was verified.',
      listed(found.unverified, 'Verified.', 'Not verified at'),
      'Have the account set, and verify it with POST /one/v1/bankaccount/verify.',
    ]),
    point('mistakes', found.mistakes === 0, [
      'No request of the last day had a wrong hash.',
      found.mistakes === 0 ? 'None.' : `${mistakes} in the last day.`,
      'Open Rejected requests: each shows the mistake and how to fix it.',
    ]),
    point('late', found.lateTold, [
      'Your webhook endpoint accepted the notification of a late payment.',
      found.lateTold ? 'Done.' : 'No payment was late, or its notification was not accepted.',
      'In the sandbox, let a payment expire and then pay it.',
    ]),
  ];
}

const listed = (codes: readonly string[], none: string, some: string): string =>
  codes.length === 0
    ? none
    : `${some} ${codes.slice(0, 10).join(', ')}${codes.length > 10 ? ' and more' : ''}.`;

async function measure(db: Db, viewer: Viewer, dayAgo: Date, longAgo: Date): Promise<Measured> {
  const seen = (column?: string) => seenBy(db, viewer, column);
  const row = await onlyRow(db<Measured[]>`
    select
      exists (
        select from deliveries where ${seen()} and status = 'delivered' and created_at > ${dayAgo}
      ) as told,
      exists (
        select from (
          select id from deliveries
          where ${seen()} and attempts > 1 and status = 'delivered' and created_at > ${longAgo}
          order by created_at desc limit ${mostLookedAt}
        ) again
        where (
          select count(*) from delivery_attempts
          where delivery_id = again.id and status_code between 200 and 299
        ) > 1
      ) as told_twice,
      exists (select from refunds where ${seen()} and state = 'complete' and created_at > ${longAgo}) as refunded,
      (
        select count(distinct held.user_id)::integer
        from console.held held join console.users users on users.id = held.user_id and users.disabled_at is null
        where ${seen('held.merchant_id')} and held.role = 'admin'
          and exists (
            select from console.factors
            where user_id = held.user_id and kind = 'totp' and confirmed_at is not null
          )
      ) as admins,
      (select count(*)::integer from sites where ${seen()}) as sites,
      array(
        select code from sites
        where ${seen()} and not (addresses ? 'returnUrl' or addresses ?& array['successUrl', 'cancelUrl', 'errorUrl'])
        order by code
      ) as without_return,
      array(
        select code from sites
        where ${seen()} and not exists (
          select from verifications
          where verifications.site_id = sites.id and outcome = 'verified'
            and bank_id::text = settlement_account ->> 'bankId' and branch_code = settlement_account ->> 'branchCode'
            and account = lpad(right(settlement_account ->> 'accountNumber', 4),
              length(settlement_account ->> 'accountNumber'), '*')
        )
        order by code
      ) as unverified,
      array(
        select code from sites where ${seen()} and not exists (select from console.exams where site_id = sites.id)
        order by code
      ) as unexamined,
      (
        select count(*)::integer from hash_mismatches where ${seen()} and created_at > ${dayAgo}
      ) as mistakes,
      exists (
        select from transactions
        where ${seen()} and paid_late and created_at > ${longAgo}
          and exists (
            select from deliveries where object_id = transactions.id and status = 'delivered'
          )
      ) as late_told`);
  return row;
}
