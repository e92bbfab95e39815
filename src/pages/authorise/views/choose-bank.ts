// The task of the authorisation page: read the terms, choose a bank, agree, continue there.
import { bankErrorText, bankList } from '../../customer/bank-list.ts';
import { consentBlock, errorSummary, noBanks } from '../../customer/blocks.ts';
import { customerPage } from '../../customer/frame.ts';
import { handOff } from '../../customer/hand-off.ts';
import { bankTask } from '../../customer/task.ts';
import { type Html, html } from '../../html.ts';
import { mandateConsentVersion, words } from '../../messages/index.ts';
import type { ChooseBank } from '../model.ts';
import { agreement, termsHead, termsInFull, timeLeftOrDecline, whoAsks } from './terms.ts';

/** Returns the first page of a subscription, or a page that says that no bank is connected. */
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
  return customerPage(model, { title: whoAsks(model), main, live: model.live, width: 'task' });
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
  const { short, full } = agreement(model);
  return consentBlock(model, short, full, mandateConsentVersion);
}
