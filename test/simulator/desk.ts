// The desk of a world: another merchant with a bank account, whose statements and payment files its users handle.
import { createHash } from 'node:crypto';
import { bankNamed } from '../../src/core/banks.ts';
import type { Actor, Context } from '../../src/core/context.ts';
import { changeSite } from '../../src/core/merchants/actions.ts';
import {
  type Imported,
  importStatement,
  openAccount,
  type StatementFile,
} from '../../src/core/statements/actions.ts';
import { BadStatement } from '../../src/core/statements/parsed-statement.ts';
import { openMerchant as addMerchant } from '../../src/core/users/merchant-opening.ts';
import { only, type Viewer } from '../../src/core/viewer.ts';
import { dayOf } from '../../src/kernel/business-days.ts';
import { profileNamed } from '../../src/rails/files/profile-names.ts';
import { readStatements } from '../../src/rails/files/statements/index.ts';
import type { Merchant } from '../races/merchant.ts';
import { type Shop, stageOf } from '../races/stage.ts';
import { seeded } from '../storm/random.ts';
import { writeStatement } from '../support/bank-statements.ts';
import type { TestService } from '../support/running.ts';
import type { BankModel, Movement } from './bank-model.ts';

export interface Desk {
  merchant: Merchant;
  viewer: Viewer;
  /** The site that deposits pay. */
  till: Shop;
  account: string;
  /** Payments leave in files; otherwise through the simulated bank. */
  hasFiles: boolean;
  /** The context of a user at the command line. */
  as(name: string): Context;
  /** The day on which the service is. */
  today(): string;
  /** Writes a statement with these lines, and imports it; what the bank marks as taken back is marked. */
  tell(bank: BankModel, lines: readonly Told[], opening?: number): Promise<Imported | 'refused'>;
  /** Imports a file again. */
  tellAgain(text: string): Promise<Imported | 'refused'>;
  end(): Promise<void>;
}

export interface Told extends Pick<Movement, 'text' | 'cents'> {
  isMarked?: boolean;
}

/** Formats that mark lines which take earlier ones back. */
const formats = ['camt.053', 'mt940'] as const;

/** `name` decides the circumstances of the account. */
export async function openDesk(service: TestService, name: string): Promise<Desk> {
  const { ctx, clock } = service;
  const random = seeded(name.length, `desk ${name}`);
  const opened = await addMerchant(ctx, { name: `Desk ${name}` });
  const stage = stageOf(service, opened);
  const till = await stage.openShop('Till');
  await changeSite(ctx, till.siteCode, { allowDuplicateReferences: false });
  const [hasFiles, format] = [random.chance(0.5), random.pick(formats)];
  const account = `desk-${till.siteCode.toLowerCase()}`;
  const number = `62${till.siteCode.replace(/\D/g, '').padStart(8, '0')}`;
  const bank = bankNamed('fnb')!;
  await openAccount(ctx, {
    ...{ id: account, rail: 'files', bankId: bank.id, branchCode: bank.branchCode, number },
    abilities: hasFiles ? ['deposits', 'transfers'] : ['deposits'],
    ...{ holder: 'Desk', merchantId: opened.merchant.id, statementProfile: 'auto' },
    ...{ statementDescription: null, paymentProfile: hasFiles ? 'standardbank' : null },
    ...{ opening: null, cutOff: '16:00', limit: null, releases: random.between(0, 3) },
    ...{ customer: null, settings: null },
  });
  const today = (): string => dayOf(clock.now()).toString();
  const as = (user: string): Context => ({ ...ctx, actor: `cli:${user}` as Actor, correlationId: 'desk' });
  const fileOf = (text: string): StatementFile => {
    const bytes = Buffer.from(text);
    return {
      name: 'statement',
      sha256: createHash('sha256').update(bytes).digest('hex'),
      read: () => readStatements(chunkOf(bytes), profileNamed('auto'), { today: today() }),
    };
  };
  const take = (text: string): Promise<Imported | 'refused'> =>
    importStatement(as('Naledi'), account, fileOf(text), 'Naledi').catch((error) => {
      if (error instanceof BadStatement) return 'refused';
      throw error;
    });
  return {
    ...{ merchant: stage.merchant, viewer: only(opened.merchant.id), till, account, hasFiles, as, today },
    tell: async (model, lines, opening = model.balance) => {
      const date = today();
      const text = writeStatement(format, {
        ...{ account: number, number: model.statements + 1, from: date, opening: BigInt(opening) },
        lines: lines.map((line) => ({ date, amount: BigInt(line.cents), text: line.text, reference: '' })),
      });
      const told = mark(format, text, lines);
      const imported = await take(told);
      if (imported === 'refused') return imported;
      model.opening ??= opening;
      model.statements += 1;
      model.balance = lines.reduce((sum, { cents }) => sum + cents, opening);
      model.last = told;
      return imported;
    },
    tellAgain: take,
    end: stage.end,
  };
}

async function* chunkOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** Marks lines as banks do that take back an earlier line. */
function mark(format: (typeof formats)[number], text: string, lines: readonly Told[]): string {
  const marked = lines.filter(({ isMarked }) => isMarked);
  return marked.reduce((written, line) => {
    const at = written.indexOf(line.text);
    const [before, after] = [written.slice(0, at), written.slice(at)];
    const [plain, taken] =
      format === 'mt940' ? ['DR', 'RCR'] : ['</CdtDbtInd>', '</CdtDbtInd><RvslInd>true</RvslInd>'];
    const start = before.lastIndexOf(format === 'mt940' ? ':61:' : '<Ntry>');
    return before.slice(0, start) + before.slice(start).replace(plain, taken) + after;
  }, text);
}
