// The user's passkeys: registered by a device that proves possession, named, and removed.

import { newFormId } from '../../../core/users/forms.ts';
import { addPasskey, askToRegister, placeOf, removePasskey } from '../../../core/users/passkeys.ts';
import { type Html, html } from '../../html.ts';
import { field } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { codesPage } from '../views/me-page.ts';
import { passkeyForm } from '../views/passkey-form.ts';
import { type Again, type FormRoute, type PageRoute, Refusal, type Visit } from '../visit.ts';
import { doneToSelf, showMe } from './me.ts';

const path = '/console/me/passkeys';
const action = 'me.change';

export const passkeyPages: PageRoute[] = [{ path, action, show: (visit) => showAdd(visit) }];

export const passkeyForms: FormRoute[] = [
  {
    path,
    action,
    asksFactor: true,
    act: async (visit, work, { name = '', credential = '' }) => {
      const { user, deps } = visit;
      const codes = await addPasskey(work, user, { name, credential }, placeOf(deps.publicUrl));
      const said = 'Passkey added. You will need it, or a code, to sign in.';
      const own = doneToSelf(user, said, { factor: 'passkey', name: name.trim() });
      return codes.length === 0 ? own : { ...own, once: codesPage(visit, said, codes) };
    },
    again: showAdd,
  },
  {
    path: `${path}/remove`,
    action,
    asksFactor: true,
    act: async ({ user }, work, { which: id = '' }) => {
      const name = await removePasskey(work, user, id);
      if (name === undefined) throw new Refusal(409, 'This passkey has already been removed.');
      const own = doneToSelf(user, 'Passkey removed.', { factor: 'none', name });
      return { ...own, before: { factor: 'passkey', name } };
    },
    again: (visit, { problem }) => showMe(visit, { problem }),
  },
];

async function showAdd(visit: Visit, again?: Again): Promise<Html> {
  const options = await askToRegister(visit.ctx, visit.user, placeOf(visit.deps.publicUrl));
  const main = html`<section class="panel" aria-label="Add a passkey">
${again && html`<p class="wrong" role="alert">${again.problem.message}</p>`}
${
  options
    ? passkeyForm({
        ...{ to: path, options, does: 'create', answer: 'credential', along: { form: newFormId() } },
        ...{ label: 'Add a passkey', words: 'Add passkey' },
        body: html`${field({ name: 'name', label: 'Name', ...again, hint: 'A name for the device, such as “Work laptop”.', longest: 60 })}`,
      })
    : html`<p>Passkeys are not available: the package <code>@simplewebauthn/server</code> is not installed.</p>`
}
<p class="hint">Adding a passkey ends your other sessions. <a href="/console/me">Not now</a></p></section>`;
  return consolePage(visit, { title: 'Add a passkey', page: 'me', main });
}
