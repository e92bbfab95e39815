<?php

declare(strict_types=1);

use Tefo\Hashes;
use Tefo\SignatureException;
use Tefo\Webhooks;

// The vectors that all clients of the contract share.
$vectors = json_decode(file_get_contents(__DIR__ . '/../../docs/hash-vectors.json'), true, flags: JSON_THROW_ON_ERROR);

$requests = [
    'payment request' => Hashes::payment(...),
    'refund item' => Hashes::refund(...),
    'payout request' => fn ($fields, $key) => Hashes::payout($fields + ['bankingDetails' => $fields], $key),
    'unique deposit reference' => Hashes::reference(...),
    'static deposit reference' => Hashes::reference(...),
];
$notifications = [
    'notification of a payment' => Webhooks::verifyNotification(...),
    'notification of a refund' => Webhooks::verifyNotification(...),
    'notification of a payout' => fn ($fields, $key) =>
        Webhooks::verifyPayout(json_encode($fields + ['payoutStatus' => $fields]), $key),
    'result of a bulk job' => fn ($fields, $key) => Webhooks::verifyBulk(json_encode($fields), $key),
];
$hashName = ['notification of a payout' => 'hashCheck', 'result of a bulk job' => 'hash'];

foreach ($vectors['hashes'] as ['name' => $name, 'key' => $keyName, 'vectors' => $list]) {
    $key = $vectors['keys'][$keyName];
    if (!isset($requests[$name]) && !isset($notifications[$name])) {
        same($name, 'question whether a payout is yours');
        continue;
    }
    test("the hashes of vectors are right: $name", function () use ($requests, $notifications, $hashName, $name, $key, $list) {
        foreach ($list as ['name' => $vector, 'fields' => $fields, 'digest' => $digest]) {
            if (isset($requests[$name])) {
                same($requests[$name]($fields, $key), $digest, $vector);
            }
            if (isset($notifications[$name])) {
                $signed = [($hashName[$name] ?? 'Hash') => $digest] + $fields;
                same($notifications[$name]($signed, $key) !== [], true, $vector);
                thrown(SignatureException::class, fn () => $notifications[$name]($signed, "{$key}x"));
            }
        }
    });
}

test('an amount that is not rand with two decimals is refused', function () {
    foreach (['', '1,50', '1.505', '-1', '1e3', null] as $amount) {
        thrown(InvalidArgumentException::class, fn () => Hashes::payout(['amount' => $amount], 'key'));
    }
    thrown(InvalidArgumentException::class, fn () => Hashes::payment(['amount' => '1'], ''));
});
