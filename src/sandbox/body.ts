// How a sandbox control reads bodies and refuses them.
import type { Validator } from '../kernel/formats/validate.ts';

/** The control refuses a request: a status and a reason. */
export class SandboxRefusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Returns the member `outcome` of a body, which must be one of the allowed values. */
export function readOutcome<Outcome extends string>(body: unknown, allowed: readonly Outcome[]): Outcome {
  const outcome = (body as { outcome?: unknown } | null | undefined)?.outcome;
  if (!allowed.includes(outcome as Outcome)) {
    throw new SandboxRefusal(400, `outcome must be one of ${allowed.join(', ')}`);
  }
  return outcome as Outcome;
}

/** Returns the member `stay` of a body: whether the customer stays on the current page. */
export function readStay(body: unknown): boolean {
  const { stay = false } = body as { stay?: unknown };
  if (typeof stay !== 'boolean') throw new SandboxRefusal(400, 'stay must be true or false');
  return stay;
}

/** Returns a valid body. Throws SandboxRefusal for any other. */
export function readBody<Body>(judge: Validator, body: unknown): Body {
  const problem = judge(body);
  if (problem) throw new SandboxRefusal(400, `${problem.pointer.slice(1) || 'the body'} ${problem.rule}`);
  return body as Body;
}
