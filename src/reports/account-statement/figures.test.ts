import assert from 'node:assert/strict';
import { test } from 'node:test';
import { templates } from '../../core/ledger/actions.ts';
import { balanceKinds, figureOf, movementNames, movements } from './figures.ts';

test('every posting that moves a merchant’s balance belongs to exactly one figure', () => {
  const lines = Object.entries(templates).flatMap(([posting, own]) =>
    own
      .filter(({ account }) => (balanceKinds as readonly string[]).includes(account))
      .map(({ account, side }) => ({ account, posting, side })),
  );
  for (const { account, posting, side } of lines)
    assert.ok(figureOf(account, posting, side), `${side} of ${posting}`);
  const mapped = movementNames
    .filter((name) => name !== 'vat')
    .flatMap((name) => movements[name].map((one) => JSON.stringify(one)));
  assert.deepEqual(mapped.toSorted(), [...new Set(lines.map((one) => JSON.stringify(one)))].toSorted());
});
