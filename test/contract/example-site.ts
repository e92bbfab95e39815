// A separate service for the examples of one surface, and the steps between their requests.

import type { DocumentName } from '../../src/app/document-names.ts';
import { issueMonth } from '../../src/core/invoices/issuing.ts';
import { changeSite, findSiteByCode } from '../../src/core/merchants/actions.ts';
import { addSchedule, readPeriod, requestReport } from '../../src/core/scheduled-reports/actions.ts';
import { only } from '../../src/core/viewer.ts';
import { dayOf } from '../../src/kernel/business-days.ts';
import { required } from '../../src/kernel/required.ts';
import type { Example } from '../../src/surfaces/described.ts';
import { startService, type TestService, type TestServiceOptions } from '../support/running.ts';
import { book, settlementAccount } from '../support/settling.ts';
import { operations, prefixes } from './documents.ts';

interface Answered {
  status: number;
  text: string;
  body: unknown;
}

type Between = (
  service: TestService,
  sandbox: (path: string, body: object) => Promise<void>,
) => Promise<void>;

/** Four days go by, and all that falls due in them happens. */
const days: Between = async ({ clock, drain }) => {
  clock.advance(4 * 24 * 3_600_000);
  await drain();
};

const paid: Between = async ({ db }, sandbox) => {
  const [payment] = await db<{ id: string }[]>`select id from payments order by id desc limit 1`;
  await sandbox(`/transactions/${payment!.id}/outcome`, { outcome: 'success' });
};

const toppedUp: Between = async (service, sandbox) => {
  const { apiKey } = service.merchant;
  const url = '/external/secure/floattopup/createfloattopupreferencerequest';
  const answer = await service.server.inject({ method: 'POST', url, headers: { apikey: apiKey } });
  await sandbox('/deposits', { reference: answer.json().beneficiaryReference, amount: '5000.00' });
  await service.drain();
};

const authorised: Between = async ({ db }, sandbox) => {
  const [subscription] = await db<{ id: string }[]>`select id from subscriptions order by id desc limit 1`;
  await sandbox(`/subscriptions/${subscription!.id}/authorize`, { outcome: 'approved' });
};

/** The month of a fee is invoiced, without waiting for its end. */
const invoiced: Between = async ({ ctx, db, merchant }) => {
  const site = required(await findSiteByCode(db, merchant.siteCode), 'site');
  await book(ctx, site, 'payment_received', { gross: 10_000n, fee: 230n, vat: 30n });
  const month = dayOf(ctx.clock.now()).with({ day: 1 }).toString();
  if (!(await issueMonth(ctx, month))) throw new Error('transactions are still open');
};

/** A report of payments of the day before, to be fetched. */
const reported: Between = async ({ ctx, merchant, drain }) => {
  const merchantId = merchant.merchant.id;
  const given = {
    merchantId,
    name: 'takings',
    kind: 'transactions',
    every: 'day',
    format: 'csv',
    to: 'fetch:',
  };
  const { id } = await addSchedule(ctx, given);
  await requestReport(ctx, only(merchantId), id, readPeriod(ctx, 'day'));
  await drain();
};

/** The steps before an operation's request, by surface and operation. */
const before: Record<string, Between> = {
  'one createSubscriptionTransaction': authorised,
  'one listSettlements': days,
  'one listInvoices': invoiced,
  'one listReports': reported,
  'payments getTransactionByReference': paid,
  'payments getSettlements': days,
  'payouts requestPayout': toppedUp,
  'external getTransactionByReference': paid,
};

const env = {
  TEFO_PUBLIC_URL: 'http://localhost:8420',
  ...{ TEFO_VAT_RATES: '15@2026-01-01', TEFO_VAT_NUMBER: '4123456789' },
  TEFO_OPERATOR_ADDRESS: '1 Long Street, Cape Town',
};

/** Opens a service with a merchant whose secrets are `secrets`. */
export async function openExampleSite(surface: DocumentName, options: TestServiceOptions = {}) {
  const service = await startService({ ...options, env });
  const { merchant, server, ctx } = service;
  await changeSite(ctx, merchant.siteCode, { settlementAccount, allowPlainAccountNumbers: true });
  const secrets = {
    code: merchant.siteCode,
    merchantCode: merchant.merchant.code,
    clientId: merchant.clientId,
    clientSecret: merchant.clientSecret,
    apiKey: merchant.apiKey,
    privateKey: merchant.privateKey,
  };

  async function sandbox(path: string, body: object): Promise<void> {
    const headers = { apikey: merchant.apiKey, 'content-type': 'application/json' };
    const answer = await server.inject({
      method: 'POST',
      url: `/sandbox${path}`,
      headers,
      payload: JSON.stringify(body),
    });
    if (answer.statusCode !== 200) throw new Error(answer.body);
  }

  async function tokenOf(url: string, form: Record<string, string>): Promise<string> {
    const answer = await server.inject({
      method: 'POST',
      url,
      headers: { apikey: merchant.apiKey, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    });
    return `Bearer ${answer.json().access_token}`;
  }

  async function credentials(schemes: string[]): Promise<Record<string, string>> {
    const { clientId: client_id, clientSecret: client_secret } = merchant;
    if (schemes.includes('oauth'))
      return {
        authorization: await tokenOf('/one/v1/token', {
          grant_type: 'client_credentials',
          client_id,
          client_secret,
        }),
      };
    if (schemes.includes('bearer'))
      return {
        authorization: await tokenOf('/payments/token', {
          grant_type: 'password',
          SiteCode: merchant.siteCode,
        }),
      };
    return {
      ...(schemes.includes('apiKey') && { apikey: merchant.apiKey }),
      ...(schemes.includes('siteCode') && { sitecode: merchant.siteCode }),
    };
  }

  async function send(name: string, example: Example): Promise<Answered> {
    const [answer] = await sendAtOnce(name, example, 1);
    return answer!;
  }

  /** Sends the same request several times at once. */
  async function sendAtOnce(
    name: string,
    { path = {}, query = {}, body }: Example,
    times: number,
  ): Promise<Answered[]> {
    await before[`${surface} ${name}`]?.(service, sandbox);
    // Lists are in the order of time.
    service.clock.advance(1_000);
    const found = operations.find((one) => one.surface === surface && one.operation.operationId === name);
    if (!found) throw new Error(`there is no operation ${name}`);
    const [security = {}] = found.operation.security as object[];
    const [type] = Object.keys(found.operation.requestBody?.content ?? {});
    const filled = found.path.replaceAll(/\{(\w+)\}/g, (_text, parameter: string) => path[parameter]!);
    const request = {
      method: found.method as 'GET',
      url: prefixes[surface] + filled,
      query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
      headers: {
        ...(await credentials(Object.keys(security))),
        ...(body !== undefined && { 'content-type': type! }),
      },
      ...(body !== undefined && {
        payload: type?.includes('form')
          ? new URLSearchParams(body as never).toString()
          : JSON.stringify(body),
      }),
    };
    const answers = await Promise.all(Array.from({ length: times }, () => server.inject(request)));
    return answers.map((answer) => {
      const isJson = String(answer.headers['content-type']).includes('json');
      const isFile = answer.headers['content-disposition'] !== undefined;
      const text = answer.body;
      return {
        status: answer.statusCode,
        text,
        // No document shows the bytes of a file.
        body: text === '' || isFile ? undefined : isJson ? JSON.parse(text) : text,
      };
    });
  }

  return { secrets, send, sendAtOnce, server, end: service.end };
}
