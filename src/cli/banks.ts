// tefo bank: the bank accounts for incoming and outgoing payments.
import { join, resolve } from 'node:path';
import { paymentProfiles } from '../app/bank-files.ts';
import type { Config } from '../app/config.ts';
import { abilitiesOf, settingsOf } from '../app/rails.ts';
import { checkAccountNumber } from '../core/account-numbers.ts';
import {
  type BankAccount,
  findActiveAccounts,
  maskNumber,
  type NewAccount,
} from '../core/accounts/actions.ts';
import { accountBanks, bankById, bankNamed } from '../core/banks.ts';
import type { Context } from '../core/context.ts';
import { DomainError } from '../core/errors.ts';
import { clearingOf } from '../core/ledger/actions.ts';
import { findMerchantByCode, findMerchantById, findSiteByCode } from '../core/merchants/actions.ts';
import { abilities, simulatorAccount } from '../core/rails.ts';
import { countOpen, openAccount, removeAccount, requireAccount } from '../core/statements/actions.ts';
import { type Cents, formatDecimal, parseDecimal } from '../kernel/money.ts';
import { type Line, paint, warnLines } from '../kernel/process/terminal.ts';
import { firstOf, getOrThrow, required } from '../kernel/required.ts';
import { makeFolders } from '../rails/files/placing.ts';
import { readGivenProfile } from '../rails/files/profile-names.ts';
import { describeSftp, sftpOf } from '../rails/files/sftp/settings.ts';
import { simulatedAccount } from '../rails/simulator/index.ts';
import { readSettings } from './bank-settings.ts';
import { asUsage, UsageError, type Values } from './command.ts';
import { onDatabase } from './context.ts';
import { lines, print, table } from './output.ts';

export const bankAdd = onDatabase(async (ctx, { values, positionals }, config) => {
  const input = await readAccount(ctx, config, firstOf(positionals), values);
  const verdict = checkAccountNumber(ctx.policy.accountRules, { ...input, accountNumber: input.number });
  if (!verdict.valid) warnLines([[paint('warning', 'tefo:'), ` the number may be wrong: ${verdict.reason}`]]);
  const account = await openAccount(ctx, input);
  await makeFolders(config.banksDir, account.id);
  await show(ctx, config, account, values);
});

type Text = (name: string) => string | undefined;

async function readAccount(ctx: Context, { mode }: Config, id: string, values: Values): Promise<NewAccount> {
  const text: Text = (name) =>
    typeof values[name] === 'string' ? (values[name] as string).trim() : undefined;
  if (!/^[a-z0-9][a-z0-9-]{0,31}$/.test(id))
    throw new UsageError(
      'ID must have 1 to 32 lower-case letters, digits and dashes, and not start with a dash',
    );
  const rail = text('rail') ?? 'files';
  const terms = readTerms(text);
  const { paymentProfile, releases } = terms;
  const payments = paymentProfile === null ? null : getOrThrow(paymentProfiles, paymentProfile);
  const settings = await readSettings(rail, text);
  return {
    id,
    rail,
    ...readNumber(text),
    ...terms,
    abilities: await abilitiesOf(ctx, rail, paymentProfile),
    merchantId: await merchantOf(ctx, text('merchant')),
    ...(await readProfile(text('statement') ?? 'auto')),
    settings: settingsOf(rail, settings, { mode, payments, releases }),
  };
}

/** Reads the bank, the number, the branch and the holder. */
function readNumber(text: Text): Pick<NewAccount, 'bankId' | 'number' | 'branchCode' | 'holder'> {
  const bank = bankNamed(text('bank') ?? '');
  if (!bank) {
    const names = accountBanks.map(({ name }) => name.toLowerCase().replaceAll(' ', '')).join(', ');
    throw new UsageError(`--bank must be a bank's id, or one of ${names}`);
  }
  const number = text('number')!.replace(/[\s-]/g, '');
  if (!/^\d{4,20}$/.test(number)) throw new UsageError('--number must have 4 to 20 digits');
  const branchCode = matching('--branch', text('branch')!, /^\d{6}$/, 'six digits');
  const holder = matching('--holder', text('holder')!, /^\P{C}{1,70}$/u, '1 to 70 characters on one line');
  return { bankId: bank.id, number, branchCode, holder };
}

type Terms = 'paymentProfile' | 'opening' | 'cutOff' | 'limit' | 'releases' | 'cost' | 'customer';

function readTerms(text: Text): Pick<NewAccount, Terms> {
  const paymentProfile = text('payments') ?? null;
  if (paymentProfile !== null && !paymentProfiles.has(paymentProfile))
    throw new UsageError(`--payments must be one of ${[...paymentProfiles.keys()].join(', ')}`);
  const time = /^([01]\d|2[0-3]):[0-5]\d$/;
  const customer = text('customer');
  const plain = /^[\x20-\x7e]{1,35}$/;
  return {
    paymentProfile,
    opening: amountOf('--opening', text('opening'), true),
    cutOff: matching('--cutoff', text('cutoff') ?? '16:00', time, 'a time like 16:00'),
    limit: amountOf('--limit', text('limit'), false),
    cost: costOf(text('cost')),
    releases: Number(matching('--releases', text('releases') ?? '0', /^[012]$/, '0, 1 or 2')),
    customer:
      customer === undefined ? null : matching('--customer', customer, plain, '1 to 35 plain characters'),
  };
}

/** Returns a text that matches a pattern. Throws UsageError for another. */
function matching(name: string, text: string, pattern: RegExp, rule: string): string {
  if (pattern.test(text)) return text;
  throw new UsageError(`${name} must be ${rule}`);
}

