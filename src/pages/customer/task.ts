// The task of a first page: choose a bank, agree, continue. What continues is in sight as soon as there is a choice: on a
// phone it stays at the foot of the screen, on a wide screen it stands at the side.
import { type Html, html } from '../html.ts';
import { words } from '../words/index.ts';
import { shownBanks } from './bank-list.ts';
import type { BankChoice } from './model.ts';

interface Parts {
  /** Where the form is posted to. Its fields name it, since what belongs together on the page stands apart in it. */
  action: string;
  main: Html;
  consent: Html;
  /** Below the button. */
  rest: Html;
  handOff: Html;
}

/** The page's main part, with the banks in its `main`. Where no bank matches the search, there is nothing to agree to. */
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

// It works without a script and sends nothing. A browser replaces the query of such a form's address by the fields, so what
// is in the address becomes fields.
function searchForm(model: BankChoice): Html {
  const [path, query] = model.path.split('?');
  const kept = [...new URLSearchParams(query)];
  return html`<form id="search" method="get" action="${path}" hidden>${kept.map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}</form>`;
}

// The script puts the name of the chosen bank in. Without one, the style sheet shows the name of the bank that was chosen as
// the page came, for as long as it is: its row may be behind the foot.
function continueButton(model: BankChoice): Html {
  const { choose } = words(model.language);
  const chosen = shownBanks(model).find(({ id, available }) => available && id === model.selectedBankId);
  const label = chosen
    ? html`<span class="if-as-came">${choose.continueTo(chosen.name)}</span><span class="if-other">${choose.continueToBank}</span>`
    : choose.continueToBank;
  return html`<button class="button" form="choose" data-continue="${choose.continueTo('{bank}')}">${label}</button>`;
}
