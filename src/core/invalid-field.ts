// The error of a field that breaks its rule, which most actions can throw.
import { DomainError } from './errors.ts';

/** Returns InvalidField. `field` is named as in the action's input; surfaces turn it into theirs. */
export const invalidField = (field: string, detail: string): DomainError =>
  new DomainError('InvalidField', { field, detail });
