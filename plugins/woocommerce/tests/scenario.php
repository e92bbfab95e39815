<?php

// php scenario.php COMMAND ARGUMENTS: what a customer, a shop manager or a test does, by the public interface of WooCommerce.
// SHOP is the wp-load.php of a WordPress, or the double. Prints JSON.

declare(strict_types=1);

use Tefo\WooCommerce\Gateway;

[, $command] = $argv;
$arguments = array_slice($argv, 2);
require getenv('SHOP');

$read = function (string $id): array {
    $order = wc_get_order((int) $id);
    $notes = wc_get_order_notes(['order_id' => (int) $id]);
    return [
        'status' => $order->get_status(),
        'transaction' => $order->get_transaction_id(),
        'isPaid' => $order->get_date_paid() !== null,
        'refunds' => array_map(fn ($refund) => $refund->get_amount(), $order->get_refunds()),
        'notes' => array_values(array_filter(array_map(fn ($note) => $note->content, $notes), fn ($text) => str_contains($text, 'Tefo:'))),
    ];
};

$result = match ($command) {
    'settings' => update_option('woocommerce_tefo_settings', json_decode($arguments[0], true)),
    // Orders in their own tables, without copies in the posts.
    'hpos' => (function () {
        $tables = Automattic\WooCommerce\Internal\DataStores\Orders\DataSynchronizer::class;
        wc_get_container()->get($tables)->create_database_tables();
        update_option('woocommerce_feature_custom_order_tables_enabled', 'yes');
        update_option('woocommerce_custom_orders_table_data_sync_enabled', 'no');
        return update_option('woocommerce_custom_orders_table_enabled', 'yes');
    })(),
    'currency' => update_option('woocommerce_currency', $arguments[0]),
    'available' => Gateway::instance()->is_available(),
    'page' => (function () {
        ob_start();
        Gateway::instance()->admin_options();
        return ob_get_clean();
    })(),
    'create' => (function () use ($arguments) {
        $order = wc_create_order();
        $order->set_payment_method(Gateway::ID);
        $order->set_billing_first_name('Thandi');
        $order->set_billing_last_name("O'Mokoena");
        $order->set_billing_email('thandi@shop.example');
        if (class_exists('WC_Product_Simple')) {
            // An order without anything to ship would be completed when it is paid.
            $product = new WC_Product_Simple();
            $product->save();
            $order->add_product($product);
        }
        $order->set_total($arguments[0]);
        $order->save();
        return $order->get_id();
    })(),
    'pay' => Gateway::instance()->process_payment((int) $arguments[0]),
    'total' => (function () use ($arguments) {
        $order = wc_get_order((int) $arguments[0]);
        $order->set_total($arguments[1]);
        return $order->save();
    })(),
    'urls' => (function () use ($arguments) {
        $order = wc_get_order((int) $arguments[0]);
        $query = ['order' => $order->get_id(), 'key' => $order->get_order_key()];
        return [
            'notify' => add_query_arg($query, WC()->api_request_url('tefo')),
            'return' => add_query_arg($query, WC()->api_request_url('tefo_return')),
            'received' => $order->get_checkout_order_received_url(),
            'payment' => $order->get_checkout_payment_url(),
        ];
    })(),
    'read' => $read($arguments[0]),
    'set' => wc_get_order((int) $arguments[0])->update_status($arguments[1]),
    'refund' => (function () use ($arguments) {
        [$id, $amount, $reason] = $arguments;
        $refund = wc_create_refund(['order_id' => (int) $id, 'amount' => $amount, 'reason' => $reason, 'refund_payment' => true]);
        return is_wp_error($refund) ? ['error' => $refund->get_error_message()] : ['amount' => $refund->get_amount()];
    })(),
};
echo "\n", json_encode($result), "\n";
