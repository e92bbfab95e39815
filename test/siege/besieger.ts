// The attackers, in a separate thread. They start and stop on the runner's messages.
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Attack, Siege } from './attack.ts';
import { inside } from './inside.ts';
import { outside } from './outside.ts';

// Attackers have computers of their own: theirs must not take this one's from the service. On Linux this holds for the thread.
setPriority(10);
const siege = workerData as Siege;
const all: Record<string, Attack> = siege.part === 'outside' ? outside : inside;
const attacks = Object.entries(all).flatMap(([name, attack]) =>
  siege.only?.split(',').includes(name) !== false ? attack : [],
);
let round = 0;

parentPort!.on('message', (isOn: boolean) => {
  round += 1;
  const own = round;
  // An attack whose request fails restarts: the service may refuse it, but a refusal must not end the load.
  for (const attack of isOn ? attacks : [])
    void (async () => {
      while (round === own) await attack(siege, () => round === own).catch(() => {});
    })();
});
parentPort!.postMessage('ready');
