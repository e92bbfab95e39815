// Attacks with a login, a bank's folder or a receiver: a console user who posts notes and opens live pages
// as fast as possible, files that stall their reader, a flood of sign-ins, and a receiver that never stops announcing.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'undici';
import { createMerchantOf } from '../support/merchant.ts';
import { type Attack, poolFrom } from './attack.ts';

const form = 'application/x-www-form-urlencoded';

/** Posts a console form; returns the status and the cookie that it sets. */
async function post(pool: Pool, path: string, fields: Record<string, string>, cookie = '') {
  const response = await pool.request({
    method: 'POST',
    path,
    headers: { 'content-type': form, 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) },
    body: new URLSearchParams(fields).toString(),
  });
  await response.body.dump();
  const set = [response.headers['set-cookie'] ?? []].flat();
  return { status: response.statusCode, cookie: set.map((one) => one.split(';')[0]).join('; ') };
}

/** So many notes are posted at the same time: more than the request pool has connections. */
const notesAtOnce = 50;
const liveStreams = 220;

const consoleUser: Attack = async (siege, isOn) => {
  const shop = createMerchantOf(siege.base, siege.hostile);
  const { body } = await shop.createPayments({ transactionReference: `N${randomUUID().slice(0, 8)}` });
  const pool = poolFrom(siege, '127.0.3.1', notesAtOnce + liveStreams);
  const { cookie } = await post(pool, '/console/sign-in', siege.login);
  const page = `/console/payments/${body.paymentRequestId}`;
  const streams = Array.from({ length: liveStreams }, () => watch(pool, page, cookie, isOn));
  while (isOn()) {
    // Half of them send one form again, which all of them want to claim.
    const shared = randomUUID();
    const note = (number: number) =>
      post(pool, `${page}/note`, { form: number % 2 ? shared : randomUUID(), text: 'x'.repeat(900) }, cookie);
    await Promise.all(Array.from({ length: notesAtOnce }, (_, number) => note(number).catch(() => {})));
  }
  await pool.destroy();
  await Promise.all(streams);
};

/** Holds a live page open, and opens it again when it ends. */
async function watch(pool: Pool, page: string, cookie: string, isOn: () => boolean): Promise<void> {
  while (isOn()) {
    await pool
      .request({ method: 'GET', path: `/console/live?page=${encodeURIComponent(page)}`, headers: { cookie } })
      .then(({ body }) => body.dump())
      .catch(() => {});
    await sleep(200);
  }
}

/** Openers without an end, and a name of the file system's maximum length, into the same folder repeatedly. */
const bankFiles: Attack = async ({ inbox }, isOn) => {
  for (let number = 0; isOn(); number += 1) {
    await writeFile(join(inbox, `${number}.ofx`), `<OFX>${'<A>'.repeat(1_500_000)}`);
    await writeFile(join(inbox, `${'n'.repeat(240)}${number}.ofx`.slice(-255)), '<OFX>');
    await sleep(3_000);
  }
};

const signInFlood: Attack = async (siege, isOn) => {
  const pool = poolFrom(siege, '127.0.4.1', siege.signIns);
  const guess = async (client: number) => {
    for (let number = 0; isOn(); number += 1) {
      const login = { email: `user${client}@shop.example`, password: `wrong password ${number}` };
      const refused = await post(pool, '/console/sign-in', login).catch(() => undefined);
      if (refused?.status !== 200) await sleep(100);
    }
  };
  await Promise.all(Array.from({ length: siege.signIns }, (_, client) => guess(client)));
  await pool.destroy();
};

/** Sends each notification 1xx responses that never end in a final one. */
const endlessAnnouncements: Attack = async ({ base, hostile }, isOn) => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => void announce(socket, isOn));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.5.1', resolve));
  const { port } = server.address() as { port: number };
  const shop = createMerchantOf(base, hostile);
  try {
    while (isOn()) {
      const fields = {
        transactionReference: `C${randomUUID().slice(0, 8)}`,
        notifyUrl: `http://127.0.5.1:${port}/`,
      };
      const { body } = await shop.createPayments(fields);
      if (body?.paymentRequestId) await shop.decide(body.paymentRequestId, 'success');
      await sleep(100);
    }
  } finally {
    server.close();
  }
};

async function announce(socket: Socket, isOn: () => boolean): Promise<void> {
  while (isOn() && !socket.destroyed) {
    socket.write('HTTP/1.1 100 Continue\r\n\r\n');
    await sleep(20);
  }
  socket.destroy();
}

export const inside: Record<string, Attack> = { consoleUser, bankFiles, signInFlood, endlessAnnouncements };
