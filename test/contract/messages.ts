// Whatever the service posts to a receiver of the tests is held against the document of the surface that tells it.
import type { DocumentName } from '../../src/app/document-names.ts';
import { noteBreach } from './answers.ts';
import { documents, escaped, judge } from './documents.ts';

/** Which message it is, by what is in it; undefined for what is none of ours. */
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

/** Holds what was posted; what is wrong is told when the test file's process ends. */
export function holdMessage(contentType: string | undefined, body: string): void {
  const problem = problemOfMessage(contentType, body);
  if (problem) noteBreach(problem, body);
}

/** What a message has against its surface's document; undefined: nothing. */
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
