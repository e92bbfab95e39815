// True messages, as the service sends them every day. All must be accepted, once.
import { signAgain, withHeaders } from '../forge.ts';
import { isPostponed, problems, taken } from '../judge.ts';
import { type Case, good, lie } from './case.ts';

const crowd = 10;

export const trueCases: Case[] = [
  {
    name: 'good',
    what: 'a payment was paid: taken, and its order is paid',
    why: 'A receiver that refuses it loses sales, and gets it again for three days.',
    cure: 'Verify the signature over the bytes as they came, look the order up, answer 200. If the receiver knows only orders of its own, give the exam --orders.',
    play: async (scene) => problems(taken(await scene.send(await good(scene)))),
  },
  {
    name: 'duplicate',
    what: 'the same message three times: taken each time, and the order is paid once',
    why: 'Messages are delivered at least once: after a lost answer we send again, with the same webhook-id.',
    cure: 'Keep webhook-id under a unique key; if it is there already, answer 200 and do nothing.',
    play: async (scene) => {
      const message = await good(scene);
      const answers = [await scene.send(message), await scene.send(message), await scene.send(message)];
      return problems(...answers.map((answer) => taken(answer, 'one of the three')));
    },
  },
  {
    name: 'concurrent-duplicates',
    what: 'the same message ten times at once: taken, and the order is paid once',
    why: 'Two processes that both look first and then write will ship twice.',
    cure: 'Let the database decide: insert under a unique key and check the result, or update the order with a condition.',
    play: async (scene) => {
      const message = await good(scene);
      const answers = await Promise.all(Array.from({ length: crowd }, () => scene.send(message)));
      const settled = await scene.send(message);
      return problems(
        ...answers.filter((answer) => !isPostponed(answer)).map((answer) => taken(answer, 'one of the ten')),
        taken(settled, 'the same once more, after them,'),
      );
    },
  },
  {
    name: 'failure',
    what: 'a payment was declined: taken, and its order is not paid',
    why: 'Not every message is good news: a shop that takes every message for a payment ships for nothing.',
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
    what: 'a payment failed, and was paid after all: both taken, and the order is paid',
    why: 'A bank may confirm money after we gave up. An order that stays cancelled is then paid and never shipped.',
    cure: 'Let a paid message win over an earlier failure: by its higher sequence (One API) or always (Payments API).',
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
    what: 'the success arrives before the failure that it followed: both taken, and the order stays paid',
    why: 'Networks and retries reorder. An old message that overwrites a new one takes a paid order back.',
    cure: 'Compare sequence (One API) and ignore what is older; never leave "paid" for a failure of the same transaction.',
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
    what: 'a payment is pending, then paid: both taken, and the order is paid',
    why: 'Some banks need time, and say so first.',
    cure: 'Take Pending and PendingInvestigation as "not yet", and wait for what follows.',
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
    what: 'a message about an order that the shop does not know yet: taken or put off, and paid when the order is there',
    why: 'We may be faster than the shop’s own database. A shop that answers 200 and forgets has lost the payment.',
    cure: 'Keep the message and look again, or answer 409 or 425: "not yet", it comes again after five seconds.',
    play: async (scene) => {
      const order = await scene.order({ outcomes: ['success'], isUnknown: true });
      const message = await scene.tell(order, { state: 'successful' });
      const first = await scene.send(message);
      const isPutOff = isPostponed(first) || first.status === 404;
      if (!scene.isAsked) return problems(isPutOff ? undefined : taken(first));
      scene.expect(order, true);
      await scene.announce(order);
      if (!isPutOff) return problems(taken(first));
      return problems(taken(await scene.send(message), 'the same, once the order was there,'));
    },
  },
  {
    name: 'burst',
    what: 'ten payments at the same moment: each taken, each order paid',
    why: 'Pay day comes every month: a receiver that handles one at a time answers too late.',
    cure: 'Store the message, answer, and do the work afterwards.',
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
    what: 'a message with letters of every kind: taken',
    why: 'Names and reasons have accents and emoji. A signature over anything but the received bytes is wrong for them.',
    cure: 'Verify over the raw bytes, read as UTF-8, and put a Hash into lower case as Unicode does (PHP: mb_strtolower).',
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
    what: 'a message with fields that are new: taken, and its order is paid',
    why: 'Fields are added over the years, never to the hash. A shop that insists on today’s fields stops selling one day.',
    cure: 'Read the fields you know and ignore the others; hash only the contract’s fields.',
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
    what: 'a message whose JSON is written in another way: taken',
    why: 'A body that was parsed and written again has other bytes, and its signature never matches. This is the most common mistake.',
    cure: 'Give the raw body to the verification, before any JSON parser has touched it (Express: express.raw).',
    play: async (scene) => {
      const message = await good(scene);
      const body = `${JSON.stringify(JSON.parse(message.body), null, 3).replaceAll('"id"', '"\\u0069d"')}\r\n`;
      return problems(taken(await scene.send(signAgain(message, scene.secrets, { body }))));
    },
  },
  {
    name: 'rotation',
    only: 'json',
    what: 'several signatures, the right one last: taken',
    why: 'While a secret is rotated, messages are signed with the old one and the new one for a day.',
    cure: 'Split webhook-signature at spaces and accept the message if one of them is right.',
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
    what: 'an event of a type that is new: taken, and nothing happens',
    why: 'Types are added. A message that gets an error is sent again for three days, and in the end the receiver is disabled.',
    cure: 'Answer 200 to every type that you do not know.',
    play: async (scene) => {
      const message = await lie(scene);
      const body = message.body.replace('transaction.complete', 'transaction.admired');
      return problems(taken(await scene.send(signAgain(message, scene.secrets, { body }))));
    },
  },
  {
    name: 'field-order',
    only: 'form',
    what: 'the fields of the form in another order: taken, and its order is paid',
    why: 'The hash has the contract’s order. The order in the form means nothing.',
    cure: 'Put the fields into the contract’s order by name before hashing.',
    play: async (scene) => {
      const message = await good(scene);
      const body = message.body.split('&').reverse().join('&');
      return problems(taken(await scene.send(signAgain(message, scene.secrets, { body }))));
    },
  },
  {
    name: 'encoding',
    only: 'form',
    what: 'the form with everything percent-encoded: taken, and its order is paid',
    why: 'A space may come as + or as %20, and a letter as itself or as its code. All mean the same.',
    cure: 'Read the form with your platform’s own parser, never by splitting text.',
    play: async (scene) => {
      const message = await good(scene, { optional: ['two words'] });
      const body = message.body.replaceAll('+', '%20').replaceAll('-', '%2D').replaceAll('.', '%2E');
      return problems(taken(await scene.send(signAgain(message, scene.secrets, { body }))));
    },
  },
];
