<?php

declare(strict_types=1);

namespace Tefo;

/**
 * A page of a list. A loop over it reads all following pages: foreach ($tefo->one->listRefunds([...]) as $refund).
 *
 * @implements \IteratorAggregate<int, array<string, mixed>>
 */
final class Page implements \IteratorAggregate
{
    /** @var list<array<string, mixed>> The items of this page. */
    public readonly array $results;

    /** @var array<string, mixed> limit, offset, count and hasMore. */
    public readonly array $meta;

    private readonly ?string $nextUrl;

    /**
     * @internal
     * @param array<string, mixed> $body
     * @param \Closure(string $url): array<string, mixed> $read
     */
    public function __construct(array $body, private readonly \Closure $read)
    {
        $this->results = $body['results'] ?? [];
        $this->meta = $body['meta'] ?? [];
        $this->nextUrl = $body['links']['next'] ?? null;
    }

    /** Returns the next page; null on the last one. */
    public function next(): ?self
    {
        return $this->nextUrl === null ? null : new self(($this->read)($this->nextUrl), $this->read);
    }

    public function getIterator(): \Generator
    {
        for ($page = $this; $page !== null; $page = $page->next()) {
            foreach ($page->results as $item) {
                yield $item;
            }
        }
    }
}
