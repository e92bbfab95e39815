<?php

declare(strict_types=1);

namespace Tefo;

/**
 * A client of Tefo.
 *
 *     $tefo = new Tefo(json_decode(getenv('CREDENTIALS'), true)); // what `npx tefo credentials --json` prints
 *     $payment = $tefo->one->createPayment([...]);
 */
final class Tefo
{
    /** The One API, for all new work. */
    public readonly OneApi $one;

    /** The Payments API, for existing integrations. */
    public readonly PaymentsApi $payments;

    /** The Payouts API. */
    public readonly PayoutsApi $payouts;

    /**
     * @param array{
     *   urls: array{one?: string, payments?: string, payouts?: string},
     *   siteCode?: string, clientId?: string, clientSecret?: string, apiKey?: string, privateKey?: string,
     * } $credentials Credentials of APIs that you do not use can be missing. The One API uses clientId and clientSecret,
     *   the others apiKey and privateKey.
     */
    public function __construct(array $credentials, Transport $transport = new Transport())
    {
        $client = new Client($credentials, $transport);
        $this->one = new OneApi($client);
        $this->payments = new PaymentsApi($client);
        $this->payouts = new PayoutsApi($client);
    }
}
