// The attackers, in a separate process. They start and stop on the runner's messages.
import { constants, setPriority } from 'node:os';
import type { Attack, Siege } from './attack.ts';
import { inside } from './inside.ts';
import { outside } from './outside.ts';

// Real attackers have their own computers, so these take only processor time that the service and the honest merchant leave.
setPriority(constants.priority.PRIORITY_LOW);
const siege: Siege = JSON.parse(process.argv[2] ?? '');
const all: Record<string, Attack> = siege.part === 'outside' ? outside : inside;
const attacks = Object.entries(all).flatMap(([name, attack]) =>
  siege.only?.split(',').includes(name) !== false ? attack : [],
);
let round = 0;

process.on('message', (isOn: boolean) => {
  round += 1;
  const own = round;
  // An attack whose request fails restarts: the service may refuse it, but a refusal must not end the load.
  for (const attack of isOn ? attacks : [])
    void (async () => {
      while (round === own) await attack(siege, () => round === own).catch(() => {});
    })();
});
process.send?.('ready');
