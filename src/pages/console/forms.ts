// The parts of forms: a form carries an id by which it is carried out once, and what the person saw.
import { newFormId } from '../../core/people/forms.ts';
import { type Html, html } from '../html.ts';
import type { Fields, Problem } from './visit.ts';

interface Form {
  /** Where it is sent. */
  to: string;
  /** What was typed before, and what was wrong with it. */
  typed?: Fields | undefined;
  problem?: Problem | undefined;
  /** What the person sees and does not type: it is sent along, so that a change is noticed. */
  seen?: Fields;
  /** Its fields, and at the end its button. */
  body: Html;
  label?: string;
}

/** Returns a form. */
export function form({ to, problem, seen = {}, body, label }: Form): Html {
  return html`<form class="act" method="post" action="${to}"${label && html` aria-label="${label}"`}>
<input type="hidden" name="form" value="${newFormId()}">
${hidden(seen)}
${problem && html`<p class="wrong" role="alert" tabindex="-1" data-focus>${problem.message}</p>`}
${body}
</form>`;
}

/** Returns fields that are sent along and not seen. */
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
  /** Put in front of what is typed, such as "R". */
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
  /** Of a page with several choices of one name. */
  id?: string;
}

/** Returns a labelled choice. What was chosen and is none of them stays, as a choice of its own. */
export function choice({ name, label, options, chosen = '', problem, id = `f-${name}` }: Choice): Html {
  const isKnown = chosen === '' || options.some(([value]) => value === chosen);
  const all = isKnown ? options : [...options, [chosen, chosen] as const];
  return html`<div class="field"><label for="${id}">${label}</label>
<select id="${id}" name="${name}"${problem?.field === name && html` aria-invalid="true"`}>${all.map(
    ([value, words]) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${words}</option>`,
  )}</select></div>`;
}

/** Returns a button. Where a form has several, each has a value, which is sent as "do". */
export const button = (words: string, kind: 'main' | 'danger' | 'quiet' = 'main', value?: string): Html =>
  html`<button class="${kind === 'quiet' ? 'quiet-button' : `act-button act-${kind}`}"${value !== undefined && html` name="do" value="${value}"`}>${words}</button>`;
