<?php

// A test double of the public interfaces of WordPress and WooCommerce that the plugin uses. It keeps its data in the file
// SHOP_DATA, and serves the addresses of the shop under `php -S`. It is not WooCommerce: see the README for what was tried.

declare(strict_types=1);

namespace Automattic\WooCommerce\Utilities {
    final class FeaturesUtil
    {
        public static array $declared = [];

        public static function declare_compatibility(string $feature, string $file, bool $isCompatible): void
        {
            self::$declared[$feature] = $isCompatible;
        }
    }
}

namespace {
    const ABSPATH = __DIR__ . '/';
    const DB_NAME = 'shop';
    const MINUTE_IN_SECONDS = 60;
    const DAY_IN_SECONDS = 86400;
    error_reporting(E_ALL);
    set_error_handler(fn (int $level, string $message) => throw new ErrorException($message));

    /** Options and orders, in one file that several processes read and change at once. */
    final class Data
    {
        public static function read(): array
        {
            return unserialize(file_get_contents(getenv('SHOP_DATA')) ?: 'a:0:{}');
        }

        /** Saves what the callback makes of the data. Changes wait for each other, and readers see whole files only. */
        public static function change(callable $change): void
        {
            $file = getenv('SHOP_DATA');
            $lock = fopen("$file.lock", 'c');
            flock($lock, LOCK_EX);
            file_put_contents("$file.new", serialize($change(self::read())));
            rename("$file.new", $file);
            fclose($lock);
        }
    }

    final class WP_Error
    {
        public function __construct(private string $code, private string $message)
        {
        }

        public function get_error_message(): string
        {
            return $this->message;
        }
    }

    class WC_Order
    {
        public int $id = 0;
        public array $data = ['status' => 'pending', 'total' => '0', 'transaction_id' => '', 'date_paid' => null];
        public array $meta = [];
        public array $notes = [];
        public array $refunds = [];

        public function __call(string $name, array $arguments): mixed
        {
            [$verb, $field] = explode('_', $name, 2);
            if ($verb === 'set') {
                $this->data[$field] = $arguments[0];
                return null;
            }
            return $verb === 'get' ? $this->data[$field] : throw new BadMethodCallException($name);
        }

        public function get_id(): int
        {
            return $this->id;
        }

        public function get_order_number(): string
        {
            return (string) $this->id;
        }

        public function get_currency(): string
        {
            return get_woocommerce_currency();
        }

        public function get_formatted_billing_full_name(): string
        {
            return "{$this->data['billing_first_name']} {$this->data['billing_last_name']}";
        }

        public function get_refunds(): array
        {
            return $this->refunds;
        }

        public function is_paid(): bool
        {
            return $this->has_status(['processing', 'completed']);
        }

        public function has_status(string|array $status): bool
        {
            return in_array($this->data['status'], (array) $status, true);
        }

        public function get_meta(string $name): mixed
        {
            return $this->meta[$name] ?? '';
        }

        public function update_meta_data(string $name, mixed $value): void
        {
            $this->meta[$name] = $value;
        }

        public function read_meta_data(bool $force): void
        {
            $this->meta = wc_get_order($this->id)->meta;
        }

        public function save_meta_data(): void
        {
            $this->save();
        }

        public function add_order_note(string $text): void
        {
            $this->notes[] = $text;
            $this->save();
        }

        public function update_status(string $status, string $note = ''): bool
        {
            $this->data['status'] = $status;
            if ($note !== '') {
                $this->notes[] = $note;
            }
            $this->save();
            return true;
        }

        public function payment_complete(string $transactionId): void
        {
            if ($this->has_status(['pending', 'on-hold', 'failed', 'cancelled'])) {
                $this->data = ['status' => 'processing', 'transaction_id' => $transactionId, 'date_paid' => time()] + $this->data;
                $this->save();
            }
        }

        public function get_checkout_order_received_url(): string
        {
            return home_url("/checkout/order-received/{$this->id}/?key={$this->data['order_key']}");
        }

