// The refusals of a control, from the sandbox itself, the core or the simulated bank.
import { DomainError, type ErrorKind } from '../core/errors.ts';
import { BankTimeout, BankUnavailable } from '../core/rails.ts';
import {
  MandateDecided,
  OrderDecided,
  TransferDecided,
  UnknownMandate,
  UnknownOrder,
  UnknownTransfer,
} from '../rails/simulator/index.ts';
import { SandboxRefusal } from './body.ts';
import { type Fault, Faulty } from './faulty.ts';

export interface Refusal {
  status: number;
  message: string;
  /** From the core's registry. */
  code?: string;
  faults?: Fault[];
}

const statuses: Record<ErrorKind, number> = {
  invalid: 400,
  notFound: 404,
  refused: 409,
  conflict: 409,
  unavailable: 503,
  forbidden: 403,
  done: 409,
};

const refusedByBank = [
  OrderDecided,
  UnknownOrder,
  TransferDecided,
  UnknownTransfer,
  MandateDecided,
  UnknownMandate,
];

/** Returns an error as a refusal for the caller, or undefined for an error that is not a refusal. */
export function refusalOf(error: unknown): Refusal | undefined {
  const { message } = error as Error;
  if (error instanceof Faulty) {
    const { status, code, faults } = error;
    return { status, message, ...(code && { code }), faults };
  }
  if (error instanceof SandboxRefusal) return { status: error.status, message };
  if (error instanceof DomainError) return { status: statuses[error.kind], message, code: error.code };
  if (refusedByBank.some((refusal) => error instanceof refusal)) return { status: 409, message };
  if (error instanceof BankTimeout || error instanceof BankUnavailable) return { status: 503, message };
  return undefined;
}
