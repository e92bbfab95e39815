<?php

declare(strict_types=1);

namespace Tefo\WooCommerce;

use Tefo\SignatureException;
use Tefo\TefoException;
use Tefo\Webhooks;

/** The two addresses of the shop that Tefo and customers call. */
final class Endpoints
{
    /** Receives a notification. Its signature, not a nonce, proves that Tefo sent it. */
    public static function notification(Gateway $gateway): never
    {
        try {
            $event = Webhooks::verify((string) file_get_contents('php://input'), $_SERVER, $gateway->webhookSecret());
            $order = self::order();
            $id = (string) ($event['data']['id'] ?? '');
            match (true) {
                // Tefo sends it again later: the order can be in another database that is behind.
                $order === null => self::end(404),
                str_starts_with($event['type'], 'transaction.') => (new Payments($gateway))->follow($order->get_id(), $id),
                $event['type'] === 'refund.complete' => (new Refunds($gateway))->follow($order->get_id(), $id),
                default => null,
            };
            self::end(204);
        } catch (SignatureException | \InvalidArgumentException $error) {
            $gateway->error('A notification was refused', $error);
            self::end(401);
        } catch (\DomainException $error) {
            $gateway->error('A notification was refused', $error);
            self::end(422);
        } catch (\Throwable $error) {
            // Tefo sends it again.
            $gateway->error('A notification was not processed', $error);
            self::end(503);
        }
    }

    /** Brings a customer who returns to the order's page, or back to the payment methods. */
    public static function customerReturn(Gateway $gateway): never
    {
        $order = self::order();
        if ($order === null) {
            wp_safe_redirect(wc_get_page_permalink('shop'));
            exit;
        }
        $payments = new Payments($gateway);
        $paymentId = $payments->newest($order);
        $isDone = $order->is_paid();
        try {
            $isDone = $isDone || ($paymentId !== null && $payments->followPayment($order->get_id(), $paymentId));
        } catch (TefoException | \RuntimeException $error) {
            // The notification will update the order.
            $gateway->error("Order {$order->get_id()}: the payment was not read on the customer's return", $error);
            $isDone = true;
        }
        if (!$isDone) {
            wc_add_notice(__('The payment was not completed. You can try again or choose another way to pay.', 'tefo-for-woocommerce'), 'notice');
        }
        wp_safe_redirect($isDone ? $order->get_checkout_order_received_url() : $order->get_checkout_payment_url());
        exit;
    }

    /** Returns the order of the address, if its secret key is right. */
    private static function order(): ?\WC_Order
    {
        // phpcs:disable WordPress.Security.NonceVerification.Recommended -- the key of the order replaces a nonce.
        $id = absint(wp_unslash($_GET['order'] ?? 0));
        $key = sanitize_text_field(wp_unslash($_GET['key'] ?? ''));
        // phpcs:enable
        $order = wc_get_order($id);
        $isRight = $order instanceof \WC_Order && $order->get_payment_method() === Gateway::ID;
        return $isRight && hash_equals($order->get_order_key(), $key) ? $order : null;
    }

    private static function end(int $status): never
    {
        status_header($status);
        exit;
    }
}
