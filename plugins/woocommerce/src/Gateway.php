<?php

declare(strict_types=1);

namespace Tefo\WooCommerce;

use Tefo\ConnectionException;
use Tefo\Response;
use Tefo\Tefo;
use Tefo\TefoException;
use Tefo\Transport;

/** The payment method: its settings, the start of a payment, and refunds. */
final class Gateway extends \WC_Payment_Gateway
{
    public const ID = 'tefo';

    public function __construct()
    {
        $this->id = self::ID;
        $this->method_title = 'Tefo';
        $this->method_description = __('Customers pay in rand from their bank account.', 'tefo-for-woocommerce');
        $this->has_fields = false;
        $this->supports = ['products', 'refunds'];
        $this->init_form_fields();
        $this->init_settings();
        $this->title = $this->get_option('title');
        $this->description = $this->get_option('description');
        add_action('woocommerce_update_options_payment_gateways_' . $this->id, [$this, 'process_admin_options']);
    }

    /** Returns the gateway that WooCommerce created. */
    public static function instance(): self
    {
        return WC()->payment_gateways()->payment_gateways()[self::ID];
    }

    public function init_form_fields()
    {
        $this->form_fields = Settings::fields();
    }

    public function is_available()
    {
        return parent::is_available() && get_woocommerce_currency() === 'ZAR' && $this->hasKeys();
    }

    public function needs_setup()
    {
        return !$this->hasKeys();
    }

    /** Shows the settings, and why customers do not see the payment method. */
    public function admin_options()
    {
        if (get_woocommerce_currency() !== 'ZAR') {
            $this->warn(sprintf(
                /* translators: %s: a currency code */
                __('Tefo only receives rand (ZAR). The currency of this shop is %s, so customers do not see Tefo.', 'tefo-for-woocommerce'),
                get_woocommerce_currency(),
            ));
        } elseif (!$this->hasKeys()) {
            $this->warn(__('Customers do not see Tefo until all keys of the selected mode are filled in.', 'tefo-for-woocommerce'));
        }
        parent::admin_options();
    }

    /** Saves the settings, which WooCommerce checks for nonce and permission, and tries the keys. */
    public function process_admin_options()
    {
        $saved = parent::process_admin_options();
        if ($this->hasKeys()) {
            try {
                $this->client()->one->listPaymentMethods(['limit' => 1]);
            } catch (TefoException | \InvalidArgumentException $error) {
                /* translators: %s: the error */
                $text = __('The settings were saved, but Tefo refused the keys: %s', 'tefo-for-woocommerce');
                \WC_Admin_Settings::add_error(sprintf($text, $error->getMessage()));
            }
        }
        return $saved;
    }

    /** Creates the payment of an order, and sends the customer to it. */
    public function process_payment($order_id)
    {
        $order = wc_get_order($order_id);
        try {
            if ($order->get_currency() !== 'ZAR') {
                throw new \DomainException(__('Bank payments are possible in rand (ZAR) only.', 'tefo-for-woocommerce'));
            }
            return ['result' => 'success', 'redirect' => (new Payments($this))->start($order)];
        } catch (\DomainException $error) {
            wc_add_notice($error->getMessage(), 'error');
        } catch (TefoException $error) {
            $this->error("Order {$order->get_id()}: the payment was not created", $error);
            wc_add_notice(__('The bank payment could not be started. Please try again.', 'tefo-for-woocommerce'), 'error');
        }
        return ['result' => 'failure'];
    }

    public function process_refund($order_id, $amount = null, $reason = '')
    {
        $order = wc_get_order($order_id);
        try {
            (new Refunds($this))->refund($order, Money::cents((string) $amount), trim((string) $reason));
            return true;
        } catch (ConnectionException $error) {
            $this->error("Order {$order->get_id()}: no response to the refund", $error);
            return new \WP_Error('tefo', __('Tefo did not respond. Repeat the same refund: it will not be paid twice.', 'tefo-for-woocommerce'));
        } catch (TefoException | \DomainException $error) {
            $this->error("Order {$order->get_id()}: the refund was refused", $error);
            return new \WP_Error('tefo', $error->getMessage());
        }
    }

    public function can_refund_order($order)
    {
        return parent::can_refund_order($order) && $order->get_transaction_id() !== '';
    }

    /** Returns a client with the keys of the selected mode. */
    public function client(): Tefo
    {
        $credentials = [
            'urls' => ['one' => $this->key('url')],
            'siteCode' => $this->key('site'),
            'clientId' => $this->key('client'),
            'clientSecret' => $this->key('secret'),
        ];
        return new Tefo($credentials, new Transport(exchange: self::exchange(...)));
    }

    public function webhookSecret(): string
    {
        return $this->key('webhook');
    }

    /** Logs a step, if the log is on. */
    public function log(string $message): void
    {
        if ($this->get_option('log') === 'yes') {
            wc_get_logger()->info($message, ['source' => self::ID]);
        }
    }

    /** Logs an error with the id that the operator of Tefo finds it by. */
    public function error(string $message, \Throwable $error): void
    {
        $id = $error instanceof TefoException ? $error->correlationId : null;
        $suffix = $id === null ? '' : ", correlation id $id";
        wc_get_logger()->error("$message: {$error->getMessage()}$suffix", ['source' => self::ID]);
    }

    private function hasKeys(): bool
    {
        foreach (['url', 'site', 'client', 'secret', 'webhook'] as $name) {
            if ($this->key($name) === '') {
                return false;
            }
        }
        return true;
    }

    private function key(string $name): string
    {
        $mode = $this->get_option('testmode') === 'yes' ? 'test' : 'live';
        return trim((string) $this->get_option("{$mode}_$name"));
    }

    private function warn(string $text): void
    {
        echo '<div class="notice notice-warning inline"><p>' . esc_html($text) . '</p></div>';
    }

    /** Sends a request by WordPress, with its proxy and certificates. */
    private static function exchange(string $method, string $url, array $headers, ?string $body): Response
    {
        // Without a type, WordPress says that a POST without a body is a form, which Tefo refuses.
        $headers += ['Content-Type' => 'application/json'];
        $options = ['method' => $method, 'headers' => $headers, 'body' => $body, 'timeout' => 20, 'redirection' => 0];
        $response = wp_remote_request($url, $options);
        if (is_wp_error($response)) {
            throw new ConnectionException($response->get_error_message());
        }
        $received = [];
        foreach (wp_remote_retrieve_headers($response) as $name => $value) {
            $received[strtolower((string) $name)] = is_array($value) ? (string) end($value) : (string) $value;
        }
        return new Response((int) wp_remote_retrieve_response_code($response), $received, wp_remote_retrieve_body($response));
    }
}
