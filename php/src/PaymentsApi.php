<?php

declare(strict_types=1);

namespace Tefo;

/**
 * The Payments API, for existing integrations: use the One API for new work. Methods fill in siteCode and hashCheck, and
 * throw TefoException for an errorMessage in a response with the status 200.
 */
final class PaymentsApi
{
    /** @internal */
    public function __construct(private readonly Client $client)
    {
    }

    /**
     * Creates a payment request. Redirect the customer to the url of the result.
     *
     * Required: countryCode, currencyCode, amount, transactionReference, bankReference, cancelUrl, errorUrl,
     * successUrl, notifyUrl, isTest. It is not repeated after a lost response: search for the transactionReference first.
     *
     * @param array<string, mixed> $fields
     * @return array{paymentRequestId: string, url: string}
     */
    public function postPaymentRequest(array $fields): array
    {
        $fields = $this->withSite($fields);
        $fields += ['hashCheck' => Hashes::payment($fields, $this->client->credential('privateKey'))];
        return $this->client->request('POST', $this->client->url('payments', '/postpaymentrequest'), $this->key(), $fields, false);
    }

    /**
     * Returns at most ten transactions with a reference, newest first.
     *
     * @return list<array<string, mixed>>
     */
    public function getTransactionByReference(string $transactionReference, bool $isTest = false): array
    {
        return $this->read('/GetTransactionByReference', ['transactionReference' => $transactionReference, 'isTest' => $isTest]);
    }

    /**
     * Returns a transaction.
     *
     * @return array<string, mixed>
     */
    public function getTransaction(string $transactionId, bool $isTest = false): array
    {
        return $this->read('/GetTransaction', ['transactionId' => $transactionId, 'isTest' => $isTest]);
    }

    /**
     * Returns the transactions of whole days (yyyy-MM-dd), at most 31.
     *
     * @return list<array<string, mixed>>
     */
    public function getTransactionReport(string $startDate, string $endDate): array
    {
        return $this->read('/GetTransactionReport', ['startDate' => $startDate, 'endDate' => $endDate]);
    }

    /**
     * Refunds 1 to 500 transactions. Each result has a refundId or errors: check every one.
     *
     * @param list<array<string, mixed>> $items transactionId, amount, refundReason, and optional notifyUrl and isRtc.
     * @return list<array<string, mixed>>
     */
    public function submitRefunds(array $items, ?string $idempotencyKey = null): array
    {
        $hashed = array_map(
            fn (array $item) => $item + ['hashCheck' => Hashes::refund($item, $this->client->credential('privateKey'))],
            $items,
        );
        $headers = ['Idempotency-Key' => $idempotencyKey ?? bin2hex(random_bytes(16))];
        $url = $this->client->url('payments', '/secure/refunds/submit');
        return $this->client->authorized('payments', 'POST', $url, $headers, $hashed, true);
    }

    /**
     * Returns at most 500 refunds, newest first.
     *
     * @param array{refundDate?: string, status?: int|string} $query
     * @return list<array<string, mixed>>
     */
    public function getRefunds(array $query = []): array
    {
        return $this->readSecure('/secure/refunds/getrefunds', $query);
    }

    /**
     * Returns a refund.
     *
     * @return array<string, mixed>
     */
    public function getRefund(string $refundId): array
    {
        return $this->readSecure('/secure/refunds/getrefund', ['refundId' => $refundId]);
    }

    /**
     * Returns the refunds of a transaction.
     *
     * @return list<array<string, mixed>>
     */
    public function getRefundsByTransactionId(string $transactionId): array
    {
        return $this->readSecure('/secure/refunds/getrefundsbytransactionid', ['transactionId' => $transactionId]);
    }

    /**
     * Creates a deposit reference for one payment by EFT. Required: amount and transactionReference.
     *
     * @param array<string, mixed> $fields
     * @return array<string, mixed>
     */
    public function createUniqueReference(array $fields): array
    {
        return $this->reference('/secure/banktransfer/single', $fields);
    }

    /**
     * Creates a deposit reference for any number of payments by EFT. Required: transactionReference.
     *
     * @param array<string, mixed> $fields
     * @return array<string, mixed>
     */
    public function createStaticReference(array $fields): array
    {
        return $this->reference('/secure/banktransfer/multiple', $fields);
    }

    /** @param array<string, mixed> $fields */
    private function reference(string $path, array $fields): array
    {
        $fields = $this->withSite($fields);
        $fields += ['hashCheck' => Hashes::reference($fields, $this->client->credential('privateKey'))];
        return $this->client->request('POST', $this->client->url('payments', $path), $this->key(), $fields, false);
    }

    /** @param array<string, mixed> $query */
    private function read(string $path, array $query): array
    {
        $url = $this->client->url('payments', $path) . '?' . self::search($this->withSite($query));
        return $this->client->request('GET', $url, $this->key(), null, true);
    }

    /** @param array<string, mixed> $query */
    private function readSecure(string $path, array $query): array
    {
        $url = $this->client->url('payments', $path) . '?' . self::search($query);
        return $this->client->authorized('payments', 'GET', $url, [], null, true);
    }

    /** @param array<string, mixed> $query */
    private static function search(array $query): string
    {
        return http_build_query(array_map(fn ($value) => is_bool($value) ? ($value ? 'true' : 'false') : $value, $query));
    }

    /** @return array<string, string> */
    private function key(): array
    {
        return ['ApiKey' => $this->client->credential('apiKey')];
    }

    /**
     * @param array<string, mixed> $fields
     * @return array<string, mixed>
     */
    private function withSite(array $fields): array
    {
        return isset($fields['siteCode']) ? $fields : ['siteCode' => $this->client->credential('siteCode')] + $fields;
    }
}
