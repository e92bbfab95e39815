// The parts of forms. A form carries a one-use id, and the values that the user saw.
import { newFormId } from '../../core/users/forms.ts';
import { type Html, html } from '../html.ts';
import type { Fields, Problem } from './visit.ts';

interface Form {
  /** The address that receives it. */
  to: string;
  problem?: Problem | undefined;
  /** Values that the user sees and does not type: sent along, so that a change is noticed. */
  seen?: Fields;
  /** Its fields, and its button at the end. */
  body: Html;
  label?: string;
  hasFile?: boolean;
  /** The record that the form suggests, for programs. */
  suggestion?: string;
}

export function form({ to, problem, seen = {}, body, label, hasFile = false, suggestion }: Form): Html {
  return html`<form class="act" method="post" action="${to}"${hasFile && html` enctype="multipart/form-data"`}${suggestion !== undefined && html` data-suggestion="${suggestion}"`}${label && html` aria-label="${label}"`}>
<input type="hidden" name="form" value="${newFormId()}">
${hidden(seen)}
${problem && html`<p class="wrong" role="alert" tabindex="-1" data-focus>${problem.message}</p>`}
${body}
</form>`;
}

export const hidden = (fields: Fields): Html[] =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);

interface Field {
  name: string;
  label: string;
  typed?: Fields | undefined;
  problem?: Problem | undefined;
  hint?: string | undefined;
  type?: 'text' | 'email' | 'password' | 'date' | 'search';
  /** An example, in the empty field. */
  example?: string | undefined;
  /** Shown in front of the input, such as "R". */
  unit?: string;
  autocomplete?: string;
  inputMode?: 'decimal' | 'numeric';
  isOptional?: boolean;
  longest?: number;
}

/** Returns a labelled field. Passwords are never shown again. */
export function field(given: Field): Html {
  const { name, label, typed, problem, hint, type = 'text', unit, autocomplete = 'off', inputMode } = given;
  const isWrong = problem?.field === name;
  const value = type === 'password' ? '' : (typed?.[name] ?? '');
  return html`<div class="field"><label for="f-${name}">${label}</label>
${hint && html`<p class="hint" id="h-${name}">${hint}</p>`}
${unit && html`<span class="unit" aria-hidden="true">${unit}</span>`}<input id="f-${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" maxlength="${given.longest ?? 500}"${
    inputMode && html` inputmode="${inputMode}"`
  }${
    given.example && html` placeholder="${given.example}"`
  }${hint && html` aria-describedby="h-${name}"`}${isWrong && html` aria-invalid="true"`}${!given.isOptional && html` required`}></div>`;
}

/** Returns a labelled field of several lines. */
export function area({ name, label, typed, problem, hint, longest = 5_000 }: Field): Html {
  return html`<div class="field"><label for="f-${name}">${label}</label>
${hint && html`<p class="hint" id="h-${name}">${hint}</p>`}
<textarea id="f-${name}" name="${name}" rows="4" maxlength="${longest}"${hint && html` aria-describedby="h-${name}"`}${problem?.field === name && html` aria-invalid="true"`}>${typed?.[name] ?? ''}</textarea></div>`;
}

interface Choice {
  name: string;
  label: string;
  options: readonly (readonly [value: string, words: string])[];
  chosen?: string | undefined;
  problem?: Problem | undefined;
  /** For a page with several choices of one name. */
  id?: string;
}

/** Returns a labelled choice. A chosen value that is not an option stays as an extra option. */
export function choice({ name, label, options, chosen = '', problem, id = `f-${name}` }: Choice): Html {
  const isKnown = chosen === '' || options.some(([value]) => value === chosen);
  const all = isKnown ? options : [...options, [chosen, chosen] as const];
  return html`<div class="field"><label for="${id}">${label}</label>
<select id="${id}" name="${name}"${problem?.field === name && html` aria-invalid="true"`}>${all.map(
    ([value, words]) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${words}</option>`,
  )}</select></div>`;
}

/** Returns a menu of links, folded behind a button. */
export const menu = (words: string, links: Html): Html =>
  html`<details class="menu"><summary class="quiet-button">${words}</summary><div>${links}</div></details>`;

/** Returns a button. Where a form has several, each has a value, which is sent as "do". */
export const button = (words: string, kind: 'main' | 'danger' | 'quiet' = 'main', value?: string): Html =>
  html`<button class="${kind === 'quiet' ? 'quiet-button' : `act-button act-${kind}`}"${value !== undefined && html` name="do" value="${value}"`}>${words}</button>`;
