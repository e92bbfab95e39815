// The ways of writing payment files that banks take. Another bank's is one more row.
import type { AnswerMeaning, PaymentProfile } from '../../core/payment-files/format.ts';
import { writeCsv } from './csv.ts';
import { type PainForm, writePain } from './write.ts';

// The reading of Standard Bank's responses: it reports ACSP in the morning after the run and nothing later, unless the
// money comes back. PART means that each payment has its own status.
const standardBank: Record<string, AnswerMeaning> = {
  RCVD: 'pending',
  ACTC: 'pending',
  ACCP: 'pending',
  PDNG: 'pending',
  PART: 'pending',
  ACSP: 'paid',
  ACSC: 'paid',
  ACCC: 'paid',
  ACWC: 'paid',
  RJCT: 'failed',
};

/** The standard has some more. */
const generic: Record<string, AnswerMeaning> = {
  ...standardBank,
  ACFC: 'pending',
  PATC: 'pending',
  CANC: 'failed',
};

function pain(name: string, form: PainForm, meanings: Record<string, AnswerMeaning>): PaymentProfile {
  return {
    name,
    format: form.version,
    extension: 'xml',
    write: (file) => writePain(form, file),
    meaningOf: (status) => (Object.hasOwn(meanings, status) ? meanings[status] : undefined),
  };
}

const bare = { clearingSystem: null, charges: 'CRED', otherType: 'CACC' } as const;
const full = { clearingSystem: 'ZANCC', charges: null, otherType: null } as const;

export const profiles: readonly PaymentProfile[] = [
  pain('standardbank', { version: 'pain.001.001.03', ...bare }, standardBank),
  pain('pain.001.001.03', { version: 'pain.001.001.03', ...full }, generic),
  pain('pain.001.001.09', { version: 'pain.001.001.09', ...full }, generic),
  // Banks do not respond to it.
  { name: 'csv', format: 'csv', extension: 'csv', write: writeCsv, meaningOf: () => undefined },
];
