<?php

declare(strict_types=1);

namespace Tefo;

/**
 * The part that all APIs share: credentials, tokens, JSON and errors.
 *
 * @internal
 */
final class Client
{
    private const SPARE_SECONDS = 30;

    /** @var array<string, array{string, int}> Token and end by API. */
    private array $tokens = [];

    /** @param array<string, mixed> $credentials */
    public function __construct(private readonly array $credentials, private readonly Transport $transport)
    {
    }

    /** Returns a credential. Throws InvalidArgumentException if it is missing. */
    public function credential(string $name): string
    {
        $value = $this->credentials[$name] ?? null;
        return is_string($value) && $value !== '' ? $value : throw new \InvalidArgumentException("credentials.$name is missing");
    }

    /** Returns the address of a path of an API. */
    public function url(string $api, string $path): string
    {
        $base = $this->credentials['urls'][$api] ?? null;
        return is_string($base) && $base !== ''
            ? rtrim($base, '/') . $path
            : throw new \InvalidArgumentException("credentials.urls.$api is missing");
    }

    /**
     * Sends a request with JSON. Throws TefoException if it is refused.
     *
     * @param array<string, string> $headers
     */
    public function request(string $method, string $url, array $headers, mixed $body, bool $isRepeatable): mixed
    {
        return self::bodyOf($this->exchange($method, $url, $headers, $body, $isRepeatable));
    }

    /**
     * Sends a request with the token of an API, and requests another token if the first one is refused.
     *
     * @param array<string, string> $headers
     */
    public function authorized(string $api, string $method, string $url, array $headers, mixed $body, bool $isRepeatable): mixed
    {
        $send = function () use ($api, $method, $url, $headers, $body, $isRepeatable): Response {
            $headers['Authorization'] = "Bearer {$this->token($api)}";
            return $this->exchange($method, $url, $headers, $body, $isRepeatable);
        };
        $response = $send();
        if ($response->status === 401) {
            unset($this->tokens[$api]);
            $response = $send();
        }
        return self::bodyOf($response);
    }

    private function token(string $api): string
    {
        if (!isset($this->tokens[$api]) || $this->tokens[$api][1] < time()) {
            $headers = ['Content-Type' => 'application/x-www-form-urlencoded', 'Accept' => 'application/json'];
            if ($api === 'one') {
                $form = ['grant_type' => 'client_credentials'];
                $form += ['client_id' => $this->credential('clientId'), 'client_secret' => $this->credential('clientSecret')];
            } else {
                $form = ['grant_type' => 'password', 'SiteCode' => $this->credential('siteCode')];
                $headers['ApiKey'] = $this->credential('apiKey');
            }
            $url = $this->url($api, '/token');
            $token = self::bodyOf($this->transport->send('POST', $url, $headers, http_build_query($form), true));
            $this->tokens[$api] = [$token['access_token'], time() + (int) $token['expires_in'] - self::SPARE_SECONDS];
        }
        return $this->tokens[$api][0];
    }

    /** @param array<string, string> $headers */
    private function exchange(string $method, string $url, array $headers, mixed $body, bool $isRepeatable): Response
    {
        $headers += ['Accept' => 'application/json'] + ($body === null ? [] : ['Content-Type' => 'application/json']);
        $content = $body === null ? null : json_encode($body, JSON_THROW_ON_ERROR);
        return $this->transport->send($method, $url, $headers, $content, $isRepeatable);
    }

    private static function bodyOf(Response $response): mixed
    {
        $body = $response->decoded();
        $isRefused = $response->status < 200 || $response->status > 299 || TefoException::refusalIn($body) !== null;
        return $isRefused ? throw TefoException::fromResponse($response) : $body;
    }
}
