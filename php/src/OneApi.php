<?php

declare(strict_types=1);

namespace Tefo;

/**
 * The One API: one method for each operation, by its operationId. Bodies, queries and results are arrays by
 * name, as `/docs/api/one` of a running Tefo describes them. Methods fill in siteCode where it is missing.
 *
 * Without an idempotency key, a call creates one for its own retries. Give the key yourself if your program can repeat the
 * call, for example after a crash: `order-17`.
 */
final class OneApi
{
    /** @internal */
    public function __construct(private readonly Client $client)
    {
    }

    /**
     * Creates a payment. Redirect the customer to the redirectUrl of the result.
     *
     * Required: amount, merchantReference, expireAt. See `/docs/objects/PaymentRequest`.
     */
    public function createPayment(array $body, ?string $idempotencyKey = null): array
    {
        return $this->write('POST', '/payments', $this->withSite($body), $idempotencyKey);
    }

    /** Lists payments. Required: fromDate and toDate. */
    public function listPayments(array $query = []): Page
    {
        return $this->page('/payments', $query);
    }

    /** Returns a payment. Its status is Created, Complete, Cancelled or Expired. */
    public function getPayment(string $id): array
    {
        return $this->get('/payments/' . self::segment($id));
    }

    /** Cancels a payment that has not been paid. */
    public function cancelPayment(string $id, ?string $idempotencyKey = null): void
    {
        $this->write('POST', '/payments/' . self::segment($id) . '/cancel', null, $idempotencyKey);
    }

    /** Creates a payment link. Required: amount or variableAmount, description. */
    public function createPaymentLink(array $body, ?string $idempotencyKey = null): array
    {
        return $this->write('POST', '/paymentlinks', $this->withSite($body), $idempotencyKey);
    }

    /** Lists payment links. */
    public function listPaymentLinks(array $query = []): Page
    {
        return $this->page('/paymentlinks', $query);
    }

    /** Returns a payment link. */
    public function getPaymentLink(string $id): array
    {
        return $this->get('/paymentlinks/' . self::segment($id));
    }

    /** Disables a payment link. */
    public function disablePaymentLink(string $id, ?string $idempotencyKey = null): array
    {
        return $this->write('POST', '/paymentlinks/' . self::segment($id) . '/disable', null, $idempotencyKey);
    }

    /** Lists the attempts to pay a payment. Required: fromDate and toDate. */
    public function listPaymentTransactions(string $id, array $query = []): Page
    {
        return $this->page('/payments/' . self::segment($id) . '/transactions', $query);
    }

    /** Starts an attempt to pay a payment at a bank. */
    public function createPaymentTransaction(string $id, array $body, ?string $idempotencyKey = null): array
    {
        return $this->write('POST', '/payments/' . self::segment($id) . '/transactions', $body, $idempotencyKey);
    }

    /** Creates a payment and starts an attempt to pay it. Required: paymentRequest and paymentDetail. */
    public function createTransaction(array $body, ?string $idempotencyKey = null): array
    {
        return $this->write('POST', '/transactions', $body, $idempotencyKey);
    }

    /** Lists transactions. Required: fromDate and toDate. */
    public function listTransactions(array $query = []): Page
    {
        return $this->page('/transactions', $query);
    }

    /** Returns a transaction. Its status is Incomplete, Pending, Successful, Error or Refunded. */
    public function getTransaction(string $id): array
    {
        return $this->get('/transactions/' . self::segment($id));
    }

    /** Processes a step of a transaction. */
    public function processTransactionStep(string $id, array $body, ?string $idempotencyKey = null): array
    {
        return $this->write('POST', '/transactions/' . self::segment($id), $body, $idempotencyKey);
    }

    /**
     * Refunds a transaction, in full or in part. Required: amount and reason.
     *
     * Keep the idempotency key with your decision to refund: a repeated call with it refunds only once.
     */
    public function createTransactionRefund(string $id, array $body, ?string $idempotencyKey = null): array
    {
        return $this->write('POST', '/transactions/' . self::segment($id) . '/refunds', $body, $idempotencyKey);
    }

    /** Lists the refunds of a transaction. */
    public function listTransactionRefunds(string $id, array $query = []): Page
    {
        return $this->page('/transactions/' . self::segment($id) . '/refunds', $query);
    }

