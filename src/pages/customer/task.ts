// The task of a first page: choose a bank, agree, continue. The continue button is visible as soon as there is a
// choice: at the foot of a phone's screen, at the side of a wide one.
import { type Html, html } from '../html.ts';
import { words } from '../messages/index.ts';
import { shownBanks } from './bank-list.ts';
import type { BankChoice } from './model.ts';

interface Parts {
  /** The target of the form. Fields refer to the form by its id, because they are not inside its element. */
  action: string;
  main: Html;
  consent: Html;
  /** Below the button. */
  rest: Html;
  handOff: Html;
}

/** Returns the main part of the page, with the banks in `main`. If no bank matches, there is no consent either. */
export function bankTask(model: BankChoice, { action, main, consent, rest, handOff }: Parts): Html {
  const isChoosable = shownBanks(model).length > 0;
  return html`<form id="choose" method="post" action="${action}" hidden></form>
${searchForm(model)}
<div class="task">
<div class="stack-large">
${main}
</div>
<div class="task-side">
${isChoosable && html`<div class="task-foot stack-small" data-foot>${consent}${continueButton(model)}</div>`}
<div>${rest}</div>
${handOff}
</div>
</div>`;
}

// Works without scripts and posts nothing. Browsers replace the query of such a form's address with its fields, so the
// present query becomes hidden fields.
function searchForm(model: BankChoice): Html {
  const [path, query] = model.path.split('?');
  const kept = [...new URLSearchParams(query)];
  return html`<form id="search" method="get" action="${path}" hidden>${kept.map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}</form>`;
}

// The script inserts the chosen bank's name. Without it, the stylesheet shows the name of the bank that was
// preselected, while it stays selected: its row may be behind the footer.
function continueButton(model: BankChoice): Html {
  const { choose } = words(model.language);
  const chosen = shownBanks(model).find(({ id, available }) => available && id === model.selectedBankId);
  const label = chosen
    ? html`<span class="if-as-came">${choose.continueTo(chosen.name)}</span><span class="if-other">${choose.continueToBank}</span>`
    : choose.continueToBank;
  return html`<button class="button" form="choose" data-continue="${choose.continueTo('{bank}')}">${label}</button>`;
}
