// The first page: items that need attention, today's figures, and charts.
import { type Action, may, merchantsFor } from '../../../core/users/permissions.ts';
import type { Viewer } from '../../../core/viewer.ts';
import type { Sql } from '../../../kernel/db/db.ts';
import {
  answersByHour,
  endingsByDay,
  farBehindSince,
  moneyByDay,
  moneyPlaces,
  notificationsByHour,
  successByBank,
} from '../../../reports/totals/figures.ts';
import {
  type HomeFigures,
  homeFigures,
  oldestNotification,
  type Waiting,
} from '../../../reports/totals/home.ts';
import { type Html, html } from '../../html.ts';
import { counted, countWord } from '../charts/formats.ts';
import {
  answerTimesChart,
  bankSuccessChart,
  endingsChart,
  moneyInChart,
  moneyPlacesChart,
  notificationsChart,
} from '../charts/index.ts';
import { consolePage } from '../frame.ts';
import { live } from '../live/parts.ts';
import { readCopy } from '../replicas.ts';
import { listTime, money, time } from '../views/parts.ts';
import { accountBanners } from '../views/settlement-account.ts';
import { webhookAlerts } from '../views/webhook-health.ts';
import type { PageRoute, Visit } from '../visit.ts';

export const homePages: PageRoute[] = [
  { path: '/console', action: 'home.see', show: (visit) => showHome(visit), lookMs: 5_000 },
];

async function showHome(visit: Visit): Promise<Html> {
  const { ctx, viewer } = visit;
  const { waiting, today } = await readCopy(visit, (db) =>
    homeFigures(db, viewer, ctx.clock, (action) => viewerOf(visit, action)),
  );
  const tiles = html`<section aria-labelledby="waits"><h2 id="waits">Needs attention</h2>
${live(visit, 'waits', waitingTiles(waiting), 'Needs attention: updated.')}</section>
<section aria-labelledby="today"><h2 id="today">Today</h2>
${live(visit, 'today', html`<div class="tiles">${todayTiles(today)}</div>`)}</section>`;
  if (visit.live.isStream) return tiles;
  return consolePage(visit, {
    title: 'Home',
    page: '',
    main: html`${await accountBanners(visit)}${await webhookAlerts(visit)}${tiles}
<section aria-label="Charts" class="charts">${await charts(visit)}</section>`,
  });
}

/** The merchants whose list the visitor can open; undefined for none. */
function viewerOf({ user }: Visit, action: Action): Viewer | undefined {
  const merchants = merchantsFor(user.rights, action);
  return merchants === 'all' || merchants.length > 0 ? { merchants } : undefined;
}

/** Singular and plural. */
const words: Record<Waiting['kind'], readonly [string, string]> = {
  payouts: ['payout to approve', 'payouts to approve'],
  batches: ['batch of payouts to approve', 'batches of payouts to approve'],
  deposits: ['unmatched deposit', 'unmatched deposits'],
  webhooks: ['webhook disabled', 'webhooks disabled'],
  notices: ['failed notification', 'failed notifications'],
  bulk: ['bulk job with errors', 'bulk jobs with errors'],
  refundApprovals: ['refund to another account to approve', 'refunds to other accounts to approve'],
  refunds: ['refund on hold: insufficient balance', 'refunds on hold: insufficient balance'],
  credits: ['credit note to approve', 'credit notes to approve'],
  lines: ['unreconciled bank line', 'unreconciled bank lines'],
  beneficiaries: ['beneficiary to verify', 'beneficiaries to verify'],
};

const tileNames: Partial<Record<Waiting['kind'], string>> = { notices: 'deliveries' };

function waitingTiles(waiting: readonly Waiting[]): Html {
  if (waiting.length === 0) return html`<p>Nothing needs your attention.</p>`;
  return html`<div class="tiles">${waiting.map(waitingTile)}</div>`;
}

function waitingTile({ kind, count, isMore, oldest, href }: Waiting): Html {
  return html`<a class="tile" data-tile="${tileNames[kind] ?? kind}" data-count="${String(count)}" href="${href}"><strong>${isMore && '> '}${countWord(count)}</strong>${words[kind][count === 1 ? 0 : 1]}
<span class="hint">oldest ${listTime(oldest)}</span></a>`;
}

function todayTiles({ moneyIn, attempts, refunds, payouts }: HomeFigures['today']): Html {
  const { ended, paid } = attempts;
  const rate = ended === 0 ? '–' : `${Math.round((100 * paid) / ended)} %`;
  const tile = (large: string, small: string) =>
    html`<div class="tile"><strong>${large}</strong>${small}</div>`;
  return html`${tile(money(moneyIn.cents), `gross volume today (${counted(moneyIn.count, 'payment')})`)}
${tile(rate, `success rate (${countWord(paid)} of ${counted(ended, 'attempt')})`)}
${tile(money(refunds.cents), `refunds today (${countWord(refunds.count)})`)}
${tile(money(payouts.cents), `payouts today (${countWord(payouts.count)})`)}`;
}

/** Returns the charts for the user's role. */
const charts = (visit: Visit): Promise<Html[]> => readCopy(visit, (db) => chartsFrom(db, visit));

async function chartsFrom(db: Sql, { ctx: { clock }, viewer, user }: Visit): Promise<Html[]> {
  const behindSince = await farBehindSince(db, clock.now());
  if (behindSince)
    return [
      html`<p>The figures are being calculated, and are complete up to ${time(behindSince)}. The charts appear here when that is done.</p>`,
    ];
  const whose = { viewer };
  const shown = await Promise.all([
    moneyByDay(db, whose, clock).then((days) => moneyInChart(days)),
    endingsByDay(db, whose, clock).then((days) => endingsChart(days)),
    successByBank(db, whose, clock).then((banks) => bankSuccessChart(banks)),
    answersByHour(db, whose, clock).then((hours) => answerTimesChart(hours)),
  ]);
  if (may(user.rights, 'notice.see')) {
    const oldestSeconds = await oldestNotification(db, viewer, clock);
    shown.push(notificationsChart(await notificationsByHour(db, whose, clock), { oldestSeconds }));
  }
  if (viewer.merchants === 'all' && may(user.rights, 'ledger.see'))
    shown.push(moneyPlacesChart(await moneyPlaces(db, whose, clock)));
  return shown;
}
