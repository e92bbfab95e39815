// Compares every message from the service to a receiver of the tests with the document of its surface.
import type { DocumentName } from '../../src/app/document-names.ts';
import { noteBreach } from './answers.ts';
import { documents, escaped, judge } from './documents.ts';

/** Identifies a message by its content; undefined for an unknown one. */
function messageOf(
  type: string,
  value: Record<string, unknown>,
): [surface: DocumentName, name: string] | undefined {
  if (type === 'application/x-www-form-urlencoded')
    return ['payments', 'RefundId' in value ? 'refundNotification' : 'transactionNotification'];
  if (typeof value.type === 'string') return ['one', value.type];
  if ('jobId' in value) return ['payments', 'bulkResult'];
  if ('payoutId' in value)
    return ['payouts', 'bankingDetails' in value ? 'payoutVerification' : 'payoutNotification'];
  return undefined;
}

/** Checks a posted message; the end of the test file's process reports violations. */
export function holdMessage(contentType: string | undefined, body: string): void {
  const problem = problemOfMessage(contentType, body);
  if (problem) noteBreach(problem, body);
}

/** Returns how a message violates its surface's document; undefined: it does not. */
export function problemOfMessage(contentType: string | undefined, body: string): string | undefined {
  const type = (contentType ?? '').split(';')[0]!;
  const value =
    type === 'application/json' ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
  const [surface, name] = messageOf(type, value) ?? [];
  if (!surface || !name) return `an unknown message of the type ${type}`;
  if (!documents[surface].webhooks?.[name]) return `${surface} ${name} is not declared`;
  const schema = `/webhooks/${escaped(name)}/post/requestBody/content/${escaped(type)}/schema`;
  const problem = judge(surface, schema, value);
  return problem && `${surface} ${name}: ${problem}`;
}
