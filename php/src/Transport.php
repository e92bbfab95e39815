<?php

declare(strict_types=1);

namespace Tefo;

/** Sends requests by curl, and repeats those that can be repeated safely. */
final class Transport
{
    private const FIRST_WAIT_SECONDS = 0.25;
    private const LONGEST_WAIT_SECONDS = 20.0;

    private readonly \Closure $exchange;

    /**
     * @param int $retries How often a request is repeated.
     * @param int $timeoutSeconds The time limit of one attempt.
     * @param ?\Closure(string $method, string $url, array<string, string> $headers, ?string $body): Response $exchange
     *   Replaces curl. Throws ConnectionException without a response.
     */
    public function __construct(
        private readonly int $retries = 2,
        private readonly int $timeoutSeconds = 30,
        ?\Closure $exchange = null,
    ) {
        $this->exchange = $exchange ?? $this->curl(...);
    }

    /**
     * Sends a request until it has a response. Repeats it after 429, 502 and 503, after 409 with Retry-After, and without a
     * response. A request that is not safe to repeat is repeated only after 429 and after 503 with Retry-After, because the
     * service then did nothing.
     *
     * @param array<string, string> $headers
     */
    public function send(string $method, string $url, array $headers, ?string $body, bool $isRepeatable): Response
    {
        for ($attempt = 0; ; $attempt += 1) {
            $response = null;
            try {
                $response = ($this->exchange)($method, $url, $headers, $body);
                if ($attempt >= $this->retries || !self::isTemporary($response, $isRepeatable)) {
                    return $response;
                }
            } catch (ConnectionException $exception) {
                if ($attempt >= $this->retries || !$isRepeatable) {
                    throw $exception;
                }
            }
            usleep((int) (1_000_000 * self::waitSeconds($response, $attempt)));
        }
    }

    private static function isTemporary(Response $response, bool $isRepeatable): bool
    {
        $hasDate = isset($response->headers['retry-after']);
        return match ($response->status) {
            429 => true,
            503 => $isRepeatable || $hasDate,
            502 => $isRepeatable,
            409 => $isRepeatable && $hasDate,
            default => false,
        };
    }

    /** Half of the wait is random, so that clients do not retry at the same moment. */
    private static function waitSeconds(?Response $response, int $attempt): float
    {
        $requested = $response?->headers['retry-after'] ?? '';
        $wait = is_numeric($requested)
            ? (float) $requested
            : self::FIRST_WAIT_SECONDS * 2 ** $attempt * (0.5 + random_int(0, 500) / 1000);
        return max(0.0, min($wait, self::LONGEST_WAIT_SECONDS));
    }

    /** @param array<string, string> $headers */
    private function curl(string $method, string $url, array $headers, ?string $body): Response
    {
        $received = [];
        $curl = curl_init($url);
        curl_setopt_array($curl, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => array_map(fn ($name) => "$name: {$headers[$name]}", array_keys($headers)),
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => $this->timeoutSeconds,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_HEADERFUNCTION => function ($curl, string $line) use (&$received): int {
                [$name, $value] = [...explode(':', $line, 2), ''];
                if (str_contains($line, ':')) {
                    $received[strtolower(trim($name))] = trim($value);
                }
                return strlen($line);
            },
        ]);
        if ($body !== null) {
            curl_setopt($curl, CURLOPT_POSTFIELDS, $body);
        }
        $content = curl_exec($curl);
        if (!is_string($content)) {
            throw new ConnectionException("No response from $url: " . curl_error($curl));
        }
        return new Response(curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $received, $content);
    }
}
