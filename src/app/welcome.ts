// The screen of a staging start: all addresses, and a first payment on each surface, ready to paste.

import { sha512Hex } from '../kernel/security/crypto.ts';
import { requestHashInput } from '../surfaces/dialect/hash.ts';
import type { Config } from './config.ts';
import type { PresentCredentials } from './credentials.ts';

/** Returns the screen as text. Secrets are shown only at a terminal: anything else is a log, which others read. */
export function welcome(config: Config, known: PresentCredentials, isTerminal: boolean): string {
  const credentials = isTerminal ? known : masked(known);
  const { urls } = credentials;
  return `
  Tefo is ready (${config.mode}, with a simulated bank: no real money).

    One API        ${urls.one}
    Payments API   ${urls.payments}
    Payouts API    ${urls.payouts}
    External API   ${urls.external}
    Checkout       ${config.publicUrl}/pay/{paymentId}
    Console        ${urls.console}${isTerminal ? `: ${known.console.email}, password ${known.console.password}` : ''}
    Docs           ${urls.docs}
    Health         ${config.publicUrl}/health/ready
    Credentials    npx tefo credentials${isTerminal ? '' : ' (masked here, because this is not a terminal)'}
    Events         npx tefo listen --forward-to http://localhost:9000/events
    Why            npx tefo explain ORDER-1 · npx tefo hash explain · npx tefo logs
    Time           npx tefo clock advance P40D · npx tefo reset deletes all data
    Log            ${config.dataDir}/tefo.log

  Take a first payment. Both return a URL: open it in a browser and pay.
  Notifications go to http://localhost:9000/notify; watch them there with
    node -e "require('http').createServer((q,s)=>{let b='';q.on('data',d=>b+=d).on('end',()=>{console.log(q.headers,b);s.end()})}).listen(9000)"

  One API
${indent(oneExample(config, credentials))}

  Payments API
${indent(paymentsExample(credentials))}

  Stop with Ctrl-C.
`;
}

/** Masks secrets in the credentials. Names remain, and a hash that is useless without the ApiKey. */
const masked = (known: PresentCredentials): PresentCredentials => ({
  ...known,
  apiKey: 'YOUR_API_KEY',
  clientSecret: null,
});

function oneExample({ publicUrl }: Config, credentials: PresentCredentials): string {
  const { urls, siteCode, apiKey, clientId, clientSecret } = credentials;
  const body = JSON.stringify({
    siteCode,
    amount: { currency: 'ZAR', value: 150 },
    merchantReference: 'ORDER-1',
    // The shell inserts it, by the clock at that time.
    expireAt: "'$EXPIRES'",
    returnUrl: 'http://localhost:9000/orders/ORDER-1',
    notifyUrl: 'http://localhost:9000/notify',
  });
  return `TOKEN=$(curl -s ${urls.one}/token -d grant_type=client_credentials \\
  -d client_id=${clientId} -d client_secret=${clientSecret ?? 'YOUR_CLIENT_SECRET'} \\
  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
EXPIRES=$(curl -s ${publicUrl}/sandbox/clock -H 'ApiKey: ${apiKey}' \\
  | node -p 'new Date(Date.parse(JSON.parse(fs.readFileSync(0)).now) + 864e5).toISOString()')
curl -s ${urls.one}/payments -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '${body}'`;
}

function paymentsExample({ urls, siteCode, apiKey, privateKey }: PresentCredentials): string {
  const shop = 'http://localhost:9000';
  const fields = {
    siteCode,
    countryCode: 'ZA',
    currencyCode: 'ZAR',
    amount: '25.00',
    transactionReference: 'ORDER-2',
    bankReference: 'ORDER 2',
    cancelUrl: `${shop}/cancel`,
    errorUrl: `${shop}/error`,
    successUrl: `${shop}/success`,
    notifyUrl: `${shop}/notify`,
    isTest: 'false',
  };
  const body = JSON.stringify({ ...fields, hashCheck: sha512Hex(requestHashInput(fields, privateKey)) });
  return `curl -s ${urls.payments}/postpaymentrequest -H 'ApiKey: ${apiKey}' -H 'Content-Type: application/json' \\
  -H 'Accept: application/json' \\
  -d '${body}'`;
}

const indent = (text: string): string => text.replace(/^/gm, '    ');
