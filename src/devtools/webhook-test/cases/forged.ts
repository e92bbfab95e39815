// Messages that lie: unsigned, from someone else, from another time, about another amount. None may pay an order.
import { hourMs, plus, systemClock } from '../../../kernel/clock.ts';
import { signAgain, strangers, unsigned, withHeaders } from '../forge.ts';
import { problems, refused, taken, unbroken } from '../judge.ts';
import { type Case, good, lie } from './case.ts';

const now = () => systemClock().now();

export const forgedCases: Case[] = [
  {
    name: 'missing-signature',
    what: 'a success without a signature: rejected',
    why: 'Anyone can post to your address.',
    cure: 'Reject messages without a webhook-signature (on the Payments API: without a valid Hash) with a 401.',
    play: async (scene) => problems(refused(await scene.send(unsigned(await lie(scene))))),
  },
  {
    name: 'bad-signature',
    what: 'a success with a meaningless signature: rejected',
    why: 'A signature that your server does not verify gives no protection.',
    cure: 'Compute the signature and compare all of it, in constant time.',
    play: async (scene) => {
      const message = await lie(scene);
      const nonsense = { ...message, body: message.body.replace(/Hash=[^&]*/, `Hash=${'ab'.repeat(64)}`) };
      const signature = `v1,${Buffer.alloc(32, 1).toString('base64')}`;
      return problems(refused(await scene.send(withHeaders(nonsense, { 'webhook-signature': signature }))));
    },
  },
  {
    name: 'other-secret',
    what: 'a success, signed with another secret: rejected',
    why: 'Every merchant has its own secrets.',
    cure: 'Verify with your own site’s secrets, never with a value from the message.',
    play: async (scene) => problems(refused(await scene.send(await lie(scene, strangers())))),
  },
  {
    name: 'tampered-body',
    what: 'a real failure, changed into a success in transit: rejected',
    why: 'Anyone who can read a message can change and forward it.',
    cure: 'Verify the raw body before you use its contents.',
    play: async (scene) => {
      const order = await scene.order({ outcomes: ['declined'] });
      scene.expect(order, false);
      const message = await scene.tell(order, { state: 'declined' });
      const body = message.body.replace('"Error"', '"Successful"').replace('Status=Error', 'Status=Complete');
      return problems(refused(await scene.send({ ...message, body })));
    },
  },
  {
    name: 'tampered-id',
    only: 'json',
    what: 'an accepted message with another webhook-id: rejected',
    why: 'You detect duplicates by the id. It is signed, because otherwise anyone could have an order shipped twice.',
    cure: 'Verify id, timestamp and body together, as the specification says: id.timestamp.body.',
    play: async (scene) => {
      const message = await good(scene);
      const first = taken(await scene.send(message), 'the true one');
      const again = await scene.send(withHeaders(message, { 'webhook-id': 'msg_of_somebody_else' }));
      return problems(first, refused(again, 'the changed one'));
    },
  },
  {
    name: 'old-timestamp',
    only: 'json',
    what: 'a real message from an hour ago: rejected',
    why: 'A recorded message keeps its valid signature. Only its age shows the replay.',
    cure: 'Reject a webhook-timestamp more than five minutes from your own clock. Our retries have a new one.',
    play: async (scene) => {
      const message = await lie(scene);
      const old = signAgain(message, scene.secrets, { at: plus(now(), -hourMs) });
      return problems(refused(await scene.send(old)));
    },
  },
  {
    name: 'future-timestamp',
    only: 'json',
    what: 'a message from an hour ahead: rejected',
    why: 'A message with a future timestamp could be replayed for an hour.',
    cure: 'Compare in both directions.',
    play: async (scene) => {
      const message = await lie(scene);
      return problems(
        refused(await scene.send(signAgain(message, scene.secrets, { at: plus(now(), hourMs) }))),
      );
    },
  },
  {
    name: 'new-timestamp',
    only: 'json',
    what: 'an old message with the current timestamp: rejected',
    why: 'A timestamp that is checked but not signed proves nothing.',
    cure: 'Include the timestamp that you checked in the signed text.',
    play: async (scene) => {
      const old = signAgain(await lie(scene), scene.secrets, {
        at: plus(now(), -hourMs),
      });
      const timestamp = String(Math.floor(now().getTime() / 1000));
      return problems(refused(await scene.send(withHeaders(old, { 'webhook-timestamp': timestamp }))));
    },
  },
  {
    name: 'doubled-field',
    only: 'form',
    what: 'a real failure with a second Status appended: no order is paid',
    why: 'Some parsers use the first of two fields with one name, some the last: hash and status then disagree.',
    cure: 'Reject a form with a repeated field.',
    play: async (scene) => {
      const order = await scene.order({ outcomes: ['declined'] });
      scene.expect(order, false);
      const message = await scene.tell(order, { state: 'declined' });
      return problems(unbroken(await scene.send({ ...message, body: `${message.body}&Status=Complete` })));
    },
  },
  {
    name: 'resplit',
    only: 'form',
    what: 'a cheap payment with its reference and amount split differently, under its real Hash: no order is paid',
    why: 'The Hash joins its fields without separators: order 17 for 1.00 and order 1 for 71.00 have the same Hash.',
    cure: 'Also verify webhook-signature, which covers the bytes; or read the transaction from the API before you ship.',
    play: async (scene) => {
      const target = await scene.order({ expected: 7_100n });
      scene.expect(target, false);
      const cheap = await scene.order({
        amount: 100n,
        expected: 100n,
        reference: `${target.reference}7`,
        outcomes: ['success'],
      });
      const message = await scene.tell(cheap, { state: 'successful' });
      const body = message.body
        .replace(`TransactionReference=${cheap.reference}&`, `TransactionReference=${target.reference}&`)
        .replace('Amount=1.00&', 'Amount=71.00&');
      return problems(unbroken(await scene.send({ ...message, body })));
    },
  },
  {
    name: 'wrong-amount',
    what: 'a real success over 1.00 for an order of 100.00: the order is not paid',
    why: 'A customer can change the amount in the browser before the request is sent. The signature is still valid.',
    cure: 'Compare the amount with your own order’s, never with another value in the message.',
    play: async (scene) => {
      const order = await scene.order({ amount: 100n, expected: 10_000n, outcomes: ['success'] });
      scene.expect(order, false);
      return problems(unbroken(await scene.send(await scene.tell(order, { state: 'successful' }))));
    },
  },
  {
    name: 'refund-after-cancel',
    what: 'an order is cancelled, then a refund is complete: the first accepted, no error, the order is not paid',
    why: 'Messages about different objects have no order, and "Complete" is not always a payment.',
    cure: 'Check the subject of a message (type, or RefundId) before its status.',
    play: async (scene) => {
      const order = await scene.order({ outcomes: ['cancelled'] });
      scene.expect(order, false);
      const cancelled = await scene.send(await scene.tell(order, { state: 'cancelled' }));
      const refund = await scene.send(await scene.tellRefund(order));
      return problems(taken(cancelled, 'the cancellation'), unbroken(refund));
    },
  },
];