    /**
     * Creates several refunds, all or none. The body is a list with transactionId, amount and reason.
     *
     * @param list<array<string, mixed>> $body
     * @return list<array<string, mixed>>
     */
    public function createRefunds(array $body, ?string $idempotencyKey = null): array
    {
        return $this->write('POST', '/refunds', $body, $idempotencyKey);
    }

    /** Lists refunds. Required: fromDate and toDate. */
    public function listRefunds(array $query = []): Page
    {
        return $this->page('/refunds', $query);
    }

    /** Returns a refund. */
    public function getRefund(string $id): array
    {
        return $this->get('/refunds/' . self::segment($id));
    }

    /** Cancels a refund that is still Pending. */
    public function cancelRefund(string $id, ?string $idempotencyKey = null): void
    {
        $this->write('POST', '/refunds/' . self::segment($id) . '/cancel', null, $idempotencyKey);
    }

    /**
     * Returns the notifications about a transaction with their attempts.
     *
     * @return list<array<string, mixed>>
     */
    public function listTransactionNotifications(string $id): array
    {
        return $this->get('/transactions/' . self::segment($id) . '/notifications');
    }

    /** Resends the notifications about a transaction. */
    public function resendTransactionNotifications(string $id, ?string $idempotencyKey = null): void
    {
        $this->write('POST', '/transactions/' . self::segment($id) . '/notifications/resend', null, $idempotencyKey);
    }

    /**
     * Returns the notifications about a refund with their attempts.
     *
     * @return list<array<string, mixed>>
     */
    public function listRefundNotifications(string $id): array
    {
        return $this->get('/refunds/' . self::segment($id) . '/notifications');
    }

    /** Resends the notifications about a refund. */
    public function resendRefundNotifications(string $id, ?string $idempotencyKey = null): void
    {
        $this->write('POST', '/refunds/' . self::segment($id) . '/notifications/resend', null, $idempotencyKey);
    }

    /** Lists settlements. Required: fromDate and toDate. */
    public function listSettlements(array $query = []): Page
    {
        return $this->page('/settlements', $query);
    }

    /** Returns a settlement. */
    public function getSettlement(string $id): array
    {
        return $this->get('/settlements/' . self::segment($id));
    }

    /** Lists the lines of a settlement. */
    public function listSettlementLineItems(string $id, array $query = []): Page
    {
        return $this->page('/settlements/' . self::segment($id) . '/lineitems', $query);
    }

    /** Lists invoices and credit notes. */
    public function listInvoices(array $query = []): Page
    {
        return $this->page('/invoices', $query);
    }

    /** Returns an invoice or credit note by its number. */
    public function getInvoice(string $number): array
    {
        return $this->get('/invoices/' . self::segment($number));
    }

    /** Returns an invoice or credit note as the bytes of a PDF. */
    public function getInvoicePdf(string $number): string
    {
        $url = $this->client->url('one', '/invoices/' . self::segment($number) . '/pdf');
        return $this->client->authorized('one', 'GET', $url, ['Accept' => 'application/pdf'], null, true);
    }

    /** Lists the files of scheduled reports. */
    public function listReports(array $query = []): Page
    {
        return $this->page('/reports', $query);
    }

    /** Returns a report. */
    public function getReport(string $id): array
    {
        return $this->get('/reports/' . self::segment($id));
    }

    /** Returns the bytes of the file of a report. */
    public function getReportFile(string $id): string
    {
        $url = $this->client->url('one', '/reports/' . self::segment($id) . '/file');
        return $this->client->authorized('one', 'GET', $url, ['Accept' => '*/*'], null, true);
    }

    /**
     * Creates a subscription. Redirect the customer to the redirectUrl of the result.
     *
     * Required: amount, merchantReference, frequency, firstPaymentDate, occurrences.
     */
    public function createSubscription(array $body, ?string $idempotencyKey = null): array
    {
        return $this->write('POST', '/subscriptions', $this->withSite($body), $idempotencyKey);
    }

    /** Lists subscriptions. */
    public function listSubscriptions(array $query = []): Page
    {
        return $this->page('/subscriptions', $query);
    }

