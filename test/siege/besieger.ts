// The besiegers, in a thread of their own: slow clients that drip their headers, hostile requests at a fixed pace, and a
// merchant whose receivers take every connection and answer nobody. They begin and stop when they are told.
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Pool } from 'undici';
import type { Credentials } from '../../src/app/credentials.ts';
import { openAttacker } from '../fuzz/attacker.ts';
import { drawRequest, type FuzzRequest } from '../fuzz/requests.ts';
import { type Random, seeded } from '../storm/random.ts';
import { createMerchantOf, signedFields } from '../support/merchant.ts';

export interface Siege {
  base: string;
  hostile: Credentials;
  seed: number;
  slowClients: number;
  requestsPerSecond: number;
}

const { base, hostile, seed, slowClients, requestsPerSecond } = workerData as Siege;
const port = Number(new URL(base).port);
const pool = new Pool(base, { connections: 64 });
const attacker = await openAttacker(base, [hostile, hostile]);
let isOn = false;
let number = 0;
const slow = new Set<Socket>();

/** A client that sends a letter of its headers each second, and comes again when it is sent away. */
async function drip(): Promise<void> {
  while (isOn) {
    const socket = connect(port, '127.0.0.1');
    slow.add(socket);
    socket.on('error', () => {});
    socket.write('POST /pay HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    while (isOn && !socket.destroyed && socket.writable) {
      socket.write('a');
      await sleep(1_000);
    }
    socket.destroy();
    slow.delete(socket);
    await sleep(100);
  }
}

/** A wrong hash with as many fields as may be, headers that cost, or whatever a fuzzing run draws. */
function drawHostile(random: Random): FuzzRequest {
  if (random.chance(0.5)) return drawRequest(random, attacker);
  const strangers = Object.fromEntries(
    Array.from({ length: 80 }, (_, index) => [`x${index}`, 'y'.repeat(200)]),
  );
  const body = new URLSearchParams({ ...signedFields(hostile), ...strangers, hashCheck: 'ab'.repeat(64) });
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

async function attack(): Promise<void> {
  while (isOn) {
    const request = drawHostile(seeded(seed, `hostile ${number++}`));
    const { method, body = null, ...rest } = request;
    void pool.request({ ...rest, method: method as 'GET', body }).then(
      (answer) => answer.body.dump(),
      () => {},
    );
    await sleep(1_000 / requestsPerSecond);
  }
}

/** Payments that end, each with a host of its own that never answers. */
async function fillTarpit(): Promise<void> {
  const tarpit = createServer((socket) => void socket.on('error', () => {}));
  await new Promise<void>((resolve) => void tarpit.listen(0, '0.0.0.0', resolve));
  const { port: pit } = tarpit.address() as { port: number };
  const shop = createMerchantOf(base, hostile);
  for (let host = 0; isOn; host = (host + 1) % 250) {
    const notifyUrl = `http://127.0.1.${1 + host}:${pit}/`;
    const made = await shop.createPayments({ transactionReference: `T${number++}`, notifyUrl });
    if (made.body?.paymentRequestId) await shop.decide(made.body.paymentRequestId, 'success');
    await sleep(20);
  }
  tarpit.close();
}

parentPort!.on('message', (on: boolean) => {
  isOn = on;
  if (on) {
    for (let client = 0; client < slowClients; client += 1) void drip();
    void attack();
    void fillTarpit().catch(() => {});
  } else for (const socket of slow) socket.destroy();
});
parentPort!.postMessage('ready');