        public function get_checkout_payment_url(): string
        {
            return home_url("/checkout/order-pay/{$this->id}/?key={$this->data['order_key']}");
        }

        public function save(): int
        {
            Data::change(function (array $data): array {
                if ($this->id === 0) {
                    $this->id = count($data['orders'] ?? []) + 1;
                    $this->data['order_key'] = "wc_order_{$this->id}" . bin2hex(random_bytes(5));
                }
                $data['orders'][$this->id] = $this;
                return $data;
            });
            return $this->id;
        }
    }

    final class WC_Order_Refund
    {
        public function __construct(public string $amount, public string $reason)
        {
        }

        public function get_amount(): string
        {
            return $this->amount;
        }
    }

    abstract class WC_Payment_Gateway
    {
        public $id;
        public $enabled;
        public $title;
        public $description;
        public $method_title;
        public $method_description;
        public $has_fields;
        public $supports = [];
        public $form_fields = [];
        public $settings = [];

        public function init_settings()
        {
            $defaults = array_map(fn ($field) => $field['default'] ?? '', $this->form_fields);
            $this->settings = get_option("woocommerce_{$this->id}_settings", []) + $defaults;
            $this->enabled = $this->settings['enabled'];
        }

        public function get_option($name)
        {
            return $this->settings[$name];
        }

        public function is_available()
        {
            return $this->enabled === 'yes';
        }

        public function admin_options()
        {
        }

        public function process_admin_options()
        {
            return true;
        }

        public function can_refund_order($order)
        {
            return in_array('refunds', $this->supports, true);
        }
    }

    final class Gateways
    {
        public function payment_gateways(): array
        {
            static $gateways = null;
            if ($gateways === null) {
                $gateways = [];
                foreach (apply_filters('woocommerce_payment_gateways', []) as $class) {
                    $gateway = new $class();
                    $gateways[$gateway->id] = $gateway;
                }
            }
            return $gateways;
        }
    }

    final class WooCommerce
    {
        public function payment_gateways(): Gateways
        {
            return new Gateways();
        }

        public function api_request_url(string $name): string
        {
            return home_url("/wc-api/$name/");
        }
    }

    /** A database with a lock, which the plugin holds while it changes an order. */
    final class wpdb
    {
        public string $prefix = 'wp_';
        private array $locks = [];

        public function prepare(string $sql, mixed ...$values): array
        {
            return [$sql, $values[0]];
        }

        public function get_var(array $query): int
        {
            $name = sys_get_temp_dir() . '/' . basename(getenv('SHOP_DATA')) . "-{$query[1]}";
            if (str_contains($query[0], 'RELEASE')) {
                fclose($this->locks[$name]);
            } else {
                $this->locks[$name] = fopen($name, 'c');
                flock($this->locks[$name], LOCK_EX);
            }
            return 1;
        }
    }

    $wpdb = new wpdb();
    $hooks = [];

    function WC(): WooCommerce
    {
        return new WooCommerce();
    }

    function add_filter(string $name, callable $callback): void
    {
        $GLOBALS['hooks'][$name][] = $callback;
    }

    function add_action(string $name, callable $callback): void
    {
        add_filter($name, $callback);
    }

    function apply_filters(string $name, mixed $value): mixed
    {
        return array_reduce($GLOBALS['hooks'][$name] ?? [], fn ($value, $callback) => $callback($value), $value);
    }

    function do_action(string $name): void
    {
        foreach ($GLOBALS['hooks'][$name] ?? [] as $callback) {
            $callback();
        }
    }

    function get_option(string $name, mixed $default = false): mixed
    {
        return Data::read()['options'][$name] ?? $default;
    }

    function update_option(string $name, mixed $value): bool
    {
        Data::change(function (array $data) use ($name, $value): array {
            $data['options'][$name] = $value;
            return $data;
        });
        return true;
    }

