// The problems of a body with many parts: each is named by its place, like "payments[2].amount".
import type { TSchema } from 'typebox';
import { listingValidatorOf } from '../kernel/formats/validate.ts';
import { SandboxRefusal } from './body.ts';

export interface Fault {
  /** Empty for the whole body. */
  place: string;
  /** A phrase that follows the place. */
  rule: string;
}

/** A body or its content cannot be accepted; `faults` says where and why. */
export class Faulty extends SandboxRefusal {
  readonly faults: Fault[];
  readonly code: string | undefined;
  constructor(status: number, faults: Fault[], code?: string) {
    super(status, faults.map(({ place, rule }) => `${place || 'the body'} ${rule}`).join('; '));
    this.faults = faults;
    this.code = code;
  }
}

/** Throws Faulty if there are any problems. */
export function refuseFaults(status: number, faults: Fault[]): void {
  if (faults.length > 0) throw new Faulty(status, faults);
}

const mostFaults = 20;

/** Compiles a schema into a function that returns the problems of a body. */
export function judgeFaults(schema: TSchema): (body: unknown) => Fault[] {
  const judge = listingValidatorOf(schema, mostFaults);
  return (body) => judge(body).map(({ pointer, rule }) => ({ place: placeOf(pointer), rule }));
}

/** Returns a JSON Pointer as a place: "/payments/2/amount" becomes "payments[2].amount". */
function placeOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(
      (place, step) => (/^\d+$/.test(step) ? `${place}[${step}]` : place ? `${place}.${step}` : step),
      '',
    );
}
