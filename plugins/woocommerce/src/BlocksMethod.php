<?php

declare(strict_types=1);

namespace Tefo\WooCommerce;

use Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType;

/** The payment method in the block checkout. */
final class BlocksMethod extends AbstractPaymentMethodType
{
    protected $name = Gateway::ID;

    public function __construct(private readonly string $scriptUrl)
    {
    }

    public function initialize()
    {
    }

    public function is_active()
    {
        return Gateway::instance()->is_available();
    }

    public function get_payment_method_script_handles()
    {
        $needed = ['wc-blocks-registry', 'wc-settings', 'wp-element', 'wp-html-entities'];
        wp_register_script('tefo-blocks', $this->scriptUrl, $needed, '1.0.0', true);
        return ['tefo-blocks'];
    }

    public function get_payment_method_data()
    {
        $gateway = Gateway::instance();
        return ['title' => $gateway->title, 'description' => $gateway->description, 'supports' => $gateway->supports];
    }
}