    /** Returns a subscription. */
    public function getSubscription(string $id): array
    {
        return $this->get('/subscriptions/' . self::segment($id));
    }

    /** Cancels a subscription. */
    public function cancelSubscription(string $id, ?string $idempotencyKey = null): array
    {
        return $this->write('POST', '/subscriptions/' . self::segment($id) . '/cancel', null, $idempotencyKey);
    }

    /** Lists the charges of a subscription. */
    public function listSubscriptionTransactions(string $id, array $query = []): Page
    {
        return $this->page('/subscriptions/' . self::segment($id) . '/transactions', $query);
    }

    /** Creates an ad-hoc charge. Required: amount and merchantReference. */
    public function createSubscriptionTransaction(string $id, array $body, ?string $idempotencyKey = null): array
    {
        return $this->write('POST', '/subscriptions/' . self::segment($id) . '/transactions', $body, $idempotencyKey);
    }

    /** Lists webhooks. */
    public function listWebhooks(array $query = []): Page
    {
        return $this->page('/webhooks', $query);
    }

    /** Creates a webhook. Required: endpoint and eventType. */
    public function createWebhook(array $body, ?string $idempotencyKey = null): array
    {
        return $this->write('POST', '/webhooks', $body, $idempotencyKey);
    }

    /** Returns a webhook. */
    public function getWebhook(string $id): array
    {
        return $this->get('/webhooks/' . self::segment($id));
    }

    /** Changes a webhook, and enables it if it was disabled. */
    public function putWebhook(string $id, array $body, ?string $idempotencyKey = null): array
    {
        return $this->write('PUT', '/webhooks/' . self::segment($id), $body, $idempotencyKey);
    }

    /** Deletes a webhook. */
    public function deleteWebhook(string $id): void
    {
        $this->write('DELETE', '/webhooks/' . self::segment($id), null, null);
    }

    /** Resends missed messages of a webhook. The body can have since, until and messageIds. */
    public function replayWebhook(string $id, array $body = [], ?string $idempotencyKey = null): void
    {
        $this->write('POST', '/webhooks/' . self::segment($id) . '/replay', $body ?: null, $idempotencyKey);
    }

    /** Returns the secret of a webhook, as secret. */
    public function getWebhookSecret(string $id): array
    {
        return $this->get('/webhooks/' . self::segment($id) . '/secret');
    }

    /** Lists payment methods with their banks. */
    public function listPaymentMethods(array $query = []): Page
    {
        return $this->page('/paymentmethods', $this->withSite($query));
    }

    /** Lists regions. */
    public function listRegions(array $query = []): Page
    {
        return $this->page('/regions', $query);
    }

    /** Verifies a bank account. Required: accountNumber, branchCode or institutionId, identity, and surname or name. */
    public function verifyBankAccount(array $body, ?string $idempotencyKey = null): array
    {
        return $this->write('POST', '/bankaccount/verify', $this->withSite($body), $idempotencyKey);
    }

    /** @return array<mixed> */
    private function get(string $path): array
    {
        return $this->client->authorized('one', 'GET', $this->client->url('one', $path), [], null, true);
    }

    /** @param array<string, scalar> $query */
    private function page(string $path, array $query): Page
    {
        $read = fn (string $url) => $this->client->authorized('one', 'GET', $url, [], null, true);
        $search = $query === [] ? '' : '?' . http_build_query($query);
        return new Page($read($this->client->url('one', $path . $search)), $read);
    }

    /** @param ?array<mixed> $body */
    private function write(string $method, string $path, ?array $body, ?string $idempotencyKey): mixed
    {
        $headers = ['Idempotency-Key' => $idempotencyKey ?? bin2hex(random_bytes(16))];
        return $this->client->authorized('one', $method, $this->client->url('one', $path), $headers, $body, true);
    }

    /**
     * @param array<string, mixed> $fields
     * @return array<string, mixed>
     */
    private function withSite(array $fields): array
    {
        return isset($fields['siteCode']) ? $fields : ['siteCode' => $this->client->credential('siteCode')] + $fields;
    }

    private static function segment(string $id): string
    {
        return $id === '' ? throw new \InvalidArgumentException('The id is missing') : rawurlencode($id);
    }
}
