// Attacks of outside clients: slow clients that drip their headers, hostile requests at a fixed pace, and a merchant
// whose receivers accept every connection and never respond.
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Attacker, openAttacker } from '../fuzz/attacker.ts';
import { drawRequest, type FuzzRequest } from '../fuzz/requests.ts';
import { type Random, seeded } from '../storm/random.ts';
import { createMerchantOf, signedFields } from '../support/merchant.ts';
import { type Attack, poolFrom, type Siege } from './attack.ts';

let number = 0;

/** A client that sends a letter of its headers each second, and reconnects when it is sent away. */
async function drip({ base }: Siege, isOn: () => boolean): Promise<void> {
  const port = Number(new URL(base).port);
  while (isOn()) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.2.1' });
    socket.on('error', () => {});
    socket.write('POST /pay HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    while (isOn() && !socket.destroyed && socket.writable) {
      socket.write('a');
      await sleep(1_000);
    }
    socket.destroy();
    await sleep(100);
  }
}

const slowClients: Attack = async (siege, isOn) => {
  await Promise.all(Array.from({ length: siege.slowClients }, () => drip(siege, isOn)));
};

/** A wrong hash with the maximum of fields, expensive headers, or a request drawn by the fuzzing run. */
function drawHostile({ hostile }: Siege, attacker: Attacker, random: Random): FuzzRequest {
  if (random.chance(0.5)) return drawRequest(random, attacker);
  const unknown = Object.fromEntries(
    Array.from({ length: 80 }, (_, index) => [`x${index}`, 'y'.repeat(200)]),
  );
  const body = new URLSearchParams({ ...signedFields(hostile), ...unknown, hashCheck: 'ab'.repeat(64) });
  return {
    method: 'POST',
    path: '/pay',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'accept-language': '\t'.repeat(10_000),
    },
    body: body.toString(),
  };
}

const hostileRequests: Attack = async (siege, isOn) => {
  const pool = poolFrom(siege, '127.0.2.2', 64);
  const attacker = await openAttacker(siege.base, [siege.hostile, siege.hostile]);
  while (isOn()) {
    const request = drawHostile(siege, attacker, seeded(siege.seed, `hostile ${number++}`));
    const { method, body = null, ...rest } = request;
    void pool.request({ ...rest, method: method as 'GET', body }).then(
      (response) => response.body.dump(),
      () => {},
    );
    await sleep(1_000 / siege.requestsPerSecond);
  }
  await pool.destroy();
};

/** Payments that end, each with a separate host that never responds. */
const tarpit: Attack = async ({ base, hostile }, isOn) => {
  const pit = createServer((socket) => void socket.on('error', () => {}));
  await new Promise<void>((resolve) => void pit.listen(0, '0.0.0.0', resolve));
  const { port } = pit.address() as { port: number };
  const shop = createMerchantOf(base, hostile);
  try {
    for (let host = 0; isOn(); host = (host + 1) % 250) {
      const notifyUrl = `http://127.0.1.${1 + host}:${port}/`;
      const made = await shop.createPayments({ transactionReference: `T${number++}`, notifyUrl });
      if (made.body?.paymentRequestId) await shop.decide(made.body.paymentRequestId, 'success');
      await sleep(20);
    }
  } finally {
    pit.close();
  }
};

export const outside: Record<string, Attack> = { slowClients, hostileRequests, tarpit };
