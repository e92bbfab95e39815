<?php

declare(strict_types=1);

namespace Tefo;

/** The Payouts API. A payout that was created and then failed is returned; a payout that was refused is an exception. */
final class PayoutsApi
{
    /** @internal */
    public function __construct(private readonly Client $client)
    {
    }

    /**
     * Returns the banks that payouts can reach.
     *
     * @return list<array<string, mixed>>
     */
    public function getAvailableBanks(): array
    {
        return $this->send('GET', '/getavailablebanks', null, true);
    }

    /**
     * Pays out from the float. Fills in siteCode and hashCheck. It is not repeated after a lost response: search for the
     * merchantReference, which is unique, with getPayoutByReference.
     *
     * @param array<string, mixed> $request amount, merchantReference, customerBankReference, isRtc, bankingDetails
     *   (bankGroupId, accountNumber, branchCode), and optional notifyUrl.
     * @return array{payoutId: string, payoutStatus: array<string, mixed>}
     */
    public function requestPayout(array $request): array
    {
        $request += ['siteCode' => $this->client->credential('siteCode'), 'isRtc' => false];
        $request += ['hashCheck' => Hashes::payout($request, $this->client->credential('apiKey'))];
        return $this->send('POST', '/requestpayout', $request, false);
    }

    /**
     * Returns a payout.
     *
     * @return array<string, mixed>
     */
    public function getPayout(string $payoutId): array
    {
        return $this->send('GET', '/getpayout?' . http_build_query(['payoutId' => $payoutId]), null, true);
    }

    /**
     * Searches payouts by reference.
     *
     * @param array<string, mixed> $search pageSize, pageIndex, searchFields and searchString.
     * @return array<mixed>
     */
    public function getPayoutByReference(array $search): array
    {
        return $this->send('POST', '/getpayoutbyreference', $search, true);
    }

    /** @param ?array<string, mixed> $body */
    private function send(string $method, string $path, ?array $body, bool $isRepeatable): array
    {
        $headers = ['ApiKey' => $this->client->credential('apiKey'), 'SiteCode' => $this->client->credential('siteCode')];
        return $this->client->request($method, $this->client->url('payouts', $path), $headers, $body, $isRepeatable);
    }
}
