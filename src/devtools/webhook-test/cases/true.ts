// Valid messages, as the service sends them every day. A receiver must accept each, and apply it once.
import { signAgain, withHeaders } from '../forge.ts';
import { isPostponed, problems, taken } from '../judge.ts';
import { type Case, good, lie } from './case.ts';

const crowd = 10;

export const trueCases: Case[] = [
  {
    name: 'good',
    what: 'a successful payment: accepted, and its order is marked as paid',
    why: 'A receiver that rejects it loses sales, and gets retries for three days.',
    cure: 'Verify the signature over the raw bytes, find the order, respond with 200. If the receiver accepts only its own orders, use --orders.',
    play: async (scene) => problems(taken(await scene.send(await good(scene)))),
  },
  {
    name: 'duplicate',
    what: 'the same message three times: accepted each time, and the order is paid once',
    why: 'Messages are delivered at least once: after a lost response we retry, with the same webhook-id.',
    cure: 'Store webhook-id under a unique key; if it exists, respond with 200 and do nothing.',
    play: async (scene) => {
      const message = await good(scene);
      const answers = [await scene.send(message), await scene.send(message), await scene.send(message)];
      return problems(...answers.map((answer) => taken(answer, 'one of the three')));
    },
  },
  {
    name: 'concurrent-duplicates',
    what: 'the same message ten times concurrently: accepted, and the order is paid once',
    why: 'Two processes that both read first and then write will ship twice.',
    cure: 'Let the database decide: insert under a unique key and check the result, or update the order with a condition.',
    play: async (scene) => {
      const message = await good(scene);
      const answers = await Promise.all(Array.from({ length: crowd }, () => scene.send(message)));
      const settled = await scene.send(message);
      return problems(
        ...answers.filter((answer) => !isPostponed(answer)).map((answer) => taken(answer, 'one of the ten')),
        taken(settled, 'the repeated message after them'),
      );
    },
  },
  {
    name: 'failure',
    what: 'a payment was declined: accepted, and its order is not paid',
    why: 'Not every message is a success: a shop that ignores the status ships unpaid orders.',
    cure: 'Read the status; only Successful (One API) or Complete (Payments API) is paid.',
    play: async (scene) => {
      const order = await scene.order({ outcomes: ['declined'] });
      scene.expect(order, false);
      const message = await scene.tell(order, {
        state: 'declined',
        reason: 'The bank declined the payment.',
      });
      return problems(taken(await scene.send(message)));
    },
  },
  {
    name: 'late-success',
    what: 'a payment failed, and was paid later: both accepted, and the order is paid',
    why: 'A bank can confirm a payment after we stopped waiting. An order that stays cancelled is then paid and never shipped.',
    cure: 'Let a success override an earlier failure: by its higher sequence (One API) or always (Payments API).',
    play: async (scene) => {
      const order = await scene.order({ outcomes: ['late-success'] });
      scene.expect(order, true);
      const failed = await scene.send(
        await scene.tell(order, { state: 'declined', reason: 'The bank declined the payment.' }),
      );
      const paid = await scene.send(
        await scene.tell(order, { state: 'successful', sequence: 2, reason: 'paid late' }),
      );
      return problems(taken(failed, 'the failure'), taken(paid, 'the success'));
    },
  },
  {
    name: 'reordered',
    what: 'the success arrives before an earlier failure: both accepted, and the order stays paid',
    why: 'Networks and retries reorder messages. An old message that overwrites a new one reverts a paid order.',
    cure: 'Compare sequence (One API) and ignore older messages; never change "paid" for a failure of the same transaction.',
    play: async (scene) => {
      const order = await scene.order({ outcomes: ['late-success'] });
      scene.expect(order, true);
      const failure = await scene.tell(order, {
        state: 'declined',
        reason: 'The bank declined the payment.',
      });
      const paid = await scene.send(
        await scene.tell(order, { state: 'successful', sequence: 2, reason: 'paid late' }),
      );
      return problems(taken(paid, 'the success'), taken(await scene.send(failure), 'the failure'));
    },
  },
  {
    name: 'pending',
    only: 'form',
    what: 'a payment is pending, then paid: both accepted, and the order is paid',
    why: 'Some banks need time, and report this first.',
    cure: 'Treat Pending and PendingInvestigation as not final, and wait for the next message.',
    play: async (scene) => {
      const order = await scene.order({ outcomes: ['pending', 'success'] });
      scene.expect(order, true);
      const pending = await scene.send(
        await scene.tell(order, { state: 'pending', type: 'transaction.pending' }),
      );
      const paid = await scene.send(await scene.tell(order, { state: 'successful', sequence: 2 }));
      return problems(taken(pending, 'Pending'), taken(paid, 'Complete'));
    },
  },
  {
    name: 'early',
    what: 'a message about an order that the shop does not know yet: accepted or postponed, and paid once the order exists',
    why: 'Our message can arrive before your own commit. A shop that responds with 200 and drops it loses the payment.',
    cure: 'Store the message and check again, or respond with 409 or 425: we retry after five seconds.',
    play: async (scene) => {
      const order = await scene.order({ outcomes: ['success'], isUnknown: true });
      const message = await scene.tell(order, { state: 'successful' });
      const first = await scene.send(message);
      const wasPostponed = isPostponed(first) || first.status === 404;
      if (!scene.isAsked) return problems(wasPostponed ? undefined : taken(first));
      scene.expect(order, true);
      await scene.announce(order);
      if (!wasPostponed) return problems(taken(first));
      return problems(taken(await scene.send(message), 'the repeated message, after the order existed,'));
    },
  },
  {
    name: 'burst',
    what: 'ten concurrent payments: each accepted, each order paid',
    why: 'Every pay day brings a peak: a receiver that handles one message at a time responds too late.',
    cure: 'Store the message, respond, and do the work afterwards.',
    play: async (scene) => {
      const orders = await Promise.all(
        Array.from({ length: crowd }, () => scene.order({ outcomes: ['success'] })),
      );
      for (const order of orders) scene.expect(order, true);
      const messages = await Promise.all(orders.map((order) => scene.tell(order, { state: 'successful' })));
      const answers = await Promise.all(messages.map((message) => scene.send(message)));
      return problems(...answers.map((answer) => taken(answer, 'one of the ten')));
    },
  },
  {
    name: 'unicode',
    what: 'a message with non-ASCII characters: accepted',
    why: 'Names and reasons have accents and emoji. A signature over anything but the received bytes fails for them.',
    cure: 'Verify over the raw bytes, read as UTF-8, and convert a Hash to lower case by Unicode rules (PHP: mb_strtolower).',
    play: async (scene) => {
      const text = 'Élan à Umhlanga: ĪṢIXHOSA ḓ ñ 🛒 שלום';
      const order = await scene.order({ outcomes: ['success'], optional: [text] });
      scene.expect(order, true);
      return problems(
        taken(await scene.send(await scene.tell(order, { state: 'successful', reason: text }))),
      );
    },
  },
  {
    name: 'extra-fields',
    what: 'a message with new fields: accepted, and its order is paid',
    why: 'New fields are added over time, never to the hash. A shop that rejects unknown fields stops selling.',
    cure: 'Read the fields you know and ignore the others; hash only the documented fields.',
    play: async (scene) => {
      const message = await good(scene);
      const body =
        scene.language === 'form'
          ? `${message.body}&LoyaltyPoints=17&NewField=`
          : JSON.stringify({ ...JSON.parse(message.body), version: 2, links: [{ rel: 'self' }] });
      return problems(taken(await scene.send(signAgain(message, scene.secrets, { body }))));
    },
  },
  {
    name: 'raw-bytes',
    only: 'json',
    what: 'a message whose JSON is formatted differently: accepted',
    why: 'A body that was parsed and serialised again has different bytes, so its signature never matches. This is the most common error.',
    cure: 'Pass the raw body to the verification, before any JSON parser (Express: express.raw).',
    play: async (scene) => {
      const message = await good(scene);
      const body = `${JSON.stringify(JSON.parse(message.body), null, 3).replaceAll('"id"', '"\\u0069d"')}\r\n`;
      return problems(taken(await scene.send(signAgain(message, scene.secrets, { body }))));
    },
  },
  {
    name: 'rotation',
    only: 'json',
    what: 'several signatures, the valid one last: accepted',
    why: 'While a secret is rotated, messages carry signatures of the old and the new secret for a day.',
    cure: 'Split webhook-signature at spaces and accept the message if one of them is valid.',
    play: async (scene) => {
      const message = await good(scene);
      const other = Buffer.alloc(32, 7).toString('base64');
      const signature = `v2,${other} v1,${other} ${message.headers['webhook-signature']}`;
      return problems(taken(await scene.send(withHeaders(message, { 'webhook-signature': signature }))));
    },
  },
  {
    name: 'unknown-event',
    only: 'json',
    what: 'an event of a new type: accepted, without effect',
    why: 'New event types are added over time. A message that gets an error response is retried for three days, and then the receiver is disabled.',
    cure: 'Respond with 200 to every unknown type.',
    play: async (scene) => {
      const message = await lie(scene);
      const body = message.body.replace('transaction.complete', 'transaction.admired');
      return problems(taken(await scene.send(signAgain(message, scene.secrets, { body }))));
    },
  },
  {
    name: 'field-order',
    only: 'form',
    what: 'the fields of the form in another order: accepted, and its order is paid',
    why: 'The hash has a fixed order of fields. The order in the form has no meaning.',
    cure: 'Sort the fields by name into the documented order before hashing.',
    play: async (scene) => {
      const message = await good(scene);
      const body = message.body.split('&').reverse().join('&');
      return problems(taken(await scene.send(signAgain(message, scene.secrets, { body }))));
    },
  },
  {
    name: 'encoding',
    only: 'form',
    what: 'the form with everything percent-encoded: accepted, and its order is paid',
    why: 'A space can be encoded as + or as %20, and a letter as itself or as its code.',
    cure: 'Parse the form with your platform’s own parser, never by splitting text.',
    play: async (scene) => {
      const message = await good(scene, { optional: ['two words'] });
      const body = message.body.replaceAll('+', '%20').replaceAll('-', '%2D').replaceAll('.', '%2E');
      return problems(taken(await scene.send(signAgain(message, scene.secrets, { body }))));
    },
  },
];
