<?php
/**
 * Plugin Name: Tefo for WooCommerce
 * Description: Customers pay by bank with Tefo. Orders are updated by verified notifications, and refunded from the order screen.
 * Version: 1.0.0
 * Requires at least: 6.1
 * Requires PHP: 8.1
 * Requires Plugins: woocommerce
 * WC requires at least: 7.9
 * License: Apache-2.0
 * Text Domain: tefo-for-woocommerce
 */

declare(strict_types=1);

use Automattic\WooCommerce\Blocks\Payments\PaymentMethodRegistry;
use Automattic\WooCommerce\Utilities\FeaturesUtil;
use Tefo\WooCommerce\BlocksMethod;
use Tefo\WooCommerce\Endpoints;
use Tefo\WooCommerce\Gateway;

defined('ABSPATH') || exit;

// The client is next to this file in the packaged plugin, and in the folder php of a checkout.
require is_dir(__DIR__ . '/tefo-php') ? __DIR__ . '/tefo-php/autoload.php' : __DIR__ . '/../../php/autoload.php';

spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/src/' . substr($class, strlen('Tefo\\WooCommerce\\')) . '.php';
    if (str_starts_with($class, 'Tefo\\WooCommerce\\') && is_file($file)) {
        require $file;
    }
});

add_action('before_woocommerce_init', static function (): void {
    FeaturesUtil::declare_compatibility('custom_order_tables', __FILE__, true);
    FeaturesUtil::declare_compatibility('cart_checkout_blocks', __FILE__, true);
});

add_filter('woocommerce_payment_gateways', static fn (array $gateways): array => [...$gateways, Gateway::class]);

add_action('woocommerce_blocks_payment_method_type_registration', static function (PaymentMethodRegistry $registry): void {
    $registry->register(new BlocksMethod(plugins_url('assets/blocks.js', __FILE__)));
});

// The addresses of the shop are /wc-api/tefo/ (notifications) and /wc-api/tefo_return/ (the customer's return).
add_action('woocommerce_api_tefo', static fn () => Endpoints::notification(Gateway::instance()));
add_action('woocommerce_api_tefo_return', static fn () => Endpoints::customerReturn(Gateway::instance()));
