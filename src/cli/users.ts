// tefo user: console users. tefo audit: verifies the audit log.
import type { Config } from '../app/config.ts';
import type { Context, Work as InTransaction } from '../core/context.ts';
import { DomainError } from '../core/errors.ts';
import { findMerchantByCode, findSiteByCode, listMerchants } from '../core/merchants/actions.ts';
import { inWork } from '../core/unit-of-work.ts';
import { type Deed, record, verifyAudit } from '../core/users/audit.ts';
import { type Role, roles } from '../core/users/permissions.ts';
import { atCommandLine, type UserActor } from '../core/users/signed-in-user.ts';
import {
  changeRole,
  createUser,
  disableUser,
  listUsers,
  resetUser,
  type UserChange,
  unlockUser,
  userIdOf,
} from '../core/users/users.ts';
import { everything } from '../core/viewer.ts';
import { paint } from '../kernel/process/terminal.ts';
import { firstOf } from '../kernel/required.ts';
import { actingBy, byOf } from './by.ts';
import { type Choices, UsageError, type Values, type Work } from './command.ts';
import { onDatabase, withContext } from './context.ts';
import { lines, print, table } from './output.ts';

export const roleChoices: Choices = { ROLE: roles, '--role': roles };

export const userCreate: Work = async ({ values }) => {
  const [email, role] = [String(values.email), readRole(values.role, values)];
  const { password, ...made } = await decide(values, 'user.create', async (work, doer) => {
    const merchantId = await merchantIdOf(work, values);
    return createUser(work, doer, { email, role, merchantId });
  });
  print(values.json, { email: made.email, password }, () => lines({ email: made.email, password }));
};

export const userList = onDatabase(async ({ db }, { values }) => {
  const codes = new Map((await listMerchants(db)).map(({ id, code }) => [id, code]));
  const users = (await listUsers(db, everything)).map(({ email, disabledAt, held, emailVerifiedBy }) => ({
    email,
    disabled: disabledAt !== null,
    verified: emailVerifiedBy !== null,
    // A restored snapshot may lack the merchant.
    roles: held.map(({ role, merchantId }) => ({
      role,
      merchant: merchantId && (codes.get(merchantId) ?? merchantId),
    })),
  }));
  print(values.json, users, () =>
    users.length === 0
      ? ['No users yet. Create one with `tefo user create`.']
      : table(
          users.map(({ email, disabled, verified, roles }) => [
            paint('name', email),
            disabled ? paint('warning', 'disabled') : verified ? '' : paint('warning', 'not verified'),
            roles.map(({ role, merchant }) => (merchant ? `${role} of ${merchant}` : role)).join(', '),
          ]),
        ),
  );
});

export const userRole: Work = async ({ values, positionals }) => {
  const role = readRole(positionals[1], values);
  const { email } = await decide(values, 'user.role', async (work, doer) => {
    const merchantId = await merchantIdOf(work, values);
    return changeRole(work, doer, {
      userId: await userIdOf(work.db, firstOf(positionals)),
      merchantId,
      role,
    });
  });
  const merchant = values.merchant ?? null;
  print(values.json, { email, role, merchant }, () => [
    `${email} now has the role ${role}${merchant === null ? '' : ` at ${merchant}`}`,
  ]);
};

export const userDisable: Work = async ({ values, positionals }) => {
  const { email } = await decide(values, 'user.disable', async (work, doer) =>
    disableUser(work, doer, await userIdOf(work.db, firstOf(positionals))),
  );
  print(values.json, { email, disabled: true }, () => [`${email} is disabled, and all sessions have ended`]);
};

export const userReset: Work = async ({ values, positionals }) => {
  const { email, password } = await decide(values, 'user.reset', async (work, doer) =>
    resetUser(work, doer, await userIdOf(work.db, firstOf(positionals))),
  );
  print(values.json, { email, password }, () => lines({ email, password }));
};

export const userUnlock: Work = async ({ values, positionals }) => {
  const { email, before } = await decide(values, 'user.unlock', async (work, doer) =>
    unlockUser(work, doer, await userIdOf(work.db, firstOf(positionals))),
  );
  print(values.json, { email, ...before }, () => [
    `${email} can sign in again; the password and the sessions have not changed`,
  ]);
};

export const auditVerify: Work = async ({ values }) => {
  const { entries, wrong } = await withContext(({ db }) => verifyAudit(db));
  print(values.json, { ok: wrong === undefined, entries, wrong: wrong ?? null }, () =>
    wrong
      ? table([[paint('bad', `position ${wrong.position}`), wrong.detail]])
      : [`${entries} entries, all unchanged`],
  );
  return wrong ? 1 : 0;
};

/** Changes a user and writes the audit entry, in one transaction. */
async function decide<Change extends UserChange>(
  values: Values,
  action: Deed['action'],
  change: (work: InTransaction, doer: UserActor) => Promise<Change>,
): Promise<Change> {
  const by = byOf(values);
  return withContext(async (ctx: Context, config: Config) => {
    const { actor, who } = await actingBy(ctx, by);
    const doer = { ...atCommandLine(by, config.mode === 'staging'), id: who };
    return inWork({ ...ctx, actor }, async (work) => {
      const changed = await change(work, doer);
      const { email, merchantId, before, after } = changed;
      await record(work, { who: doer.id, merchantId, action, subject: email, before, after });
      return changed;
    });
  });
}

/** Reads a role. Throws UsageError for an unknown role, or if a merchant is missing or not allowed. */
function readRole(given: unknown, { merchant }: Values): Role {
  const role = roles.find((one) => one === given);
  if (!role) throw new UsageError(`the role must be one of ${roles.join(', ')}`);
  const isOperators = role.startsWith('operator-');
  if (isOperators && merchant !== undefined)
    throw new UsageError(`${role} is a role over all merchants: omit --merchant`);
  if (!isOperators && merchant === undefined)
    throw new UsageError(`${role} is a role at a merchant: --merchant CODE is missing`);
  return role;
}

async function merchantIdOf({ db }: InTransaction, { merchant: code }: Values): Promise<string | null> {
  if (typeof code !== 'string') return null;
  const id = (await findMerchantByCode(db, code))?.id ?? (await findSiteByCode(db, code))?.merchantId;
  if (id === undefined)
    throw new DomainError('MerchantNotFound', {
      detail: `there is no merchant or site with the code ${code}; \`tefo merchant list\` lists them`,
    });
  return id;
}
