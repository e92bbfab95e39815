<?php

declare(strict_types=1);

namespace Tefo;

/** No response arrived. The service can have processed the request: repeat it with the same idempotency key. */
final class ConnectionException extends TefoException
{
    public function __construct(string $detail)
    {
        parent::__construct(0, null, 'No response', $detail);
    }
}
