<?php

declare(strict_types=1);

namespace Tefo;

/** An HTTP response. */
final class Response
{
    /** @param array<string, string> $headers By name in lower case. */
    public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly string $body,
    ) {
    }

    /** Returns the body as decoded JSON, its text if it is not JSON, or null if it is empty. */
    public function decoded(): mixed
    {
        if ($this->body === '') {
            return null;
        }
        $value = json_decode($this->body, true);
        return json_last_error() === JSON_ERROR_NONE ? $value : $this->body;
    }
}
