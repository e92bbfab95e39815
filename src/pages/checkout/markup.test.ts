// The texts of the checkout's pages, and the escaping of their values, read from their markup.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sample, sampleBanks, sampleNames, samplePath } from '../../../test/support/checkout-samples.ts';
import { markupIsClean } from '../../../test/support/page-rules.ts';
import { initials } from '../customer/frame.ts';
import { linkTarget } from '../html.ts';
import { languages, words } from '../messages/index.ts';
import { pagePolicy } from '../page.ts';

describe('markup', () => {
  markupIsClean({ names: sampleNames, path: samplePath, sample });

  test('a page whose address has a query keeps it when searching and when changing the language', () => {
    const html = sample('choose-bank', { path: '/pay/1?again=1' });
    assert.match(html, /action="\/pay\/1" hidden><input type="hidden" name="again" value="1"><\/form>/);
    assert.match(html, /href="\/pay\/1\?again=1&amp;lang=zu"/);
  });

  test('a bank that is away can be seen, with the reason in every language, and not be chosen', () => {
    for (const { tag } of languages) {
      const row = /<label class="row row-off">.*?<\/label>/.exec(
        sample('choose-bank', { language: tag }),
      )![0];
      const { unavailable, unavailableReasons } = words(tag).choose;
      assert.match(row, /disabled/);
      assert.ok(row.includes(`FNB<small>${unavailable}: ${unavailableReasons.maintenance}</small>`), row);
    }
  });

  test('every bank has a mark of two letters next to its name', () => {
    const rows = [...sample('choose-bank').matchAll(/<label class="row.*?<\/label>/g)].map(([row]) => row);
    assert.equal(rows.length, sampleBanks.length);
    for (const row of rows) {
      const [, letters, name] =
        /data-mark="(..)" aria-hidden="true"><\/span><span class="row-text">([^<]+)/.exec(row)!;
      assert.ok(name!.startsWith(letters!), row);
    }
  });

  test('without a matching bank there is no consent and no button to continue', () => {
    const main = /<main[\s\S]*<\/main>/.exec(sample('choose-bank-none-found'))![0];
    assert.match(main, /No banks match your search/);
    assert.doesNotMatch(main, /class="button"|data-continue|name="consent"/);
  });

  test('a long error does not stand twice', () => {
    for (const { tag } of languages) {
      for (const name of ['choose-bank-down', 'choose-bank-unreachable', 'choose-bank-error']) {
        const text = sample(name, { language: tag }).replace(/<[^>]+>/g, '\n');
        const long = text.match(/[^.\n]{60,}\./g) ?? [];
        assert.deepEqual(long, [...new Set(long)], `${name} in ${tag}`);
      }
    }
    const down = sample('choose-bank-down');
    assert.match(down, /id="bank-problem">Choose another bank, or try again later\.</);
    assert.equal(down.split('FNB can’t take payments right now').length, 2);
  });

  test('a paid payment has a tick, and the account it was paid from by its last digits', () => {
    assert.match(
      sample('paid'),
      /<h1><span class="status status-successful"><svg[^>]*><circle[^>]*><path class="tick"/,
    );
    assert.match(sample('paid'), /<dt>From<\/dt><dd>Capitec, account ending in\u00a01884<\/dd>/);
    assert.match(sample('paid-late'), /<dt>Bank<\/dt><dd>Capitec<\/dd>/);
    for (const { tag } of languages) assert.match(sample('paid', { language: tag }), /Capitec, [^<]*1884/);
  });

  test('banks stand by their names, the last used one before them', () => {
    const namesOf = (name: string) =>
      [...sample(name).matchAll(/<span class="row-text">([^<]*)/g)].map(([, bank]) => bank!);
    const names = namesOf('choose-bank');
    assert.deepEqual(names, [...names].sort());
    assert.deepEqual(namesOf('choose-bank-last-used'), [
      'Nedbank',
      ...names.filter((one) => one !== 'Nedbank'),
    ]);
    const [row] = /<label class="row">.*?<\/label>/.exec(sample('choose-bank-last-used'))!;
    assert.match(row, /checked.*Nedbank.*Last used/);
  });

  test('an error says what happened to the customer’s money', () => {
    for (const name of ['not-paid-declined', 'not-paid-failed', 'cancelled', 'expired', 'choose-bank-down']) {
      assert.match(sample(name), /No money has left your account/, name);
    }
  });

  test('nothing is promised about money while a bank may still pay', () => {
    assert.doesNotMatch(sample('expired-open'), /No money has left/);
    assert.doesNotMatch(sample('waiting-slow'), /No money has left/);
    assert.match(sample('unavailable'), /If you have not approved/);
  });

  test('without a return address, a payment can be cancelled but not left', () => {
    for (const { tag } of languages) {
      const { payment } = words(tag);
      for (const name of ['choose-bank-no-way-back', 'not-paid-no-way-back']) {
        const html = sample(name, { language: tag });
        assert.match(html, new RegExp(`action="[^"]*/cancel"><button[^>]*>${payment.cancelHere}</button>`));
        assert.ok(
          !html.includes(payment.back('Karoo Books')) && !html.includes(payment.cancel('Karoo Books')),
        );
      }
      assert.ok(!sample('choose-bank', { language: tag }).includes(payment.cancelHere));
    }
  });

  test('an end from which nothing leads back says that the window may be closed, and how to reach the merchant', () => {
    for (const { tag } of languages) {
      const { leave } = words(tag);
      const end = (name: string) => sample(name, { language: tag }).split('<footer')[0]!;
      for (const name of ['cancelled-no-way-back', 'paid-no-way-back']) {
        assert.ok(end(name).includes(leave.close) && end(name).includes(leave.reach('Karoo Books')), name);
        assert.match(end(name), /<a href="tel:0235550142">023 555 0142<\/a>/);
        assert.match(end(name), /<a href="mailto:orders@karoobooks.example">orders@karoobooks.example<\/a>/);
      }
      for (const name of ['cancelled-no-contact', 'charge'])
        assert.ok(end(name).includes(leave.close) && end(name).includes(leave.asBefore('Karoo Books')), name);
      for (const name of ['cancelled', 'paid', 'expired']) assert.ok(!end(name).includes(leave.close), name);
    }
  });

  test('every page names who runs it, where they are and how they are reached', () => {
    for (const name of sampleNames) {
      const foot = sample(name).split('<footer')[1]!;
      for (const said of [
        'This payment page is provided by Kgalema Payments (Pty) Ltd',
        '12 Loop Street',
        'tel:+27215550100',
        'mailto:help@kgalema.example',
      ])
        assert.ok(foot.includes(said), `${name}: ${said}`);
    }
  });

  test('a charge offers no choice, and an abandoned one is not shown as pending', () => {
    assert.match(
      sample('charge'),
      /Nothing to do here[\s\S]*You allowed this payment when you approved payments to Karoo Books[\s\S]*automatically/,
    );
    assert.match(sample('charge-over'), /Not paid\.[\s\S]*You allowed this payment/);
    assert.doesNotMatch(sample('charge-over'), /without you/);
    for (const name of ['charge', 'charge-over', 'charge-again', 'charge-failed'])
      assert.doesNotMatch(sample(name), /<form|name="bank"/);
  });

  test('a charge that failed says why, and what happens next', () => {
    const said = (name: string) => sample(name).replaceAll('\u00a0', ' ');
    const why = /Capitec declined this payment\. No money has left your account\./;
    assert.match(said('charge-again'), /Not paid yet\./);
    assert.match(said('charge-again'), why);
    assert.match(said('charge-again'), /We will try again on 23 Nov 2026\. Please make sure/);
    assert.match(said('charge-failed'), why);
    assert.match(
      said('charge-failed'),
      /We will not try this payment again\. The next payment is on 1 Jan 2027\./,
    );
    assert.match(said('charge-failed'), /Ask Karoo Books how to pay this amount\./);
    assert.match(
      said('charge-failed-last'),
      /Something went wrong at Capitec[\s\S]*No more payments will be taken\./,
    );
    assert.doesNotMatch(said('charge-failed-last'), /No money has left/);
  });

  test('money that a bank took back is said to have come, in every language, and never not to have left', () => {
    for (const { tag } of languages) {
      const { takenBack, payment, notPaid } = words(tag);
      const page = sample('taken-back', { language: tag });
      const { title, explain, money, next } = takenBack;
      for (const said of [title, explain, money, next('Karoo Books')]) assert.ok(page.includes(said), said);
      const charge = sample('charge-taken-back', { language: tag });
      assert.ok(charge.includes(notPaid.reversed('Capitec')), tag);
      for (const html of [page, charge]) assert.ok(!html.includes(payment.noMoneyLeft), tag);
    }
  });

  test('a real payment shows no test band', () => {
    assert.doesNotMatch(sample('choose-bank-preselected'), /class="band"/);
    assert.match(sample('choose-bank'), /class="band"/);
  });
});

describe('links', () => {
  test('lead to web addresses or our own paths only', () => {
    assert.equal(linkTarget('https://shop.example/a?b=c'), 'https://shop.example/a?b=c');
    assert.equal(linkTarget('/pay/1'), '/pay/1');
    for (const bad of [
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      '/\\evil',
    ]) {
      assert.equal(linkTarget(bad), '#', bad);
    }
  });

  test('the policy allows our own files alone, and names where forms may lead', () => {
    assert.match(pagePolicy(), /^default-src 'none'; style-src 'self'; script-src 'self';/);
    assert.match(pagePolicy(['https://shop.example']), /form-action 'self' https:\/\/shop\.example;/);
  });
});

test('a merchant without a logo is marked by its initials', () => {
  assert.equal(initials('Karoo Books'), 'KB');
  assert.equal(initials('éclair'), 'É');
  assert.equal(initials('The "Big" Shop'), 'TB');
  assert.equal(initials('!!!'), '');
});
