import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  actions,
  type Held,
  may,
  mayGive,
  merchantRoles,
  merchantsFor,
  roles,
  rolesThatMay,
} from './permissions.ts';

const own = 'a0000000-0000-4000-8000-000000000001';
const other = 'a0000000-0000-4000-8000-000000000002';
const rights = (...held: Held[]) => ({ held, isStaging: true });

test('a role at a merchant reaches that merchant alone, and an operator’s all of them', () => {
  for (const action of actions)
    for (const role of roles) {
      const isOperators = role.startsWith('operator-');
      const mine = rights({ role, merchantId: isOperators ? null : own });
      const isAllowed = rolesThatMay(action, true).includes(role);
      assert.equal(may(mine, action), isAllowed, `${role} ${action}`);
      assert.equal(may(mine, action, own), isAllowed, `${role} ${action}`);
      assert.equal(may(mine, action, other), isAllowed && isOperators, `${role} ${action}`);
      assert.equal(may(mine, action, null), isAllowed && isOperators, `${role} ${action}`);
    }
});

test('rights at several merchants are counted one by one', () => {
  const both = rights({ role: 'finance', merchantId: own }, { role: 'viewer', merchantId: other });
  assert.deepEqual(merchantsFor(both, 'payment.see'), [own, other]);
  assert.deepEqual(merchantsFor(both, 'refund.request'), [own]);
});

test('an admin has every right that a merchant’s role has, and gives those alone', () => {
  const admin = rights({ role: 'admin', merchantId: own });
  for (const action of actions)
    for (const role of merchantRoles)
      if (rolesThatMay(action, true).includes(role)) assert.ok(may(admin, action, own), `${role} ${action}`);
  assert.ok(mayGive(admin, 'finance', own));
  assert.ok(!mayGive(admin, 'finance', other));
  assert.ok(!mayGive(admin, 'operator-support', null));
  assert.ok(!mayGive(admin, 'operator-support', own));
  assert.ok(!mayGive(rights({ role: 'support', merchantId: own }), 'viewer', own));
});

test('an action for staging alone is permitted to no role in production', () => {
  assert.ok(may(rights({ role: 'developer', merchantId: own }), 'key.rotate', own));
  assert.deepEqual(rolesThatMay('sandbox.use', false), []);
  assert.deepEqual(rolesThatMay('key.rotate', false), ['admin']);
});
