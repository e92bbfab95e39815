// The audit log in words: each action has a text, with its amount.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { otherActions } from '../../core/users/audit.ts';
import { actions } from '../../core/users/permissions.ts';
import { auditLabel, auditText, recordedActions } from './audit-texts.ts';

test('an entry says what was done, and to what amount', () => {
  assert.equal(
    auditText('payout.approve', { amount: '4200.00', state: 'submitted' }),
    'Approved payout of R\u00a04\u00a0200,00',
  );
  assert.equal(auditText('user.role', { role: 'admin' }), 'Changed role');
  assert.equal(auditText('payout.create', { amount: 'much' }), 'Created payout');
});

test('every action has a text without its technical name', () => {
  for (const action of [...actions, ...otherActions])
    assert.match(auditLabel(action), /^[A-Z][^.]+$/, action);
  // Reading a merchant or one of its documents is recorded.
  const recorded = ['merchant.see', 'onboarding.see'];
  const readings = actions.filter((action) => action.endsWith('.see') && !recorded.includes(action));
  const unrecorded = new Set<string>([...readings, 'search', 'refund.large']);
  const wanted = [...actions, ...otherActions].filter((action) => !unrecorded.has(action));
  assert.deepEqual(recordedActions.toSorted(), wanted.toSorted());
});
