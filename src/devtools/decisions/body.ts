// How a sandbox control reads what it is sent, and how it refuses.
import type { Validator } from '../../kernel/formats/validate.ts';

/** The control cannot be used so: its status, and why. */
export class SandboxRefusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The member `outcome` of a body, which must be one of those allowed. */
export function readOutcome<Outcome extends string>(body: unknown, allowed: readonly Outcome[]): Outcome {
  const outcome = (body as { outcome?: unknown } | null | undefined)?.outcome;
  if (!allowed.includes(outcome as Outcome)) {
    throw new SandboxRefusal(400, `outcome must be one of ${allowed.join(', ')}`);
  }
  return outcome as Outcome;
}

/** The member `stay` of a body: whether the customer stays on the page where they are. */
export function readStay(body: unknown): boolean {
  const { stay = false } = body as { stay?: unknown };
  if (typeof stay !== 'boolean') throw new SandboxRefusal(400, 'stay must be true or false');
  return stay;
}

/** A body that a judge has nothing against. */
export function readBody<Body>(judge: Validator, body: unknown): Body {
  const problem = judge(body);
  if (problem) throw new SandboxRefusal(400, `${problem.pointer.slice(1) || 'the body'} ${problem.rule}`);
  return body as Body;
}
