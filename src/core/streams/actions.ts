// Streams of audit entries and events, added, listed and removed by operators.
import { wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import { unseededId } from '../../kernel/security/secure-random.ts';
import type { AnyContext } from '../context.ts';
import { inWork } from '../unit-of-work.ts';
import * as store from './store.ts';
import { type AccessGiven, formatTarget, invalid, readAccess, readTarget } from './targets.ts';

export { type Stream, streamKinds } from './store.ts';

export const streamSweep = 'streams';

const mostStreams = 20;

export interface NewStream extends AccessGiven {
  name: string;
  kind: string;
  to: string;
  /** The folder of relative file paths. */
  folder: string;
}

/** Adds a stream, which begins with the oldest row. Throws InvalidField with the field and its rule. */
export async function addStream(scope: AnyContext, given: NewStream): Promise<void> {
  const { name } = given;
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(name))
    throw invalid('name', 'must have 1 to 40 lower-case letters, digits and dashes');
  const kind = store.streamKinds.find((one) => one === given.kind);
  if (!kind) throw invalid('kind', `must be one of ${store.streamKinds.join(', ')}`);
  const target = readTarget(given.to.trim(), scope.policy.addressRules, given.folder);
  const access = readAccess(target, given);
  await inWork(scope, async (work) => {
    const now = work.clock.now();
    if ((await store.listStreams(work.tx)).length >= mostStreams)
      throw invalid('name', `${mostStreams} streams at most`);
    const isNew = await store.insertStream(work.tx, {
      ...{ id: unseededId(work.clock), name, kind, target: formatTarget(target) },
      settingsSealed: access && work.keyring.seal(JSON.stringify(access)),
      ...{ createdBy: work.actor, createdAt: now, dueAt: now },
    });
    if (!isNew) throw invalid('name', `there is already a stream ${name}`);
    await wakeAfterCommit(work.tx, streamSweep);
  });
}

/** Returns the streams that are not removed, by name. */
export const listStreams = ({ db }: AnyContext) => store.listStreams(db);

/** Removes a stream: a batch that is being sent may still arrive, and nothing after it. Returns false if no stream has the name. */
export const removeStream = (scope: AnyContext, name: string): Promise<boolean> =>
  inWork(scope, (work) => store.setRemoved(work.tx, name, work.clock.now()));
