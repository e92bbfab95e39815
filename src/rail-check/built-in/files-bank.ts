// The bank of the rail "files": it reads payment files, and writes status reports and statements.
import { closeFiles, listFiles, readContent } from '../../core/payment-files/actions.ts';
import { takeAnswer } from '../../core/payment-files/answers.ts';
import type { BankPayment } from '../../core/rail-modules.ts';
import { type Imported, importStatement } from '../../core/statements/actions.ts';
import { dayOf } from '../../kernel/business-days.ts';
import { type Cents, parseDecimal } from '../../kernel/money.ts';
import { getOrThrow, itemAt, required } from '../../kernel/required.ts';
import { sha256Hex } from '../../kernel/security/crypto.ts';
import { readStatements } from '../../rails/files/statements/index.ts';
import { hold } from '../broken.ts';
import { secrets } from '../stage.ts';
import { answerText, type Entry, statementText } from './bank-forms.ts';
import { createDepositRecorder } from './books.ts';
import { account, type Service, type ServiceParts } from './parts.ts';

export interface FilesBank {
  today(): string;
  balance(): Cents;
  /** Books movements and delivers the statement of the day. */
  book(...entries: Entry[]): Promise<Imported>;
  /** Delivers a statement file with any content. */
  deliver(content: string | Uint8Array): Promise<Imported>;
  payments(): Promise<(BankPayment & { bankReference: string; messageId: string })[]>;
  answer(id: string, outcome: BankPayment['outcome']): Promise<void>;
}

const words: Record<BankPayment['outcome'], [status: string, code: string]> = {
  pending: ['PDNG', 'NARR'],
  paid: ['ACSC', 'NARR'],
  failed: ['RJCT', 'AC01'],
  // The unpaid code for a closed account.
  returned: ['RJCT', '12'],
};

export function openFilesBank(service: Service, { formats, profiles }: ServiceParts): FilesBank {
  const { ctx, clock } = service;
  const record = createDepositRecorder(service, account);
  let balance = 0n;
  const today = () => dayOf(clock.now()).toString();

  async function deliver(content: string | Uint8Array): Promise<Imported> {
    const bytes = Buffer.from(content as string);
    const read = () => readStatements(oneByOne(bytes), 'auto', { today: today() });
    const file = { name: 'statement', sha256: sha256Hex(bytes.toString('latin1')), read };
    const imported = await importStatement(ctx, account, file, 'check');
    await record();
    return imported;
  }

  return {
    today,
    deliver,
    balance: () => balance,
    book: async (...entries) => {
      const opening = balance;
      // Two files never arrive at the same instant.
      clock.advance(1_000);
      const content = statementText({ account: secrets.ownNumber, day: today(), opening, entries });
      const imported = await deliver(content);
      balance = entries.reduce((sum, { amount, status }) => sum + (status === 'PDNG' ? 0n : amount), opening);
      return imported;
    },
    payments: async () => {
      await closeFiles(ctx, profiles, account, 'check');
      const found = [];
      for (const { file, orders } of await listFiles(ctx, account)) {
        const written = readPayments(await readContent(ctx, file));
        hold(
          written.length === orders.length,
          `a file states ${written.length} payments but contains ${orders.length}`,
        );
        const byReference = new Map(orders.map((order) => [order.bankReference, order]));
        for (const { bankReference, amount } of written) {
          const { id, meaning } = getOrThrow(byReference, bankReference);
          const { messageId } = file;
          found.push({ id, amount, outcome: meaning ?? ('pending' as const), bankReference, messageId });
        }
      }
      return found;
    },
    answer: async function (id, outcome) {
      const payment = (await this.payments()).find((one) => one.id === id);
      if (!payment) throw new Error('the bank has no such payment');
      const text = answerText(payment.messageId, payment.bankReference, ...words[outcome]);
      await takeAnswer(ctx, formats, account, text);
    },
  };
}

/** Splits a file into chunks with arbitrary boundaries. */
async function* oneByOne(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 97) yield bytes.subarray(at, at + 97);
}

/** Returns the first group of a pattern in a text that matches it. */
const textIn = (text: string, pattern: RegExp): string => itemAt(required(pattern.exec(text), 'element'), 1);

/** Reads a pain.001 with an independent parser, and checks its control sums. */
function readPayments(xml: string): { bankReference: string; amount: Cents }[] {
  const cents = (text: string) => parseDecimal(text) ?? 0n;
  const blocks = xml.split('<CdtTrfTxInf>').slice(1);
  const found = blocks.map((block) => ({
    bankReference: textIn(block, /<EndToEndId>([^<]*)</),
    amount: cents(textIn(block, /<InstdAmt[^<>]*>([^<]*)</)),
  }));
  const sum = found.reduce((total, { amount }) => total + amount, 0n);
  for (const [, text = ''] of xml.matchAll(/<CtrlSum>([^<]*)</g))
    hold(cents(text) === sum, `a file’s control sum is ${text}, but its payments total ${sum} cents`);
  return found;
}
