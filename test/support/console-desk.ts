// What the 25 tasks of the console need besides filled rows, created by the service's own actions and by requests to it: users of each role,
// payouts below and above the approval limit, a webhook that fails, deposits with wrong references, an account with open lines.
import { createHash } from 'node:crypto';
import { bankNamed, demoBank } from '../../src/core/banks.ts';
import { createBeneficiary } from '../../src/core/beneficiaries/actions.ts';
import { changeSite } from '../../src/core/merchants/actions.ts';
import { createWebhook } from '../../src/core/notifications/webhooks.ts';
import { raiseFloat, requestPayout } from '../../src/core/payouts/actions.ts';
import { importStatement, openAccount } from '../../src/core/statements/actions.ts';
import { inWork } from '../../src/core/unit-of-work.ts';
import { merchantRoles, operatorRoles } from '../../src/core/users/permissions.ts';
import { atCommandLine } from '../../src/core/users/signed-in-user.ts';
import { createUser } from '../../src/core/users/users.ts';
import { only } from '../../src/core/viewer.ts';
import type { Session } from '../../src/devtools/session.ts';
import { dayOf } from '../../src/kernel/business-days.ts';
import { newId } from '../../src/kernel/ids.ts';
import { profileNamed } from '../../src/rails/files/profile-names.ts';
import { readStatements } from '../../src/rails/files/statements/index.ts';
import { writeStatement } from './bank-statements.ts';
import { settlementAccount } from './settling.ts';

/** Nothing listens here. */
const nowhere = 'http://127.0.0.1:9';
const limit = 500_000n;

/** Sets up the session's site for the tasks; returns a login of each role. */
export async function fillDesk(
  session: Session,
): Promise<{ role: string; email: string; password: string }[]> {
  const { ctx, site } = session;
  const { merchantId } = site;
  const viewer = only(merchantId);
  await changeSite(ctx, site.code, {
    ...{ feeBps: 200, feeCents: 100n, settlementAccount, approvalAboveCents: limit },
    ...{ allowPlainAccountNumbers: true },
  });
  const logins = await addUsers(session);
  await createWebhook(ctx, viewer, merchantId, {
    ...{ endpoint: `${nowhere}/hooks`, eventType: 'transaction.complete', messageType: 'full' },
  });
  await addPayouts(session, logins.find(({ role }) => role === 'finance')?.userId ?? '');
  await addPayments(session);
  await addAccount(session);
  return logins.map(({ role, email, password }) => ({ role, email, password }));
}

async function addUsers({ ctx, site }: Session) {
  const code = site.code.toLowerCase();
  const made = [];
  for (const role of [...merchantRoles, ...operatorRoles]) {
    const isOperator = (operatorRoles as readonly string[]).includes(role);
    const merchantId = isOperator ? null : site.merchantId;
    const email = `${role}@${isOperator ? 'operator' : code}.example`;
    made.push({ role, ...(await createUser(ctx, atCommandLine('fill', true), { email, role, merchantId })) });
  }
  return made;
}

/** Payouts of the finance user: one below the limit, two above. */
async function addPayouts({ ctx, site }: Session, financeId: string): Promise<void> {
  const { merchantId, id: siteId } = site;
  const account = { bankId: demoBank.id, branchCode: demoBank.branchCode, accountNumber: '51000000001' };
  for (const name of ['Karoo Paper', 'Cape Couriers'])
    await createBeneficiary(ctx, only(merchantId), { merchantId, name, ...account });
  const deposit = { id: newId(ctx.clock), bankAccount: 'simulator', amount: 10_000_000n };
  await inWork(ctx, (work) => raiseFloat(work, { merchantId, siteId }, deposit));
  for (const [amount, merchantReference] of [
    [120_000n, 'SUPPLIER-1'],
    [limit + 250_000n, 'SUPPLIER-2'],
    [limit + 700_000n, 'SUPPLIER-3'],
  ] as const)
    await requestPayout(
      { ...ctx, actor: `user:${financeId}` },
      {
        ...{ site, amount, merchantReference, customerBankReference: merchantReference.replace('-', ' ') },
        ...{ isRtc: false, hashCheck: null, isTyped: true, bank: { ...demoBank, available: true } },
        ...{ branchCode: account.branchCode, accountNumber: account.accountNumber },
        beneficiary: { name: 'Karoo Paper' },
      },
    );
}

/** Payments with their attempts at the simulated bank, whose notifications fail; one is paid twice; one awaits a deposit. */
async function addPayments({ ctx, site, one, sandbox }: Session): Promise<void> {
  const create = (merchantReference: string, name: string, more = {}) =>
    one('POST', '/payments', {
      ...{ siteCode: site.code, amount: { currency: 'ZAR', value: 450 }, merchantReference },
      ...{ notifyUrl: `${nowhere}/notify`, expireAt: new Date(ctx.clock.now().getTime() + 86_400_000) },
      payer: { name, email: `${name.toLowerCase().replace(' ', '.')}@shop.example` },
      ...more,
    });
  for (const [reference, name, outcome] of [
    ['BO0K-1001', 'Refilwe Tladi', 'success'],
    ['BOOK-1002', 'Marius Steyn', 'declined'],
    ['BOOK-1003', 'Nomsa Radebe', 'error'],
    ['BOOK-1004', 'Devon Hendricks', 'abandoned'],
    ['BOOK-1005', 'Palesa Modise', 'success'],
    ['BOOK-1006', 'Palesa Modise', 'success'],
  ] as const) {
    const { id } = await create(reference, name);
    await sandbox('POST', `/transactions/${id}/outcome`, { outcome });
  }
  await create('BOOK-1007', 'Hannes Brink');
  await sandbox('POST', '/deposits', { reference: 'BOOK-1070', amount: '450.00' });
}

/** An account of the merchant with a statement of yesterday: nothing explains its lines. */
async function addAccount({ ctx, site }: Session): Promise<void> {
  const bank = bankNamed('fnb');
  if (!bank) throw new Error('there is no such bank');
  const number = '62000001234';
  await openAccount(ctx, {
    ...{
      id: 'main',
      rail: 'files',
      abilities: ['deposits'],
      bankId: bank.id,
      branchCode: bank.branchCode,
      number,
    },
    ...{
      holder: 'Demo Shop',
      merchantId: site.merchantId,
      statementProfile: 'auto',
      statementDescription: null,
    },
    ...{ paymentProfile: null, opening: 0n, cutOff: '16:00', limit: null, releases: 0 },
    ...{ customer: null, settings: null },
  });
  const today = dayOf(ctx.clock.now());
  const date = today.subtract({ days: 1 }).toString();
  const lines = [
    { date, amount: 45_000n, text: 'EFT BOOK 1OO7', reference: 'BOOK 1OO7' },
    { date, amount: -230_000n, text: 'KAROO PAPER INV 88', reference: '' },
    { date, amount: -6_500n, text: 'MONTHLY ACCOUNT FEE', reference: '' },
  ];
  const bytes = Buffer.from(
    writeStatement('mt940', { account: number, number: 1, from: date, opening: 0n, lines }),
  );
  const read = () => readStatements(whole(bytes), profileNamed('auto'), { today: today.toString() });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await importStatement(ctx, 'main', { name: 'statement.sta', sha256, read }, 'fill');
}

async function* whole(bytes: Buffer) {
  yield bytes;
}
