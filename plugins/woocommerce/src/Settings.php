<?php

declare(strict_types=1);

namespace Tefo\WooCommerce;

/** The fields of the settings page. */
final class Settings
{
    /** @return array<string, array<string, mixed>> */
    public static function fields(): array
    {
        return [
            'enabled' => [
                'title' => __('Enable', 'tefo-for-woocommerce'),
                'type' => 'checkbox',
                'label' => __('Accept bank payments with Tefo', 'tefo-for-woocommerce'),
                'default' => 'no',
            ],
            'title' => [
                'title' => __('Title', 'tefo-for-woocommerce'),
                'type' => 'text',
                'description' => __('The name of this payment method at the checkout.', 'tefo-for-woocommerce'),
                'default' => __('Pay by bank', 'tefo-for-woocommerce'),
            ],
            'description' => [
                'title' => __('Description', 'tefo-for-woocommerce'),
                'type' => 'textarea',
                'default' => __('You approve the payment at your bank. No card is needed.', 'tefo-for-woocommerce'),
            ],
            'testmode' => [
                'title' => __('Test mode', 'tefo-for-woocommerce'),
                'type' => 'checkbox',
                'label' => __('Use the sandbox: no money moves', 'tefo-for-woocommerce'),
                'default' => 'yes',
            ],
            ...self::keys('test', __('Sandbox', 'tefo-for-woocommerce'), 'http://localhost:8420/one/v1'),
            ...self::keys('live', __('Production', 'tefo-for-woocommerce'), ''),
            'log' => [
                'title' => __('Log', 'tefo-for-woocommerce'),
                'type' => 'checkbox',
                'label' => __('Log requests and notifications (WooCommerce > Status > Logs, source tefo)', 'tefo-for-woocommerce'),
                'description' => __('Errors are always logged. Keys and customers are never logged.', 'tefo-for-woocommerce'),
                'default' => 'no',
            ],
        ];
    }

    /** @return array<string, array<string, mixed>> */
    private static function keys(string $mode, string $title, string $url): array
    {
        $text = ['type' => 'text', 'default' => ''];
        $secret = ['type' => 'password', 'default' => '', 'custom_attributes' => ['autocomplete' => 'new-password']];
        return [
            "{$mode}_keys" => [
                'title' => $title,
                'type' => 'title',
                'description' => __('`tefo credentials --json` and `tefo merchant create --json` print these values.', 'tefo-for-woocommerce'),
            ],
            "{$mode}_url" => [
                'title' => __('Address of the One API', 'tefo-for-woocommerce'),
                'placeholder' => 'https://pay.example.com/one/v1',
                'description' => 'urls.one',
                'default' => $url,
            ] + $text,
            "{$mode}_site" => ['title' => __('Site code', 'tefo-for-woocommerce'), 'description' => 'siteCode'] + $text,
            "{$mode}_client" => ['title' => __('Client ID', 'tefo-for-woocommerce'), 'description' => 'clientId'] + $text,
            "{$mode}_secret" => ['title' => __('Client secret', 'tefo-for-woocommerce'), 'description' => 'clientSecret'] + $secret,
            "{$mode}_webhook" => ['title' => __('Webhook secret', 'tefo-for-woocommerce'), 'description' => 'webhookSecret'] + $secret,
        ];
    }
}
