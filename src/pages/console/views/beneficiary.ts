// The verification of a beneficiary: its result, and the form that requests one.
import type { Beneficiary } from '../../../core/beneficiaries/actions.ts';
import { listSites } from '../../../core/merchants/actions.ts';
import { identityTypes } from '../../../core/rails.ts';
import { type Html, html } from '../../html.ts';
import { status } from '../../status.ts';
import { button, choice, field, form } from '../forms.ts';
import type { Again, Visit } from '../visit.ts';
import { money, time } from './parts.ts';

/** Returns the result of the newest verification with its time. */
export function verifiedWords({ verified, verifiedReason, verifiedAt }: Beneficiary): Html | string {
  if (verified === null || verifiedAt === null) return 'Not verified yet';
  if (verified === 'verified') return html`${status('successful', 'Verified')} ${time(verifiedAt)}`;
  const word =
    verified === 'unavailable' ? status('pending', 'Bank not available') : status('error', 'Not verified');
  return html`${word} ${time(verifiedAt)}${verifiedReason && html`: ${verifiedReason}`}`;
}

const identityWords: Record<(typeof identityTypes)[number], string> = {
  said: 'South African ID number',
  passport: 'Passport number',
  registration: 'Company registration number',
};

/** Returns the form that verifies the account at its bank, for the fee of a site. */
export async function verifyForm(
  { ctx }: Visit,
  { merchantId, name }: Beneficiary,
  to: string,
  again?: Again,
): Promise<Html> {
  const sites = await listSites(ctx.db, merchantId);
  const options = sites.map(
    ({ code, verificationFeeCents: fee }) =>
      [code, fee === 0n ? `${code}: no fee` : `${code}: ${money(fee)}`] as const,
  );
  return html`<details class="panel"${again && html` open`}><summary>Verify account</summary>${form({
    to,
    ...again,
    label: 'Verify the account of this beneficiary',
    body: html`<p class="hint">The bank confirms whether the account exists, is open, and belongs to ${name} with this number. The number is not stored.</p>
${choice({ name: 'site', label: 'Site that pays the fee', options: options.length === 1 ? options : [['', 'Select a site'], ...options], chosen: again?.typed.site, ...again })}
${choice({ name: 'identityType', label: 'Identity', options: identityTypes.map((type) => [type, identityWords[type]] as const), chosen: again?.typed.identityType, ...again })}
${field({ name: 'identityNumber', label: 'Number', ...again, longest: 30 })}
${button('Verify account')}`,
  })}</details>`;
}
