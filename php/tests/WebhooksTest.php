<?php

declare(strict_types=1);

use Tefo\SignatureException;
use Tefo\Webhooks;

$secret = 'whsec_' . base64_encode('a secret of a test');
$body = '{"type":"transaction.complete","sequence":1,"data":{"id":"1","status":"Successful","reason":null}}';
$sign = function (string $body, string $secret, ?int $time = null): array {
    $time ??= time();
    $key = base64_decode(substr($secret, 6));
    return [
        'webhook-id' => 'msg_1',
        'webhook-timestamp' => (string) $time,
        'webhook-signature' => 'v1,' . base64_encode(hash_hmac('sha256', "msg_1.$time.$body", $key, true)),
    ];
};

test('a signature of Standard Webhooks is verified', function () {
    // The vector of the Standard Webhooks libraries.
    $secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    $headers = [
        'webhook-id' => 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp' => '1614265330',
        'webhook-signature' => 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    ];
    same(Webhooks::verify('{"test": 2432232314}', $headers, $secret, PHP_INT_MAX)['test'], 2432232314);
});

test('headers come in any form of PHP', function () use ($secret, $body, $sign) {
    $headers = $sign($body, $secret);
    $server = $svix = $lists = [];
    foreach ($headers as $name => $value) {
        $server['HTTP_' . strtoupper(strtr($name, '-', '_'))] = $value;
        $svix[str_replace('webhook', 'Svix', $name)] = $value;
        $lists[ucwords($name, '-')] = [$value];
    }
    foreach ([$headers, $server, $svix, $lists] as $form) {
        same(Webhooks::verify($body, $form, $secret)['data']['status'], 'Successful');
        same(Webhooks::id($form), 'msg_1');
    }
});

test('either secret is accepted during a replacement, and either signature', function () use ($secret, $body, $sign) {
    $other = 'whsec_' . base64_encode('another');
    $headers = $sign($body, $secret);
    same(Webhooks::verify($body, $headers, [$other, $secret])['sequence'], 1);
    $headers['webhook-signature'] = 'v1,AAAA ' . $headers['webhook-signature'];
    same(Webhooks::verify($body, $headers, $secret)['sequence'], 1);
});

test('a forged, changed, old or unsigned message is refused', function () use ($secret, $body, $sign) {
    $refused = [
        [$body, $sign($body, 'whsec_' . base64_encode('another'))],
        [$body . ' ', $sign($body, $secret)],
        [$body, $sign($body, $secret, time() - 301)],
        [$body, $sign($body, $secret, time() + 301)],
        [$body, ['webhook-timestamp' => '1e9'] + $sign($body, $secret)],
        [$body, []],
    ];
    foreach ($refused as [$content, $headers]) {
        thrown(SignatureException::class, fn () => Webhooks::verify($content, $headers, $secret));
    }
});

test('a missing secret is an error of the program', function () use ($secret, $body, $sign) {
    foreach (['', 'whsec_', 'whsec_!!'] as $missing) {
        thrown(InvalidArgumentException::class, fn () => Webhooks::verify($body, $sign($body, $secret), $missing));
    }
    thrown(SignatureException::class, fn () => Webhooks::verify($body, $sign($body, $secret), []));
});
