<?php

declare(strict_types=1);

namespace Tefo\WooCommerce;

/** Refunds of orders at Tefo. */
final class Refunds
{
    /** The refunds of an order at Tefo: their amounts in cents and statuses, by id. */
    private const REFUNDS = '_tefo_refunds';

    private const NOT_PAID = ['Failed', 'Returned', 'Cancelled'];

    public function __construct(private readonly Gateway $gateway)
    {
    }

    /** Refunds a part of an order. After a lost response, the same refund can be repeated without a second one. */
    public function refund(\WC_Order $order, int $cents, string $reason): void
    {
        $transactionId = $order->get_transaction_id();
        if ($transactionId === '') {
            throw new \DomainException(__('The order has no payment at Tefo.', 'tefo-for-woocommerce'));
        }
        Lock::hold("order-{$order->get_id()}", function () use ($order, $transactionId, $cents, $reason): void {
            $order->read_meta_data(true);
            $refunds = $order->get_meta(self::REFUNDS) ?: [];
            $one = $this->gateway->client()->one;
            $paid = Money::cents($one->getTransaction($transactionId)['amount']['value']);
            $open = array_filter($refunds, fn (array $refund) => !in_array($refund['status'], self::NOT_PAID, true));
            $query = ['order' => $order->get_id(), 'key' => $order->get_order_key()];
            $refund = $one->createTransactionRefund($transactionId, [
                'amount' => Money::rand($cents),
                // Refuses the refund if the Tefo console refunded a part that this shop does not know of.
                'expectedRefundable' => Money::rand($paid - array_sum(array_column($open, 'cents'))),
                'reason' => mb_substr($reason, 0, 500) ?: sprintf('Order %s', $order->get_order_number()),
                'notifyUrl' => add_query_arg($query, WC()->api_request_url('tefo')),
            ], idempotencyKey: sprintf('woocommerce-refund-%s-%d-%d', $transactionId, count($refunds), $cents));
            $refunds[$refund['id']] = ['cents' => $cents, 'status' => $refund['status']];
            $order->update_meta_data(self::REFUNDS, $refunds);
            $order->save_meta_data();
            /* translators: 1: amount, 2: id of the refund */
            $text = __('Tefo: a refund of %1$s was requested (%2$s). The bank pays it with the next batch.', 'tefo-for-woocommerce');
            $order->add_order_note(sprintf($text, Money::text($cents), $refund['id']));
            $this->gateway->log("Order {$order->get_id()}: refund {$refund['id']} created");
        });
    }

    /** Records the outcome of a refund. */
    public function follow(int $orderId, string $refundId): void
    {
        Lock::hold("order-$orderId", function () use ($orderId, $refundId): void {
            $order = wc_get_order($orderId);
            $refund = $this->gateway->client()->one->getRefund($refundId);
            if ($refund['transactionId'] !== $order->get_transaction_id()) {
                throw new \DomainException("Refund $refundId does not belong to order $orderId");
            }
            $refunds = $order->get_meta(self::REFUNDS) ?: [];
            if (($refunds[$refundId]['status'] ?? null) === $refund['status']) {
                return;
            }
            $cents = Money::cents($refund['amount']['value']);
            $refunds[$refundId] = ['cents' => $cents, 'status' => $refund['status']];
            $order->update_meta_data(self::REFUNDS, $refunds);
            $order->save_meta_data();
            $this->gateway->log("Order $orderId: refund $refundId is {$refund['status']}");
            /* translators: 1: amount, 2: reason */
            $text = in_array($refund['status'], self::NOT_PAID, true)
                ? __('Tefo: the refund of %1$s was not paid: %2$s. Delete it from this order, and refund the customer in another way.', 'tefo-for-woocommerce')
                : __('Tefo: the refund of %1$s was paid.', 'tefo-for-woocommerce');
            $order->add_order_note(sprintf($text, Money::text($cents), $refund['reason'] ?? $refund['status']));
        });
    }
}
