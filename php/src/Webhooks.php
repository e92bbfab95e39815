<?php

declare(strict_types=1);

namespace Tefo;

/** Verifies that a notification came from your Tefo. */
final class Webhooks
{
    private const TRANSACTION = [
        'SiteCode', 'TransactionId', 'TransactionReference', 'Amount', 'Status',
        'Optional1', 'Optional2', 'Optional3', 'Optional4', 'Optional5',
        'CurrencyCode', 'IsTest', 'StatusMessage',
    ];
    private const REFUND = [
        'RefundId', 'TransactionId', 'CurrencyCode', 'Amount', 'Status', 'BankName', 'AccountNumber', 'StatusMessage',
    ];

    /**
     * Verifies the Standard Webhooks signature of a notification, and returns its event.
     *
     * @param string $body The bytes as received: file_get_contents('php://input').
     * @param array<string, mixed> $headers $_SERVER, getallheaders(), or headers by name; a value can be a list.
     * @param string|list<string> $secret The secret of the webhook, or the site's webhookSecret. Several while you replace one.
     * @return array<string, mixed> The event: type, timestamp, sequence and data. Its id is in the header webhook-id.
     * @throws SignatureException if the signature is not valid, or the message is more than $toleranceSeconds old.
     * @throws \InvalidArgumentException if the secret is missing or is not a webhook secret.
     */
    public static function verify(string $body, array $headers, string|array $secret, int $toleranceSeconds = 300): array
    {
        $keys = array_map(self::keyOf(...), (array) $secret);
        [$id, $timestamp, $signatures] = array_map(
            fn ($name) => self::header($headers, "webhook-$name") ?? self::header($headers, "svix-$name"),
            ['id', 'timestamp', 'signature'],
        );
        if ($id === null || $timestamp === null || $signatures === null) {
            throw new SignatureException('The headers webhook-id, webhook-timestamp and webhook-signature are not all present');
        }
        if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > $toleranceSeconds) {
            throw new SignatureException("The message is more than $toleranceSeconds s old or early: a replay, or a wrong clock");
        }
        foreach ($keys as $key) {
            $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
            foreach (explode(' ', $signatures) as $signature) {
                if (hash_equals($expected, $signature)) {
                    $event = json_decode($body, true);
                    return is_array($event) ? $event : throw new SignatureException('The body is not JSON');
                }
            }
        }
        throw new SignatureException('The signature is not that of this body with this secret');
    }

    /** Returns the id of a message, which stays the same over retries and resends; null without one. */
    public static function id(array $headers): ?string
    {
        return self::header($headers, 'webhook-id') ?? self::header($headers, 'svix-id');
    }

    /**
     * Verifies the Hash of a form posted to a notifyUrl of the Payments API (payment or refund), or of the query with which
     * a customer returns. Returns the fields.
     *
     * @param array<string, mixed> $fields $_POST, or $_GET on the customer's return.
     * @return array<string, string>
     * @throws SignatureException if the Hash is not valid.
     */
    public static function verifyNotification(array $fields, string $privateKey): array
    {
        $fields = array_filter($fields, is_string(...));
        $names = isset($fields['RefundId']) ? self::REFUND : self::TRANSACTION;
        self::assertHash(array_map(fn ($name) => $fields[$name] ?? '', $names), $fields['Hash'] ?? null, $privateKey);
        return $fields;
    }

    /**
     * Verifies the hashCheck of a payout's notification, and returns it.
     *
     * @return array<string, mixed>
     * @throws SignatureException if the hashCheck is not valid.
     */
    public static function verifyPayout(string $body, string $apiKey): array
    {
        $payout = self::json($body);
        $status = $payout['payoutStatus'] ?? [];
        $values = [
            $payout['payoutId'] ?? null, $payout['siteCode'] ?? null, $payout['merchantReference'] ?? null,
            $payout['customerMerchantReference'] ?? null, $status['status'] ?? null, $status['subStatus'] ?? null,
        ];
        self::assertHash($values, $payout['hashCheck'] ?? null, $apiKey);
        return $payout;
    }

    /**
     * Verifies the hash of a bulk job's result, and returns it.
     *
     * @return array<string, mixed>
     * @throws SignatureException if the hash is not valid.
     */
    public static function verifyBulk(string $body, string $privateKey): array
    {
        $job = self::json($body);
        $values = array_map(fn ($name) => $job[$name] ?? null, ['jobId', 'jobReference', 'status', 'compressedData', 'error']);
        self::assertHash($values, $job['hash'] ?? null, $privateKey);
        return $job;
    }

    /** @param list<mixed> $values */
    private static function assertHash(array $values, mixed $given, string $key): void
    {
        $isValid = is_string($given) && hash_equals(Hashes::digest($values, $key), strtolower($given));
        if (!$isValid) {
            throw new SignatureException('The hash is not that of this notification with this key');
        }
    }

    /** @return array<string, mixed> */
    private static function json(string $body): array
    {
        $value = json_decode($body, true);
        return is_array($value) ? $value : throw new SignatureException('The body is not JSON');
    }

    private static function keyOf(string $secret): string
    {
        $key = base64_decode(str_starts_with($secret, 'whsec_') ? substr($secret, 6) : $secret, true);
        if ($key === false || $key === '') {
            throw new \InvalidArgumentException('The secret is not a webhook secret: whsec_ and Base64');
        }
        return $key;
    }

    /** @param array<string, mixed> $headers */
    private static function header(array $headers, string $name): ?string
    {
        $inServer = 'http_' . str_replace('-', '_', $name);
        foreach ($headers as $key => $value) {
            if (in_array(strtolower((string) $key), [$name, $inServer], true)) {
                $first = is_array($value) ? ($value[0] ?? null) : $value;
                return is_string($first) && $first !== '' ? $first : null;
            }
        }
        return null;
    }
}
