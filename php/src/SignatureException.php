<?php

declare(strict_types=1);

namespace Tefo;

/** A notification without a valid signature or hash. Respond with 401 and do not process it. */
final class SignatureException extends \RuntimeException
{
}
