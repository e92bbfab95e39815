<?php

declare(strict_types=1);

namespace Tefo;

/** The hashes of the Payments, Payouts and Merchant External API: SHA-512 over the values in order and a key, in lower case. */
final class Hashes
{
    private const PAYMENT = [
        'siteCode', 'countryCode', 'currencyCode', 'amount', 'transactionReference', 'bankReference',
        'optional1', 'optional2', 'optional3', 'optional4', 'optional5',
        'customer', 'cancelUrl', 'errorUrl', 'successUrl', 'notifyUrl', 'isTest',
        'selectedBankId', 'bankAccountNumber', 'branchCode', 'bankAccountName', 'payeeDisplayName',
        'expiryDateUtc', 'allowVariableAmount', 'variableAmountMin', 'variableAmountMax',
        'customerIdentifier', 'customerCellphoneNumber',
    ];
    private const REFERENCE = ['siteCode', 'amount', 'transactionReference', 'bankId', 'notifyUrl', 'expiryDateUtc'];
    private const REFUND = ['transactionId', 'amount', 'refundReason', 'notifyUrl'];

    /**
     * Returns the hashCheck of a payment request. Names of fields can have any letter case.
     *
     * @param array<string, mixed> $fields
     */
    public static function payment(array $fields, string $privateKey): string
    {
        return self::inOrder(self::PAYMENT, $fields, $privateKey);
    }

    /**
     * Returns the hashCheck of a deposit reference, unique or static.
     *
     * @param array<string, mixed> $fields
     */
    public static function reference(array $fields, string $privateKey): string
    {
        return self::inOrder(self::REFERENCE, $fields, $privateKey);
    }

    /**
     * Returns the hashCheck of one item of a refund request of the Payments API.
     *
     * @param array<string, mixed> $item
     */
    public static function refund(array $item, string $privateKey): string
    {
        return self::inOrder(self::REFUND, $item, $privateKey);
    }

    /**
     * Returns the hashCheck of a payout request. Its amount is hashed in cents, and its key is the ApiKey.
     *
     * @param array<string, mixed> $request
     */
    public static function payout(array $request, string $apiKey): string
    {
        $details = $request['bankingDetails'] ?? [];
        return self::digest([
            $request['siteCode'] ?? null,
            ltrim(str_replace('.', '', self::amount($request['amount'] ?? null)), '0') ?: '0',
            $request['merchantReference'] ?? null,
            $request['customerBankReference'] ?? null,
            $request['isRtc'] ?? false,
            $request['notifyUrl'] ?? null,
            $details['bankGroupId'] ?? null,
            $details['accountNumber'] ?? null,
            $details['branchCode'] ?? null,
        ], $apiKey);
    }

    /**
     * Returns the digest of values in order and a key. A null or empty value adds nothing.
     *
     * @internal
     * @param list<mixed> $values
     */
    public static function digest(array $values, string $key): string
    {
        if ($key === '') {
            throw new \InvalidArgumentException('The key of the hash is missing');
        }
        $texts = array_map(fn ($value) => is_bool($value) ? ($value ? 'true' : 'false') : (string) $value, $values);
        $text = implode('', $texts) . $key;
        // strtolower lowers ASCII only. The service accepts that in requests.
        return hash('sha512', function_exists('mb_strtolower') ? mb_strtolower($text, 'UTF-8') : strtolower($text));
    }

    /**
     * @param list<string> $names
     * @param array<string, mixed> $fields
     */
    private static function inOrder(array $names, array $fields, string $key): string
    {
        $given = array_change_key_case($fields);
        if (isset($given['amount'])) {
            $given['amount'] = self::amount($given['amount']);
        }
        return self::digest(array_map(fn ($name) => $given[strtolower($name)] ?? null, $names), $key);
    }

    /** Returns an amount in rand with exactly two decimals. Throws InvalidArgumentException if it is not one. */
    private static function amount(mixed $amount): string
    {
        $text = is_int($amount) || is_float($amount) ? json_encode($amount) : $amount;
        if (!is_string($text) || preg_match('/^(\d+)(?:\.(\d{1,2}))?$/D', $text, $parts) !== 1) {
            throw new \InvalidArgumentException('amount must be rand with at most two decimals, such as "150.00"');
        }
        return $parts[1] . '.' . str_pad($parts[2] ?? '', 2, '0');
    }
}
