<?php

declare(strict_types=1);

namespace Tefo\WooCommerce;

/** Amounts in cents, as integers. */
final class Money
{
    /** Returns the cents of a WooCommerce amount, such as "150.5". */
    public static function cents(string|float|int $amount): int
    {
        return (int) round((float) $amount * 100);
    }

    /** @return array{currency: string, value: float} */
    public static function rand(int $cents): array
    {
        return ['currency' => 'ZAR', 'value' => $cents / 100];
    }

    public static function text(int $cents): string
    {
        return sprintf('R %d.%02d', intdiv($cents, 100), $cents % 100);
    }
}
