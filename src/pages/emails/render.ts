// Writes e-mails: the subject, the text and the HTML of each kind.
import type { RenderEmail } from '../../core/emails/outbox.ts';
import { link, receipt, refunded } from './customers.ts';
import type { EmailDeps } from './deps.ts';
import { chargeFailed, chargeReminder } from './subscribers.ts';
import { toUser } from './users.ts';

export function createEmailRenderer(deps: EmailDeps): RenderEmail {
  return async (email, facts) => {
    if (email.kind === 'receipt') return receipt(deps, email);
    if (email.kind === 'link') return link(deps, email);
    if (email.kind === 'refund') return refunded(deps, email);
    if (email.kind === 'charge-reminder') return chargeReminder(deps, email);
    if (email.kind === 'charge-failed') return chargeFailed(deps, email);
    return toUser(deps, email, facts);
  };
}
