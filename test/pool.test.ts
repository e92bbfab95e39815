// Every form of the console and every write of the APIs, many times at once on a pool of a few connections: none waits for
// a connection that another of them holds, and the service stays ready.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { documentNames } from '../src/app/document-names.ts';
import { newFormId } from '../src/core/users/forms.ts';
import { type Role, rolesThatMay } from '../src/core/users/permissions.ts';
import { probeLimit } from '../src/kernel/db/health-probe.ts';
import { consoleForms } from '../src/pages/console/routes.ts';
import type { Example } from '../src/surfaces/described.ts';
import { resolveReferences } from '../src/surfaces/examples.ts';
import { type Visitor, visitorOf } from './console/support.ts';
import { operations } from './contract/documents.ts';
import { openExampleSite } from './contract/example-site.ts';
import { sign } from './contract/signatures.ts';
import { budget } from './support/budget.ts';
import { clientOf, openService } from './support/opening.ts';

const connections = budget(3, 6);
// A slow machine is late, but ready: only a service whose connections wait for one another takes as long.
const { ms: usualMs } = probeLimit;
before(() => {
  probeLimit.ms = 100_000;
});
after(() => {
  probeLimit.ms = usualMs;
});

/** More than twice the connections: all of them are held, and as many callers wait. */
const atOnce = budget(7, 50);

/** Sends requests and checks meanwhile, again and again, that the service is ready. */
async function sendWhileReady<T>(ready: () => Promise<number>, send: () => Promise<T>): Promise<T> {
  let isOver = false;
  const statuses: number[] = [];
  const asking = (async () => {
    do statuses.push(await ready());
    while (!isOver && (await sleep(10, true)));
  })();
  const sent = await send().finally(() => {
    isOver = true;
  });
  await asking;
  statuses.push(await ready());
  assert.deepEqual([...new Set(statuses)], [200]);
  return sent;
}

describe('every form of the console, sent many times at once', async () => {
  const visitors = new Map<Role, Visitor>();
  const ids = new Map<string, string>();
  const service = await openService({ connections });
  const shop = clientOf(service);
  const { body } = await shop.createPayments({ amount: '25.00', transactionReference: 'ORDER-1' });
  await shop.decide(body.paymentRequestId, 'success');
  ids.set('payments', body.paymentRequestId);
  ids.set('users', (await visitorOf(service, 'viewer')).userId);
  ids.set('settings', service.merchant.siteCode);

  async function visitorWith(role: Role): Promise<Visitor> {
    const visitor = visitors.get(role) ?? (await visitorOf(service, role));
    visitors.set(role, visitor);
    return visitor;
  }

  /** The address of a form: of something that exists where the test has it. */
  const addressOf = (path: string): string =>
    path.replace(/:\w+/g, () => ids.get(path.split('/')[2]!) ?? crypto.randomUUID());

  /** The fields of some form. Each ignores the fields of the others. */
  const fieldsOf = (number: number) => ({
    form: newFormId(),
    site: service.merchant.siteCode,
    merchant: service.merchant.merchant.code,
    merchantId: service.merchant.merchant.id,
    ...{ amount: '1.00', refundable: '25.00', text: 'A note', reason: 'Returned', note: 'A note' },
    ...{
      name: `View ${number}`,
      room: 'payments',
      query: '',
      email: `person-${number}@test.example`,
      role: 'support',
    },
    ...{
      kind: 'webhookSecret',
      endpoint: 'https://shop.example/hook',
      eventType: 'payment',
      messageType: 'thin',
    },
    ...{
      reference: `REF-${number}`,
      bankReference: 'REF',
      account: '62001234567',
      branch: '250655',
      holder: 'Karoo',
    },
    ...{
      bank: 'fnb',
      as: 'charge',
      do: 'approve',
      agreed: '0',
      current: 'wrong',
      password: 'a new long password',
    },
  });

  // The test that ends the sessions of its visitor comes last.
  const forms = consoleForms.toSorted(
    (one, other) => Number(one.action === 'me.change') - Number(other.action === 'me.change'),
  );
  for (const { path, action } of forms)
    test(`${path} leaves the service ready`, async () => {
      const role =
        rolesThatMay(action, true).find((one) => one === 'operator-admin') ?? rolesThatMay(action, true)[0]!;
      const visitor = await visitorWith(role);
      const address = addressOf(path);
      const ready = async () => (await fetch(`${service.base}/health/ready`)).status;
      const answers = await sendWhileReady(ready, () =>
        Promise.all(Array.from({ length: atOnce }, (_, number) => visitor.post(address, fieldsOf(number)))),
      );
      for (const { status, text } of answers) assert.ok(status < 500, `${status} ${text}`);
    });
});

for (const surface of documentNames)
  describe(`every write of ${surface}.json, sent many times at once`, () => {
    const steps: Record<string, Example> = JSON.parse(
      readFileSync(`src/surfaces/${surface}/examples.json`, 'utf8'),
    );
    let site: Awaited<ReturnType<typeof openExampleSite>>;
    before(async () => {
      site = await openExampleSite(surface, { connections });
    });
    after(() => site.end());
    const known: Record<string, unknown> = {};
    const isRead = (name: string) =>
      operations.some(
        ({ method, operation }) => operation.operationId === name && method.toLowerCase() === 'get',
      );

    for (const [step, example] of Object.entries(steps)) {
      const name = step.split('/')[0]!;
      test(`${step} leaves the service ready`, async () => {
        const request = resolveReferences(example, site.secrets, known);
        sign(surface, name, request, site.secrets);
        const ready = async () => (await site.server.inject('/health/ready')).statusCode;
        const answers = await sendWhileReady(ready, () =>
          site.sendAtOnce(name, request, isRead(name) ? 1 : atOnce),
        );
        known[step] = (answers.find(({ status }) => status < 300) ?? answers[0]!).body;
        // One operation returns the status that it is called with.
        if (name !== 'getStatus500')
          for (const { status, text } of answers) assert.ok(status < 500, `${status} ${text}`);
      });
    }
  });
