// Sends a payment link to a customer by e-mail.
import { readEmail } from '../../kernel/formats/contact.ts';
import type { Work } from '../context.ts';
import { assertMayEmail, emailLanguages, queueEmail } from '../emails/actions.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import { getLink, linkStateAt } from './actions.ts';
import type { Link } from './store.ts';

/**
 * Adds the e-mail with a link to the outbox. Throws PaymentLinkNotFound, PaymentLinkClosed, and InvalidField (email, language).
 */
export async function emailLink(
  work: Work,
  merchantId: string,
  id: string,
  given: { email: string; language: string },
): Promise<{ link: Link; recipient: string }> {
  const link = await getLink(work, merchantId, id);
  const state = linkStateAt(link, work.clock.now());
  if (state !== 'active')
    throw new DomainError('PaymentLinkClosed', { detail: `the payment link is ${state}` });
  const recipient = readRecipient(given.email);
  const language = emailLanguages.find((tag) => tag === (given.language || 'en'));
  if (!language) throw invalidField('language', `language must be one of ${emailLanguages.join(', ')}`);
  const { siteId } = link;
  await assertMayEmail(work, { merchantId, recipient });
  await queueEmail(work, { kind: 'link', merchantId, siteId, recipient, objectId: id, language });
  return { link, recipient };
}

function readRecipient(given: string): string {
  try {
    return readEmail(given.trim());
  } catch {
    const detail = 'email must be an address like naledi@example.com';
    throw invalidField('email', detail);
  }
}
