<?php

declare(strict_types=1);

use Tefo\ConnectionException;
use Tefo\Response;
use Tefo\Tefo;
use Tefo\TefoException;
use Tefo\Transport;

/** A client whose service gives these responses in order, a token first; null is a broken connection. */
function clientOf(array &$sent, ?Response ...$responses): Tefo
{
    $exchange = function (string $method, string $url, array $headers, ?string $body) use (&$sent, &$responses): Response {
        if (str_ends_with($url, '/token')) {
            return new Response(200, [], '{"access_token": "t", "expires_in": "3600"}');
        }
        $sent[] = ['method' => $method, 'url' => $url, 'headers' => $headers, 'body' => $body];
        return array_shift($responses) ?? throw new ConnectionException('The connection broke');
    };
    return new Tefo([
        'urls' => ['one' => 'http://tefo/one/v1', 'payments' => 'http://tefo/payments', 'payouts' => 'http://tefo/payouts/v1/'],
        'siteCode' => 'SITE', 'apiKey' => 'api', 'privateKey' => 'private', 'clientId' => 'id', 'clientSecret' => 'secret',
    ], new Transport(exchange: $exchange(...)));
}

function respond(int $status, mixed $body = [], array $headers = []): Response
{
    return new Response($status, $headers, json_encode($body));
}

test('a request that got no response is repeated with the same key', function () {
    $sent = [];
    $now = ['retry-after' => '0'];
    $tefo = clientOf($sent, respond(503, headers: $now), null, respond(201, ['id' => 'p1']));
    same($tefo->one->createPayment(['amount' => 1])['id'], 'p1');
    same(count($sent), 3);
    same(count(array_unique(array_map(fn ($one) => $one['headers']['Idempotency-Key'], $sent))), 1, 'keys');
    same(json_decode($sent[0]['body'], true)['siteCode'], 'SITE');
});

test('a key of the caller is sent', function () {
    $sent = [];
    clientOf($sent, respond(201, ['id' => 'r']))->one->createTransactionRefund('t', ['reason' => 'x'], 'refund-17');
    same($sent[0]['headers']['Idempotency-Key'], 'refund-17');
    same($sent[0]['headers']['Authorization'], 'Bearer t');
    same($sent[0]['url'], 'http://tefo/one/v1/transactions/t/refunds');
});

test('a request without a key is repeated only if the service did nothing', function () {
    $sent = [];
    $later = respond(429, headers: ['retry-after' => '0']);
    $tefo = clientOf($sent, respond(502), null, $later, respond(200, ['url' => 'u', 'errorMessage' => null]));
    $post = fn () => $tefo->payments->postPaymentRequest(['amount' => '1.00']);
    thrown(TefoException::class, $post);
    same(count($sent), 1);
    thrown(ConnectionException::class, $post);
    same(count($sent), 2);
    same($post()['url'], 'u');
});

test('retries end', function () {
    $sent = [];
    $wait = respond(429, ['code' => 'TooManyRequests'], ['retry-after' => '0']);
    $tefo = clientOf($sent, $wait, $wait, $wait, $wait);
    $error = thrown(TefoException::class, fn () => $tefo->one->getPayment('p'));
    same([count($sent), $error->status], [3, 429]);
});

test('a refused token is replaced once', function () {
    $sent = [];
    same(clientOf($sent, respond(401), respond(200, ['id' => 'p']))->one->getPayment('p'), ['id' => 'p']);
    same(thrown(TefoException::class, fn () => clientOf($sent, respond(401), respond(401))->one->getPayment('p'))->status, 401);
});

test('an error has code, title, detail, source, correlation id and help', function () {
    $sent = [];
    $source = ['pointer' => '/amount', 'parameter' => null, 'header' => null];
    $body = ['code' => 'RefundExceedsTransaction', 'title' => 'Too much', 'detail' => 'R 2 of R 1', 'source' => $source];
    $headers = ['x-correlation-id' => 'c1', 'link' => '<http://tefo/docs/errors#X>; rel="help"'];
    $error = thrown(TefoException::class, fn () => clientOf($sent, respond(409, $body, $headers))->one->getRefund('r'));
    same(
        [$error->status, $error->errorCode, $error->title, $error->detail, $error->source, $error->correlationId, $error->help],
        [409, 'RefundExceedsTransaction', 'Too much', 'R 2 of R 1', $source, 'c1', 'http://tefo/docs/errors#X'],
    );
    same($error->getMessage(), '409 RefundExceedsTransaction: R 2 of R 1 (see http://tefo/docs/errors#X)');
});

test('refusals of the older APIs, which have the status 200, are errors', function () {
    $sent = [];
    $body = ['paymentRequestId' => null, 'url' => null, 'errorMessage' => 'HashCheck value has failed'];
    $error = thrown(TefoException::class, fn () => clientOf($sent, respond(200, $body))->payments->postPaymentRequest(['amount' => 1]));
    same([$error->status, $error->detail], [200, 'HashCheck value has failed']);
    $payout = ['amount' => 1, 'bankingDetails' => []];
    $refused = ['payoutId' => null, 'payoutStatus' => ['errorMessage' => 'The float is too low']];
    $error = thrown(TefoException::class, fn () => clientOf($sent, respond(200, $refused))->payouts->requestPayout($payout));
    same($error->detail, 'The float is too low');
    $failed = ['payoutId' => 'p', 'payoutStatus' => ['errorMessage' => 'Declined']];
    same(clientOf($sent, respond(200, $failed))->payouts->requestPayout($payout)['payoutId'], 'p');
});

test('a list reads all pages', function () {
    $sent = [];
    $first = respond(200, ['results' => [['id' => 1], ['id' => 2]], 'meta' => ['count' => 2], 'links' => ['next' => 'http://tefo/next']]);
    $list = clientOf($sent, $first, respond(200, ['results' => [['id' => 3]], 'links' => []]))->one->listRefunds(['limit' => 2]);
    same($list->meta, ['count' => 2]);
    same(array_column(iterator_to_array($list, false), 'id'), [1, 2, 3]);
    same([$sent[0]['url'], $sent[1]['url']], ['http://tefo/one/v1/refunds?limit=2', 'http://tefo/next']);
});

test('a missing credential or id is named', function () {
    $sent = [];
    $error = thrown(InvalidArgumentException::class, fn () => (new Tefo(['urls' => ['one' => 'http://tefo']]))->one->getPayment('p'));
    same($error->getMessage(), 'credentials.clientId is missing');
    thrown(InvalidArgumentException::class, fn () => clientOf($sent)->one->getPayment(''));
});
