// The entries of the audit log in words, such as "Approved payout of R 4 200,00".
import { type Action, permissions } from '../../core/users/permissions.ts';
import { formatRand, parseDecimal } from '../../kernel/money.ts';

const texts: Readonly<Record<string, string>> = {
  export: 'Exported list',
  'view.save': 'Saved or removed view',
  'me.change': 'Changed own account',
  'payment.cancel': 'Cancelled payment',
  'payment.note': 'Added note to payment',
  'notice.resend': 'Resent notifications',
  'refund.request': 'Requested refund',
  'refund.elsewhere': 'Requested refund to another account',
  'refund.approve': 'Approved refund to another account',
  'refund.decline': 'Declined refund to another account',
  'refund.cancel': 'Cancelled refund',
  'subscription.cancel': 'Cancelled subscription',
  'subscription.charge': 'Charged subscription',
  'link.create': 'Created payment link',
  'link.edit': 'Edited payment link',
  'link.disable': 'Disabled payment link',
  'link.email': 'E-mailed payment link',
  'batch.create': 'Uploaded payout batch',
  'credit.create': 'Requested credit note',
  'credit.approve': 'Approved credit note',
  'credit.decline': 'Declined credit note',
  'batch.approve': 'Approved payout batch',
  'batch.decline': 'Declined payout batch',
  'beneficiary.change': 'Changed beneficiary',
  'beneficiary.verify': 'Verified beneficiary',
  'bank-account.create': 'Added bank account',
  'statement.upload': 'Uploaded bank file',
  'statement.import': 'Imported bank file',
  'category.change': 'Changed categories',
  'reconcile.undo': 'Undid match of bank line',
  'deposit.undo': 'Undid match of deposit',
  'client.create': 'Created API key',
  'client.change': 'Changed API key',
  'client.roll': 'Rolled API key',
  'client.revoke': 'Revoked API key',
  'schedule.change': 'Changed scheduled report',
  'site.create': 'Created site',
  'merchant.suspend': 'Suspended merchant',
  'merchant.resume': 'Resumed merchant',
  'payout.create': 'Created payout',
  'payout.approve': 'Approved payout',
  'payout.decline': 'Declined payout',
  'bulk.upload': 'Uploaded bulk payment requests',
  'reconcile.explain': 'Categorised bank line',
  'deposit.park': 'Put deposit on hold',
  'deposit.allocate': 'Allocated or returned deposit',
  'webhook.change': 'Changed webhook',
  'webhook.replay': 'Resent missed events',
  'webhook.test': 'Sent test event to webhook',
  'hash.try': 'Checked the hash of a request',
  'sandbox.use': 'Used the sandbox',
  'settings.change': 'Changed settings',
  'fee.change': 'Changed fees',
  'key.rotate': 'Rolled key',
  'user.invite': 'Invited user',
  'user.role': 'Changed role',
  'user.disable': 'Changed access of user',
  'user.create': 'Created user',
  'user.reset': 'Reset sign-in of user',
  'user.unlock': 'Unlocked user',
  'user.link': 'Linked company account',
  'merchant.see': 'Looked at merchant',
  'merchant.create': 'Created merchant',
  'onboarding.see': 'Downloaded onboarding document',
  'onboarding.upload': 'Uploaded onboarding document',
  'onboarding.review': 'Reviewed onboarding document',
  'go-live.ask': 'Requested production',
  'go-live.switch': 'Approved production',
  'person.export': 'Exported personal data',
  'person.erase': 'Erased personal data',
  'stream.change': 'Changed stream',
};

/** The actions that the audit log can hold. */
export const recordedActions: readonly string[] = Object.keys(texts);

/** Returns the text of an action without its object, such as "Approved payout". */
export function auditLabel(action: string): string {
  const known = Object.hasOwn(texts, action) ? texts[action] : undefined;
  if (known !== undefined) return known;
  const text = Object.hasOwn(permissions, action) ? permissions[action as Action].words : action;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Returns the text of an entry. The amount is the one in the recorded values, where there is one. */
export function auditText(action: string, values: Readonly<Record<string, unknown>>): string {
  const cents = typeof values.amount === 'string' ? parseDecimal(values.amount) : undefined;
  const amount = cents === undefined || cents === null ? '' : ` of ${formatRand(cents)}`;
  return `${auditLabel(action)}${amount}`;
}
