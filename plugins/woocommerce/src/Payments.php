<?php

declare(strict_types=1);

namespace Tefo\WooCommerce;

use Tefo\TefoException;

/** Starts payments of orders, and brings orders to the state of their payments. */
final class Payments
{
    /** The last request of an order to Tefo, kept before it is sent: the same one is sent again after a lost response. */
    private const ATTEMPT = '_tefo_attempt';

    /** The ids of all payments of an order. */
    private const PAYMENTS = '_tefo_payments';

    public function __construct(private readonly Gateway $gateway)
    {
    }

    /** Returns the address of the page where the customer pays. */
    public function start(\WC_Order $order): string
    {
        $one = $this->gateway->client()->one;
        $attempt = $order->get_meta(self::ATTEMPT) ?: null;
        if ($attempt !== null && $this->isUsable($order, $attempt)) {
            $payment = $one->createPayment($attempt['body'], $attempt['key']);
            if ($payment['status'] === 'Created') {
                return $this->keep($order, $payment);
            }
            if ($payment['status'] === 'Complete') {
                $this->followPayment($order->get_id(), $payment['id']);
                return $order->get_checkout_order_received_url();
            }
        }
        $this->cancelOthers($order);
        $attempt = ['key' => 'woocommerce-' . wp_generate_uuid4(), 'body' => $this->request($order)];
        $order->update_meta_data(self::ATTEMPT, $attempt);
        $order->save();
        return $this->keep($order, $one->createPayment($attempt['body'], $attempt['key']));
    }

    /** Brings an order to the state of one of its transactions. Repeated and outdated notifications change nothing. */
    public function follow(int $orderId, string $transactionId): void
    {
        Lock::hold("order-$orderId", function () use ($orderId, $transactionId): void {
            $order = wc_get_order($orderId);
            // The notification says that something happened; Tefo says what.
            $transaction = $this->gateway->client()->one->getTransaction($transactionId);
            $paymentId = basename($transaction['links']['payment']);
            if (!in_array($paymentId, $order->get_meta(self::PAYMENTS) ?: [], true)) {
                throw new \DomainException("Transaction $transactionId does not belong to order $orderId");
            }
            $this->gateway->log("Order $orderId: transaction $transactionId is {$transaction['status']}");
            match ($transaction['status']) {
                'Successful', 'Refunded' => $this->paid($order, $transaction),
                'Pending' => $this->pending($order),
                'Error' => $this->notPaid($order, $transaction, $paymentId),
                default => null,
            };
        });
    }

    /** Brings an order to the state of a payment when the customer returns. Returns whether the customer is done. */
    public function followPayment(int $orderId, string $paymentId): bool
    {
        $one = $this->gateway->client()->one;
        $payment = $one->getPayment($paymentId);
        $days = ['fromDate' => self::day($payment['createdDate'], -1), 'toDate' => self::day($payment['expireAt'], 1)];
        $isDone = false;
        foreach ($one->listPaymentTransactions($paymentId, $days) as $transaction) {
            if (in_array($transaction['status'], ['Successful', 'Pending', 'Refunded'], true)) {
                $this->follow($orderId, $transaction['id']);
                $isDone = true;
            }
        }
        return $isDone || $payment['status'] === 'Complete';
    }

    /** Returns the newest payment of an order; null before the first one. */
    public function newest(\WC_Order $order): ?string
    {
        $payments = $order->get_meta(self::PAYMENTS) ?: [];
        return end($payments) ?: null;
    }

    private function paid(\WC_Order $order, array $transaction): void
    {
        $id = $transaction['id'];
        $cents = Money::cents($transaction['amount']['value']);
        if ($order->get_transaction_id() === $id) {
            return;
        }
        if ($order->get_date_paid() !== null) {
            /* translators: 1: amount, 2: id of the transaction */
            $this->noteOnce($order, $id, __('Tefo: a second payment of %1$s arrived (transaction %2$s). Refund it in the Tefo console.', 'tefo-for-woocommerce'), Money::text($cents), $id);
            return;
        }
        if ($cents !== Money::cents($order->get_total())) {
            $order->set_transaction_id($id);
            /* translators: 1: amount, 2: id of the transaction */
            $text = __('Tefo: %1$s was paid, which is not the total of the order (transaction %2$s). Check before you ship.', 'tefo-for-woocommerce');
            $order->update_status('on-hold', sprintf($text, Money::text($cents), $id));
            return;
        }
        $isLate = $order->has_status(['cancelled', 'failed']);
        $order->payment_complete($id);
        /* translators: 1: amount, 2: name of a bank, 3: id of the transaction */
        $text = $isLate
            ? __('Tefo: %1$s was paid late by %2$s, after the order had ended (transaction %3$s). Ship the order or refund it.', 'tefo-for-woocommerce')
            : __('Tefo: %1$s was paid by %2$s (transaction %3$s).', 'tefo-for-woocommerce');
        $order->add_order_note(sprintf($text, Money::text($cents), $transaction['institution'], $id));
    }

