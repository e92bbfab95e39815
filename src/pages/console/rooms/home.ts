// The first page: items that need attention, today's figures, and charts.
import { may } from '../../../core/people/permissions.ts';
import type { Sql } from '../../../kernel/db/db.ts';
import {
  answersByHour,
  endingsByDay,
  farBehindSince,
  moneyByDay,
  moneyPlaces,
  noticesByHour,
  successByBank,
} from '../../../reports/totals/figures.ts';
import { type HomeFigures, homeFigures, oldestNotice, type Waiting } from '../../../reports/totals/home.ts';
import { type Html, html } from '../../html.ts';
import { counted, countWord } from '../charts/formats.ts';
import {
  answerTimesChart,
  bankSuccessChart,
  endingsChart,
  moneyInChart,
  moneyPlacesChart,
  noticesChart,
} from '../charts/index.ts';
import { consolePage } from '../frame.ts';
import { live } from '../live/parts.ts';
import { readCopy } from '../replicas.ts';
import { money, time } from '../views/parts.ts';
import { accountNotices } from '../views/settlement-account.ts';
import type { PageRoute, Visit } from '../visit.ts';

export const homePages: PageRoute[] = [
  { path: '/console', action: 'home.see', show: (visit) => showHome(visit), lookMs: 5_000 },
];

async function showHome(visit: Visit): Promise<Html> {
  const { ctx, viewer } = visit;
  const { waiting, today } = await readCopy(visit, (db) => homeFigures(db, viewer, ctx.clock));
  const tiles = html`<section aria-labelledby="waits"><h2 id="waits">Needs attention</h2>
${live(visit, 'waits', waitingTiles(waiting), 'Needs attention: updated.')}</section>
<section aria-labelledby="today"><h2 id="today">Today</h2>
${live(visit, 'today', html`<div class="tiles">${todayTiles(today)}</div>`)}</section>`;
  if (visit.live.isStream) return tiles;
  return consolePage(visit, {
    title: 'Home',
    room: '',
    main: html`${await accountNotices(visit)}${tiles}
<section aria-label="Charts" class="charts">${await charts(visit)}</section>`,
  });
}

/** Singular and plural. */
const words: Record<Waiting['kind'], readonly [string, string]> = {
  payouts: ['payout to approve', 'payouts to approve'],
  deposits: ['unmatched deposit', 'unmatched deposits'],
  webhooks: ['webhook disabled', 'webhooks disabled'],
  notices: ['failed notification', 'failed notifications'],
  bulk: ['bulk job with errors', 'bulk jobs with errors'],
  refunds: ['refund on hold: insufficient balance', 'refunds on hold: insufficient balance'],
  lines: ['unreconciled bank line', 'unreconciled bank lines'],
};

function waitingTiles(waiting: readonly Waiting[]): Html {
  if (waiting.length === 0) return html`<p>Nothing needs your attention.</p>`;
  return html`<div class="tiles">${waiting.map(waitingTile)}</div>`;
}

function waitingTile({ kind, count, isMore, oldest, href }: Waiting): Html {
  return html`<a class="tile" href="${href}"><strong>${isMore && '> '}${countWord(count)}</strong>${words[kind][count === 1 ? 0 : 1]}
<span class="hint">oldest ${time(oldest)}</span></a>`;
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

async function chartsFrom(db: Sql, { ctx: { clock }, viewer, person }: Visit): Promise<Html[]> {
  const behindSince = await farBehindSince(db, clock.now());
  if (behindSince)
    return [
      html`<p>The figures are being calculated, and are complete up to ${time(behindSince)}. The charts appear here when that is done.</p>`,
    ];
  const whose = { viewer };
  const shown = [
    moneyInChart(await moneyByDay(db, whose, clock)),
    endingsChart(await endingsByDay(db, whose, clock)),
    bankSuccessChart(await successByBank(db, whose, clock)),
    answerTimesChart(await answersByHour(db, whose, clock)),
  ];
  if (may(person.rights, 'notice.see')) {
    const oldestSeconds = await oldestNotice(db, viewer, clock);
    shown.push(noticesChart(await noticesByHour(db, whose, clock), { oldestSeconds }));
  }
  if (viewer.merchants === 'all' && may(person.rights, 'ledger.see'))
    shown.push(moneyPlacesChart(await moneyPlaces(db, whose, clock)));
  return shown;
}