/** Reads the name of a profile, or a file that describes one. */
async function readProfile(
  given: string,
): Promise<Pick<NewAccount, 'statementProfile' | 'statementDescription'>> {
  return readGivenProfile(given).catch(asUsage);
}

/** In cents; a balance can be negative. */
function amountOf(name: string, text: string | undefined, maybeNegative: boolean): Cents | null {
  if (text === undefined) return null;
  const isNegative = maybeNegative && text.startsWith('-');
  const amount = parseDecimal(isNegative ? text.slice(1) : text);
  if (amount === undefined || (!maybeNegative && amount === 0n))
    throw new UsageError(`${name} must be an amount in rand, such as 1234.50`);
  return isNegative ? -amount : amount;
}

/** In cents. */
function costOf(text = '0'): Cents {
  const cost = parseDecimal(text);
  if (cost === undefined) throw new UsageError('--cost must be an amount in rand such as 1.50, or 0');
  return cost;
}

async function merchantOf({ db }: Context, code: string | undefined): Promise<string | null> {
  if (code === undefined) return null;
  const merchant = await findMerchantByCode(db, code);
  const merchantId = merchant?.id ?? (await findSiteByCode(db, code))?.merchantId;
  if (merchantId === undefined)
    throw new DomainError('MerchantNotFound', {
      detail: `there is no merchant or site with the code ${code}`,
    });
  return merchantId;
}

export const bankList = onDatabase(async (ctx, { values }, config) => {
  const accounts = await findActiveAccounts(ctx.db);
  const records = await Promise.all(accounts.map((account) => recordOf(ctx, config, account)));
  if (config.simulatedBank) records.push(await simulatorRecord(ctx));
  print(values.json, records, () =>
    records.length === 0 ? ['No bank accounts. Add one with `tefo bank add`.'] : table(records.map(toRow)),
  );
});

const toRow = ({ id, bank, number, merchant, abilities: able, balance, open }: BankRecord) => [
  paint('name', id),
  bank.name,
  number,
  merchant ?? 'the operator',
  able.join(', '),
  balance,
  open === 0 ? '' : `${open} open`,
];

export const bankShow = onDatabase(async (ctx, { values, positionals }, config) => {
  const id = firstOf(positionals);
  if (id === simulatorAccount && config.simulatedBank) {
    const record = await simulatorRecord(ctx);
    return print(values.json, record, () => toLines(record));
  }
  await show(ctx, config, await requireAccount(ctx, id), values);
});

export const bankRemove = onDatabase(async (ctx, { values, positionals }, config) => {
  const account = await removeAccount(ctx, firstOf(positionals));
  const record = await recordOf(ctx, config, account);
  print(values.json, record, () => [`${account.id} removed; its ledger entries stay`]);
});

async function show(ctx: Context, config: Config, account: BankAccount, values: Values): Promise<void> {
  const record = await recordOf(ctx, config, account);
  print(values.json, record, () => toLines(record));
}

type BankRecord = Awaited<ReturnType<typeof recordOf>>;

async function recordOf(ctx: Context, config: Config, account: BankAccount) {
  const { id, openingCents, limitCents } = account;
  const sftp = sftpOf(ctx, account);
  const merchant =
    account.merchantId === null
      ? null
      : required(await findMerchantById(ctx.db, account.merchantId), 'merchant').code;
  return {
    id,
    rail: account.rail,
    bank: { id: account.bankId, name: bankById(account.bankId)?.name ?? '' },
    number: account.number,
    branch: account.branchCode,
    holder: account.holder,
    merchant,
    abilities: account.abilities as string[],
    statement: account.statementProfile as string | null,
    payments: account.paymentProfile,
    opening: openingCents === null ? null : formatDecimal(openingCents),
    cutoff: account.cutOff as string | null,
    limit: limitCents === null ? null : formatDecimal(limitCents),
    releases: account.releases,
    cost: formatDecimal(account.costCents),
    balance: formatDecimal(await clearingOf(ctx.db, id)),
    open: await countOpen(ctx.db, id),
    folder: resolve(join(config.banksDir, id)) as string | null,
    sftp: sftp ? describeSftp(sftp) : null,
  };
}

/** The simulated bank's account: it has no row, no statement files and no folder. */
async function simulatorRecord(ctx: Context): Promise<BankRecord> {
  const { bank, number, holder } = simulatedAccount;
  return {
    id: simulatorAccount,
    rail: 'simulator',
    bank: { id: bank.id, name: bank.name },
    number: maskNumber(number),
    branch: bank.branchCode,
    holder,
    merchant: null,
    abilities: [...abilities],
    statement: null,
    payments: null,
    opening: null,
    cutoff: null,
    limit: null,
    releases: 0,
    cost: formatDecimal(0n),
    balance: formatDecimal(await clearingOf(ctx.db, simulatorAccount)),
    open: 0,
    folder: null,
    sftp: null,
  };
}

function toLines({ bank, abilities: able, merchant, sftp, ...record }: BankRecord): Line[] {
  const facts = {
    ...record,
    sftp: sftp && `${sftp.url} (reads ${sftp.take}, writes ${sftp.give}), ${sftp.hostKey}`,
    bank: bank.name,
    merchant: merchant ?? 'all without an account',
    abilities: able.join(', '),
  };
  const known = Object.entries(facts).filter(([, value]) => value !== null);
  return lines(Object.fromEntries(known));
}