    function wc_get_order(int $id): WC_Order|false
    {
        return Data::read()['orders'][$id] ?? false;
    }

    function wc_create_order(): WC_Order
    {
        $order = new WC_Order();
        $order->save();
        return $order;
    }

    function wc_get_order_notes(array $query): array
    {
        return array_map(fn ($text) => (object) ['content' => $text], array_reverse(wc_get_order($query['order_id'])->notes));
    }

    function wc_create_refund(array $arguments): WC_Order_Refund|WP_Error
    {
        $result = WC()->payment_gateways()->payment_gateways()['tefo']->process_refund(
            $arguments['order_id'],
            $arguments['amount'],
            $arguments['reason'],
        );
        if ($result instanceof WP_Error) {
            return $result;
        }
        $order = wc_get_order($arguments['order_id']);
        $order->refunds[] = $refund = new WC_Order_Refund($arguments['amount'], $arguments['reason']);
        $order->save();
        return $refund;
    }

    function wc_add_notice(string $text): void
    {
        fwrite(fopen('php://stderr', 'w'), "notice: $text\n");
    }

    function wc_get_logger(): object
    {
        return new class () {
            public function __call(string $level, array $arguments): void
            {
                fwrite(fopen('php://stderr', 'w'), "$level: {$arguments[0]}\n");
            }
        };
    }

    function wp_remote_request(string $url, array $options): array|WP_Error
    {
        // WordPress adds this type to every POST without one.
        $options['headers'] += ['Content-Type' => 'application/x-www-form-urlencoded; charset=UTF-8'];
        $headers = array_map(fn ($name) => "$name: {$options['headers'][$name]}", array_keys($options['headers']));
        $http = ['method' => $options['method'], 'header' => $headers, 'content' => $options['body'] ?? '', 'ignore_errors' => true];
        $body = file_get_contents($url, false, stream_context_create(['http' => $http]));
        return ['body' => $body, 'headers' => $http_response_header];
    }

    function wp_remote_retrieve_response_code(array $response): int
    {
        return (int) explode(' ', $response['headers'][0])[1];
    }

    function wp_remote_retrieve_headers(array $response): array
    {
        $pairs = array_map(fn ($line) => explode(': ', $line, 2), array_slice($response['headers'], 1));
        return array_column($pairs, 1, 0);
    }

    function wp_safe_redirect(string $url): void
    {
        header("Location: $url", true, 302);
    }

    function add_query_arg(array $query, string $url): string
    {
        return $url . (str_contains($url, '?') ? '&' : '?') . http_build_query($query);
    }

    function is_wp_error(mixed $value): bool
    {
        return $value instanceof WP_Error;
    }

    function get_woocommerce_currency(): string
    {
        return get_option('woocommerce_currency', 'ZAR');
    }

    function home_url(string $path): string
    {
        return getenv('SHOP_URL') . $path;
    }

    function __(string $text): string
    {
        return $text;
    }

    function esc_html(string $text): string
    {
        return htmlspecialchars($text);
    }

    function wp_unslash(mixed $value): mixed
    {
        return $value;
    }

    function sanitize_text_field(string $text): string
    {
        return trim($text);
    }

    function absint(mixed $value): int
    {
        return abs((int) $value);
    }

    function status_header(int $status): void
    {
        http_response_code($status);
    }

    function wp_remote_retrieve_body(array $response): string
    {
        return $response['body'];
    }

    function wp_generate_uuid4(): string
    {
        return bin2hex(random_bytes(16));
    }

    function plugins_url(string $path): string
    {
        return home_url("/$path");
    }

    require __DIR__ . '/../tefo-for-woocommerce.php';
    do_action('before_woocommerce_init');
    if (PHP_SAPI === 'cli-server' && preg_match('~^/wc-api/(\w+)/~', $_SERVER['REQUEST_URI'], $path) === 1) {
        do_action("woocommerce_api_$path[1]");
    }
}