    private function pending(\WC_Order $order): void
    {
        if ($order->has_status('pending')) {
            $order->update_status('on-hold', __('Tefo: the bank has not confirmed the payment yet.', 'tefo-for-woocommerce'));
        }
    }

    private function notPaid(\WC_Order $order, array $transaction, string $paymentId): void
    {
        $reason = $transaction['reason'] ?? '';
        if ($order->get_transaction_id() === $transaction['id']) {
            /* translators: %s: reason */
            $text = __('Tefo: the bank reversed the payment: %s', 'tefo-for-woocommerce');
            $this->noteOnce($order, "reversed-{$transaction['id']}", $text, $reason);
            $order->update_status('on-hold');
            return;
        }
        if ($order->get_date_paid() !== null) {
            return;
        }
        /* translators: %s: reason */
        $this->noteOnce($order, $transaction['id'], __('Tefo: an attempt to pay failed: %s', 'tefo-for-woocommerce'), $reason);
        $status = $this->gateway->client()->one->getPayment($paymentId)['status'];
        // While the payment is open, the customer can try another bank.
        if ($status !== 'Created' && $order->has_status(['pending', 'on-hold']) && $paymentId === $this->newest($order)) {
            $order->update_status('failed');
        }
    }

    private function noteOnce(\WC_Order $order, string $id, string $text, string ...$values): void
    {
        $noted = $order->get_meta('_tefo_noted') ?: [];
        if (!in_array($id, $noted, true)) {
            $order->add_order_note(sprintf($text, ...$values));
            $order->update_meta_data('_tefo_noted', [...$noted, $id]);
            $order->save();
        }
    }

    /** @return array<string, mixed> */
    private function request(\WC_Order $order): array
    {
        $query = ['order' => $order->get_id(), 'key' => $order->get_order_key()];
        $minutes = (int) get_option('woocommerce_hold_stock_minutes') ?: 24 * 60;
        $payer = ['name' => trim($order->get_formatted_billing_full_name()), 'email' => $order->get_billing_email()];
        return array_filter([
            'amount' => Money::rand(Money::cents($order->get_total())),
            'merchantReference' => mb_substr((string) $order->get_order_number(), 0, 50),
            'returnUrl' => add_query_arg($query, WC()->api_request_url('tefo_return')),
            'notifyUrl' => add_query_arg($query, WC()->api_request_url('tefo')),
            'expireAt' => gmdate('Y-m-d\TH:i:s\Z', time() + 60 * $minutes),
            'payer' => array_filter(array_map(fn ($text) => mb_substr($text, 0, 100), $payer)),
        ]);
    }

    /** @param array<string, mixed> $attempt */
    private function isUsable(\WC_Order $order, array $attempt): bool
    {
        $body = $this->request($order);
        $isSame = array_diff_key($attempt['body'], ['expireAt' => 0]) == array_diff_key($body, ['expireAt' => 0]);
        return $isSame && strtotime($attempt['body']['expireAt']) > time() + 5 * MINUTE_IN_SECONDS;
    }

    /** @param array<string, mixed> $payment */
    private function keep(\WC_Order $order, array $payment): string
    {
        $payments = $order->get_meta(self::PAYMENTS) ?: [];
        if (!in_array($payment['id'], $payments, true)) {
            $order->update_meta_data(self::PAYMENTS, [...$payments, $payment['id']]);
            $order->save();
            $this->gateway->log("Order {$order->get_id()}: payment {$payment['id']} created");
        }
        return $payment['redirectUrl'];
    }

    /** Cancels the previous payment, so that the customer does not pay twice. A payment that cannot be cancelled stays. */
    private function cancelOthers(\WC_Order $order): void
    {
        $previous = $this->newest($order);
        if ($previous !== null) {
            try {
                $this->gateway->client()->one->cancelPayment($previous);
            } catch (TefoException $error) {
                $this->gateway->log("Order {$order->get_id()}: payment $previous was not cancelled: {$error->getMessage()}");
            }
        }
    }

    private static function day(string $time, int $days): string
    {
        return gmdate('Y-m-d', strtotime($time) + $days * DAY_IN_SECONDS);
    }
}
