// The addresses to which a webhook's messages may go.
import { type AddressRules, addressRule, judgeDestination, judgeEndpoint } from '../addresses.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';

/**
 * Parses a webhook's endpoint; errors name `field`. Throws WebhookEndpointRefused for an address outside of the public
 * internet, and InvalidField.
 */
export function readEndpoint(rules: AddressRules, given: string, field = 'endpoint'): string {
  const refuse = (detail: string) => invalidField(field, detail);
  const reason = judgeEndpoint(given, rules.allowedNetworks);
  if (reason !== undefined) {
    const detail = `endpoint must be reachable from the internet: ${reason}`;
    throw new DomainError('WebhookEndpointRefused', { field, detail });
  }
  const url = /^https?:\/\/\S+$/i.test(given) ? URL.parse(given) : null;
  if (url?.username !== '' || url.password !== '')
    throw refuse(`endpoint ${addressRule(given, 'must be an http or https address without a user name')}`);
  if (rules.mode === 'production') {
    const where = judgeDestination(given, rules);
    if (where !== undefined) throw refuse(`endpoint is not an allowed address: ${where}`);
    if (url.protocol !== 'https:') throw refuse('endpoint must be an https address');
  }
  return uriCharacters.test(given) ? given : url.href;
}

// Addresses with other characters, such as an internationalised name, are stored as their URI.
const uriCharacters = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/;
