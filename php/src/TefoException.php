<?php

declare(strict_types=1);

namespace Tefo;

/** A request that the service refused. Its message has the status, the code and the detail. */
class TefoException extends \RuntimeException
{
    /**
     * @param int $status The HTTP status; 200 if the Payments or the Payouts API refuses in the body; 0 without a response.
     * @param ?string $errorCode The code of the One API, such as RefundExceedsTransaction. Other APIs have none.
     * @param string $title A short summary of the error.
     * @param string $detail An explanation of this occurrence.
     * @param ?array{pointer: ?string, parameter: ?string, header: ?string} $source The invalid part of the request.
     * @param ?string $correlationId Identifies the request in the log of the service. Quote it when you ask for help.
     * @param ?string $help The address of the page that explains the error.
     * @param mixed $body The response body: decoded JSON, or text.
     */
    public function __construct(
        public readonly int $status,
        public readonly ?string $errorCode,
        public readonly string $title,
        public readonly string $detail,
        public readonly ?array $source = null,
        public readonly ?string $correlationId = null,
        public readonly ?string $help = null,
        public readonly mixed $body = null,
    ) {
        $prefix = implode(' ', array_filter([$status === 0 ? '' : (string) $status, $errorCode]));
        parent::__construct(($prefix === '' ? '' : "$prefix: ") . $detail . ($help === null ? '' : " (see $help)"), $status);
    }

    /** @internal */
    public static function fromResponse(Response $response): self
    {
        $body = $response->decoded();
        $members = is_array($body) ? $body : [];
        $title = self::text($members, 'title') ?? "The service returned {$response->status}";
        $detail = self::text($members, 'detail') ?? self::text($members, 'error_description')
            ?? self::text($members, 'message') ?? self::refusalIn($body)
            ?? (is_string($body) && $body !== '' ? $body : $title);
        $isLinked = preg_match('/<([^<>]*)>; rel="help"/', $response->headers['link'] ?? '', $link) === 1;
        return new self(
            $response->status,
            self::text($members, 'code') ?? self::text($members, 'error'),
            $title,
            $detail,
            isset($members['source']) && is_array($members['source']) ? $members['source'] : null,
            $response->headers['x-correlation-id'] ?? null,
            $isLinked ? $link[1] : null,
            $body,
        );
    }

    /**
     * Returns why a response of the Payments or the Payouts API with the status 200 is an error; null if it is not. A
     * response with an id created an object: its errorMessage then describes the outcome.
     *
     * @internal
     */
    public static function refusalIn(mixed $body): ?string
    {
        if (!is_array($body) || array_is_list($body)) {
            return null;
        }
        foreach (['id', 'paymentRequestId', 'payoutId', 'jobId', 'transactionId', 'refundId'] as $name) {
            if (!empty($body[$name])) {
                return null;
            }
        }
        $errors = is_array($body['errors'] ?? null) ? implode('; ', $body['errors']) : '';
        $status = is_array($body['payoutStatus'] ?? null) ? $body['payoutStatus'] : [];
        return self::text($body, 'errorMessage') ?? self::text($status, 'errorMessage') ?? ($errors === '' ? null : $errors);
    }

    /** @param array<mixed> $members */
    private static function text(array $members, string $name): ?string
    {
        return is_string($members[$name] ?? null) && $members[$name] !== '' ? $members[$name] : null;
    }
}
