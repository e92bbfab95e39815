// The task of the authorisation page: read what is asked, choose a bank, agree, continue there.
import { formatRand } from '../../../kernel/money.ts';
import { bankErrorText, bankList } from '../../customer/bank-list.ts';
import { consentBlock, errorSummary, noBanks } from '../../customer/blocks.ts';
import { customerPage } from '../../customer/frame.ts';
import { handOff } from '../../customer/hand-off.ts';
import { bankTask } from '../../customer/task.ts';
import { type Html, html } from '../../html.ts';
import { mandateConsentVersion, words } from '../../words/index.ts';
import { dayText } from '../../words/time.ts';
import type { ChooseBank } from '../model.ts';
import { howOften, termsHead, termsInFull, timeLeftOrDecline } from './terms.ts';

/** The first page of a subscription; where no bank is connected, one that says so. */
export function chooseBank(model: ChooseBank): Html {
  if (model.banks.length === 0) return cannotAuthoriseHere(model);
  const { error } = model;
  const main = bankTask(model, {
    action: model.actions.choose,
    main: html`${error && errorSummary(model, 'bank', bankErrorText(model, error))}
${termsHead(model)}
${termsInFull(model)}
${bankList(model, error)}`,
    consent: consent(model),
    rest: timeLeftOrDecline(model),
    handOff: handOff(model, words(model.language).handOff.approve),
  });
  const title = words(model.language).subscribe.asks(model.merchantName);
  return customerPage(model, { title, main, live: model.live, width: 'task' });
}

function cannotAuthoriseHere(model: ChooseBank): Html {
  const main = html`<div class="stack-large">
${termsHead(model)}
${noBanks(model)}
${timeLeftOrDecline(model)}
</div>`;
  return customerPage(model, { title: words(model.language).noBanks.title, main });
}

function consent(model: ChooseBank): Html {
  const { subscribe, consent } = words(model.language);
  const { language, merchantName, single, payableNowCents } = model;
  const amount = formatRand(model.amountCents);
  const first = dayText(language, model.firstDay);
  const agree =
    model.occurrences === 1
      ? subscribe.agreeOnce(merchantName, amount, first)
      : subscribe.agree(merchantName, amount, howOften(model), first, dayText(language, model.lastDay));
  const now = payableNowCents === undefined ? '' : ` ${subscribe.agreeNow(formatRand(payableNowCents))}`;
  const max = formatRand(single.maxCents);
  const full = [
    subscribe.does(model.statementReference),
    single.minCents === undefined
      ? subscribe.upTo(merchantName, max)
      : subscribe.band(merchantName, formatRand(single.minCents), max),
    subscribe.sees,
    subscribe.shares(merchantName),
    consent.keeps,
    subscribe.stops(merchantName),
  ];
  return consentBlock(model, `${agree}${now} ${consent.approval}`, full, mandateConsentVersion);
}
