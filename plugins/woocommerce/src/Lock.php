<?php

declare(strict_types=1);

namespace Tefo\WooCommerce;

/** A lock of the database, so that a notification and the customer's return do not change one order at the same time. */
final class Lock
{
    private const SECONDS = 10;

    public static function hold(string $name, callable $work): void
    {
        global $wpdb;
        $lock = substr(md5(DB_NAME . $wpdb->prefix), 0, 8) . "-tefo-$name";
        if ((int) $wpdb->get_var($wpdb->prepare('SELECT GET_LOCK(%s, %d)', $lock, self::SECONDS)) !== 1) {
            throw new \RuntimeException("$name is locked");
        }
        try {
            $work();
        } finally {
            $wpdb->get_var($wpdb->prepare('SELECT RELEASE_LOCK(%s)', $lock));
        }
    }
}
