// Written by `npm run docs` from docs/openapi. Do not edit.
export interface paths {
    "/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate authentication token
         * @description Client credentials (RFC 6749, section 4.4).
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke authentication token
         * @description Revokes a token of the client (RFC 7009), within five seconds in all processes. An expired or unknown token also returns 200.
         */
        post: operations["revokeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List payments */
        get: operations["listPayments"];
        put?: never;
        /**
         * Request payment
         * @description Redirect the customer to redirectUrl. After a failed attempt the payment is still Created: the customer can try again until it expires.
         */
        post: operations["createPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get payment status */
        get: operations["getPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel payment request
         * @description Repeating the request changes nothing.
         */
        post: operations["cancelPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/paymentlinks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List payment links */
        get: operations["listPaymentLinks"];
        put?: never;
        /**
         * Create payment link
         * @description Send either amount or variableAmount. Send the customer the url.
         */
        post: operations["createPaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/paymentlinks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get payment link */
        get: operations["getPaymentLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/paymentlinks/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable payment link
         * @description Repeating it changes nothing. A link that is paid or has expired stays so.
         */
        post: operations["disablePaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{id}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transactions for payment
         * @description For an unknown payment the list is empty.
         */
        get: operations["listPaymentTransactions"];
        put?: never;
        /** Request transaction for payment */
        post: operations["createPaymentTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List transactions */
        get: operations["listTransactions"];
        put?: never;
        /**
         * Request transaction
         * @description Creates a payment and its first transaction.
         */
        post: operations["createTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get transaction status */
        get: operations["getTransaction"];
        put?: never;
        /**
         * Process transaction step
         * @description The steps of the hosted checkout by API: selectInstitution, authenticate, then approve or decline; cancel at any time. 202: the payment is pending at the bank.
         */
        post: operations["processTransactionStep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List refunds */
        get: operations["listRefunds"];
        put?: never;
        /**
         * Request refunds
         * @description Either all refunds are created, or none; source.pointer names the rejected item. Each item is checked against the amount that is left after the items before it. With `beneficiary`, an extension of this service, a refund goes to that account instead of the payer’s, and a user of the console must approve it.
         */
        post: operations["createRefunds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refunds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get refund */
        get: operations["getRefund"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refunds/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel refund
         * @description Repeating the request changes nothing.
         */
        post: operations["cancelRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get refunds */
        get: operations["listTransactionRefunds"];
        put?: never;
        /**
         * Request refund
         * @description With `beneficiary`, an extension of this service, the refund goes to that account instead of the payer’s. A user of the console must approve it: until then its status is Pending.
         */
        post: operations["createTransactionRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{id}/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get transaction notifications */
        get: operations["listTransactionNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{id}/notifications/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resend transaction notifications */
        post: operations["resendTransactionNotifications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refunds/{id}/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get refund notifications */
        get: operations["listRefundNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refunds/{id}/notifications/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resend refund notifications */
        post: operations["resendRefundNotifications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settlements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List settlements */
        get: operations["listSettlements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settlements/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get settlement */
        get: operations["getSettlement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settlements/{id}/lineitems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List settlement line items
         * @description For an unknown settlement the list is empty.
         */
        get: operations["listSettlementLineItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invoices
         * @description Invoices for fees and credit notes, the newest first.
         */
        get: operations["listInvoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get invoice */
        get: operations["getInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{number}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get invoice as PDF */
        get: operations["getInvoicePdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List reports
         * @description The files of scheduled reports, each period and version, the newest first.
         */
        get: operations["listReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get report */
        get: operations["getReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get file of report
         * @description The rows as CSV or as a workbook, whole: Content-Length has its size. 404 once the content was deleted.
         */
        get: operations["getReportFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List subscriptions */
        get: operations["listSubscriptions"];
        put?: never;
        /** Create subscription */
        post: operations["createSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get subscription */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel subscription
         * @description Repeating the request changes nothing.
         */
        post: operations["cancelSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List subscription transactions */
        get: operations["listSubscriptionTransactions"];
        put?: never;
        /** Create subscription transaction (ad-hoc charge) */
        post: operations["createSubscriptionTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhook subscriptions */
        get: operations["listWebhooks"];
        put?: never;
        /** Create webhook subscription */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get webhook subscription */
        get: operations["getWebhook"];
        /**
         * Update webhook subscription
         * @description An unknown id creates a webhook (201). A disabled webhook is enabled, and missed events are sent.
         */
        put: operations["putWebhook"];
        post?: never;
        /**
         * Delete webhook subscription
         * @description Also succeeds if it is already deleted.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replay failed messages */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get webhook secret */
        get: operations["getWebhookSecret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/paymentmethods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get payment methods */
        get: operations["listPaymentMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/regions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get regions */
        get: operations["listRegions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bankaccount/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Bank account verification */
        post: operations["verifyBankAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "transaction.complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A transaction has ended
         * @description To webhooks, thin or full, and thin to the payment’s notifyUrl; once for each transaction. Signed as Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and the same three as `svix-…`. A message is retried until the response is 2xx; its id stays the same.
         */
        post: operations["transaction.completeMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transaction.pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payer has chosen to pay by EFT
         * @description Thin, to the payment’s notifyUrl only; once for each transaction, before its transaction.complete. Signed as Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and the same three as `svix-…`. A message is retried until the response is 2xx; its id stays the same.
         */
        post: operations["transaction.pendingMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A refund has ended
         * @description To webhooks, thin or full; instead, thin to the refund’s notifyUrl, if it has one. Signed as Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and the same three as `svix-…`. A message is retried until the response is 2xx; its id stays the same.
         */
        post: operations["refund.completeMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.authorization.approved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The customer has authorised a subscription
         * @description To the subscription’s notifyUrl. Signed as Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and the same three as `svix-…`. A message is retried until the response is 2xx; its id stays the same.
         */
        post: operations["subscription.authorization.approvedMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.authorization.declined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The customer, or their bank, has declined
         * @description To the subscription’s notifyUrl. Signed as Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and the same three as `svix-…`. A message is retried until the response is 2xx; its id stays the same.
         */
        post: operations["subscription.authorization.declinedMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.payment.succeeded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A charge was paid
         * @description To the subscription’s notifyUrl. Signed as Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and the same three as `svix-…`. A message is retried until the response is 2xx; its id stays the same.
         */
        post: operations["subscription.payment.succeededMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.payment.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A charge failed after its retries
         * @description To the subscription’s notifyUrl. Signed as Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and the same three as `svix-…`. A message is retried until the response is 2xx; its id stays the same.
         */
        post: operations["subscription.payment.failedMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * All charges are complete
         * @description To the subscription’s notifyUrl. Signed as Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and the same three as `svix-…`. A message is retried until the response is 2xx; its id stays the same.
         */
        post: operations["subscription.completedMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A subscription was cancelled: future charges stop
         * @description To the subscription’s notifyUrl. Signed as Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and the same three as `svix-…`. A message is retried until the response is 2xx; its id stays the same.
         */
        post: operations["subscription.cancelledMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The customer did not authorise in time
         * @description To the subscription’s notifyUrl. Signed as Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and the same three as `svix-…`. A message is retried until the response is 2xx; its id stays the same.
         */
        post: operations["subscription.expiredMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "report.ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The file of a scheduled report is ready
         * @description To the notifyUrl of the scheduled report, once for each period and version; signed with the secret of the merchant’s first site. Signed as Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and the same three as `svix-…`. A message is retried until the response is 2xx; its id stays the same.
         */
        post: operations["report.readyMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description The result of an account verification: whether the account exists, is open, and belongs to its holder. */
        AccountVerification: {
            /**
             * Format: uuid
             * @description The identifier of the verification, a UUID.
             * @example 01a1f866-1ca0-7ea4-9101-4db8b578878c
             */
            id: string;
            /**
             * @description Verified: the account exists and is open, and the identity and name match its holder. NotVerified: one of these is not true. Unavailable: no bank could confirm it.
             * @example Verified
             * @enum {string}
             */
            status: "Verified" | "NotVerified" | "Unavailable";
            /**
             * @description Why the account is not verified, or could not be; null if it is verified.
             * @example the account is closed
             */
            reason: string | null;
            /**
             * @description Passed: the number is valid. NotChecked: there is no check-digit rule for this bank, so only digits and length were checked. Failed: the number is not valid, and no bank was queried.
             * @example NotChecked
             * @enum {string}
             */
            checkDigit: "Passed" | "Failed" | "NotChecked";
            /**
             * @description The bank’s result for each check; null if the bank gave none, or was not queried.
             * @example {
             *       "accountExists": true,
             *       "accountOpen": true,
             *       "identityMatches": true,
             *       "nameMatches": true,
             *       "acceptsCredits": true,
             *       "acceptsDebits": true
             *     }
             */
            checks: {
                /**
                 * @description Whether the account exists; null if the bank did not report it.
                 * @example true
                 */
                accountExists: boolean | null;
                /**
                 * @description Whether the account is open; null if the bank did not report it.
                 * @example true
                 */
                accountOpen: boolean | null;
                /**
                 * @description Whether the identity matches the account holder; null if the bank did not report it.
                 * @example true
                 */
                identityMatches: boolean | null;
                /**
                 * @description Whether the name matches the account holder; null if the bank did not report it.
                 * @example true
                 */
                nameMatches: boolean | null;
                /**
                 * @description Whether the account can receive payments; null if the bank did not report it.
                 * @example true
                 */
                acceptsCredits: boolean | null;
                /**
                 * @description Whether the account can be debited; null if the bank did not report it.
                 * @example true
                 */
                acceptsDebits: boolean | null;
            };
        };
        /** @description A bank account and its expected holder. */
        AccountVerificationRequest: {
            /**
             * @description The code of the site that pays the fee; default the merchant’s first site.
             * @example KARKAR1234
             */
            siteCode?: string;
            /**
             * @description The account number to verify.
             * @example 9000000001
             */
            accountNumber: string;
            /**
             * @description The branch code of the bank; required without institutionId.
             * @example 999999
             */
            branchCode?: string;
            /**
             * Format: uuid
             * @description The identifier of the bank, from GET /paymentmethods, instead of branchCode.
             * @example de300b4a-0000-4000-8000-000000000001
             */
            institutionId?: string;
            /**
             * @description The type of account.
             * @example Cheque
             * @enum {string}
             */
            accountType?: "Cheque" | "Savings" | "Transmission";
            /**
             * @description The identity document of the account holder.
             * @example {
             *       "type": "said",
             *       "identifier": "8001015009087"
             *     }
             */
            identity: {
                /**
                 * @description A South African identity number (said), a passport, or a company registration.
                 * @example said
                 * @enum {string}
                 */
                type: "said" | "passport" | "registration";
                /**
                 * @description The number of the document. A number of type said has 13 digits, the last a check digit.
                 * @example 8001015009087
                 */
                identifier: string;
            };
            /**
             * @description The initials of a person.
             * @example T
             */
            initials?: string;
            /**
             * @description The surname of a person; required without name.
             * @example Mokoena
             */
            surname?: string;
            /**
             * @description The name of an organisation. If a surname is sent too, the surname is used.
             * @example Karoo Shirts
             */
            name?: string;
        };
        /** @description An amount of money in rand. */
        Amount: {
            /**
             * @description The ISO 4217 currency code, always ZAR.
             * @example ZAR
             * @enum {string}
             */
            currency: "ZAR";
            /**
             * @description The amount in rand, with at most two decimals, in any JSON notation.
             * @example 99.5
             */
            value: number;
        };
        /** @description A range of amounts in rand, both ends included. */
        AmountConstraints: {
            /**
             * @description The minimum amount, in rand.
             * @example 50
             */
            minimumValue: number;
            /**
             * @description The maximum amount, in rand.
             * @example 200
             */
            maximumValue: number;
        };
        /** @description A range of amounts in rand, both ends included. */
        AmountConstraintsInput: {
            /**
             * @description The minimum amount, in rand.
             * @example 50
             */
            minimumValue: number;
            /**
             * @description The maximum amount, in rand.
             * @example 200
             */
            maximumValue: number;
        };
        /** @description An amount of money in rand. */
        AmountInput: {
            /**
             * @description The ISO 4217 currency code, always ZAR.
             * @example ZAR
             * @enum {string}
             */
            currency: "ZAR";
            /**
             * @description The amount in rand, with at most two decimals, in any JSON notation.
             * @example 150.5
             */
            value: number;
        };
        /** @description A receiving account, its number masked. */
        BankAccount: {
            /**
             * Format: uuid
             * @description The identifier of a bank, from GET /paymentmethods.
             * @example 913999fa-3a32-4e3d-82f0-a1df7e9e4f7b
             */
            institutionId: string;
            /**
             * @description The name of the bank.
             * @example Capitec
             */
            institutionName: string;
            /**
             * @description The account number, masked except for its last four digits.
             * @example ******9644
             */
            accountNumber: string;
            /**
             * @description The branch code of the bank, six digits.
             * @example 470010
             */
            branchCode: string;
        };
        /** @description The account for a deposit, and the reference it must carry. */
        BankingDetails: {
            /**
             * @description The bank for the deposit.
             * @example Demo Bank
             */
            bankName: string;
            /**
             * @description The branch code of the bank for the deposit.
             * @example 999999
             */
            branchCode: string;
            /**
             * @description The account number for the deposit.
             * @example 9000000009
             */
            accountNumber: string;
            /**
             * @description The name of the account among a bank’s public recipients.
             * @example Tefo Payments
             */
            publicRecipientName: string;
            /**
             * @description The reference that the deposit must carry.
             * @example DEP096496976431
             */
            beneficiaryReference: string;
        };
        /** @description An error. Key on its code: title and detail are for people. */
        Error: {
            /**
             * Format: uuid
             * @description The identifier of this occurrence of the error.
             * @example 01a1f866-0b31-7f10-9a41-2f6b8c0d1e22
             */
            id: string;
            /**
             * @description Links to more information about the error, or null.
             * @example {
             *       "about": "http://localhost:8420/docs/errors#ValidationError",
             *       "type": "http://localhost:8420/docs/errors#ValidationError"
             *     }
             */
            links: {
                /**
                 * Format: uri
                 * @description The address of a page that explains the code.
                 * @example http://localhost:8420/docs/errors#ValidationError
                 */
                about: string;
                /**
                 * Format: uri
                 * @description The address of a page that explains the code.
                 * @example http://localhost:8420/docs/errors#ValidationError
                 */
                type: string;
            } | null;
            /**
             * @description The code of the error. Clients key on it.
             * @example ValidationError
             */
            code: string;
            /**
             * @description A short summary of the error.
             * @example The request is not valid
             */
            title: string;
            /**
             * @description An explanation of this occurrence, for developers.
             * @example amount.value is required
             */
            detail: string;
            /**
             * @description The part of the request that caused the error; null if it is not a single part.
             * @example {
             *       "pointer": "/amount/value",
             *       "parameter": null,
             *       "header": null
             *     }
             */
            source: {
                /**
                 * @description The JSON Pointer to the invalid value in the body; null if it is not in the body.
                 * @example /amount/value
                 */
                pointer: string | null;
                /**
                 * @description The name of the invalid parameter; null if it is not a parameter.
                 * @example limit
                 */
                parameter: string | null;
                /**
                 * @description The name of the invalid header; null if it is not a header.
                 * @example Idempotency-Key
                 */
                header: string | null;
            } | null;
            /**
             * @description Identifies the request; null on a 401, and if the request had no X-Correlation-ID.
             * @example {
             *       "correlationId": "01a1f866-0b31-7f10-9a41-2f6b8c0d1e22"
             *     }
             */
            meta: {
                /**
                 * @description The identifier of the request, the same as X-Correlation-ID.
                 * @example 01a1f866-0b31-7f10-9a41-2f6b8c0d1e22
                 */
                correlationId: string;
            } | null;
        };
        /** @description An invoice for the fees of a month, or a credit note. It never changes. */
        Invoice: {
            /**
             * @description The addresses of the object and of related resources.
             * @example {
             *       "self": "http://localhost:8420/one/v1/invoices/INV-000001",
             *       "pdf": "http://localhost:8420/one/v1/invoices/INV-000001/pdf"
             *     }
             */
            links: {
                /**
                 * Format: uri
                 * @description The address of this object, or of this page of a list.
                 * @example http://localhost:8420/one/v1/invoices/INV-000001
                 */
                self: string;
                /**
                 * Format: uri
                 * @description The address of the document as PDF.
                 * @example http://localhost:8420/one/v1/invoices/INV-000001/pdf
                 */
                pdf: string;
            };
            /**
             * @description The number, without gaps among invoices or credit notes.
             * @example INV-000001
             */
            number: string;
            /**
             * @description An invoice for fees, or a credit note for fees that were given back.
             * @example invoice
             * @enum {string}
             */
            kind: "invoice" | "creditNote";
            /**
             * @description The title of the document. A tax invoice has the words Tax Invoice.
             * @example Tax Invoice
             */
            title: string;
            /**
             * @description The month of the fees, in South African time.
             * @example 2026-11
             */
            month: string;
            /**
             * Format: date-time
             * @description When it was issued. It never changes afterwards.
             * @example 2026-11-24T10:00:46.000Z
             */
            issuedAt: string;
            /**
             * @description The operator of the service, on the day of issue.
             * @example {
             *       "name": "Tefo",
             *       "address": "1 Long Street, Cape Town",
             *       "vatNumber": "4123456789"
             *     }
             */
            seller: {
                /**
                 * @description The legal name of the operator.
                 * @example Tefo
                 */
                name: string;
                /**
                 * @description The address; null if none is set.
                 * @example 1 Long Street, Cape Town
                 */
                address: string | null;
                /**
                 * @description The VAT number; null if it is not registered.
                 * @example 4123456789
                 */
                vatNumber: string | null;
            };
            /**
             * @description The merchant, on the day of issue.
             * @example {
             *       "name": "Karoo Books",
             *       "address": null,
             *       "vatNumber": null
             *     }
             */
            buyer: {
                /**
                 * @description The legal name of the merchant.
                 * @example Karoo Books
                 */
                name: string;
                /**
                 * @description The address; null if none is set.
                 * @example 5 Main Road, Prince Albert
                 */
                address: string | null;
                /**
                 * @description The VAT number; null if it is not registered.
                 * @example 4000000001
                 */
                vatNumber: string | null;
            };
            /**
             * @description One line for each kind of fee and rate of VAT.
             * @example [
             *       {
             *         "description": "Fees for payments received",
             *         "quantity": 1,
             *         "vatRate": 15,
             *         "net": {
             *           "currency": "ZAR",
             *           "value": 2
             *         },
             *         "vat": {
             *           "currency": "ZAR",
             *           "value": 0.3
             *         },
             *         "total": {
             *           "currency": "ZAR",
             *           "value": 2.3
             *         }
             *       }
             *     ]
             */
            lines: {
                /**
                 * @description The kind of fee.
                 * @example Fees for payments received
                 */
                description: string;
                /**
                 * @description The number of fees.
                 * @example 1
                 */
                quantity: number;
                /**
                 * @description The rate of VAT, in percent.
                 * @example 15
                 */
                vatRate: number;
                /**
                 * @description The value without VAT, in rand.
                 * @example {
                 *       "currency": "ZAR",
                 *       "value": 2
                 *     }
                 */
                net: components["schemas"]["Amount"];
                /**
                 * @description The VAT, in rand. It is rounded for each fee.
                 * @example {
                 *       "currency": "ZAR",
                 *       "value": 0.3
                 *     }
                 */
                vat: components["schemas"]["Amount"];
                /**
                 * @description The total with VAT, in rand.
                 * @example {
                 *       "currency": "ZAR",
                 *       "value": 2.3
                 *     }
                 */
                total: components["schemas"]["Amount"];
            }[];
            /**
             * @description The value without VAT, in rand.
             * @example {
             *       "currency": "ZAR",
             *       "value": 2
             *     }
             */
            net: components["schemas"]["Amount"];
            /**
             * @description The VAT, in rand. It is rounded for each fee.
             * @example {
             *       "currency": "ZAR",
             *       "value": 0.3
             *     }
             */
            vat: components["schemas"]["Amount"];
            /**
             * @description The total with VAT, in rand.
             * @example {
             *       "currency": "ZAR",
             *       "value": 2.3
             *     }
             */
            total: components["schemas"]["Amount"];
            /**
             * @description The invoice that a credit note gives back in part; null for the documents of a month.
             * @example {
             *       "number": "INV-000001",
             *       "reason": "Agreed discount"
             *     }
             */
            corrects: {
                /**
                 * @description The number of the invoice.
                 * @example INV-000001
                 */
                number: string;
                /**
                 * @description The reason for the credit note.
                 * @example Agreed discount
                 */
                reason: string;
            } | null;
        };
        /** @description The range in which the customer types the amount, both ends included. */
        LinkAmounts: {
            /**
             * @description The minimum amount, in rand.
             * @example 100
             */
            minimumValue: number;
            /**
             * @description The maximum amount, in rand.
             * @example 200
             */
            maximumValue: number;
        };
        /** @description The range in which the customer types the amount, both ends included. */
        LinkAmountsInput: {
            /**
             * @description The minimum amount, in rand.
             * @example 100
             */
            minimumValue: number;
            /**
             * @description The maximum amount, in rand.
             * @example 200
             */
            maximumValue: number;
        };
        /** @description A subscription, as returned on creation. */
        NewSubscription: {
            /**
             * Format: uuid
             * @description The identifier of the subscription, a UUID.
             * @example 01a1f866-7a60-7464-8150-16eeea87e4c6
             */
            subscriptionId: string;
            /**
             * @description PendingAuthorization: the customer has not decided. Active: charges are collected. Unknown: the bank has not confirmed. Canceled, Completed, Expired, Failed: the subscription has ended.
             * @example PendingAuthorization
             * @enum {string}
             */
            status: "PendingAuthorization" | "Active" | "Unknown" | "Canceled" | "Completed" | "Expired" | "Failed";
            /**
             * @description The code of the site, one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description The amount in rand, with at most two decimals.
             * @example {
             *       "currency": "ZAR",
             *       "value": 99.5
             *     }
             */
            amount: components["schemas"]["Amount"];
            /**
             * @description The range in rand that the customer authorises for each ad-hoc charge; it includes the amount. Absent: ad-hoc charges are not possible.
             * @example {
             *       "minimumValue": 50,
             *       "maximumValue": 200
             *     }
             */
            amountConstraints?: components["schemas"]["AmountConstraints"];
            /**
             * @description The maximum number of ad-hoc charges; 0: none. Absent: no limit. Without amountConstraints ad-hoc charges are not possible, and it has no effect.
             * @example 6
             */
            maxAdhocCharges?: number;
            /**
             * @description The maximum total of all ad-hoc charges, in rand. Absent: no limit. Without amountConstraints ad-hoc charges are not possible, and it has no effect.
             * @example {
             *       "currency": "ZAR",
             *       "value": 600
             *     }
             */
            maxAdhocTotal?: components["schemas"]["Amount"];
            /**
             * @description The purpose of the subscription, as shown to the customer; absent if the merchant gave none.
             * @example The weekly box
             */
            description?: string;
            /**
             * @description The merchant’s reference, such as an order number.
             * @example BOX-17
             */
            merchantReference: string;
            /**
             * @description The reference of each payment on the merchant’s bank statement; absent if not given.
             * @example BOX 17
             */
            bankReference?: string;
            /**
             * @description The interval between scheduled charges. Fortnightly: every two weeks. Biannually: every six months.
             * @example Monthly
             * @enum {string}
             */
            frequency: "Daily" | "Weekly" | "Fortnightly" | "Monthly" | "Biannually" | "Annually";
            /**
             * Format: date
             * @description The date of the first charge, in South African time. Later charges keep its day of the month.
             * @example 2030-01-31
             */
            firstPaymentDate: string;
            /**
             * @description The number of scheduled charges.
             * @example 12
             */
            occurrences: number;
            /**
             * Format: uri
             * @description The page on which the customer authorises; present while that is pending.
             * @example http://localhost:8420/subscribe/01a1f866-7a60-7464-8150-16eeea87e4c6
             */
            redirectUrl?: string;
            /**
             * @description The customer’s authorisation at the bank; absent until the customer has decided.
             * @example {
             *       "status": "Authorised"
             *     }
             */
            authorization?: {
                /**
                 * @description The bank’s status of the authorisation.
                 * @example Authorised
                 */
                status: string;
            };
            /**
             * Format: uri
             * @description The signed address of the page on which the customer sees the charges and cancels the subscription. Anyone with the address can cancel: send it to the customer only. Extension of Tefo.
             * @example http://localhost:8420/subscriber/AaH4ZnpgdGSBUBbuqofkxq2b3V1bJx0c4hQGmZx3S2o
             */
            manageUrl: string;
            /**
             * @description The addresses of the object and of related resources.
             * @example {
             *       "self": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6",
             *       "cancel": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6/cancel",
             *       "transactions": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6/transactions"
             *     }
             */
            links: {
                /**
                 * Format: uri
                 * @description The address of this object, or of this page of a list.
                 * @example http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6
                 */
                self: string;
                /**
                 * Format: uri
                 * @description The address to which a POST cancels it.
                 * @example http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6/cancel
                 */
                cancel: string;
                /**
                 * Format: uri
                 * @description The address of the list of its transactions.
                 * @example http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6/transactions
                 */
                transactions: string;
            };
            /**
             * @description A once-off charge in rand, collected as soon as the customer has authorised. Absent: no such charge.
             * @example {
             *       "currency": "ZAR",
             *       "value": 99.5
             *     }
             */
            payableNow?: components["schemas"]["Amount"];
        };
        /** @description A transaction with the payer’s next step. */
        NewTransaction: {
            /**
             * @description The addresses of the object and of related resources.
             * @example {
             *       "self": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e",
             *       "payment": "http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd",
             *       "refunds": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e/refunds",
             *       "refund": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e/refunds"
             *     }
             */
            links: {
                /**
                 * Format: uri
                 * @description The address of this object, or of this page of a list.
                 * @example http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e
                 */
                self: string;
                /**
                 * Format: uri
                 * @description The address of the payment of this transaction.
                 * @example http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd
                 */
                payment: string;
                /**
                 * Format: uri
                 * @description The address of the list of its refunds.
                 * @example http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e/refunds
                 */
                refunds: string;
                /**
                 * Format: uri
                 * @description The address to which a POST refunds it.
                 * @example http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e/refunds
                 */
                refund: string;
            };
            /**
             * Format: uuid
             * @description The identifier of the transaction, a UUID.
             * @example 01a1f866-3fc8-78b2-8eca-08ba2ee4af8e
             */
            id: string;
            /**
             * @description The amount in rand, with at most two decimals.
             * @example {
             *       "currency": "ZAR",
             *       "value": 150.5
             *     }
             */
            amount: components["schemas"]["Amount"];
            /**
             * @description The merchant’s reference, such as an order number.
             * @example ORDER-1
             */
            merchantReference: string;
            /**
             * @description The code of the site, one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description The name of the payer’s bank; empty until one is chosen.
             * @example Capitec
             */
            institution: string;
            /**
             * @description Incomplete: the payer has not finished. Pending: the bank has not decided. Successful: it was paid. Error: it was not paid. Refunded: it was refunded in full.
             * @example Incomplete
             * @enum {string}
             */
            status: "Incomplete" | "Successful" | "Error" | "Pending" | "Refunded";
            /**
             * @description The reason for the outcome, as text for people; absent without a reason.
             * @example The customer cancelled the payment
             */
            reason?: string;
            /**
             * Format: date-time
             * @description The time of creation, in UTC.
             * @example 2026-11-20T10:00:13.000Z
             */
            createdDate: string;
            /**
             * Format: date-time
             * @description The time of completion, in UTC; absent until then.
             * @example 2026-11-20T10:00:05.000Z
             */
            completedDate?: string;
            /**
             * @description The account to pay into, while the transaction is waiting for a deposit; otherwise absent.
             * @example {
             *       "bankName": "Demo Bank",
             *       "branchCode": "999999",
             *       "accountNumber": "9000000009",
             *       "publicRecipientName": "Tefo Payments",
             *       "beneficiaryReference": "DEP096496976431"
             *     }
             */
            bankingDetails?: components["schemas"]["BankingDetails"];
            /**
             * @description The payer’s next step.
             * @example {
             *       "type": "authenticate",
             *       "url": "http://localhost:8420/bank/orders/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e"
             *     }
             */
            nextStep: components["schemas"]["NextStep"];
        };
        /** @description The next step for the payer of a transaction. */
        NextStep: {
            /**
             * @description Whether to redirect the payer, to authenticate at the bank, to wait, or nothing.
             * @example authenticate
             * @enum {string}
             */
            type: "redirect" | "authenticate" | "wait" | "none";
            /**
             * Format: uri
             * @description The address of the next step; null without one.
             * @example http://localhost:8420/bank/orders/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e
             */
            url: string | null;
        };
        /** @description A request to a customer to pay, and its status. */
        Payment: {
            /**
             * @description The addresses of the object and of related resources.
             * @example {
             *       "self": "http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd",
             *       "cancel": "http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd/cancel",
             *       "transactions": "http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd/transactions"
             *     }
             */
            links: {
                /**
                 * Format: uri
                 * @description The address of this object, or of this page of a list.
                 * @example http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd
                 */
                self: string;
                /**
                 * Format: uri
                 * @description The address to which a POST cancels it.
                 * @example http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd/cancel
                 */
                cancel: string;
                /**
                 * Format: uri
                 * @description The address of the list of its transactions.
                 * @example http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd/transactions
                 */
                transactions: string;
            };
            /**
             * Format: uuid
             * @description The identifier of the payment, a UUID.
             * @example 01a1f866-3410-7a7e-a136-1525dcb7f9bd
             */
            id: string;
            /**
             * @description Created: it can be paid. Complete: it was paid. Cancelled or Expired: it can no longer be paid.
             * @example Created
             * @enum {string}
             */
            status: "Created" | "Complete" | "Cancelled" | "Expired";
            /**
             * @description The reason for the outcome, as text for people; null without a reason.
             * @example The customer cancelled the payment
             */
            reason: string | null;
            /**
             * Format: uri
             * @description The address of the hosted page. Redirect the customer to it.
             * @example http://localhost:8420/pay/01a1f866-3410-7a7e-a136-1525dcb7f9bd
             */
            redirectUrl: string;
            /**
             * @description The code of the site, one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description The amount in rand, with at most two decimals.
             * @example {
             *       "currency": "ZAR",
             *       "value": 150.5
             *     }
             */
            amount: components["schemas"]["Amount"];
            /**
             * @description The merchant’s reference, such as an order number.
             * @example ORDER-1
             */
            merchantReference: string;
            /**
             * Format: date-time
             * @description The time of creation, in UTC.
             * @example 2026-11-20T10:00:10.000Z
             */
            createdDate: string;
            /**
             * Format: date-time
             * @description The expiry, in UTC; it must be in the future.
             * @example 2030-01-01T00:00:00.000Z
             */
            expireAt: string;
        };
        /** @description The payment method of a payment. */
        PaymentDetail: {
            /**
             * @description The payment method: redirect (hosted), payshap, bankdeposit, or the type of an institution from GET /paymentmethods.
             * @example capitec
             */
            paymentType: string;
            /**
             * @description Further details for this type of payment.
             * @example {
             *       "institutionId": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b"
             *     }
             */
            details?: {
                /**
                 * Format: uuid
                 * @description The identifier of a bank, from GET /paymentmethods.
                 * @example 913999fa-3a32-4e3d-82f0-a1df7e9e4f7b
                 */
                institutionId?: string;
            };
        };
        /** @description An address at which a customer pays. */
        PaymentLink: {
            /**
             * @description The addresses of the object and of related resources.
             * @example {
             *       "self": "http://localhost:8420/one/v1/paymentlinks/01a1f866-a940-7df1-85a6-9971fd893f4e",
             *       "disable": "http://localhost:8420/one/v1/paymentlinks/01a1f866-a940-7df1-85a6-9971fd893f4e/disable"
             *     }
             */
            links: {
                /**
                 * Format: uri
                 * @description The address of this object, or of this page of a list.
                 * @example http://localhost:8420/one/v1/paymentlinks/01a1f866-a940-7df1-85a6-9971fd893f4e
                 */
                self: string;
                /**
                 * Format: uri
                 * @description The address to which a POST disables it.
                 * @example http://localhost:8420/one/v1/paymentlinks/01a1f866-a940-7df1-85a6-9971fd893f4e/disable
                 */
                disable: string;
            };
            /**
             * Format: uuid
             * @description The identifier of the payment link, a UUID.
             * @example 01a1f866-a940-7df1-85a6-9971fd893f4e
             */
            id: string;
            /**
             * Format: uri
             * @description The customer’s address. Send it to the customer.
             * @example http://localhost:8420/link/4hiy7rcwg9qsbuqlds1qh81a8
             */
            url: string;
            /**
             * @description Active: it can be paid. Paid: the payment of a single link is complete. Disabled: the merchant closed it. Expired: its time ran out.
             * @example Active
             * @enum {string}
             */
            status: "Active" | "Paid" | "Disabled" | "Expired";
            /**
             * @description Single: the link is paid once. Many: each visit creates a payment, with -1, -2 and so on behind the reference.
             * @example single
             * @enum {string}
             */
            uses: "single" | "many";
            /**
             * @description The number of its payments that are complete, at most 10 001.
             * @example 0
             */
            payments: number;
            /**
             * @description The code of the site, one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description The amount in rand; absent where the customer types it.
             * @example {
             *       "currency": "ZAR",
             *       "value": 250
             *     }
             */
            amount?: components["schemas"]["Amount"];
            /**
             * @description The range in rand within which the customer types the amount; absent with an amount.
             * @example {
             *       "minimumValue": 100,
             *       "maximumValue": 200
             *     }
             */
            variableAmount?: components["schemas"]["LinkAmounts"];
            /**
             * @description The purpose of the payment, as shown to the customer; absent if not given.
             * @example Guided tour for two
             */
            description?: string;
            /**
             * @description The customer, as far as known; absent if not given.
             * @example {
             *       "name": "Thandi Mokoena",
             *       "email": "thandi@shop.example"
             *     }
             */
            customer?: {
                /**
                 * @description The name of the customer; absent if not given.
                 * @example Thandi Mokoena
                 */
                name?: string;
                /**
                 * Format: email
                 * @description The customer’s e-mail address; absent if not given.
                 * @example thandi@shop.example
                 */
                email?: string;
                /**
                 * @description The customer’s phone number; absent if not given.
                 * @example +27 82 123 4567
                 */
                cellphone?: string;
            };
            /**
             * Format: uri
             * @description The http or https address to which the customer returns; absent without one.
             * @example https://shop.example/thanks
             */
            returnUrl?: string;
            /**
             * Format: uri
             * @description The http or https address that receives the outcome; absent without one.
             * @example https://shop.example/notify
             */
            notifyUrl?: string;
            /**
             * @description The merchant’s reference, such as an order number.
             * @example INV-1042
             */
            merchantReference: string;
            /**
             * Format: date-time
             * @description The time of creation, in UTC.
             * @example 2026-11-20T10:00:40.000Z
             */
            createdDate: string;
            /**
             * Format: date-time
             * @description The expiry, in UTC; absent without one.
             * @example 2030-01-01T00:00:00.000Z
             */
            expireAt?: string;
        };
        /** @description A payment link to create. */
        PaymentLinkRequest: {
            /**
             * @description The code of the site, one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description The amount in rand; absent where the customer types it.
             * @example {
             *       "currency": "ZAR",
             *       "value": 250
             *     }
             */
            amount?: components["schemas"]["AmountInput"];
            /**
             * @description The range in rand within which the customer types the amount; absent with an amount.
             * @example {
             *       "minimumValue": 100,
             *       "maximumValue": 200
             *     }
             */
            variableAmount?: components["schemas"]["LinkAmountsInput"];
            /**
             * @description The purpose of the payment, as shown to the customer.
             * @example Guided tour for two
             */
            description?: string;
            /**
             * @description The customer, as far as known.
             * @example {
             *       "name": "Thandi Mokoena",
             *       "email": "thandi@shop.example"
             *     }
             */
            customer?: {
                /**
                 * @description The name of the customer; absent if not given.
                 * @example Thandi Mokoena
                 */
                name?: string;
                /**
                 * Format: email
                 * @description The customer’s e-mail address; absent if not given.
                 * @example thandi@shop.example
                 */
                email?: string;
                /**
                 * @description The customer’s phone number; absent if not given.
                 * @example +27 82 123 4567
                 */
                cellphone?: string;
            };
            /**
             * Format: uri
             * @description The http or https address to which the customer returns.
             * @example https://shop.example/thanks
             */
            returnUrl?: string;
            /**
             * Format: uri
             * @description The http or https address that receives the outcome.
             * @example https://shop.example/notify
             */
            notifyUrl?: string;
            /**
             * @description The merchant’s reference; at most 40 characters with many uses. Absent: generated.
             * @example INV-1042
             */
            merchantReference?: string;
            /**
             * @description Single: the link is paid once. Many: each visit creates a payment, with -1, -2 and so on behind the reference.
             * @example single
             * @enum {string}
             */
            uses?: "single" | "many";
            /**
             * Format: date-time
             * @description The expiry, in UTC; it must be in the future.
             * @example 2030-01-01T00:00:00Z
             */
            expireAt?: string;
        };
        /** @description A payment method and its participating banks. */
        PaymentMethod: {
            /**
             * @description The identifier of the payment method.
             * @example redirect
             */
            id: string;
            /**
             * @description The paymentType of a transaction.
             * @example redirect
             */
            type: string;
            /**
             * @description The name that customers know.
             * @example Hosted checkout
             */
            name: string;
            /**
             * @description The description of the payment method for customers.
             * @example The customer chooses a bank on the hosted checkout and pays there.
             */
            description: string;
            /**
             * @description The minimum amount for this method, in rand.
             * @example 0.01
             */
            minimumAmount: number;
            /**
             * @description The maximum amount for this method, in rand.
             * @example 9999999999.99
             */
            maximumAmount: number;
            /**
             * @description Whether it is available now.
             * @example true
             */
            available: boolean;
            /**
             * @description The banks that take part.
             * @example [
             *       {
             *         "id": "de300b4a-0000-4000-8000-000000000001",
             *         "name": "Demo Bank",
             *         "logoUrl": null,
             *         "available": true
             *       },
             *       {
             *         "id": "4816019c-3314-4c80-8b6b-b2cd16dcc4ec",
             *         "name": "FNB",
             *         "logoUrl": null,
             *         "available": true
             *       },
             *       {
             *         "id": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
             *         "name": "Capitec",
             *         "logoUrl": null,
             *         "available": true
             *       },
             *       {
             *         "id": "ad7d8da4-1723-4066-94bb-6662d845e483",
             *         "name": "Standard Bank",
             *         "logoUrl": null,
             *         "available": true
             *       },
             *       {
             *         "id": "d3889df6-cdac-4861-9d64-2b100fb7ed07",
             *         "name": "Nedbank",
             *         "logoUrl": null,
             *         "available": true
             *       },
             *       {
             *         "id": "3f1d2c7a-5b0e-4a86-9c41-7e2a90d4b6f1",
             *         "name": "Absa",
             *         "logoUrl": null,
             *         "available": true
             *       },
             *       {
             *         "id": "8a64e0d5-92c3-4f17-b5de-1c07f3a8e924",
             *         "name": "Investec",
             *         "logoUrl": null,
             *         "available": true
             *       },
             *       {
             *         "id": "c5b7f913-0d6a-4e28-8f34-a9e1625c7d80",
             *         "name": "TymeBank",
             *         "logoUrl": null,
             *         "available": true
             *       },
             *       {
             *         "id": "e20941b8-7c5f-4d93-a6e7-58b3d0f2c14a",
             *         "name": "African Bank",
             *         "logoUrl": null,
             *         "available": true
             *       },
             *       {
             *         "id": "17d8a36e-b4f2-4c09-93a5-f60c2e7b91d3",
             *         "name": "Discovery",
             *         "logoUrl": null,
             *         "available": true
             *       },
             *       {
             *         "id": "69f05c2b-e813-4b7d-8d50-34c9a1e6f072",
             *         "name": "Bidvest",
             *         "logoUrl": null,
             *         "available": true
             *       }
             *     ]
             */
            institutions: {
                /**
                 * Format: uuid
                 * @description The identifier of the bank, used as institutionId.
                 * @example de300b4a-0000-4000-8000-000000000001
                 */
                id: string;
                /**
                 * @description The name that customers know.
                 * @example Demo Bank
                 */
                name: string;
                /**
                 * Format: uri
                 * @description The address of the bank’s logo, or null.
                 * @example https://shop.example/capitec.svg
                 */
                logoUrl: string | null;
                /**
                 * @description Whether it is available now.
                 * @example true
                 */
                available: boolean;
            }[];
        };
        /** @description A payment to create. */
        PaymentRequest: {
            /**
             * @description The code of the site, one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description The ISO 3166 country code of the payment, always ZA.
             * @example ZA
             * @enum {string}
             */
            region?: "ZA";
            /**
             * @description The amount in rand, with at most two decimals.
             * @example {
             *       "currency": "ZAR",
             *       "value": 150.5
             *     }
             */
            amount: components["schemas"]["AmountInput"];
            /**
             * @description The range in rand from which the payer chooses; it includes the amount. Absent: the payer pays the amount.
             * @example {
             *       "minimumValue": 100,
             *       "maximumValue": 200
             *     }
             */
            variableAmount?: components["schemas"]["VariableAmount"];
            /**
             * @description The merchant’s reference, such as an order number.
             * @example ORDER-1
             */
            merchantReference: string;
            /**
             * @description The reference on the merchant’s bank statement.
             * @example ORDER 1
             */
            beneficiaryReference?: string;
            /**
             * @description The reference on the payer’s own bank statement.
             * @example KARKAR
             */
            payerReference?: string;
            /**
             * @description The customer, as far as known.
             * @example {
             *       "name": "Thandi Mokoena",
             *       "email": "thandi@shop.example"
             *     }
             */
            payer?: {
                /**
                 * @description The merchant’s identifier of the customer.
                 * @example customer-17
                 */
                id?: string;
                /**
                 * @description The name of the customer.
                 * @example Thandi Mokoena
                 */
                name?: string;
                /**
                 * @description The customer’s identity document.
                 * @example {
                 *       "type": "said",
                 *       "country": "ZA",
                 *       "identifier": "8001015009087"
                 *     }
                 */
                identity?: {
                    /**
                     * @description A South African identity number (said), a passport, or a company registration.
                     * @example said
                     * @enum {string}
                     */
                    type: "said" | "passport" | "registration";
                    /**
                     * @description The ISO 3166 alpha-2 code of the issuing country.
                     * @example ZA
                     */
                    country?: string;
                    /**
                     * @description The number of the document. A number of type said has 13 digits, the last a check digit.
                     * @example 8001015009087
                     */
                    identifier: string;
                };
                /**
                 * @description The customer’s phone number.
                 * @example +27 82 123 4567
                 */
                cellphone?: string;
                /**
                 * Format: email
                 * @description The customer’s e-mail address.
                 * @example thandi@shop.example
                 */
                email?: string;
            };
            /**
             * Format: uri
             * @description The http or https address to which the customer returns.
             * @example https://shop.example/thanks
             */
            returnUrl?: string;
            /**
             * Format: uri
             * @description The http or https address that receives the outcome.
             * @example https://shop.example/notify
             */
            notifyUrl?: string;
            /**
             * Format: date-time
             * @description The expiry, in UTC; it must be in the future.
             * @example 2030-01-01T00:00:00Z
             */
            expireAt: string;
        };
        /** @description A refund of a transaction, in full or in part. */
        Refund: {
            /**
             * @description The addresses of the object and of related resources.
             * @example {
             *       "self": "http://localhost:8420/one/v1/refunds/01a1f866-5738-7373-98ae-6a4be956e0c0",
             *       "cancel": "http://localhost:8420/one/v1/refunds/01a1f866-5738-7373-98ae-6a4be956e0c0/cancel"
             *     }
             */
            links: {
                /**
                 * Format: uri
                 * @description The address of this object, or of this page of a list.
                 * @example http://localhost:8420/one/v1/refunds/01a1f866-5738-7373-98ae-6a4be956e0c0
                 */
                self: string;
                /**
                 * Format: uri
                 * @description The address to which a POST cancels it.
                 * @example http://localhost:8420/one/v1/refunds/01a1f866-5738-7373-98ae-6a4be956e0c0/cancel
                 */
                cancel: string;
            };
            /**
             * Format: uuid
             * @description The identifier of the refund, a UUID.
             * @example 01a1f866-5738-7373-98ae-6a4be956e0c0
             */
            id: string;
            /**
             * Format: uuid
             * @description The identifier of the transaction, which is one attempt to pay.
             * @example 01a1f866-3fc8-78b2-8eca-08ba2ee4af8e
             */
            transactionId: string;
            /**
             * @description The amount in rand, with at most two decimals.
             * @example {
             *       "currency": "ZAR",
             *       "value": 10
             *     }
             */
            amount: components["schemas"]["Amount"];
            /**
             * Format: date-time
             * @description The time of the refund request, in UTC.
             * @example 2026-11-20T10:00:19.000Z
             */
            requested: string;
            /**
             * Format: date-time
             * @description The time of completion, in UTC; absent until then.
             * @example 2026-11-20T10:00:22.000Z
             */
            completed?: string;
            /**
             * @description Pending: it can still be cancelled. Submitted: it is at the bank. Complete, Failed, Cancelled: it has ended. Returned: the bank returned the money.
             * @example Pending
             * @enum {string}
             */
            status: "Pending" | "Submitted" | "Complete" | "Failed" | "Cancelled" | "Returned";
            /**
             * @description The reason for the outcome, as text for people; absent without a reason.
             * @example cancelled by the merchant
             */
            reason?: string;
            /**
             * @description The account to which the refund is paid: the payer’s account.
             * @example {
             *       "institutionId": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
             *       "institutionName": "Capitec",
             *       "accountNumber": "******9644",
             *       "branchCode": "470010"
             *     }
             */
            paidTo: components["schemas"]["BankAccount"];
            /**
             * @description Whether the refund is paid by real-time clearing; default false.
             * @example false
             */
            realTimePayment: boolean;
        };
        /** @description An account that a refund goes to instead of the payer’s, an extension of this service. */
        RefundBeneficiary: {
            /**
             * @description The name of the account holder.
             * @example Thabo Mokoena
             */
            name: string;
            /**
             * Format: uuid
             * @description The identifier of a bank, from GET /paymentmethods.
             * @example 913999fa-3a32-4e3d-82f0-a1df7e9e4f7b
             */
            institutionId: string;
            /**
             * @description The account number, in digits.
             * @example 51000000001
             */
            accountNumber: string;
            /**
             * @description The branch code; default the universal one of the bank.
             * @example 678910
             */
            branchCode?: string;
        };
        /** @description The full message about a completed refund. */
        RefundCompleteFull: {
            /**
             * @description The type of the event.
             * @example refund.complete
             * @enum {string}
             */
            type: "refund.complete";
            /**
             * Format: date-time
             * @description The time of the event, in UTC, by the clock of the service.
             * @example 2026-11-20T10:00:05.000Z
             */
            timestamp: string;
            /**
             * @description The number of the event among those of the object; it increases by one.
             * @example 2
             */
            sequence: number;
            /**
             * @description The subject of the message.
             * @example {
             *       "RefundId": "01a1f866-5f08-7d3a-8a51-0c2b9e417d66",
             *       "TransactionId": "01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
             *       "CurrencyCode": "ZAR",
             *       "Amount": "50.25",
             *       "Status": "Complete",
             *       "BankName": "Capitec",
             *       "AccountNumber": "******0001",
             *       "StatusMessage": "",
             *       "IsRtc": "False",
             *       "Hash": "5941058fdfaa8b06c714575a2a5b63ec3e4e2287f3ac0e134c8096671ec5cc8dcc43ac8c43ded5578f658d9052addd31723212ea7ee8d31d4858d8987e64494d"
             *     }
             */
            data: {
                /**
                 * @description The identifier of the refund.
                 * @example 01a1f866-5f08-7d3a-8a51-0c2b9e417d66
                 */
                RefundId: string;
                /**
                 * @description The identifier of the transaction, which is one attempt to pay.
                 * @example 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
                 */
                TransactionId: string;
                /**
                 * @description The ISO 4217 currency code of the amount, always ZAR.
                 * @example ZAR
                 */
                CurrencyCode: string;
                /**
                 * @description The amount in rand, with two decimals.
                 * @example 50.25
                 */
                Amount: string;
                /**
                 * @description The outcome. Complete: it was paid. Failed, Cancelled: it was not paid. Returned: the bank returned the money.
                 * @example Complete
                 * @enum {string}
                 */
                Status: "Pending" | "Submitted" | "Complete" | "Failed" | "Cancelled" | "Returned";
                /**
                 * @description The name of the bank to which the refund is paid.
                 * @example Capitec
                 */
                BankName: string;
                /**
                 * @description The account to which the refund is paid, masked.
                 * @example ******0001
                 */
                AccountNumber: string;
                /**
                 * @description The reason for a failure; empty on success.
                 * @example The customer cancelled the payment
                 */
                StatusMessage: string;
                /**
                 * @description Whether it is paid by real-time clearing.
                 * @example False
                 * @enum {string}
                 */
                IsRtc: "True" | "False";
                /**
                 * @description The signature of the message: SHA-512 in lower-case hex.
                 * @example 5941058fdfaa8b06c714575a2a5b63ec3e4e2287f3ac0e134c8096671ec5cc8dcc43ac8c43ded5578f658d9052addd31723212ea7ee8d31d4858d8987e64494d
                 */
                Hash: string;
            };
        };
        /** @description The thin message about a completed refund. */
        RefundCompleteThin: {
            /**
             * @description The type of the event.
             * @example refund.complete
             * @enum {string}
             */
            type: "refund.complete";
            /**
             * Format: date-time
             * @description The time of the event, in UTC, by the clock of the service.
             * @example 2026-11-20T10:00:05.000Z
             */
            timestamp: string;
            /**
             * @description The number of the event among those of the object; it increases by one.
             * @example 2
             */
            sequence: number;
            /**
             * @description The subject of the message.
             * @example {
             *       "id": "01a1f866-5f08-7d3a-8a51-0c2b9e417d66",
             *       "status": "Complete",
             *       "reason": null
             *     }
             */
            data: {
                /**
                 * Format: uuid
                 * @description The identifier of the transaction, refund or subscription that the message is about.
                 * @example 01a1f866-5f08-7d3a-8a51-0c2b9e417d66
                 */
                id: string;
                /**
                 * @description The outcome. Complete: it was paid. Failed, Cancelled: it was not paid. Returned: the bank returned the money.
                 * @example Complete
                 * @enum {string}
                 */
                status: "Pending" | "Submitted" | "Complete" | "Failed" | "Cancelled" | "Returned";
                /**
                 * @description The reason for the outcome, as text for people; null without a reason.
                 * @example The customer cancelled the payment
                 */
                reason: string | null;
            };
        };
        /** @description A refund of one transaction. */
        RefundRequest: {
            /**
             * @description The amount in rand, with at most two decimals.
             * @example {
             *       "currency": "ZAR",
             *       "value": 50.25
             *     }
             */
            amount: components["schemas"]["AmountInput"];
            /**
             * @description A precondition: the refundable amount of the transaction before this refund, in rand. If it differs, no refund is created.
             * @example {
             *       "currency": "ZAR",
             *       "value": 150.5
             *     }
             */
            expectedRefundable?: components["schemas"]["AmountInput"];
            /**
             * @description The reason for the refund, as shown to the customer.
             * @example one shirt came back
             */
            reason: string;
            /**
             * Format: uri
             * @description The http or https address that receives the outcome.
             * @example https://shop.example/notify
             */
            notifyUrl?: string;
            /**
             * @description Whether the refund is paid by real-time clearing; default false.
             * @example false
             */
            realTimePayment?: boolean;
            /**
             * @description An extension: the account to pay instead of the payer’s, because that account is closed or not known. A user of the console must approve the refund, and a reason is required.
             * @example {
             *       "name": "Thabo Mokoena",
             *       "institutionId": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
             *       "accountNumber": "51000000001",
             *       "branchCode": "678910"
             *     }
             */
            beneficiary?: components["schemas"]["RefundBeneficiary"];
        };
        /** @description Several refunds: either all are created, or none. */
        RefundRequests: {
            /**
             * Format: uuid
             * @description The identifier of the transaction, which is one attempt to pay.
             * @example 01a1f866-3fc8-78b2-8eca-08ba2ee4af8e
             */
            transactionId: string;
            /**
             * @description The amount in rand, with at most two decimals.
             * @example {
             *       "currency": "ZAR",
             *       "value": 10
             *     }
             */
            amount: components["schemas"]["AmountInput"];
            /**
             * @description A precondition: the refundable amount of the transaction before this refund, in rand. If it differs, no refund is created.
             * @example {
             *       "currency": "ZAR",
             *       "value": 150.5
             *     }
             */
            expectedRefundable?: components["schemas"]["AmountInput"];
            /**
             * @description The reason for the refund, as shown to the customer.
             * @example a late delivery
             */
            reason: string;
            /**
             * Format: uri
             * @description The http or https address that receives the outcome.
             * @example https://shop.example/notify
             */
            notifyUrl?: string;
            /**
             * @description Whether the refund is paid by real-time clearing; default false.
             * @example false
             */
            realTimePayment?: boolean;
            /**
             * @description An extension: the account to pay instead of the payer’s, because that account is closed or not known. A user of the console must approve the refund, and a reason is required.
             * @example {
             *       "name": "Thabo Mokoena",
             *       "institutionId": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
             *       "accountNumber": "51000000001",
             *       "branchCode": "678910"
             *     }
             */
            beneficiary?: components["schemas"]["RefundBeneficiary"];
        }[];
        /** @description A country in which customers can pay. */
        Region: {
            /**
             * @description The ISO 3166 alpha-2 country code.
             * @example ZA
             */
            code: string;
            /**
             * @description The name that customers know.
             * @example South Africa
             */
            name: string;
            /**
             * @description The ISO 4217 currency code of the country.
             * @example ZAR
             */
            currency: string;
        };
        /** @description The messages of a webhook to send again. Empty: failed messages of the last 30 days. */
        ReplayRequest: {
            /**
             * Format: date-time
             * @description The start of the replayed time span, in UTC; default 30 days ago.
             * @example 2026-11-20T00:00:00Z
             */
            since?: string;
            /**
             * Format: date-time
             * @description The end of the replayed time span, in UTC; default now.
             * @example 2026-11-20T12:00:00Z
             */
            until?: string;
            /**
             * @description Only messages with these webhook-ids, whatever their status.
             * @example [
             *       "01a1f866-4798-76fe-b0d2-cbe9a072b521"
             *     ]
             */
            messageIds?: string[];
        };
        /** @description The file of a scheduled report: one period, in one version. It never changes. */
        Report: {
            /**
             * @description The addresses of the object and of related resources.
             * @example {
             *       "self": "http://localhost:8420/one/v1/reports/01a20d00-3c68-7553-9a50-d1e3023e1c69",
             *       "file": "http://localhost:8420/one/v1/reports/01a20d00-3c68-7553-9a50-d1e3023e1c69/file"
             *     }
             */
            links: {
                /**
                 * Format: uri
                 * @description The address of this object, or of this page of a list.
                 * @example http://localhost:8420/one/v1/reports/01a20d00-3c68-7553-9a50-d1e3023e1c69
                 */
                self: string;
                /**
                 * Format: uri
                 * @description The address of the file.
                 * @example http://localhost:8420/one/v1/reports/01a20d00-3c68-7553-9a50-d1e3023e1c69/file
                 */
                file: string;
            };
            /**
             * Format: uuid
             * @description The identifier of the report.
             * @example 01a20d00-3c68-7553-9a50-d1e3023e1c69
             */
            id: string;
            /**
             * @description The name of the scheduled report.
             * @example takings
             */
            name: string;
            /**
             * @description The rows of the report.
             * @example transactions
             * @enum {string}
             */
            kind: "transactions" | "settlements" | "fees" | "refunds" | "payouts" | "open-items";
            /**
             * @description The day, week or month of the rows, in South African time.
             * @example 2026-11-23
             */
            period: string;
            /**
             * @description The version: a later one of the same period replaces it.
             * @example 1
             */
            version: number;
            /**
             * @description The format of the file.
             * @example csv
             * @enum {string}
             */
            format: "csv" | "xlsx";
            /**
             * @description The number of rows.
             * @example 0
             */
            rows: number;
            /**
             * @description The SHA-256 digest of the file, in lower-case hex.
             * @example 908b8d2e2b384e64a349e4a2f9311e710af2ed2e24fc135386ec73327d9a337f
             */
            sha256: string;
            /**
             * Format: date-time
             * @description All rows that were in the database at this time are in the file.
             * @example 2026-11-24T10:00:49.000Z
             */
            cutOff: string;
            /**
             * Format: date-time
             * @description The file is available until then.
             * @example 2026-12-29T10:00:49.000Z
             */
            availableUntil: string;
        };
        /** @description A token to revoke (RFC 7009). */
        RevocationRequest: {
            /**
             * @description The access token to revoke.
             * @example example-access-token
             */
            token: string;
            /**
             * @description The kind of token; optional, has no effect.
             * @example access_token
             */
            token_type_hint?: string;
            /**
             * @description The identifier of the client, unless it is sent as HTTP Basic.
             * @example tef_example
             */
            client_id?: string;
            /**
             * @description The secret of the client, unless it is sent as HTTP Basic.
             * @example example-client-secret
             */
            client_secret?: string;
        };
        /** @description The settlement of a site for one business day. */
        Settlement: {
            /**
             * @description The addresses of the object and of related resources.
             * @example {
             *       "self": "http://localhost:8420/one/v1/settlements/01a20d00-24f8-7ab4-9af8-03b9112d2248",
             *       "lineItems": "http://localhost:8420/one/v1/settlements/01a20d00-24f8-7ab4-9af8-03b9112d2248/lineitems"
             *     }
             */
            links: {
                /**
                 * Format: uri
                 * @description The address of this object, or of this page of a list.
                 * @example http://localhost:8420/one/v1/settlements/01a20d00-24f8-7ab4-9af8-03b9112d2248
                 */
                self: string;
                /**
                 * Format: uri
                 * @description The address of the list of its line items.
                 * @example http://localhost:8420/one/v1/settlements/01a20d00-24f8-7ab4-9af8-03b9112d2248/lineitems
                 */
                lineItems: string;
            };
            /**
             * Format: uuid
             * @description The identifier of the settlement, a UUID.
             * @example 01a20d00-24f8-7ab4-9af8-03b9112d2248
             */
            id: string;
            /**
             * @description The amount paid out for the day, in rand, less the fees.
             * @example {
             *       "currency": "ZAR",
             *       "value": 150.5
             *     }
             */
            totalSettlement: components["schemas"]["Amount"];
            /**
             * @description The fees of the day, in rand.
             * @example {
             *       "currency": "ZAR",
             *       "value": 0
             *     }
             */
            totalFees: components["schemas"]["Amount"];
            /**
             * @description The number of line items of each type.
             * @example {
             *       "total": 1,
             *       "payout": 0,
             *       "refund": 0,
             *       "adjustment": 0,
             *       "transaction": 1
             *     }
             */
            lineItemCounts: {
                /**
                 * @description The number of all line items.
                 * @example 1
                 */
                total: number;
                /**
                 * @description The number of transactions.
                 * @example 1
                 */
                transaction: number;
                /**
                 * @description The number of refunds and returned refunds.
                 * @example 0
                 */
                refund: number;
                /**
                 * @description The number of adjustments and separate fees.
                 * @example 0
                 */
                adjustment: number;
                /**
                 * @description The number of payouts and returned payouts.
                 * @example 0
                 */
                payout: number;
            };
            /**
             * @description Also the reference on the bank statement of the receiving account.
             * @example KARKAR1234-20261120
             */
            reference: string;
            /**
             * Format: date
             * @description The business day it covers, in South African time.
             * @example 2026-11-20
             */
            date: string;
            /**
             * @description The account to which the settlement is paid; null if the site has none.
             * @example {
             *       "institutionId": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
             *       "institutionName": "Capitec",
             *       "accountNumber": "******7890",
             *       "branchCode": "470010"
             *     }
             */
            bank: components["schemas"]["BankAccount"] | null;
        };
        /** @description One movement of a settlement. It adds its amount less its fee. */
        SettlementLineItem: {
            /**
             * Format: uuid
             * @description The identifier of the line item, a UUID.
             * @example 01a1f866-4798-7b52-9bda-22e51cbf267f
             */
            id: string;
            /**
             * @description The code of the site, one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description The merchant’s reference of the payment, refund or payout.
             * @example ORDER-1
             */
            reference: string;
            /**
             * @description The type and the identifier of the transaction, refund or payout.
             * @example Payment 01a1f866-3fc8-78b2-8eca-08ba2ee4af8e
             */
            description: string;
            /**
             * @description The amount in rand; negative for refunds and payouts.
             * @example {
             *       "currency": "ZAR",
             *       "value": 150.5
             *     }
             */
            amount: components["schemas"]["Amount"];
            /**
             * @description The fee of the line item, in rand.
             * @example {
             *       "currency": "ZAR",
             *       "value": 0
             *     }
             */
            fee: components["schemas"]["Amount"];
            /**
             * @description The fee without VAT, in rand. Extension of Tefo.
             * @example {
             *       "currency": "ZAR",
             *       "value": 0
             *     }
             */
            feeNet: components["schemas"]["Amount"];
            /**
             * @description The VAT that the fee includes, in rand. Extension of Tefo.
             * @example {
             *       "currency": "ZAR",
             *       "value": 0
             *     }
             */
            feeVat: components["schemas"]["Amount"];
            /**
             * @description The amount less the fee, in rand.
             * @example {
             *       "currency": "ZAR",
             *       "value": 150.5
             *     }
             */
            settlementAmount: components["schemas"]["Amount"];
            /**
             * Format: date-time
             * @description The time of the movement, in UTC.
             * @example 2026-11-20T10:00:15.000Z
             */
            date: string;
            /**
             * @description The type of the line item.
             * @example transaction
             * @enum {string}
             */
            type: "transaction" | "refund" | "payout" | "adjustment" | "returnedrefund" | "returnedpayout" | "fee";
        };
        /** @description A customer’s authorisation of recurring charges. */
        Subscription: {
            /**
             * Format: uuid
             * @description The identifier of the subscription, a UUID.
             * @example 01a1f866-7a60-7464-8150-16eeea87e4c6
             */
            subscriptionId: string;
            /**
             * @description PendingAuthorization: the customer has not decided. Active: charges are collected. Unknown: the bank has not confirmed. Canceled, Completed, Expired, Failed: the subscription has ended.
             * @example PendingAuthorization
             * @enum {string}
             */
            status: "PendingAuthorization" | "Active" | "Unknown" | "Canceled" | "Completed" | "Expired" | "Failed";
            /**
             * @description The code of the site, one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description The amount in rand, with at most two decimals.
             * @example {
             *       "currency": "ZAR",
             *       "value": 99.5
             *     }
             */
            amount: components["schemas"]["Amount"];
            /**
             * @description The range in rand that the customer authorises for each ad-hoc charge; it includes the amount. Absent: ad-hoc charges are not possible.
             * @example {
             *       "minimumValue": 50,
             *       "maximumValue": 200
             *     }
             */
            amountConstraints?: components["schemas"]["AmountConstraints"];
            /**
             * @description The maximum number of ad-hoc charges; 0: none. Absent: no limit. Without amountConstraints ad-hoc charges are not possible, and it has no effect.
             * @example 6
             */
            maxAdhocCharges?: number;
            /**
             * @description The maximum total of all ad-hoc charges, in rand. Absent: no limit. Without amountConstraints ad-hoc charges are not possible, and it has no effect.
             * @example {
             *       "currency": "ZAR",
             *       "value": 600
             *     }
             */
            maxAdhocTotal?: components["schemas"]["Amount"];
            /**
             * @description The purpose of the subscription, as shown to the customer; absent if the merchant gave none.
             * @example The weekly box
             */
            description?: string;
            /**
             * @description The merchant’s reference, such as an order number.
             * @example BOX-17
             */
            merchantReference: string;
            /**
             * @description The reference of each payment on the merchant’s bank statement; absent if not given.
             * @example BOX 17
             */
            bankReference?: string;
            /**
             * @description The interval between scheduled charges. Fortnightly: every two weeks. Biannually: every six months.
             * @example Monthly
             * @enum {string}
             */
            frequency: "Daily" | "Weekly" | "Fortnightly" | "Monthly" | "Biannually" | "Annually";
            /**
             * Format: date
             * @description The date of the first charge, in South African time. Later charges keep its day of the month.
             * @example 2030-01-31
             */
            firstPaymentDate: string;
            /**
             * @description The number of scheduled charges.
             * @example 12
             */
            occurrences: number;
            /**
             * Format: uri
             * @description The page on which the customer authorises; present while that is pending.
             * @example http://localhost:8420/subscribe/01a1f866-7a60-7464-8150-16eeea87e4c6
             */
            redirectUrl?: string;
            /**
             * @description The customer’s authorisation at the bank; absent until the customer has decided.
             * @example {
             *       "status": "Authorised"
             *     }
             */
            authorization?: {
                /**
                 * @description The bank’s status of the authorisation.
                 * @example Authorised
                 */
                status: string;
            };
            /**
             * Format: uri
             * @description The signed address of the page on which the customer sees the charges and cancels the subscription. Anyone with the address can cancel: send it to the customer only. Extension of Tefo.
             * @example http://localhost:8420/subscriber/AaH4ZnpgdGSBUBbuqofkxq2b3V1bJx0c4hQGmZx3S2o
             */
            manageUrl: string;
            /**
             * @description The addresses of the object and of related resources.
             * @example {
             *       "self": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6",
             *       "cancel": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6/cancel",
             *       "transactions": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6/transactions"
             *     }
             */
            links: {
                /**
                 * Format: uri
                 * @description The address of this object, or of this page of a list.
                 * @example http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6
                 */
                self: string;
                /**
                 * Format: uri
                 * @description The address to which a POST cancels it.
                 * @example http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6/cancel
                 */
                cancel: string;
                /**
                 * Format: uri
                 * @description The address of the list of its transactions.
                 * @example http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6/transactions
                 */
                transactions: string;
            };
        };
        /** @description A subscription for a customer to authorise. */
        SubscriptionRequest: {
            /**
             * @description The code of the site, one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description The amount in rand, with at most two decimals.
             * @example {
             *       "currency": "ZAR",
             *       "value": 99.5
             *     }
             */
            amount: components["schemas"]["AmountInput"];
            /**
             * @description The range in rand that the customer authorises for each ad-hoc charge; it includes the amount. Absent: ad-hoc charges are not possible.
             * @example {
             *       "minimumValue": 50,
             *       "maximumValue": 200
             *     }
             */
            amountConstraints?: components["schemas"]["AmountConstraintsInput"];
            /**
             * @description A once-off charge in rand, collected as soon as the customer has authorised. Absent: no such charge.
             * @example {
             *       "currency": "ZAR",
             *       "value": 150.5
             *     }
             */
            payableNow?: components["schemas"]["AmountInput"];
            /**
             * @description The maximum number of ad-hoc charges; 0: none. Absent: no limit. Without amountConstraints ad-hoc charges are not possible, and it has no effect.
             * @example 6
             */
            maxAdhocCharges?: number;
            /**
             * @description The maximum total of all ad-hoc charges, in rand. Absent: no limit. Without amountConstraints ad-hoc charges are not possible, and it has no effect.
             * @example {
             *       "currency": "ZAR",
             *       "value": 600
             *     }
             */
            maxAdhocTotal?: components["schemas"]["AmountInput"];
            /**
             * @description The purpose of the subscription, as shown to the customer.
             * @example The weekly box
             */
            description?: string;
            /**
             * @description The merchant’s reference, such as an order number.
             * @example BOX-17
             */
            merchantReference: string;
            /**
             * @description The reference of each payment on the merchant’s bank statement.
             * @example BOX 17
             */
            bankReference?: string;
            /**
             * @description The interval between scheduled charges. Fortnightly: every two weeks. Biannually: every six months.
             * @example Monthly
             * @enum {string}
             */
            frequency: "Daily" | "Weekly" | "Fortnightly" | "Monthly" | "Biannually" | "Annually";
            /**
             * Format: date
             * @description The date of the first charge, in South African time. Later charges keep its day of the month.
             * @example 2030-01-31
             */
            firstPaymentDate: string;
            /**
             * @description The number of scheduled charges.
             * @example 12
             */
            occurrences: number;
            /**
             * Format: uri
             * @description The http or https address to which the customer returns.
             * @example https://shop.example/thanks
             */
            returnUrl?: string;
            /**
             * Format: uri
             * @description The http or https address that receives the outcome.
             * @example https://shop.example/notify
             */
            notifyUrl?: string;
            /**
             * @description The customer who authorises it, as far as known.
             * @example {
             *       "name": "Thandi Mokoena",
             *       "email": "thandi@shop.example"
             *     }
             */
            customer?: {
                /**
                 * @description The name of the customer; absent if not given.
                 * @example Thandi Mokoena
                 */
                name?: string;
                /**
                 * Format: email
                 * @description The customer’s e-mail address; absent if not given.
                 * @example thandi@shop.example
                 */
                email?: string;
                /**
                 * @description The customer’s phone number; absent if not given.
                 * @example +27 82 123 4567
                 */
                cellphone?: string;
            };
        };
        /** @description One charge under a subscription. */
        SubscriptionTransactionListItem: {
            /**
             * Format: uuid
             * @description The identifier of the charge, a UUID.
             * @example 01a1f866-8618-7fd9-b0fa-e92c227210c5
             */
            id: string;
            /**
             * @description Whether the charge is scheduled, the first one at sign-up, or ad-hoc.
             * @example adhoc
             * @enum {string}
             */
            type: "scheduled" | "adhoc" | "signup";
            /**
             * @description The number of the scheduled charge; absent for other charges.
             * @example 1
             */
            occurrence?: number;
            /**
             * @description The amount in rand, with at most two decimals.
             * @example {
             *       "currency": "ZAR",
             *       "value": 60
             *     }
             */
            amount: components["schemas"]["Amount"];
            /**
             * @description Scheduled: it is collected on its day. Pending: it is being collected. Successful or Failed: it has ended.
             * @example Scheduled
             * @enum {string}
             */
            status: "Scheduled" | "Pending" | "Successful" | "Failed";
            /**
             * Format: uuid
             * @description The identifier of the latest transaction for the charge; absent until there is one.
             * @example 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
             */
            transactionId?: string;
            /**
             * Format: date
             * @description The due date of the charge, in South African time.
             * @example 2026-11-20
             */
            dueDate: string;
            /**
             * Format: date
             * @description The date on which it is collected, in South African time. It differs from dueDate if the site moves charges away from weekends and holidays.
             * @example 2026-11-20
             */
            chargeDate: string;
            /**
             * @description The number of attempts.
             * @example 0
             */
            attempts: number;
            /**
             * Format: date-time
             * @description The time of creation, in UTC.
             * @example 2026-11-20T10:00:31.000Z
             */
            createdDate: string;
        };
        /** @description An ad-hoc charge under a subscription. */
        SubscriptionTransactionRequest: {
            /**
             * @description The amount in rand, with at most two decimals.
             * @example {
             *       "currency": "ZAR",
             *       "value": 60
             *     }
             */
            amount: components["schemas"]["AmountInput"];
            /**
             * @description The merchant’s reference, such as an order number.
             * @example EXTRA-1
             */
            merchantReference: string;
            /**
             * @description The purpose of the charge, as shown to the customer.
             * @example An extra box
             */
            description?: string;
        };
        /** @description An access token, its scopes and its lifetime. */
        Token: {
            /**
             * @description The token. Send it as "Authorization: Bearer" and the token.
             * @example example-access-token
             */
            access_token: string;
            /**
             * @description The type of token; its letter case does not matter.
             * @example bearer
             * @enum {string}
             */
            token_type: "bearer";
            /**
             * @description The lifetime of the token in seconds, as text.
             * @example 3600
             */
            expires_in: string;
            /**
             * @description The scopes of the token, separated by spaces.
             * @example payments payouts refunds settlements subscriptions webhooks
             */
            scope: string;
        };
        /** @description A token error: the error object with the two members of OAuth 2.0 (RFC 6749). */
        TokenError: {
            /**
             * Format: uuid
             * @description The identifier of this occurrence of the error.
             * @example 01a1f866-0b31-7f10-9a41-2f6b8c0d1e22
             */
            id: string;
            /**
             * @description Links to more information about the error, or null.
             * @example {
             *       "about": "http://localhost:8420/docs/errors#ValidationError",
             *       "type": "http://localhost:8420/docs/errors#ValidationError"
             *     }
             */
            links: {
                /**
                 * Format: uri
                 * @description The address of a page that explains the code.
                 * @example http://localhost:8420/docs/errors#ValidationError
                 */
                about: string;
                /**
                 * Format: uri
                 * @description The address of a page that explains the code.
                 * @example http://localhost:8420/docs/errors#ValidationError
                 */
                type: string;
            } | null;
            /**
             * @description The code of the error. Clients key on it.
             * @example ValidationError
             */
            code: string;
            /**
             * @description A short summary of the error.
             * @example The request is not valid
             */
            title: string;
            /**
             * @description An explanation of this occurrence, for developers.
             * @example amount.value is required
             */
            detail: string;
            /**
             * @description The part of the request that caused the error; null if it is not a single part.
             * @example {
             *       "pointer": "/amount/value",
             *       "parameter": null,
             *       "header": null
             *     }
             */
            source: {
                /**
                 * @description The JSON Pointer to the invalid value in the body; null if it is not in the body.
                 * @example /amount/value
                 */
                pointer: string | null;
                /**
                 * @description The name of the invalid parameter; null if it is not a parameter.
                 * @example limit
                 */
                parameter: string | null;
                /**
                 * @description The name of the invalid header; null if it is not a header.
                 * @example Idempotency-Key
                 */
                header: string | null;
            } | null;
            /**
             * @description Identifies the request; null on a 401, and if the request had no X-Correlation-ID.
             * @example {
             *       "correlationId": "01a1f866-0b31-7f10-9a41-2f6b8c0d1e22"
             *     }
             */
            meta: {
                /**
                 * @description The identifier of the request, the same as X-Correlation-ID.
                 * @example 01a1f866-0b31-7f10-9a41-2f6b8c0d1e22
                 */
                correlationId: string;
            } | null;
            /**
             * @description The error code of OAuth 2.0.
             * @example invalid_request
             * @enum {string}
             */
            error: "invalid_request" | "invalid_client" | "invalid_scope" | "invalid_grant" | "unsupported_grant_type" | "server_error";
            /**
             * @description An explanation of this occurrence, for developers.
             * @example grant_type is required
             */
            error_description: string;
        };
        /** @description A request for an access token by client credentials. */
        TokenRequest: {
            /**
             * @description The grant type of OAuth 2.0.
             * @example client_credentials
             * @enum {string}
             */
            grant_type: "client_credentials";
            /**
             * @description The identifier of the client, unless it is sent as HTTP Basic.
             * @example tef_example
             */
            client_id?: string;
            /**
             * @description The secret of the client, unless it is sent as HTTP Basic.
             * @example example-client-secret
             */
            client_secret?: string;
            /**
             * @description The scopes, separated by spaces; default all scopes of the client.
             * @example payments refunds
             */
            scope?: string;
        };
        /** @description One attempt to pay a payment, at one bank. */
        Transaction: {
            /**
             * @description The addresses of the object and of related resources.
             * @example {
             *       "self": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e",
             *       "payment": "http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd",
             *       "refunds": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e/refunds",
             *       "refund": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e/refunds"
             *     }
             */
            links: {
                /**
                 * Format: uri
                 * @description The address of this object, or of this page of a list.
                 * @example http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e
                 */
                self: string;
                /**
                 * Format: uri
                 * @description The address of the payment of this transaction.
                 * @example http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd
                 */
                payment: string;
                /**
                 * Format: uri
                 * @description The address of the list of its refunds.
                 * @example http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e/refunds
                 */
                refunds: string;
                /**
                 * Format: uri
                 * @description The address to which a POST refunds it.
                 * @example http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e/refunds
                 */
                refund: string;
            };
            /**
             * Format: uuid
             * @description The identifier of the transaction, a UUID.
             * @example 01a1f866-3fc8-78b2-8eca-08ba2ee4af8e
             */
            id: string;
            /**
             * @description The amount in rand, with at most two decimals.
             * @example {
             *       "currency": "ZAR",
             *       "value": 150.5
             *     }
             */
            amount: components["schemas"]["Amount"];
            /**
             * @description The merchant’s reference, such as an order number.
             * @example ORDER-1
             */
            merchantReference: string;
            /**
             * @description The code of the site, one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description The name of the payer’s bank; empty until one is chosen.
             * @example Capitec
             */
            institution: string;
            /**
             * @description Incomplete: the payer has not finished. Pending: the bank has not decided. Successful: it was paid. Error: it was not paid. Refunded: it was refunded in full.
             * @example Successful
             * @enum {string}
             */
            status: "Incomplete" | "Successful" | "Error" | "Pending" | "Refunded";
            /**
             * @description The reason for the outcome, as text for people; absent without a reason.
             * @example The customer cancelled the payment
             */
            reason?: string;
            /**
             * Format: date-time
             * @description The time of creation, in UTC.
             * @example 2026-11-20T10:00:13.000Z
             */
            createdDate: string;
            /**
             * Format: date-time
             * @description The time of completion, in UTC; absent until then.
             * @example 2026-11-20T10:00:15.000Z
             */
            completedDate?: string;
            /**
             * @description The account to pay into, while the transaction is waiting for a deposit; otherwise absent.
             * @example {
             *       "bankName": "Demo Bank",
             *       "branchCode": "999999",
             *       "accountNumber": "9000000009",
             *       "publicRecipientName": "Tefo Payments",
             *       "beneficiaryReference": "DEP096496976431"
             *     }
             */
            bankingDetails?: components["schemas"]["BankingDetails"];
        };
        /** @description The full message about a completed transaction. */
        TransactionCompleteFull: {
            /**
             * @description The type of the event.
             * @example transaction.complete
             * @enum {string}
             */
            type: "transaction.complete";
            /**
             * Format: date-time
             * @description The time of the event, in UTC, by the clock of the service.
             * @example 2026-11-20T10:00:05.000Z
             */
            timestamp: string;
            /**
             * @description The number of the event among those of the object; it increases by one.
             * @example 2
             */
            sequence: number;
            /**
             * @description The subject of the message.
             * @example {
             *       "SiteCode": "KARKAR1234",
             *       "TransactionId": "01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
             *       "TransactionReference": "ORDER-1",
             *       "Amount": "150.50",
             *       "Status": "Successful",
             *       "Optional1": "winter sale",
             *       "Optional2": "till 4",
             *       "Optional3": "Johannesburg",
             *       "Optional4": "gift",
             *       "Optional5": "plugin 2.1",
             *       "CurrencyCode": "ZAR",
             *       "IsTest": "False",
             *       "StatusMessage": "",
             *       "Hash": "a3b640c473d088137524a2b50395e31f56875b34b223ef9f6dddbc9cccdf7fb43fbb57c9ed9760e8127bb52932348df674b98af98c24260bb2b69ae6cc0aeef7",
             *       "BankName": "Capitec",
             *       "MaskedAccountNumber": "******0001"
             *     }
             */
            data: {
                /**
                 * @description The code of the site, one of the merchant’s shops.
                 * @example KARKAR1234
                 */
                SiteCode: string;
                /**
                 * @description The identifier of the transaction, which is one attempt to pay.
                 * @example 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
                 */
                TransactionId: string;
                /**
                 * @description The merchant’s reference for the payment, such as an order number.
                 * @example ORDER-1
                 */
                TransactionReference: string;
                /**
                 * @description The amount in rand, with two decimals.
                 * @example 150.50
                 */
                Amount: string;
                /**
                 * @description The outcome. Successful: it was paid. Error: it was not paid, or the bank reversed it. Refunded: it was refunded in full.
                 * @example Successful
                 * @enum {string}
                 */
                Status: "Incomplete" | "Successful" | "Error" | "Pending" | "Refunded";
                /**
                 * @description A text from the merchant, returned with the payment.
                 * @example winter sale
                 */
                Optional1: string;
                /**
                 * @description A second text from the merchant.
                 * @example till 4
                 */
                Optional2: string;
                /**
                 * @description A third text from the merchant.
                 * @example Johannesburg
                 */
                Optional3: string;
                /**
                 * @description A fourth text from the merchant.
                 * @example gift
                 */
                Optional4: string;
                /**
                 * @description A fifth text from the merchant.
                 * @example plugin 2.1
                 */
                Optional5: string;
                /**
                 * @description The ISO 4217 currency code of the amount, always ZAR.
                 * @example ZAR
                 */
                CurrencyCode: string;
                /**
                 * @description Whether it is a test payment, which moves no money.
                 * @example False
                 * @enum {string}
                 */
                IsTest: "True" | "False";
                /**
                 * @description The reason for a failure; empty on success.
                 * @example The customer cancelled the payment
                 */
                StatusMessage: string;
                /**
                 * @description The signature of the message: SHA-512 in lower-case hex.
                 * @example a3b640c473d088137524a2b50395e31f56875b34b223ef9f6dddbc9cccdf7fb43fbb57c9ed9760e8127bb52932348df674b98af98c24260bb2b69ae6cc0aeef7
                 */
                Hash: string;
                /**
                 * @description The name of the payer’s bank.
                 * @example Capitec
                 */
                BankName: string;
                /**
                 * @description The payer’s account, masked except for its last four digits.
                 * @example ******0001
                 */
                MaskedAccountNumber: string;
            };
        };
        /** @description The thin message about a completed transaction. */
        TransactionCompleteThin: {
            /**
             * @description The type of the event.
             * @example transaction.complete
             * @enum {string}
             */
            type: "transaction.complete";
            /**
             * Format: date-time
             * @description The time of the event, in UTC, by the clock of the service.
             * @example 2026-11-20T10:00:05.000Z
             */
            timestamp: string;
            /**
             * @description The number of the event among those of the object; it increases by one.
             * @example 2
             */
            sequence: number;
            /**
             * @description The subject of the message.
             * @example {
             *       "id": "01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
             *       "status": "Successful",
             *       "reason": null
             *     }
             */
            data: {
                /**
                 * Format: uuid
                 * @description The identifier of the transaction, refund or subscription that the message is about.
                 * @example 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
                 */
                id: string;
                /**
                 * @description The outcome. Successful: it was paid. Error: it was not paid, or the bank reversed it. Refunded: it was refunded in full.
                 * @example Successful
                 * @enum {string}
                 */
                status: "Incomplete" | "Successful" | "Error" | "Pending" | "Refunded";
                /**
                 * @description The reason for the outcome, as text for people; null without a reason.
                 * @example The customer cancelled the payment
                 */
                reason: string | null;
            };
        };
        /** @description A payment with the details of its first transaction. */
        TransactionRequest: {
            /**
             * @description The payment to create.
             * @example {
             *       "siteCode": "KARKAR1234",
             *       "amount": {
             *         "currency": "ZAR",
             *         "value": 150.5
             *       },
             *       "merchantReference": "ORDER-2",
             *       "beneficiaryReference": "ORDER 1",
             *       "payer": {
             *         "name": "Thandi Mokoena",
             *         "email": "thandi@shop.example"
             *       },
             *       "returnUrl": "https://shop.example/thanks",
             *       "notifyUrl": "https://shop.example/notify",
             *       "expireAt": "2030-01-01T00:00:00Z"
             *     }
             */
            paymentRequest: components["schemas"]["PaymentRequest"];
            /**
             * @description The payment method and its details.
             * @example {
             *       "paymentType": "redirect"
             *     }
             */
            paymentDetail: components["schemas"]["PaymentDetail"];
        };
        /** @description A step of the payer, as in the hosted checkout. */
        TransactionStep: {
            /**
             * @description The payer’s action in this step.
             * @example authenticate
             * @enum {string}
             */
            step: "selectInstitution" | "authenticate" | "approve" | "decline" | "cancel";
            /**
             * Format: uuid
             * @description The identifier of a bank, from GET /paymentmethods.
             * @example 913999fa-3a32-4e3d-82f0-a1df7e9e4f7b
             */
            institutionId?: string;
            /**
             * @description The data that the bank requires; the simulated bank requires none.
             * @example {}
             */
            data?: Record<string, never>;
        };
        /** @description A range of amounts in rand, both ends included. */
        VariableAmount: {
            /**
             * @description The minimum amount, in rand.
             * @example 100
             */
            minimumValue: number;
            /**
             * @description The maximum amount, in rand.
             * @example 200
             */
            maximumValue: number;
        };
        /** @description An endpoint of the merchant that receives all events of one type. */
        Webhook: {
            /**
             * Format: uuid
             * @description The identifier of the webhook, a UUID.
             * @example 01a1f866-2088-70e7-a2cf-f3cf79f61c1d
             */
            id: string;
            /**
             * Format: uri
             * @description The address that receives messages.
             * @example https://shop.example/webhooks
             */
            endpoint: string;
            /**
             * @description The events that the webhook receives.
             * @example refund.complete
             * @enum {string}
             */
            eventType: "transaction.complete" | "refund.complete";
            /**
             * @description `thin`: identifier, status and reason, without personal data. `full`: all available details.
             * @example thin
             * @enum {string}
             */
            messageType: "thin" | "full";
            /**
             * @description Present while the webhook is disabled. PUT the webhook to enable it: missed events are then sent.
             * @example {
             *       "at": "2026-11-20T10:00:05.000Z",
             *       "reason": "it refused every message for five days"
             *     }
             */
            disabled?: {
                /**
                 * Format: date-time
                 * @description The time at which the webhook was disabled, in UTC.
                 * @example 2026-11-20T10:00:05.000Z
                 */
                at: string;
                /**
                 * @description The reason why the webhook was disabled.
                 * @example it refused every message for five days
                 */
                reason: string;
            };
        };
        /** @description One message to one receiver, with its delivery attempts. */
        WebhookMessageStatus: {
            /**
             * Format: uuid
             * @description The identifier of the message: the webhook-id of every attempt.
             * @example 01a1f866-4798-7215-9413-9b7c6c87bb8a
             */
            id: string;
            /**
             * @description The type of the event.
             * @example transaction.complete
             */
            eventType: string;
            /**
             * @description The number of the event among those of the object; it increases by one.
             * @example 1
             */
            sequence: number;
            /**
             * @description The address of the receiver; null without a receiver.
             * @example https://shop.example/notify
             */
            endpoint: string | null;
            /**
             * Format: uuid
             * @description The identifier of the webhook; absent for the notifyUrl of an object.
             * @example 01a1f866-2088-70e7-a2cf-f3cf79f61c1d
             */
            webhookId?: string;
            /**
             * @description The status of the delivery.
             * @example Pending
             * @enum {string}
             */
            status: "Pending" | "Delivered" | "Failed" | "Skipped";
            /**
             * @description Why there was no attempt, or no further one; absent without a reason.
             * @example the webhook is disabled
             */
            reason?: string;
            /**
             * @description The delivery attempts, oldest first.
             * @example [
             *       {
             *         "at": "2026-11-20T10:00:05.000Z",
             *         "statusCode": 200,
             *         "durationMs": 84,
             *         "error": null
             *       }
             *     ]
             */
            attempts: {
                /**
                 * Format: date-time
                 * @description The time of the attempt, in UTC.
                 * @example 2026-11-20T10:00:05.000Z
                 */
                at: string;
                /**
                 * @description The HTTP status of the response; null without a response.
                 * @example 200
                 */
                statusCode: number | null;
                /**
                 * @description The response time, in milliseconds.
                 * @example 84
                 */
                durationMs: number;
                /**
                 * @description Why no response was received, or `body incomplete` if its body broke off; otherwise null.
                 * @example no connection, or no response in time
                 */
                error: string | null;
            }[];
            /**
             * Format: date-time
             * @description The time of the next attempt, in UTC; null without one.
             * @example 2026-11-20T10:00:15.000Z
             */
            nextAttempt: string | null;
            /**
             * Format: date-time
             * @description The time of creation, in UTC.
             * @example 2026-11-20T10:00:15.000Z
             */
            createdDate: string;
        };
        /** @description The endpoint of a webhook, its event type and its message type. */
        WebhookRequest: {
            /**
             * Format: uri
             * @description The address that receives messages.
             * @example https://shop.example/webhooks
             */
            endpoint: string;
            /**
             * @description The events that the webhook receives.
             * @example refund.complete
             * @enum {string}
             */
            eventType: "transaction.complete" | "refund.complete";
            /**
             * @description `thin`: identifier, status and reason, without personal data. `full`: all available details. Default thin.
             * @example thin
             * @enum {string}
             */
            messageType?: "thin" | "full";
        };
        /** @description The signing secret of a webhook. */
        WebhookSecret: {
            /**
             * @description The signing secret: whsec_ and base64, as libraries of Standard Webhooks expect it.
             * @example whsec_ZXhhbXBsZQ==
             */
            secret: string;
        };
    };
    responses: {
        /** @description `BadRequest`: The request is not valid. */
        BadRequest: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description One of the error codes of this operation.
                     * @example BadRequest
                     * @enum {string}
                     */
                    code?: "BadRequest";
                };
            };
        };
        /** @description `Unauthorized`: No valid access token. */
        Unauthorized: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                Link: components["headers"]["Link"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description One of the error codes of this operation.
                     * @example Unauthorized
                     * @enum {string}
                     */
                    code?: "Unauthorized";
                };
            };
        };
        /** @description `Forbidden`: Permission denied. */
        Forbidden: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                Link: components["headers"]["Link"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description One of the error codes of this operation.
                     * @example Forbidden
                     * @enum {string}
                     */
                    code?: "Forbidden";
                };
            };
        };
        /** @description `PayloadTooLarge`: The body is too large. */
        PayloadTooLarge: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description One of the error codes of this operation.
                     * @example PayloadTooLarge
                     * @enum {string}
                     */
                    code?: "PayloadTooLarge";
                };
            };
        };
        /** @description `UnsupportedMediaType`: Unsupported content type. */
        UnsupportedMediaType: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description One of the error codes of this operation.
                     * @example UnsupportedMediaType
                     * @enum {string}
                     */
                    code?: "UnsupportedMediaType";
                };
            };
        };
        /** @description `TooManyRequests`: Too many requests. */
        TooManyRequests: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                Link: components["headers"]["Link"];
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description One of the error codes of this operation.
                     * @example TooManyRequests
                     * @enum {string}
                     */
                    code?: "TooManyRequests";
                };
            };
        };
        /** @description `InternalServerError`: The service failed. */
        InternalServerError: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description One of the error codes of this operation.
                     * @example InternalServerError
                     * @enum {string}
                     */
                    code?: "InternalServerError";
                };
            };
        };
        /** @description `ServiceUnavailable`: The service is not available at the moment. */
        ServiceUnavailable: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                Link: components["headers"]["Link"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description One of the error codes of this operation.
                     * @example ServiceUnavailable
                     * @enum {string}
                     */
                    code?: "ServiceUnavailable";
                };
            };
        };
        /** @description `NotFound`: Not found. */
        NotFound: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                Link: components["headers"]["Link"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description One of the error codes of this operation.
                     * @example NotFound
                     * @enum {string}
                     */
                    code?: "NotFound";
                };
            };
        };
        /** @description `Conflict`: The request conflicts with an earlier one. */
        Conflict: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                Link: components["headers"]["Link"];
                "Retry-After": components["headers"]["Retry-After"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description One of the error codes of this operation.
                     * @example Conflict
                     * @enum {string}
                     */
                    code?: "Conflict";
                };
            };
        };
        /** @description `BadGateway`: A bank could not be reached. */
        BadGateway: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description One of the error codes of this operation.
                     * @example BadGateway
                     * @enum {string}
                     */
                    code?: "BadGateway";
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Identifies the request in logs. If one is sent, the same one is returned.
         * @example order-1-first-try
         */
        "X-Correlation-ID": string;
        /**
         * @description `true` if this is the response to an earlier request with the same key.
         * @example true
         */
        "Idempotency-Replayed": "true";
        /**
         * @description The number of seconds to wait before a retry.
         * @example 30
         */
        "Retry-After": number;
        /**
         * @description The page that explains the error, as `rel="help"`.
         * @example <http://localhost:8420/docs/guides/hashes>; rel="help"
         */
        Link: string;
        /**
         * @description The number of requests per minute that this caller can send.
         * @example 600
         */
        "RateLimit-Limit": number;
        /**
         * @description The number of requests that are left in this minute.
         * @example 599
         */
        "RateLimit-Remaining": number;
        /**
         * @description The number of seconds until the count restarts.
         * @example 42
         */
        "RateLimit-Reset": number;
        /**
         * @description The address of the created object.
         * @example http://localhost:8420/one/v1/payments/01a1f866-14d0-70c2-8a09-2948b68b3052
         */
        Location: string;
        /**
         * @description The error of the token (RFC 6750). For a rejected client: `Basic` if it used HTTP Basic, otherwise absent.
         * @example Bearer error="invalid_token"
         */
        "WWW-Authenticate": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    /**
     * Generate authentication token.
     *
     * Client credentials (RFC 6749, section 4.4).
     *
     * `POST /token`
     */
    createToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "grant_type": "client_credentials",
                 *       "client_id": "tef_example",
                 *       "client_secret": "example-client-secret"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description A token. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "example-access-token",
                     *       "token_type": "bearer",
                     *       "expires_in": "3600",
                     *       "scope": "payments payouts refunds settlements subscriptions webhooks"
                     *     }
                     */
                    "application/json": components["schemas"]["Token"];
                };
            };
            /** @description `BadRequest`: another grant, or an unknown or disallowed scope. */
            400: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenError"];
                };
            };
            /** @description `Unauthorized`: the client is not known, or its secret is wrong. */
            401: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenError"];
                };
            };
            /** @description `PayloadTooLarge`: The body is too large. */
            413: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenError"];
                };
            };
            /** @description `UnsupportedMediaType`: the body is not a form. */
            415: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenError"];
                };
            };
            /** @description `TooManyRequests`: too many requests of one key or address in a minute, or too many rejected attempts. */
            429: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenError"];
                };
            };
            /** @description `InternalServerError`: The service failed. */
            500: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenError"];
                };
            };
            /** @description `ServiceUnavailable`: The service is not available at the moment. */
            503: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenError"];
                };
            };
        };
    };
    /**
     * Revoke authentication token.
     *
     * Revokes a token of the client (RFC 7009), within five seconds in all processes. An expired or unknown token also returns 200.
     *
     * `POST /revoke`
     */
    revokeToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "example-access-token",
                 *       "client_id": "tef_example",
                 *       "client_secret": "example-client-secret"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["RevocationRequest"];
            };
        };
        responses: {
            /** @description The token is not valid, or is revoked. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `BadRequest`: token is missing, or was issued to another client. */
            400: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenError"];
                };
            };
            /** @description `Unauthorized`: the client is not known, or its secret is wrong. */
            401: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenError"];
                };
            };
            /** @description `PayloadTooLarge`: The body is too large. */
            413: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenError"];
                };
            };
            /** @description `UnsupportedMediaType`: the body is not a form. */
            415: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenError"];
                };
            };
            /** @description `TooManyRequests`: too many requests of one key or address in a minute, or too many rejected attempts. */
            429: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenError"];
                };
            };
            /** @description `InternalServerError`: The service failed. */
            500: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenError"];
                };
            };
            /** @description `ServiceUnavailable`: The service is not available at the moment. */
            503: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenError"];
                };
            };
        };
    };
    /**
     * List payments.
     *
     * `GET /payments`
     */
    listPayments: {
        parameters: {
            query: {
                /**
                 * @description The first day, inclusive, in South African time; a time part is discarded.
                 * @example 2026-11-20
                 */
                fromDate: string;
                /**
                 * @description The last day, inclusive, in South African time; a time part is discarded.
                 * @example 2026-11-20
                 */
                toDate: string;
                /**
                 * @description The maximum number of results on a page; default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The number of results to skip; default 0.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The start of the page, taken from a link of another page. Do not build it.
                 * @example WyJhZnRlciIsMTc5NTE2ODgxMDAwMCwiMDFhMWY4NjYtMzQxMC03OTE4LThiM2EtMTA0NjViZTU5YjUzIl0
                 */
                cursor?: string;
                /**
                 * @description Only objects of the site with this code; default all sites.
                 * @example KARKAR1234
                 */
                siteCode?: string;
                /**
                 * @description Only objects with this status.
                 * @example Created
                 */
                status?: "Created" | "Complete" | "Cancelled" | "Expired";
                /**
                 * @description Only objects with this reference of the merchant.
                 * @example ORDER-1
                 */
                merchantReference?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/payments?fromDate=2026-11-20&toDate=2026-11-20&merchantReference=ORDER-1&limit=50&offset=0",
                     *         "first": "http://localhost:8420/one/v1/payments?fromDate=2026-11-20&toDate=2026-11-20&merchantReference=ORDER-1&limit=50&offset=0"
                     *       },
                     *       "results": [
                     *         {
                     *           "links": {
                     *             "self": "http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd",
                     *             "cancel": "http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd/cancel",
                     *             "transactions": "http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd/transactions"
                     *           },
                     *           "id": "01a1f866-3410-7a7e-a136-1525dcb7f9bd",
                     *           "status": "Created",
                     *           "reason": null,
                     *           "redirectUrl": "http://localhost:8420/pay/01a1f866-3410-7a7e-a136-1525dcb7f9bd",
                     *           "siteCode": "KARKAR1234",
                     *           "amount": {
                     *             "currency": "ZAR",
                     *             "value": 150.5
                     *           },
                     *           "merchantReference": "ORDER-1",
                     *           "createdDate": "2026-11-20T10:00:10.000Z",
                     *           "expireAt": "2030-01-01T00:00:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "count": 1,
                     *         "hasMore": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The addresses of the object and of related resources.
                         * @example {
                         *       "self": "http://localhost:8420/one/v1/payments?fromDate=2026-11-20&toDate=2026-11-20&merchantReference=ORDER-1&limit=50&offset=0",
                         *       "first": "http://localhost:8420/one/v1/payments?fromDate=2026-11-20&toDate=2026-11-20&merchantReference=ORDER-1&limit=50&offset=0"
                         *     }
                         */
                        links: {
                            /**
                             * Format: uri
                             * @description The address of this object, or of this page of a list.
                             * @example http://localhost:8420/one/v1/payments?fromDate=2026-11-20&toDate=2026-11-20&merchantReference=ORDER-1&limit=50&offset=0
                             */
                            self: string;
                            /**
                             * Format: uri
                             * @description The address of the first page.
                             * @example http://localhost:8420/one/v1/payments?fromDate=2026-11-20&toDate=2026-11-20&merchantReference=ORDER-1&limit=50&offset=0
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description The address of the next page; absent on the last one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=100
                             */
                            next?: string;
                            /**
                             * Format: uri
                             * @description The address of the previous page; absent on the first one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=0
                             */
                            prev?: string;
                        };
                        /**
                         * @description The objects on this page.
                         * @example [
                         *       {
                         *         "links": {
                         *           "self": "http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd",
                         *           "cancel": "http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd/cancel",
                         *           "transactions": "http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd/transactions"
                         *         },
                         *         "id": "01a1f866-3410-7a7e-a136-1525dcb7f9bd",
                         *         "status": "Created",
                         *         "reason": null,
                         *         "redirectUrl": "http://localhost:8420/pay/01a1f866-3410-7a7e-a136-1525dcb7f9bd",
                         *         "siteCode": "KARKAR1234",
                         *         "amount": {
                         *           "currency": "ZAR",
                         *           "value": 150.5
                         *         },
                         *         "merchantReference": "ORDER-1",
                         *         "createdDate": "2026-11-20T10:00:10.000Z",
                         *         "expireAt": "2030-01-01T00:00:00.000Z"
                         *       }
                         *     ]
                         */
                        results: components["schemas"]["Payment"][];
                        /**
                         * @description The position of this page in the list.
                         * @example {
                         *       "limit": 50,
                         *       "offset": 0,
                         *       "count": 1,
                         *       "hasMore": false
                         *     }
                         */
                        meta: {
                            /**
                             * @description The maximum number of results on a page.
                             * @example 50
                             */
                            limit: number;
                            /**
                             * @description The number of results before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description The number of results on this page.
                             * @example 1
                             */
                            count: number;
                            /**
                             * @description Whether there is another page.
                             * @example false
                             */
                            hasMore: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Request payment.
     *
     * Redirect the customer to redirectUrl. After a failed attempt the payment is still Created: the customer can try again until it expires.
     *
     * `POST /payments`
     */
    createPayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body returns the first response again, with 200 instead of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "siteCode": "KARKAR1234",
                 *       "amount": {
                 *         "currency": "ZAR",
                 *         "value": 150.5
                 *       },
                 *       "merchantReference": "ORDER-1",
                 *       "beneficiaryReference": "ORDER 1",
                 *       "payer": {
                 *         "name": "Thandi Mokoena",
                 *         "email": "thandi@shop.example"
                 *       },
                 *       "returnUrl": "https://shop.example/thanks",
                 *       "notifyUrl": "https://shop.example/notify",
                 *       "expireAt": "2030-01-01T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["PaymentRequest"];
            };
        };
        responses: {
            /** @description An earlier request with the same Idempotency-Key created the object. Nothing was created now. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd",
                     *         "cancel": "http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd/cancel",
                     *         "transactions": "http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd/transactions"
                     *       },
                     *       "id": "01a1f866-3410-7a7e-a136-1525dcb7f9bd",
                     *       "status": "Created",
                     *       "reason": null,
                     *       "redirectUrl": "http://localhost:8420/pay/01a1f866-3410-7a7e-a136-1525dcb7f9bd",
                     *       "siteCode": "KARKAR1234",
                     *       "amount": {
                     *         "currency": "ZAR",
                     *         "value": 150.5
                     *       },
                     *       "merchantReference": "ORDER-1",
                     *       "createdDate": "2026-11-20T10:00:10.000Z",
                     *       "expireAt": "2030-01-01T00:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `Conflict`: The request conflicts with an earlier one. `DuplicateReference`: Duplicate reference. `PaymentMethodUnavailable`: No payment method is available. */
            409: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description One of the error codes of this operation.
                         * @example Conflict
                         * @enum {string}
                         */
                        code?: "Conflict" | "DuplicateReference" | "PaymentMethodUnavailable";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get payment status.
     *
     * `GET /payments/{id}`
     */
    getPayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-3410-7a7e-a136-1525dcb7f9bd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd",
                     *         "cancel": "http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd/cancel",
                     *         "transactions": "http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd/transactions"
                     *       },
                     *       "id": "01a1f866-3410-7a7e-a136-1525dcb7f9bd",
                     *       "status": "Created",
                     *       "reason": null,
                     *       "redirectUrl": "http://localhost:8420/pay/01a1f866-3410-7a7e-a136-1525dcb7f9bd",
                     *       "siteCode": "KARKAR1234",
                     *       "amount": {
                     *         "currency": "ZAR",
                     *         "value": 150.5
                     *       },
                     *       "merchantReference": "ORDER-1",
                     *       "createdDate": "2026-11-20T10:00:10.000Z",
                     *       "expireAt": "2030-01-01T00:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Cancel payment request.
     *
     * Repeating the request changes nothing.
     *
     * `POST /payments/{id}/cancel`
     */
    cancelPayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body returns the first response again, with 200 instead of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-7290-7c9f-ad8f-ec6757c89496
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `Forbidden`: Permission denied. `PaymentAlreadyComplete`: The payment is complete. `PaymentAwaitingBank`: The payment is pending at a bank. */
            403: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description One of the error codes of this operation.
                         * @example Forbidden
                         * @enum {string}
                         */
                        code?: "Forbidden" | "PaymentAlreadyComplete" | "PaymentAwaitingBank";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * List payment links.
     *
     * `GET /paymentlinks`
     */
    listPaymentLinks: {
        parameters: {
            query?: {
                /**
                 * @description The first day, inclusive, in South African time; a time part is discarded.
                 * @example 2026-11-20
                 */
                fromDate?: string;
                /**
                 * @description The last day, inclusive, in South African time; a time part is discarded.
                 * @example 2026-11-20
                 */
                toDate?: string;
                /**
                 * @description The maximum number of results on a page; default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The number of results to skip; default 0.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The start of the page, taken from a link of another page. Do not build it.
                 * @example WyJhZnRlciIsMTc5NTE2ODgxMDAwMCwiMDFhMWY4NjYtMzQxMC03OTE4LThiM2EtMTA0NjViZTU5YjUzIl0
                 */
                cursor?: string;
                /**
                 * @description Only objects of the site with this code; default all sites.
                 * @example KARKAR1234
                 */
                siteCode?: string;
                /**
                 * @description Only objects with this status.
                 * @example Active
                 */
                status?: "Active" | "Paid" | "Disabled" | "Expired";
                /**
                 * @description Only objects with this reference of the merchant.
                 * @example ORDER-1
                 */
                merchantReference?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/paymentlinks?status=Active&limit=50&offset=0",
                     *         "first": "http://localhost:8420/one/v1/paymentlinks?status=Active&limit=50&offset=0"
                     *       },
                     *       "results": [
                     *         {
                     *           "links": {
                     *             "self": "http://localhost:8420/one/v1/paymentlinks/01a1f866-a940-7df1-85a6-9971fd893f4e",
                     *             "disable": "http://localhost:8420/one/v1/paymentlinks/01a1f866-a940-7df1-85a6-9971fd893f4e/disable"
                     *           },
                     *           "id": "01a1f866-a940-7df1-85a6-9971fd893f4e",
                     *           "url": "http://localhost:8420/link/4hiy7rcwg9qsbuqlds1qh81a8",
                     *           "status": "Active",
                     *           "uses": "single",
                     *           "payments": 0,
                     *           "siteCode": "KARKAR1234",
                     *           "amount": {
                     *             "currency": "ZAR",
                     *             "value": 250
                     *           },
                     *           "description": "Guided tour for two",
                     *           "customer": {
                     *             "name": "Thandi Mokoena",
                     *             "email": "thandi@shop.example"
                     *           },
                     *           "merchantReference": "INV-1042",
                     *           "createdDate": "2026-11-20T10:00:40.000Z",
                     *           "expireAt": "2030-01-01T00:00:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "count": 1,
                     *         "hasMore": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The addresses of the object and of related resources.
                         * @example {
                         *       "self": "http://localhost:8420/one/v1/paymentlinks?status=Active&limit=50&offset=0",
                         *       "first": "http://localhost:8420/one/v1/paymentlinks?status=Active&limit=50&offset=0"
                         *     }
                         */
                        links: {
                            /**
                             * Format: uri
                             * @description The address of this object, or of this page of a list.
                             * @example http://localhost:8420/one/v1/paymentlinks?status=Active&limit=50&offset=0
                             */
                            self: string;
                            /**
                             * Format: uri
                             * @description The address of the first page.
                             * @example http://localhost:8420/one/v1/paymentlinks?status=Active&limit=50&offset=0
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description The address of the next page; absent on the last one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=100
                             */
                            next?: string;
                            /**
                             * Format: uri
                             * @description The address of the previous page; absent on the first one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=0
                             */
                            prev?: string;
                        };
                        /**
                         * @description The objects on this page.
                         * @example [
                         *       {
                         *         "links": {
                         *           "self": "http://localhost:8420/one/v1/paymentlinks/01a1f866-a940-7df1-85a6-9971fd893f4e",
                         *           "disable": "http://localhost:8420/one/v1/paymentlinks/01a1f866-a940-7df1-85a6-9971fd893f4e/disable"
                         *         },
                         *         "id": "01a1f866-a940-7df1-85a6-9971fd893f4e",
                         *         "url": "http://localhost:8420/link/4hiy7rcwg9qsbuqlds1qh81a8",
                         *         "status": "Active",
                         *         "uses": "single",
                         *         "payments": 0,
                         *         "siteCode": "KARKAR1234",
                         *         "amount": {
                         *           "currency": "ZAR",
                         *           "value": 250
                         *         },
                         *         "description": "Guided tour for two",
                         *         "customer": {
                         *           "name": "Thandi Mokoena",
                         *           "email": "thandi@shop.example"
                         *         },
                         *         "merchantReference": "INV-1042",
                         *         "createdDate": "2026-11-20T10:00:40.000Z",
                         *         "expireAt": "2030-01-01T00:00:00.000Z"
                         *       }
                         *     ]
                         */
                        results: components["schemas"]["PaymentLink"][];
                        /**
                         * @description The position of this page in the list.
                         * @example {
                         *       "limit": 50,
                         *       "offset": 0,
                         *       "count": 1,
                         *       "hasMore": false
                         *     }
                         */
                        meta: {
                            /**
                             * @description The maximum number of results on a page.
                             * @example 50
                             */
                            limit: number;
                            /**
                             * @description The number of results before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description The number of results on this page.
                             * @example 1
                             */
                            count: number;
                            /**
                             * @description Whether there is another page.
                             * @example false
                             */
                            hasMore: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Create payment link.
     *
     * Send either amount or variableAmount. Send the customer the url.
     *
     * `POST /paymentlinks`
     */
    createPaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body returns the first response again, with 200 instead of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "siteCode": "KARKAR1234",
                 *       "amount": {
                 *         "currency": "ZAR",
                 *         "value": 250
                 *       },
                 *       "merchantReference": "INV-1042",
                 *       "description": "Guided tour for two",
                 *       "customer": {
                 *         "name": "Thandi Mokoena",
                 *         "email": "thandi@shop.example"
                 *       },
                 *       "uses": "single",
                 *       "expireAt": "2030-01-01T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["PaymentLinkRequest"];
            };
        };
        responses: {
            /** @description An earlier request with the same Idempotency-Key created the object. Nothing was created now. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/paymentlinks/01a1f866-a940-7df1-85a6-9971fd893f4e",
                     *         "disable": "http://localhost:8420/one/v1/paymentlinks/01a1f866-a940-7df1-85a6-9971fd893f4e/disable"
                     *       },
                     *       "id": "01a1f866-a940-7df1-85a6-9971fd893f4e",
                     *       "url": "http://localhost:8420/link/4hiy7rcwg9qsbuqlds1qh81a8",
                     *       "status": "Active",
                     *       "uses": "single",
                     *       "payments": 0,
                     *       "siteCode": "KARKAR1234",
                     *       "amount": {
                     *         "currency": "ZAR",
                     *         "value": 250
                     *       },
                     *       "description": "Guided tour for two",
                     *       "customer": {
                     *         "name": "Thandi Mokoena",
                     *         "email": "thandi@shop.example"
                     *       },
                     *       "merchantReference": "INV-1042",
                     *       "createdDate": "2026-11-20T10:00:40.000Z",
                     *       "expireAt": "2030-01-01T00:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `Conflict`: The request conflicts with an earlier one. `DuplicateReference`: Duplicate reference. `PaymentMethodUnavailable`: No payment method is available. */
            409: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description One of the error codes of this operation.
                         * @example Conflict
                         * @enum {string}
                         */
                        code?: "Conflict" | "DuplicateReference" | "PaymentMethodUnavailable";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get payment link.
     *
     * `GET /paymentlinks/{id}`
     */
    getPaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-a940-7df1-85a6-9971fd893f4e
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/paymentlinks/01a1f866-a940-7df1-85a6-9971fd893f4e",
                     *         "disable": "http://localhost:8420/one/v1/paymentlinks/01a1f866-a940-7df1-85a6-9971fd893f4e/disable"
                     *       },
                     *       "id": "01a1f866-a940-7df1-85a6-9971fd893f4e",
                     *       "url": "http://localhost:8420/link/4hiy7rcwg9qsbuqlds1qh81a8",
                     *       "status": "Active",
                     *       "uses": "single",
                     *       "payments": 0,
                     *       "siteCode": "KARKAR1234",
                     *       "amount": {
                     *         "currency": "ZAR",
                     *         "value": 250
                     *       },
                     *       "description": "Guided tour for two",
                     *       "customer": {
                     *         "name": "Thandi Mokoena",
                     *         "email": "thandi@shop.example"
                     *       },
                     *       "merchantReference": "INV-1042",
                     *       "createdDate": "2026-11-20T10:00:40.000Z",
                     *       "expireAt": "2030-01-01T00:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Disable payment link.
     *
     * Repeating it changes nothing. A link that is paid or has expired stays so.
     *
     * `POST /paymentlinks/{id}/disable`
     */
    disablePaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body returns the first response again, with 200 instead of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-a940-7df1-85a6-9971fd893f4e
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/paymentlinks/01a1f866-a940-7df1-85a6-9971fd893f4e",
                     *         "disable": "http://localhost:8420/one/v1/paymentlinks/01a1f866-a940-7df1-85a6-9971fd893f4e/disable"
                     *       },
                     *       "id": "01a1f866-a940-7df1-85a6-9971fd893f4e",
                     *       "url": "http://localhost:8420/link/4hiy7rcwg9qsbuqlds1qh81a8",
                     *       "status": "Disabled",
                     *       "uses": "single",
                     *       "payments": 0,
                     *       "siteCode": "KARKAR1234",
                     *       "amount": {
                     *         "currency": "ZAR",
                     *         "value": 250
                     *       },
                     *       "description": "Guided tour for two",
                     *       "customer": {
                     *         "name": "Thandi Mokoena",
                     *         "email": "thandi@shop.example"
                     *       },
                     *       "merchantReference": "INV-1042",
                     *       "createdDate": "2026-11-20T10:00:40.000Z",
                     *       "expireAt": "2030-01-01T00:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * List transactions for payment.
     *
     * For an unknown payment the list is empty.
     *
     * `GET /payments/{id}/transactions`
     */
    listPaymentTransactions: {
        parameters: {
            query: {
                /**
                 * @description The first day, inclusive, in South African time; a time part is discarded.
                 * @example 2026-11-20
                 */
                fromDate: string;
                /**
                 * @description The last day, inclusive, in South African time; a time part is discarded.
                 * @example 2026-11-20
                 */
                toDate: string;
                /**
                 * @description The maximum number of results on a page; default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The number of results to skip; default 0.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The start of the page, taken from a link of another page. Do not build it.
                 * @example WyJhZnRlciIsMTc5NTE2ODgxMDAwMCwiMDFhMWY4NjYtMzQxMC03OTE4LThiM2EtMTA0NjViZTU5YjUzIl0
                 */
                cursor?: string;
            };
            header?: {
                /**
                 * @description The same key with the same body returns the first response again, with 200 instead of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-3410-7a7e-a136-1525dcb7f9bd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd/transactions?fromDate=2026-11-20&toDate=2026-11-20&limit=50&offset=0",
                     *         "first": "http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd/transactions?fromDate=2026-11-20&toDate=2026-11-20&limit=50&offset=0"
                     *       },
                     *       "results": [
                     *         {
                     *           "links": {
                     *             "self": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e",
                     *             "payment": "http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd",
                     *             "refunds": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e/refunds",
                     *             "refund": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e/refunds"
                     *           },
                     *           "id": "01a1f866-3fc8-78b2-8eca-08ba2ee4af8e",
                     *           "amount": {
                     *             "currency": "ZAR",
                     *             "value": 150.5
                     *           },
                     *           "merchantReference": "ORDER-1",
                     *           "siteCode": "KARKAR1234",
                     *           "institution": "Capitec",
                     *           "status": "Successful",
                     *           "createdDate": "2026-11-20T10:00:13.000Z",
                     *           "completedDate": "2026-11-20T10:00:15.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "count": 1,
                     *         "hasMore": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The addresses of the object and of related resources.
                         * @example {
                         *       "self": "http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd/transactions?fromDate=2026-11-20&toDate=2026-11-20&limit=50&offset=0",
                         *       "first": "http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd/transactions?fromDate=2026-11-20&toDate=2026-11-20&limit=50&offset=0"
                         *     }
                         */
                        links: {
                            /**
                             * Format: uri
                             * @description The address of this object, or of this page of a list.
                             * @example http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd/transactions?fromDate=2026-11-20&toDate=2026-11-20&limit=50&offset=0
                             */
                            self: string;
                            /**
                             * Format: uri
                             * @description The address of the first page.
                             * @example http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd/transactions?fromDate=2026-11-20&toDate=2026-11-20&limit=50&offset=0
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description The address of the next page; absent on the last one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=100
                             */
                            next?: string;
                            /**
                             * Format: uri
                             * @description The address of the previous page; absent on the first one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=0
                             */
                            prev?: string;
                        };
                        /**
                         * @description The objects on this page.
                         * @example [
                         *       {
                         *         "links": {
                         *           "self": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e",
                         *           "payment": "http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd",
                         *           "refunds": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e/refunds",
                         *           "refund": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e/refunds"
                         *         },
                         *         "id": "01a1f866-3fc8-78b2-8eca-08ba2ee4af8e",
                         *         "amount": {
                         *           "currency": "ZAR",
                         *           "value": 150.5
                         *         },
                         *         "merchantReference": "ORDER-1",
                         *         "siteCode": "KARKAR1234",
                         *         "institution": "Capitec",
                         *         "status": "Successful",
                         *         "createdDate": "2026-11-20T10:00:13.000Z",
                         *         "completedDate": "2026-11-20T10:00:15.000Z"
                         *       }
                         *     ]
                         */
                        results: components["schemas"]["Transaction"][];
                        /**
                         * @description The position of this page in the list.
                         * @example {
                         *       "limit": 50,
                         *       "offset": 0,
                         *       "count": 1,
                         *       "hasMore": false
                         *     }
                         */
                        meta: {
                            /**
                             * @description The maximum number of results on a page.
                             * @example 50
                             */
                            limit: number;
                            /**
                             * @description The number of results before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description The number of results on this page.
                             * @example 1
                             */
                            count: number;
                            /**
                             * @description Whether there is another page.
                             * @example false
                             */
                            hasMore: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Request transaction for payment.
     *
     * `POST /payments/{id}/transactions`
     */
    createPaymentTransaction: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body returns the first response again, with 200 instead of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-3410-7a7e-a136-1525dcb7f9bd
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "paymentType": "capitec"
                 *     }
                 */
                "application/json": components["schemas"]["PaymentDetail"];
            };
        };
        responses: {
            /** @description An earlier request with the same Idempotency-Key created the object. Nothing was created now. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewTransaction"];
                };
            };
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e",
                     *         "payment": "http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd",
                     *         "refunds": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e/refunds",
                     *         "refund": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e/refunds"
                     *       },
                     *       "id": "01a1f866-3fc8-78b2-8eca-08ba2ee4af8e",
                     *       "amount": {
                     *         "currency": "ZAR",
                     *         "value": 150.5
                     *       },
                     *       "merchantReference": "ORDER-1",
                     *       "siteCode": "KARKAR1234",
                     *       "institution": "Capitec",
                     *       "status": "Incomplete",
                     *       "createdDate": "2026-11-20T10:00:13.000Z",
                     *       "nextStep": {
                     *         "type": "authenticate",
                     *         "url": "http://localhost:8420/bank/orders/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NewTransaction"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `Forbidden`: Permission denied. `PaymentAlreadyComplete`: The payment is complete. `PaymentClosed`: The payment is closed. */
            403: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description One of the error codes of this operation.
                         * @example Forbidden
                         * @enum {string}
                         */
                        code?: "Forbidden" | "PaymentAlreadyComplete" | "PaymentClosed";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            /** @description `Conflict`: The request conflicts with an earlier one. `PaymentInProgress`: A payment attempt is in progress. `PaymentMethodUnavailable`: No payment method is available. `StepNotAllowed`: The step is not allowed in this state. */
            409: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description One of the error codes of this operation.
                         * @example Conflict
                         * @enum {string}
                         */
                        code?: "Conflict" | "PaymentInProgress" | "PaymentMethodUnavailable" | "StepNotAllowed";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * List transactions.
     *
     * `GET /transactions`
     */
    listTransactions: {
        parameters: {
            query: {
                /**
                 * @description The first day, inclusive, in South African time; a time part is discarded.
                 * @example 2026-11-20
                 */
                fromDate: string;
                /**
                 * @description The last day, inclusive, in South African time; a time part is discarded.
                 * @example 2026-11-20
                 */
                toDate: string;
                /**
                 * @description The maximum number of results on a page; default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The number of results to skip; default 0.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The start of the page, taken from a link of another page. Do not build it.
                 * @example WyJhZnRlciIsMTc5NTE2ODgxMDAwMCwiMDFhMWY4NjYtMzQxMC03OTE4LThiM2EtMTA0NjViZTU5YjUzIl0
                 */
                cursor?: string;
                /**
                 * @description Only objects of the site with this code; default all sites.
                 * @example KARKAR1234
                 */
                siteCode?: string;
                /**
                 * @description Only objects with this status.
                 * @example Incomplete
                 */
                status?: "Incomplete" | "Successful" | "Error" | "Pending" | "Refunded";
                /**
                 * @description Only objects with this reference of the merchant.
                 * @example ORDER-2
                 */
                merchantReference?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/transactions?fromDate=2026-11-20&toDate=2026-11-20&merchantReference=ORDER-2&limit=50&offset=0",
                     *         "first": "http://localhost:8420/one/v1/transactions?fromDate=2026-11-20&toDate=2026-11-20&merchantReference=ORDER-2&limit=50&offset=0"
                     *       },
                     *       "results": [
                     *         {
                     *           "links": {
                     *             "self": "http://localhost:8420/one/v1/transactions/01a1f866-6ac0-7dbd-8dcd-a2459842a1b7",
                     *             "payment": "http://localhost:8420/one/v1/payments/01a1f866-6ac0-7d2b-94e6-a7de9d3a2619",
                     *             "refunds": "http://localhost:8420/one/v1/transactions/01a1f866-6ac0-7dbd-8dcd-a2459842a1b7/refunds",
                     *             "refund": "http://localhost:8420/one/v1/transactions/01a1f866-6ac0-7dbd-8dcd-a2459842a1b7/refunds"
                     *           },
                     *           "id": "01a1f866-6ac0-7dbd-8dcd-a2459842a1b7",
                     *           "amount": {
                     *             "currency": "ZAR",
                     *             "value": 150.5
                     *           },
                     *           "merchantReference": "ORDER-2",
                     *           "siteCode": "KARKAR1234",
                     *           "institution": "",
                     *           "status": "Incomplete",
                     *           "createdDate": "2026-11-20T10:00:24.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "count": 1,
                     *         "hasMore": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The addresses of the object and of related resources.
                         * @example {
                         *       "self": "http://localhost:8420/one/v1/transactions?fromDate=2026-11-20&toDate=2026-11-20&merchantReference=ORDER-2&limit=50&offset=0",
                         *       "first": "http://localhost:8420/one/v1/transactions?fromDate=2026-11-20&toDate=2026-11-20&merchantReference=ORDER-2&limit=50&offset=0"
                         *     }
                         */
                        links: {
                            /**
                             * Format: uri
                             * @description The address of this object, or of this page of a list.
                             * @example http://localhost:8420/one/v1/transactions?fromDate=2026-11-20&toDate=2026-11-20&merchantReference=ORDER-2&limit=50&offset=0
                             */
                            self: string;
                            /**
                             * Format: uri
                             * @description The address of the first page.
                             * @example http://localhost:8420/one/v1/transactions?fromDate=2026-11-20&toDate=2026-11-20&merchantReference=ORDER-2&limit=50&offset=0
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description The address of the next page; absent on the last one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=100
                             */
                            next?: string;
                            /**
                             * Format: uri
                             * @description The address of the previous page; absent on the first one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=0
                             */
                            prev?: string;
                        };
                        /**
                         * @description The objects on this page.
                         * @example [
                         *       {
                         *         "links": {
                         *           "self": "http://localhost:8420/one/v1/transactions/01a1f866-6ac0-7dbd-8dcd-a2459842a1b7",
                         *           "payment": "http://localhost:8420/one/v1/payments/01a1f866-6ac0-7d2b-94e6-a7de9d3a2619",
                         *           "refunds": "http://localhost:8420/one/v1/transactions/01a1f866-6ac0-7dbd-8dcd-a2459842a1b7/refunds",
                         *           "refund": "http://localhost:8420/one/v1/transactions/01a1f866-6ac0-7dbd-8dcd-a2459842a1b7/refunds"
                         *         },
                         *         "id": "01a1f866-6ac0-7dbd-8dcd-a2459842a1b7",
                         *         "amount": {
                         *           "currency": "ZAR",
                         *           "value": 150.5
                         *         },
                         *         "merchantReference": "ORDER-2",
                         *         "siteCode": "KARKAR1234",
                         *         "institution": "",
                         *         "status": "Incomplete",
                         *         "createdDate": "2026-11-20T10:00:24.000Z"
                         *       }
                         *     ]
                         */
                        results: components["schemas"]["Transaction"][];
                        /**
                         * @description The position of this page in the list.
                         * @example {
                         *       "limit": 50,
                         *       "offset": 0,
                         *       "count": 1,
                         *       "hasMore": false
                         *     }
                         */
                        meta: {
                            /**
                             * @description The maximum number of results on a page.
                             * @example 50
                             */
                            limit: number;
                            /**
                             * @description The number of results before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description The number of results on this page.
                             * @example 1
                             */
                            count: number;
                            /**
                             * @description Whether there is another page.
                             * @example false
                             */
                            hasMore: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Request transaction.
     *
     * Creates a payment and its first transaction.
     *
     * `POST /transactions`
     */
    createTransaction: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body returns the first response again, with 200 instead of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "paymentRequest": {
                 *         "siteCode": "KARKAR1234",
                 *         "amount": {
                 *           "currency": "ZAR",
                 *           "value": 150.5
                 *         },
                 *         "merchantReference": "ORDER-2",
                 *         "beneficiaryReference": "ORDER 1",
                 *         "payer": {
                 *           "name": "Thandi Mokoena",
                 *           "email": "thandi@shop.example"
                 *         },
                 *         "returnUrl": "https://shop.example/thanks",
                 *         "notifyUrl": "https://shop.example/notify",
                 *         "expireAt": "2030-01-01T00:00:00Z"
                 *       },
                 *       "paymentDetail": {
                 *         "paymentType": "redirect"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TransactionRequest"];
            };
        };
        responses: {
            /** @description An earlier request with the same Idempotency-Key created the object. Nothing was created now. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewTransaction"];
                };
            };
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/transactions/01a1f866-6ac0-7dbd-8dcd-a2459842a1b7",
                     *         "payment": "http://localhost:8420/one/v1/payments/01a1f866-6ac0-7d2b-94e6-a7de9d3a2619",
                     *         "refunds": "http://localhost:8420/one/v1/transactions/01a1f866-6ac0-7dbd-8dcd-a2459842a1b7/refunds",
                     *         "refund": "http://localhost:8420/one/v1/transactions/01a1f866-6ac0-7dbd-8dcd-a2459842a1b7/refunds"
                     *       },
                     *       "id": "01a1f866-6ac0-7dbd-8dcd-a2459842a1b7",
                     *       "amount": {
                     *         "currency": "ZAR",
                     *         "value": 150.5
                     *       },
                     *       "merchantReference": "ORDER-2",
                     *       "siteCode": "KARKAR1234",
                     *       "institution": "",
                     *       "status": "Incomplete",
                     *       "createdDate": "2026-11-20T10:00:24.000Z",
                     *       "nextStep": {
                     *         "type": "redirect",
                     *         "url": "http://localhost:8420/pay/01a1f866-6ac0-7d2b-94e6-a7de9d3a2619"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NewTransaction"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `Forbidden`: Permission denied. `PaymentAlreadyComplete`: The payment is complete. `PaymentClosed`: The payment is closed. */
            403: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description One of the error codes of this operation.
                         * @example Forbidden
                         * @enum {string}
                         */
                        code?: "Forbidden" | "PaymentAlreadyComplete" | "PaymentClosed";
                    };
                };
            };
            /** @description `Conflict`: The request conflicts with an earlier one. `DuplicateReference`: Duplicate reference. `PaymentInProgress`: A payment attempt is in progress. `PaymentMethodUnavailable`: No payment method is available. */
            409: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description One of the error codes of this operation.
                         * @example Conflict
                         * @enum {string}
                         */
                        code?: "Conflict" | "DuplicateReference" | "PaymentInProgress" | "PaymentMethodUnavailable";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get transaction status.
     *
     * `GET /transactions/{id}`
     */
    getTransaction: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-3fc8-78b2-8eca-08ba2ee4af8e
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e",
                     *         "payment": "http://localhost:8420/one/v1/payments/01a1f866-3410-7a7e-a136-1525dcb7f9bd",
                     *         "refunds": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e/refunds",
                     *         "refund": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e/refunds"
                     *       },
                     *       "id": "01a1f866-3fc8-78b2-8eca-08ba2ee4af8e",
                     *       "amount": {
                     *         "currency": "ZAR",
                     *         "value": 150.5
                     *       },
                     *       "merchantReference": "ORDER-1",
                     *       "siteCode": "KARKAR1234",
                     *       "institution": "Capitec",
                     *       "status": "Successful",
                     *       "createdDate": "2026-11-20T10:00:13.000Z",
                     *       "completedDate": "2026-11-20T10:00:15.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Transaction"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Process transaction step.
     *
     * The steps of the hosted checkout by API: selectInstitution, authenticate, then approve or decline; cancel at any time. 202: the payment is pending at the bank.
     *
     * `POST /transactions/{id}`
     */
    processTransactionStep: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body returns the first response again, with 200 instead of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-3fc8-78b2-8eca-08ba2ee4af8e
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "step": "authenticate"
                 *     }
                 */
                "application/json": components["schemas"]["TransactionStep"];
            };
        };
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was accepted. Its outcome follows later. */
            202: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `Forbidden`: Permission denied. `PaymentAlreadyComplete`: The payment is complete. `PaymentClosed`: The payment is closed. */
            403: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description One of the error codes of this operation.
                         * @example Forbidden
                         * @enum {string}
                         */
                        code?: "Forbidden" | "PaymentAlreadyComplete" | "PaymentClosed";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            /** @description `Conflict`: The request conflicts with an earlier one. `PaymentInProgress`: A payment attempt is in progress. `StepNotAllowed`: The step is not allowed in this state. */
            409: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description One of the error codes of this operation.
                         * @example Conflict
                         * @enum {string}
                         */
                        code?: "Conflict" | "PaymentInProgress" | "StepNotAllowed";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * List refunds.
     *
     * `GET /refunds`
     */
    listRefunds: {
        parameters: {
            query: {
                /**
                 * @description The first day, inclusive, in South African time; a time part is discarded.
                 * @example 2026-11-20
                 */
                fromDate: string;
                /**
                 * @description The last day, inclusive, in South African time; a time part is discarded.
                 * @example 2026-11-20
                 */
                toDate: string;
                /**
                 * @description The maximum number of results on a page; default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The number of results to skip; default 0.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The start of the page, taken from a link of another page. Do not build it.
                 * @example WyJhZnRlciIsMTc5NTE2ODgxMDAwMCwiMDFhMWY4NjYtMzQxMC03OTE4LThiM2EtMTA0NjViZTU5YjUzIl0
                 */
                cursor?: string;
                /**
                 * @description Only objects of the site with this code; default all sites.
                 * @example KARKAR1234
                 */
                siteCode?: string;
                /**
                 * @description Only objects with this status.
                 * @example Cancelled
                 */
                status?: "Pending" | "Submitted" | "Complete" | "Failed" | "Cancelled" | "Returned";
                /**
                 * @description Only refunds of this transaction.
                 * @example 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
                 */
                transactionId?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/refunds?fromDate=2026-11-20&toDate=2026-11-20&status=Cancelled&limit=50&offset=0",
                     *         "first": "http://localhost:8420/one/v1/refunds?fromDate=2026-11-20&toDate=2026-11-20&status=Cancelled&limit=50&offset=0"
                     *       },
                     *       "results": [
                     *         {
                     *           "links": {
                     *             "self": "http://localhost:8420/one/v1/refunds/01a1f866-5350-78a3-ba71-65b7c7e4bfa7",
                     *             "cancel": "http://localhost:8420/one/v1/refunds/01a1f866-5350-78a3-ba71-65b7c7e4bfa7/cancel"
                     *           },
                     *           "id": "01a1f866-5350-78a3-ba71-65b7c7e4bfa7",
                     *           "transactionId": "01a1f866-3fc8-78b2-8eca-08ba2ee4af8e",
                     *           "amount": {
                     *             "currency": "ZAR",
                     *             "value": 50.25
                     *           },
                     *           "requested": "2026-11-20T10:00:18.000Z",
                     *           "completed": "2026-11-20T10:00:22.000Z",
                     *           "status": "Cancelled",
                     *           "reason": "cancelled by the merchant",
                     *           "paidTo": {
                     *             "institutionId": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
                     *             "institutionName": "Capitec",
                     *             "accountNumber": "******9644",
                     *             "branchCode": "470010"
                     *           },
                     *           "realTimePayment": false
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "count": 1,
                     *         "hasMore": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The addresses of the object and of related resources.
                         * @example {
                         *       "self": "http://localhost:8420/one/v1/refunds?fromDate=2026-11-20&toDate=2026-11-20&status=Cancelled&limit=50&offset=0",
                         *       "first": "http://localhost:8420/one/v1/refunds?fromDate=2026-11-20&toDate=2026-11-20&status=Cancelled&limit=50&offset=0"
                         *     }
                         */
                        links: {
                            /**
                             * Format: uri
                             * @description The address of this object, or of this page of a list.
                             * @example http://localhost:8420/one/v1/refunds?fromDate=2026-11-20&toDate=2026-11-20&status=Cancelled&limit=50&offset=0
                             */
                            self: string;
                            /**
                             * Format: uri
                             * @description The address of the first page.
                             * @example http://localhost:8420/one/v1/refunds?fromDate=2026-11-20&toDate=2026-11-20&status=Cancelled&limit=50&offset=0
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description The address of the next page; absent on the last one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=100
                             */
                            next?: string;
                            /**
                             * Format: uri
                             * @description The address of the previous page; absent on the first one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=0
                             */
                            prev?: string;
                        };
                        /**
                         * @description The objects on this page.
                         * @example [
                         *       {
                         *         "links": {
                         *           "self": "http://localhost:8420/one/v1/refunds/01a1f866-5350-78a3-ba71-65b7c7e4bfa7",
                         *           "cancel": "http://localhost:8420/one/v1/refunds/01a1f866-5350-78a3-ba71-65b7c7e4bfa7/cancel"
                         *         },
                         *         "id": "01a1f866-5350-78a3-ba71-65b7c7e4bfa7",
                         *         "transactionId": "01a1f866-3fc8-78b2-8eca-08ba2ee4af8e",
                         *         "amount": {
                         *           "currency": "ZAR",
                         *           "value": 50.25
                         *         },
                         *         "requested": "2026-11-20T10:00:18.000Z",
                         *         "completed": "2026-11-20T10:00:22.000Z",
                         *         "status": "Cancelled",
                         *         "reason": "cancelled by the merchant",
                         *         "paidTo": {
                         *           "institutionId": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
                         *           "institutionName": "Capitec",
                         *           "accountNumber": "******9644",
                         *           "branchCode": "470010"
                         *         },
                         *         "realTimePayment": false
                         *       }
                         *     ]
                         */
                        results: components["schemas"]["Refund"][];
                        /**
                         * @description The position of this page in the list.
                         * @example {
                         *       "limit": 50,
                         *       "offset": 0,
                         *       "count": 1,
                         *       "hasMore": false
                         *     }
                         */
                        meta: {
                            /**
                             * @description The maximum number of results on a page.
                             * @example 50
                             */
                            limit: number;
                            /**
                             * @description The number of results before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description The number of results on this page.
                             * @example 1
                             */
                            count: number;
                            /**
                             * @description Whether there is another page.
                             * @example false
                             */
                            hasMore: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Request refunds.
     *
     * Either all refunds are created, or none; source.pointer names the rejected item. Each item is checked against the amount that is left after the items before it. With `beneficiary`, an extension of this service, a refund goes to that account instead of the payer’s, and a user of the console must approve it.
     *
     * `POST /refunds`
     */
    createRefunds: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body returns the first response again, with 200 instead of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "transactionId": "01a1f866-3fc8-78b2-8eca-08ba2ee4af8e",
                 *         "amount": {
                 *           "currency": "ZAR",
                 *           "value": 10
                 *         },
                 *         "reason": "a late delivery"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["RefundRequests"];
            };
        };
        responses: {
            /** @description An earlier request with the same Idempotency-Key created the object. Nothing was created now. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"][];
                };
            };
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "links": {
                     *           "self": "http://localhost:8420/one/v1/refunds/01a1f866-5738-7373-98ae-6a4be956e0c0",
                     *           "cancel": "http://localhost:8420/one/v1/refunds/01a1f866-5738-7373-98ae-6a4be956e0c0/cancel"
                     *         },
                     *         "id": "01a1f866-5738-7373-98ae-6a4be956e0c0",
                     *         "transactionId": "01a1f866-3fc8-78b2-8eca-08ba2ee4af8e",
                     *         "amount": {
                     *           "currency": "ZAR",
                     *           "value": 10
                     *         },
                     *         "requested": "2026-11-20T10:00:19.000Z",
                     *         "status": "Pending",
                     *         "paidTo": {
                     *           "institutionId": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
                     *           "institutionName": "Capitec",
                     *           "accountNumber": "******9644",
                     *           "branchCode": "470010"
                     *         },
                     *         "realTimePayment": false
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Refund"][];
                };
            };
            /** @description `BadRequest`: The request is not valid. `RefundExceedsTransaction`: The amount exceeds the refundable amount. */
            400: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description One of the error codes of this operation.
                         * @example BadRequest
                         * @enum {string}
                         */
                        code?: "BadRequest" | "RefundExceedsTransaction";
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description `Conflict`: The request conflicts with an earlier one. `RefundableChanged`: The refundable amount changed. `TransactionNotRefundable`: The transaction cannot be refunded. */
            409: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description One of the error codes of this operation.
                         * @example Conflict
                         * @enum {string}
                         */
                        code?: "Conflict" | "RefundableChanged" | "TransactionNotRefundable";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get refund.
     *
     * `GET /refunds/{id}`
     */
    getRefund: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-5350-78a3-ba71-65b7c7e4bfa7
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/refunds/01a1f866-5350-78a3-ba71-65b7c7e4bfa7",
                     *         "cancel": "http://localhost:8420/one/v1/refunds/01a1f866-5350-78a3-ba71-65b7c7e4bfa7/cancel"
                     *       },
                     *       "id": "01a1f866-5350-78a3-ba71-65b7c7e4bfa7",
                     *       "transactionId": "01a1f866-3fc8-78b2-8eca-08ba2ee4af8e",
                     *       "amount": {
                     *         "currency": "ZAR",
                     *         "value": 50.25
                     *       },
                     *       "requested": "2026-11-20T10:00:18.000Z",
                     *       "status": "Pending",
                     *       "paidTo": {
                     *         "institutionId": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
                     *         "institutionName": "Capitec",
                     *         "accountNumber": "******9644",
                     *         "branchCode": "470010"
                     *       },
                     *       "realTimePayment": false
                     *     }
                     */
                    "application/json": components["schemas"]["Refund"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Cancel refund.
     *
     * Repeating the request changes nothing.
     *
     * `POST /refunds/{id}/cancel`
     */
    cancelRefund: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body returns the first response again, with 200 instead of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-5350-78a3-ba71-65b7c7e4bfa7
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description `Conflict`: The request conflicts with an earlier one. `RefundAlreadySubmitted`: The refund is already submitted. */
            409: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description One of the error codes of this operation.
                         * @example Conflict
                         * @enum {string}
                         */
                        code?: "Conflict" | "RefundAlreadySubmitted";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get refunds.
     *
     * `GET /transactions/{id}/refunds`
     */
    listTransactionRefunds: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of results on a page; default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The number of results to skip; default 0.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The start of the page, taken from a link of another page. Do not build it.
                 * @example WyJhZnRlciIsMTc5NTE2ODgxMDAwMCwiMDFhMWY4NjYtMzQxMC03OTE4LThiM2EtMTA0NjViZTU5YjUzIl0
                 */
                cursor?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-3fc8-78b2-8eca-08ba2ee4af8e
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e/refunds?limit=50&offset=0",
                     *         "first": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e/refunds?limit=50&offset=0"
                     *       },
                     *       "results": [
                     *         {
                     *           "links": {
                     *             "self": "http://localhost:8420/one/v1/refunds/01a1f866-5738-7373-98ae-6a4be956e0c0",
                     *             "cancel": "http://localhost:8420/one/v1/refunds/01a1f866-5738-7373-98ae-6a4be956e0c0/cancel"
                     *           },
                     *           "id": "01a1f866-5738-7373-98ae-6a4be956e0c0",
                     *           "transactionId": "01a1f866-3fc8-78b2-8eca-08ba2ee4af8e",
                     *           "amount": {
                     *             "currency": "ZAR",
                     *             "value": 10
                     *           },
                     *           "requested": "2026-11-20T10:00:19.000Z",
                     *           "status": "Pending",
                     *           "paidTo": {
                     *             "institutionId": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
                     *             "institutionName": "Capitec",
                     *             "accountNumber": "******9644",
                     *             "branchCode": "470010"
                     *           },
                     *           "realTimePayment": false
                     *         },
                     *         {
                     *           "links": {
                     *             "self": "http://localhost:8420/one/v1/refunds/01a1f866-5350-78a3-ba71-65b7c7e4bfa7",
                     *             "cancel": "http://localhost:8420/one/v1/refunds/01a1f866-5350-78a3-ba71-65b7c7e4bfa7/cancel"
                     *           },
                     *           "id": "01a1f866-5350-78a3-ba71-65b7c7e4bfa7",
                     *           "transactionId": "01a1f866-3fc8-78b2-8eca-08ba2ee4af8e",
                     *           "amount": {
                     *             "currency": "ZAR",
                     *             "value": 50.25
                     *           },
                     *           "requested": "2026-11-20T10:00:18.000Z",
                     *           "status": "Pending",
                     *           "paidTo": {
                     *             "institutionId": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
                     *             "institutionName": "Capitec",
                     *             "accountNumber": "******9644",
                     *             "branchCode": "470010"
                     *           },
                     *           "realTimePayment": false
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "count": 2,
                     *         "hasMore": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The addresses of the object and of related resources.
                         * @example {
                         *       "self": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e/refunds?limit=50&offset=0",
                         *       "first": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e/refunds?limit=50&offset=0"
                         *     }
                         */
                        links: {
                            /**
                             * Format: uri
                             * @description The address of this object, or of this page of a list.
                             * @example http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e/refunds?limit=50&offset=0
                             */
                            self: string;
                            /**
                             * Format: uri
                             * @description The address of the first page.
                             * @example http://localhost:8420/one/v1/transactions/01a1f866-3fc8-78b2-8eca-08ba2ee4af8e/refunds?limit=50&offset=0
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description The address of the next page; absent on the last one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=100
                             */
                            next?: string;
                            /**
                             * Format: uri
                             * @description The address of the previous page; absent on the first one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=0
                             */
                            prev?: string;
                        };
                        /**
                         * @description The objects on this page.
                         * @example [
                         *       {
                         *         "links": {
                         *           "self": "http://localhost:8420/one/v1/refunds/01a1f866-5738-7373-98ae-6a4be956e0c0",
                         *           "cancel": "http://localhost:8420/one/v1/refunds/01a1f866-5738-7373-98ae-6a4be956e0c0/cancel"
                         *         },
                         *         "id": "01a1f866-5738-7373-98ae-6a4be956e0c0",
                         *         "transactionId": "01a1f866-3fc8-78b2-8eca-08ba2ee4af8e",
                         *         "amount": {
                         *           "currency": "ZAR",
                         *           "value": 10
                         *         },
                         *         "requested": "2026-11-20T10:00:19.000Z",
                         *         "status": "Pending",
                         *         "paidTo": {
                         *           "institutionId": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
                         *           "institutionName": "Capitec",
                         *           "accountNumber": "******9644",
                         *           "branchCode": "470010"
                         *         },
                         *         "realTimePayment": false
                         *       },
                         *       {
                         *         "links": {
                         *           "self": "http://localhost:8420/one/v1/refunds/01a1f866-5350-78a3-ba71-65b7c7e4bfa7",
                         *           "cancel": "http://localhost:8420/one/v1/refunds/01a1f866-5350-78a3-ba71-65b7c7e4bfa7/cancel"
                         *         },
                         *         "id": "01a1f866-5350-78a3-ba71-65b7c7e4bfa7",
                         *         "transactionId": "01a1f866-3fc8-78b2-8eca-08ba2ee4af8e",
                         *         "amount": {
                         *           "currency": "ZAR",
                         *           "value": 50.25
                         *         },
                         *         "requested": "2026-11-20T10:00:18.000Z",
                         *         "status": "Pending",
                         *         "paidTo": {
                         *           "institutionId": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
                         *           "institutionName": "Capitec",
                         *           "accountNumber": "******9644",
                         *           "branchCode": "470010"
                         *         },
                         *         "realTimePayment": false
                         *       }
                         *     ]
                         */
                        results: components["schemas"]["Refund"][];
                        /**
                         * @description The position of this page in the list.
                         * @example {
                         *       "limit": 50,
                         *       "offset": 0,
                         *       "count": 2,
                         *       "hasMore": false
                         *     }
                         */
                        meta: {
                            /**
                             * @description The maximum number of results on a page.
                             * @example 50
                             */
                            limit: number;
                            /**
                             * @description The number of results before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description The number of results on this page.
                             * @example 2
                             */
                            count: number;
                            /**
                             * @description Whether there is another page.
                             * @example false
                             */
                            hasMore: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Request refund.
     *
     * With `beneficiary`, an extension of this service, the refund goes to that account instead of the payer’s. A user of the console must approve it: until then its status is Pending.
     *
     * `POST /transactions/{id}/refunds`
     */
    createTransactionRefund: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body returns the first response again, with 200 instead of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-3fc8-78b2-8eca-08ba2ee4af8e
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": {
                 *         "currency": "ZAR",
                 *         "value": 50.25
                 *       },
                 *       "expectedRefundable": {
                 *         "currency": "ZAR",
                 *         "value": 150.5
                 *       },
                 *       "reason": "one shirt came back",
                 *       "realTimePayment": false
                 *     }
                 */
                "application/json": components["schemas"]["RefundRequest"];
            };
        };
        responses: {
            /** @description An earlier request with the same Idempotency-Key created the object. Nothing was created now. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/refunds/01a1f866-5350-78a3-ba71-65b7c7e4bfa7",
                     *         "cancel": "http://localhost:8420/one/v1/refunds/01a1f866-5350-78a3-ba71-65b7c7e4bfa7/cancel"
                     *       },
                     *       "id": "01a1f866-5350-78a3-ba71-65b7c7e4bfa7",
                     *       "transactionId": "01a1f866-3fc8-78b2-8eca-08ba2ee4af8e",
                     *       "amount": {
                     *         "currency": "ZAR",
                     *         "value": 50.25
                     *       },
                     *       "requested": "2026-11-20T10:00:18.000Z",
                     *       "status": "Pending",
                     *       "paidTo": {
                     *         "institutionId": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
                     *         "institutionName": "Capitec",
                     *         "accountNumber": "******9644",
                     *         "branchCode": "470010"
                     *       },
                     *       "realTimePayment": false
                     *     }
                     */
                    "application/json": components["schemas"]["Refund"];
                };
            };
            /** @description `BadRequest`: The request is not valid. `RefundExceedsTransaction`: The amount exceeds the refundable amount. */
            400: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description One of the error codes of this operation.
                         * @example BadRequest
                         * @enum {string}
                         */
                        code?: "BadRequest" | "RefundExceedsTransaction";
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description `Conflict`: The request conflicts with an earlier one. `RefundableChanged`: The refundable amount changed. `TransactionNotRefundable`: The transaction cannot be refunded. */
            409: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description One of the error codes of this operation.
                         * @example Conflict
                         * @enum {string}
                         */
                        code?: "Conflict" | "RefundableChanged" | "TransactionNotRefundable";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get transaction notifications.
     *
     * `GET /transactions/{id}/notifications`
     */
    listTransactionNotifications: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-3fc8-78b2-8eca-08ba2ee4af8e
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01a1f866-4798-7215-9413-9b7c6c87bb8a",
                     *         "eventType": "transaction.complete",
                     *         "sequence": 1,
                     *         "endpoint": "https://shop.example/notify",
                     *         "status": "Pending",
                     *         "attempts": [],
                     *         "nextAttempt": "2026-11-20T10:00:15.000Z",
                     *         "createdDate": "2026-11-20T10:00:15.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["WebhookMessageStatus"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Resend transaction notifications.
     *
     * `POST /transactions/{id}/notifications/resend`
     */
    resendTransactionNotifications: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body returns the first response again, with 200 instead of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-3fc8-78b2-8eca-08ba2ee4af8e
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was accepted. Its outcome follows later. */
            202: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            /** @description `MessageArchived`: The message is archived. */
            410: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description One of the error codes of this operation.
                         * @example MessageArchived
                         * @enum {string}
                         */
                        code?: "MessageArchived";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get refund notifications.
     *
     * `GET /refunds/{id}/notifications`
     */
    listRefundNotifications: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-5350-78a3-ba71-65b7c7e4bfa7
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01a1f866-62f0-73fc-8419-4e6ba12e8fbd",
                     *         "eventType": "refund.complete",
                     *         "sequence": 1,
                     *         "endpoint": "https://shop.example/webhooks",
                     *         "webhookId": "01a1f866-2088-70e7-a2cf-f3cf79f61c1d",
                     *         "status": "Pending",
                     *         "attempts": [],
                     *         "nextAttempt": "2026-11-20T10:00:22.000Z",
                     *         "createdDate": "2026-11-20T10:00:22.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["WebhookMessageStatus"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Resend refund notifications.
     *
     * `POST /refunds/{id}/notifications/resend`
     */
    resendRefundNotifications: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body returns the first response again, with 200 instead of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-5350-78a3-ba71-65b7c7e4bfa7
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was accepted. Its outcome follows later. */
            202: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            /** @description `MessageArchived`: The message is archived. */
            410: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description One of the error codes of this operation.
                         * @example MessageArchived
                         * @enum {string}
                         */
                        code?: "MessageArchived";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * List settlements.
     *
     * `GET /settlements`
     */
    listSettlements: {
        parameters: {
            query: {
                /**
                 * @description The first day, inclusive, in South African time; a time part is discarded.
                 * @example 2026-11-20
                 */
                fromDate: string;
                /**
                 * @description The last day, inclusive, in South African time; a time part is discarded.
                 * @example 2026-11-20
                 */
                toDate: string;
                /**
                 * @description The maximum number of results on a page; default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The number of results to skip; default 0.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The start of the page, taken from a link of another page. Do not build it.
                 * @example WyJhZnRlciIsMTc5NTE2ODgxMDAwMCwiMDFhMWY4NjYtMzQxMC03OTE4LThiM2EtMTA0NjViZTU5YjUzIl0
                 */
                cursor?: string;
                /**
                 * @description Only objects of the site with this code; default all sites.
                 * @example KARKAR1234
                 */
                siteCode?: string;
                /**
                 * @description Only the settlement with this reference.
                 * @example KARKAR1234-20261120
                 */
                reference?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/settlements?fromDate=2026-11-20&toDate=2026-11-20&limit=50&offset=0",
                     *         "first": "http://localhost:8420/one/v1/settlements?fromDate=2026-11-20&toDate=2026-11-20&limit=50&offset=0"
                     *       },
                     *       "results": [
                     *         {
                     *           "links": {
                     *             "self": "http://localhost:8420/one/v1/settlements/01a20d00-24f8-7ab4-9af8-03b9112d2248",
                     *             "lineItems": "http://localhost:8420/one/v1/settlements/01a20d00-24f8-7ab4-9af8-03b9112d2248/lineitems"
                     *           },
                     *           "id": "01a20d00-24f8-7ab4-9af8-03b9112d2248",
                     *           "totalSettlement": {
                     *             "currency": "ZAR",
                     *             "value": 150.5
                     *           },
                     *           "totalFees": {
                     *             "currency": "ZAR",
                     *             "value": 0
                     *           },
                     *           "lineItemCounts": {
                     *             "total": 1,
                     *             "payout": 0,
                     *             "refund": 0,
                     *             "adjustment": 0,
                     *             "transaction": 1
                     *           },
                     *           "reference": "KARKAR1234-20261120",
                     *           "date": "2026-11-20",
                     *           "bank": {
                     *             "institutionId": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
                     *             "institutionName": "Capitec",
                     *             "accountNumber": "******7890",
                     *             "branchCode": "470010"
                     *           }
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "count": 1,
                     *         "hasMore": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The addresses of the object and of related resources.
                         * @example {
                         *       "self": "http://localhost:8420/one/v1/settlements?fromDate=2026-11-20&toDate=2026-11-20&limit=50&offset=0",
                         *       "first": "http://localhost:8420/one/v1/settlements?fromDate=2026-11-20&toDate=2026-11-20&limit=50&offset=0"
                         *     }
                         */
                        links: {
                            /**
                             * Format: uri
                             * @description The address of this object, or of this page of a list.
                             * @example http://localhost:8420/one/v1/settlements?fromDate=2026-11-20&toDate=2026-11-20&limit=50&offset=0
                             */
                            self: string;
                            /**
                             * Format: uri
                             * @description The address of the first page.
                             * @example http://localhost:8420/one/v1/settlements?fromDate=2026-11-20&toDate=2026-11-20&limit=50&offset=0
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description The address of the next page; absent on the last one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=100
                             */
                            next?: string;
                            /**
                             * Format: uri
                             * @description The address of the previous page; absent on the first one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=0
                             */
                            prev?: string;
                        };
                        /**
                         * @description The objects on this page.
                         * @example [
                         *       {
                         *         "links": {
                         *           "self": "http://localhost:8420/one/v1/settlements/01a20d00-24f8-7ab4-9af8-03b9112d2248",
                         *           "lineItems": "http://localhost:8420/one/v1/settlements/01a20d00-24f8-7ab4-9af8-03b9112d2248/lineitems"
                         *         },
                         *         "id": "01a20d00-24f8-7ab4-9af8-03b9112d2248",
                         *         "totalSettlement": {
                         *           "currency": "ZAR",
                         *           "value": 150.5
                         *         },
                         *         "totalFees": {
                         *           "currency": "ZAR",
                         *           "value": 0
                         *         },
                         *         "lineItemCounts": {
                         *           "total": 1,
                         *           "payout": 0,
                         *           "refund": 0,
                         *           "adjustment": 0,
                         *           "transaction": 1
                         *         },
                         *         "reference": "KARKAR1234-20261120",
                         *         "date": "2026-11-20",
                         *         "bank": {
                         *           "institutionId": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
                         *           "institutionName": "Capitec",
                         *           "accountNumber": "******7890",
                         *           "branchCode": "470010"
                         *         }
                         *       }
                         *     ]
                         */
                        results: components["schemas"]["Settlement"][];
                        /**
                         * @description The position of this page in the list.
                         * @example {
                         *       "limit": 50,
                         *       "offset": 0,
                         *       "count": 1,
                         *       "hasMore": false
                         *     }
                         */
                        meta: {
                            /**
                             * @description The maximum number of results on a page.
                             * @example 50
                             */
                            limit: number;
                            /**
                             * @description The number of results before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description The number of results on this page.
                             * @example 1
                             */
                            count: number;
                            /**
                             * @description Whether there is another page.
                             * @example false
                             */
                            hasMore: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get settlement.
     *
     * `GET /settlements/{id}`
     */
    getSettlement: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a20d00-24f8-7ab4-9af8-03b9112d2248
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/settlements/01a20d00-24f8-7ab4-9af8-03b9112d2248",
                     *         "lineItems": "http://localhost:8420/one/v1/settlements/01a20d00-24f8-7ab4-9af8-03b9112d2248/lineitems"
                     *       },
                     *       "id": "01a20d00-24f8-7ab4-9af8-03b9112d2248",
                     *       "totalSettlement": {
                     *         "currency": "ZAR",
                     *         "value": 150.5
                     *       },
                     *       "totalFees": {
                     *         "currency": "ZAR",
                     *         "value": 0
                     *       },
                     *       "lineItemCounts": {
                     *         "total": 1,
                     *         "payout": 0,
                     *         "refund": 0,
                     *         "adjustment": 0,
                     *         "transaction": 1
                     *       },
                     *       "reference": "KARKAR1234-20261120",
                     *       "date": "2026-11-20",
                     *       "bank": {
                     *         "institutionId": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
                     *         "institutionName": "Capitec",
                     *         "accountNumber": "******7890",
                     *         "branchCode": "470010"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Settlement"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * List settlement line items.
     *
     * For an unknown settlement the list is empty.
     *
     * `GET /settlements/{id}/lineitems`
     */
    listSettlementLineItems: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of results on a page; default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The number of results to skip; default 0.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The start of the page, taken from a link of another page. Do not build it.
                 * @example WyJhZnRlciIsMTc5NTE2ODgxMDAwMCwiMDFhMWY4NjYtMzQxMC03OTE4LThiM2EtMTA0NjViZTU5YjUzIl0
                 */
                cursor?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a20d00-24f8-7ab4-9af8-03b9112d2248
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/settlements/01a20d00-24f8-7ab4-9af8-03b9112d2248/lineitems?limit=50&offset=0",
                     *         "first": "http://localhost:8420/one/v1/settlements/01a20d00-24f8-7ab4-9af8-03b9112d2248/lineitems?limit=50&offset=0"
                     *       },
                     *       "results": [
                     *         {
                     *           "id": "01a1f866-4798-7b52-9bda-22e51cbf267f",
                     *           "siteCode": "KARKAR1234",
                     *           "reference": "ORDER-1",
                     *           "description": "Payment 01a1f866-3fc8-78b2-8eca-08ba2ee4af8e",
                     *           "amount": {
                     *             "currency": "ZAR",
                     *             "value": 150.5
                     *           },
                     *           "fee": {
                     *             "currency": "ZAR",
                     *             "value": 0
                     *           },
                     *           "feeNet": {
                     *             "currency": "ZAR",
                     *             "value": 0
                     *           },
                     *           "feeVat": {
                     *             "currency": "ZAR",
                     *             "value": 0
                     *           },
                     *           "settlementAmount": {
                     *             "currency": "ZAR",
                     *             "value": 150.5
                     *           },
                     *           "date": "2026-11-20T10:00:15.000Z",
                     *           "type": "transaction"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "count": 1,
                     *         "hasMore": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The addresses of the object and of related resources.
                         * @example {
                         *       "self": "http://localhost:8420/one/v1/settlements/01a20d00-24f8-7ab4-9af8-03b9112d2248/lineitems?limit=50&offset=0",
                         *       "first": "http://localhost:8420/one/v1/settlements/01a20d00-24f8-7ab4-9af8-03b9112d2248/lineitems?limit=50&offset=0"
                         *     }
                         */
                        links: {
                            /**
                             * Format: uri
                             * @description The address of this object, or of this page of a list.
                             * @example http://localhost:8420/one/v1/settlements/01a20d00-24f8-7ab4-9af8-03b9112d2248/lineitems?limit=50&offset=0
                             */
                            self: string;
                            /**
                             * Format: uri
                             * @description The address of the first page.
                             * @example http://localhost:8420/one/v1/settlements/01a20d00-24f8-7ab4-9af8-03b9112d2248/lineitems?limit=50&offset=0
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description The address of the next page; absent on the last one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=100
                             */
                            next?: string;
                            /**
                             * Format: uri
                             * @description The address of the previous page; absent on the first one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=0
                             */
                            prev?: string;
                        };
                        /**
                         * @description The objects on this page.
                         * @example [
                         *       {
                         *         "id": "01a1f866-4798-7b52-9bda-22e51cbf267f",
                         *         "siteCode": "KARKAR1234",
                         *         "reference": "ORDER-1",
                         *         "description": "Payment 01a1f866-3fc8-78b2-8eca-08ba2ee4af8e",
                         *         "amount": {
                         *           "currency": "ZAR",
                         *           "value": 150.5
                         *         },
                         *         "fee": {
                         *           "currency": "ZAR",
                         *           "value": 0
                         *         },
                         *         "feeNet": {
                         *           "currency": "ZAR",
                         *           "value": 0
                         *         },
                         *         "feeVat": {
                         *           "currency": "ZAR",
                         *           "value": 0
                         *         },
                         *         "settlementAmount": {
                         *           "currency": "ZAR",
                         *           "value": 150.5
                         *         },
                         *         "date": "2026-11-20T10:00:15.000Z",
                         *         "type": "transaction"
                         *       }
                         *     ]
                         */
                        results: components["schemas"]["SettlementLineItem"][];
                        /**
                         * @description The position of this page in the list.
                         * @example {
                         *       "limit": 50,
                         *       "offset": 0,
                         *       "count": 1,
                         *       "hasMore": false
                         *     }
                         */
                        meta: {
                            /**
                             * @description The maximum number of results on a page.
                             * @example 50
                             */
                            limit: number;
                            /**
                             * @description The number of results before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description The number of results on this page.
                             * @example 1
                             */
                            count: number;
                            /**
                             * @description Whether there is another page.
                             * @example false
                             */
                            hasMore: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * List invoices.
     *
     * Invoices for fees and credit notes, the newest first.
     *
     * `GET /invoices`
     */
    listInvoices: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of results on a page; default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The number of results to skip; default 0.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The start of the page, taken from a link of another page. Do not build it.
                 * @example WyJhZnRlciIsMTc5NTE2ODgxMDAwMCwiMDFhMWY4NjYtMzQxMC03OTE4LThiM2EtMTA0NjViZTU5YjUzIl0
                 */
                cursor?: string;
                /**
                 * @description Only those of this month.
                 * @example 2026-11
                 */
                month?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/invoices?month=2026-11&limit=50&offset=0",
                     *         "first": "http://localhost:8420/one/v1/invoices?month=2026-11&limit=50&offset=0"
                     *       },
                     *       "results": [
                     *         {
                     *           "links": {
                     *             "self": "http://localhost:8420/one/v1/invoices/INV-000001",
                     *             "pdf": "http://localhost:8420/one/v1/invoices/INV-000001/pdf"
                     *           },
                     *           "number": "INV-000001",
                     *           "kind": "invoice",
                     *           "title": "Tax Invoice",
                     *           "month": "2026-11",
                     *           "issuedAt": "2026-11-24T10:00:46.000Z",
                     *           "seller": {
                     *             "name": "Tefo",
                     *             "address": "1 Long Street, Cape Town",
                     *             "vatNumber": "4123456789"
                     *           },
                     *           "buyer": {
                     *             "name": "Karoo Books",
                     *             "address": null,
                     *             "vatNumber": null
                     *           },
                     *           "lines": [
                     *             {
                     *               "description": "Fees for payments received",
                     *               "quantity": 1,
                     *               "vatRate": 15,
                     *               "net": {
                     *                 "currency": "ZAR",
                     *                 "value": 2
                     *               },
                     *               "vat": {
                     *                 "currency": "ZAR",
                     *                 "value": 0.3
                     *               },
                     *               "total": {
                     *                 "currency": "ZAR",
                     *                 "value": 2.3
                     *               }
                     *             }
                     *           ],
                     *           "net": {
                     *             "currency": "ZAR",
                     *             "value": 2
                     *           },
                     *           "vat": {
                     *             "currency": "ZAR",
                     *             "value": 0.3
                     *           },
                     *           "total": {
                     *             "currency": "ZAR",
                     *             "value": 2.3
                     *           },
                     *           "corrects": null
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "count": 1,
                     *         "hasMore": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The addresses of the object and of related resources.
                         * @example {
                         *       "self": "http://localhost:8420/one/v1/invoices?month=2026-11&limit=50&offset=0",
                         *       "first": "http://localhost:8420/one/v1/invoices?month=2026-11&limit=50&offset=0"
                         *     }
                         */
                        links: {
                            /**
                             * Format: uri
                             * @description The address of this object, or of this page of a list.
                             * @example http://localhost:8420/one/v1/invoices?month=2026-11&limit=50&offset=0
                             */
                            self: string;
                            /**
                             * Format: uri
                             * @description The address of the first page.
                             * @example http://localhost:8420/one/v1/invoices?month=2026-11&limit=50&offset=0
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description The address of the next page; absent on the last one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=100
                             */
                            next?: string;
                            /**
                             * Format: uri
                             * @description The address of the previous page; absent on the first one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=0
                             */
                            prev?: string;
                        };
                        /**
                         * @description The objects on this page.
                         * @example [
                         *       {
                         *         "links": {
                         *           "self": "http://localhost:8420/one/v1/invoices/INV-000001",
                         *           "pdf": "http://localhost:8420/one/v1/invoices/INV-000001/pdf"
                         *         },
                         *         "number": "INV-000001",
                         *         "kind": "invoice",
                         *         "title": "Tax Invoice",
                         *         "month": "2026-11",
                         *         "issuedAt": "2026-11-24T10:00:46.000Z",
                         *         "seller": {
                         *           "name": "Tefo",
                         *           "address": "1 Long Street, Cape Town",
                         *           "vatNumber": "4123456789"
                         *         },
                         *         "buyer": {
                         *           "name": "Karoo Books",
                         *           "address": null,
                         *           "vatNumber": null
                         *         },
                         *         "lines": [
                         *           {
                         *             "description": "Fees for payments received",
                         *             "quantity": 1,
                         *             "vatRate": 15,
                         *             "net": {
                         *               "currency": "ZAR",
                         *               "value": 2
                         *             },
                         *             "vat": {
                         *               "currency": "ZAR",
                         *               "value": 0.3
                         *             },
                         *             "total": {
                         *               "currency": "ZAR",
                         *               "value": 2.3
                         *             }
                         *           }
                         *         ],
                         *         "net": {
                         *           "currency": "ZAR",
                         *           "value": 2
                         *         },
                         *         "vat": {
                         *           "currency": "ZAR",
                         *           "value": 0.3
                         *         },
                         *         "total": {
                         *           "currency": "ZAR",
                         *           "value": 2.3
                         *         },
                         *         "corrects": null
                         *       }
                         *     ]
                         */
                        results: components["schemas"]["Invoice"][];
                        /**
                         * @description The position of this page in the list.
                         * @example {
                         *       "limit": 50,
                         *       "offset": 0,
                         *       "count": 1,
                         *       "hasMore": false
                         *     }
                         */
                        meta: {
                            /**
                             * @description The maximum number of results on a page.
                             * @example 50
                             */
                            limit: number;
                            /**
                             * @description The number of results before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description The number of results on this page.
                             * @example 1
                             */
                            count: number;
                            /**
                             * @description Whether there is another page.
                             * @example false
                             */
                            hasMore: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get invoice.
     *
     * `GET /invoices/{number}`
     */
    getInvoice: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The number of the invoice or credit note, such as INV-000001.
                 * @example INV-000001
                 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/invoices/INV-000001",
                     *         "pdf": "http://localhost:8420/one/v1/invoices/INV-000001/pdf"
                     *       },
                     *       "number": "INV-000001",
                     *       "kind": "invoice",
                     *       "title": "Tax Invoice",
                     *       "month": "2026-11",
                     *       "issuedAt": "2026-11-24T10:00:46.000Z",
                     *       "seller": {
                     *         "name": "Tefo",
                     *         "address": "1 Long Street, Cape Town",
                     *         "vatNumber": "4123456789"
                     *       },
                     *       "buyer": {
                     *         "name": "Karoo Books",
                     *         "address": null,
                     *         "vatNumber": null
                     *       },
                     *       "lines": [
                     *         {
                     *           "description": "Fees for payments received",
                     *           "quantity": 1,
                     *           "vatRate": 15,
                     *           "net": {
                     *             "currency": "ZAR",
                     *             "value": 2
                     *           },
                     *           "vat": {
                     *             "currency": "ZAR",
                     *             "value": 0.3
                     *           },
                     *           "total": {
                     *             "currency": "ZAR",
                     *             "value": 2.3
                     *           }
                     *         }
                     *       ],
                     *       "net": {
                     *         "currency": "ZAR",
                     *         "value": 2
                     *       },
                     *       "vat": {
                     *         "currency": "ZAR",
                     *         "value": 0.3
                     *       },
                     *       "total": {
                     *         "currency": "ZAR",
                     *         "value": 2.3
                     *       },
                     *       "corrects": null
                     *     }
                     */
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get invoice as PDF.
     *
     * `GET /invoices/{number}/pdf`
     */
    getInvoicePdf: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The number of the invoice or credit note, such as INV-000001.
                 * @example INV-000001
                 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * List reports.
     *
     * The files of scheduled reports, each period and version, the newest first.
     *
     * `GET /reports`
     */
    listReports: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of results on a page; default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The number of results to skip; default 0.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The start of the page, taken from a link of another page. Do not build it.
                 * @example WyJhZnRlciIsMTc5NTE2ODgxMDAwMCwiMDFhMWY4NjYtMzQxMC03OTE4LThiM2EtMTA0NjViZTU5YjUzIl0
                 */
                cursor?: string;
                /**
                 * @description Only the files of the scheduled report with this name.
                 * @example takings
                 */
                name?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/reports?name=takings&limit=50&offset=0",
                     *         "first": "http://localhost:8420/one/v1/reports?name=takings&limit=50&offset=0"
                     *       },
                     *       "results": [
                     *         {
                     *           "links": {
                     *             "self": "http://localhost:8420/one/v1/reports/01a20d00-3c68-7553-9a50-d1e3023e1c69",
                     *             "file": "http://localhost:8420/one/v1/reports/01a20d00-3c68-7553-9a50-d1e3023e1c69/file"
                     *           },
                     *           "id": "01a20d00-3c68-7553-9a50-d1e3023e1c69",
                     *           "name": "takings",
                     *           "kind": "transactions",
                     *           "period": "2026-11-23",
                     *           "version": 1,
                     *           "format": "csv",
                     *           "rows": 0,
                     *           "sha256": "908b8d2e2b384e64a349e4a2f9311e710af2ed2e24fc135386ec73327d9a337f",
                     *           "cutOff": "2026-11-24T10:00:49.000Z",
                     *           "availableUntil": "2026-12-29T10:00:49.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "count": 1,
                     *         "hasMore": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The addresses of the object and of related resources.
                         * @example {
                         *       "self": "http://localhost:8420/one/v1/reports?name=takings&limit=50&offset=0",
                         *       "first": "http://localhost:8420/one/v1/reports?name=takings&limit=50&offset=0"
                         *     }
                         */
                        links: {
                            /**
                             * Format: uri
                             * @description The address of this object, or of this page of a list.
                             * @example http://localhost:8420/one/v1/reports?name=takings&limit=50&offset=0
                             */
                            self: string;
                            /**
                             * Format: uri
                             * @description The address of the first page.
                             * @example http://localhost:8420/one/v1/reports?name=takings&limit=50&offset=0
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description The address of the next page; absent on the last one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=100
                             */
                            next?: string;
                            /**
                             * Format: uri
                             * @description The address of the previous page; absent on the first one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=0
                             */
                            prev?: string;
                        };
                        /**
                         * @description The objects on this page.
                         * @example [
                         *       {
                         *         "links": {
                         *           "self": "http://localhost:8420/one/v1/reports/01a20d00-3c68-7553-9a50-d1e3023e1c69",
                         *           "file": "http://localhost:8420/one/v1/reports/01a20d00-3c68-7553-9a50-d1e3023e1c69/file"
                         *         },
                         *         "id": "01a20d00-3c68-7553-9a50-d1e3023e1c69",
                         *         "name": "takings",
                         *         "kind": "transactions",
                         *         "period": "2026-11-23",
                         *         "version": 1,
                         *         "format": "csv",
                         *         "rows": 0,
                         *         "sha256": "908b8d2e2b384e64a349e4a2f9311e710af2ed2e24fc135386ec73327d9a337f",
                         *         "cutOff": "2026-11-24T10:00:49.000Z",
                         *         "availableUntil": "2026-12-29T10:00:49.000Z"
                         *       }
                         *     ]
                         */
                        results: components["schemas"]["Report"][];
                        /**
                         * @description The position of this page in the list.
                         * @example {
                         *       "limit": 50,
                         *       "offset": 0,
                         *       "count": 1,
                         *       "hasMore": false
                         *     }
                         */
                        meta: {
                            /**
                             * @description The maximum number of results on a page.
                             * @example 50
                             */
                            limit: number;
                            /**
                             * @description The number of results before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description The number of results on this page.
                             * @example 1
                             */
                            count: number;
                            /**
                             * @description Whether there is another page.
                             * @example false
                             */
                            hasMore: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get report.
     *
     * `GET /reports/{id}`
     */
    getReport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a20d00-3c68-7553-9a50-d1e3023e1c69
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/reports/01a20d00-3c68-7553-9a50-d1e3023e1c69",
                     *         "file": "http://localhost:8420/one/v1/reports/01a20d00-3c68-7553-9a50-d1e3023e1c69/file"
                     *       },
                     *       "id": "01a20d00-3c68-7553-9a50-d1e3023e1c69",
                     *       "name": "takings",
                     *       "kind": "transactions",
                     *       "period": "2026-11-23",
                     *       "version": 1,
                     *       "format": "csv",
                     *       "rows": 0,
                     *       "sha256": "908b8d2e2b384e64a349e4a2f9311e710af2ed2e24fc135386ec73327d9a337f",
                     *       "cutOff": "2026-11-24T10:00:49.000Z",
                     *       "availableUntil": "2026-12-29T10:00:49.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Report"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get file of report.
     *
     * The rows as CSV or as a workbook, whole: Content-Length has its size. 404 once the content was deleted.
     *
     * `GET /reports/{id}/file`
     */
    getReportFile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a20d00-3c68-7553-9a50-d1e3023e1c69
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * List subscriptions.
     *
     * `GET /subscriptions`
     */
    listSubscriptions: {
        parameters: {
            query?: {
                /**
                 * @description The first day, inclusive, in South African time; a time part is discarded.
                 * @example 2026-11-20
                 */
                fromDate?: string;
                /**
                 * @description The last day, inclusive, in South African time; a time part is discarded.
                 * @example 2026-11-20
                 */
                toDate?: string;
                /**
                 * @description The maximum number of results on a page; default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The number of results to skip; default 0.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The start of the page, taken from a link of another page. Do not build it.
                 * @example WyJhZnRlciIsMTc5NTE2ODgxMDAwMCwiMDFhMWY4NjYtMzQxMC03OTE4LThiM2EtMTA0NjViZTU5YjUzIl0
                 */
                cursor?: string;
                /**
                 * @description Only objects of the site with this code; default all sites.
                 * @example KARKAR1234
                 */
                siteCode?: string;
                /**
                 * @description Only objects with this status.
                 * @example PendingAuthorization
                 */
                status?: "PendingAuthorization" | "Active" | "Unknown" | "Canceled" | "Completed" | "Expired" | "Failed";
                /**
                 * @description Only objects with this reference of the merchant.
                 * @example ORDER-1
                 */
                merchantReference?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/subscriptions?fromDate=2026-11-20&toDate=2026-11-20&status=PendingAuthorization&limit=50&offset=0",
                     *         "first": "http://localhost:8420/one/v1/subscriptions?fromDate=2026-11-20&toDate=2026-11-20&status=PendingAuthorization&limit=50&offset=0"
                     *       },
                     *       "results": [
                     *         {
                     *           "subscriptionId": "01a1f866-7a60-7464-8150-16eeea87e4c6",
                     *           "status": "PendingAuthorization",
                     *           "siteCode": "KARKAR1234",
                     *           "amount": {
                     *             "currency": "ZAR",
                     *             "value": 99.5
                     *           },
                     *           "amountConstraints": {
                     *             "minimumValue": 50,
                     *             "maximumValue": 200
                     *           },
                     *           "maxAdhocCharges": 6,
                     *           "maxAdhocTotal": {
                     *             "currency": "ZAR",
                     *             "value": 600
                     *           },
                     *           "description": "The weekly box",
                     *           "merchantReference": "BOX-17",
                     *           "bankReference": "BOX 17",
                     *           "frequency": "Monthly",
                     *           "firstPaymentDate": "2030-01-31",
                     *           "occurrences": 12,
                     *           "redirectUrl": "http://localhost:8420/subscribe/01a1f866-7a60-7464-8150-16eeea87e4c6",
                     *           "manageUrl": "http://localhost:8420/subscriber/AaH4ZnpgdGSBUBbuqofkxq2b3V1bJx0c4hQGmZx3S2o",
                     *           "links": {
                     *             "self": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6",
                     *             "cancel": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6/cancel",
                     *             "transactions": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6/transactions"
                     *           }
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "count": 1,
                     *         "hasMore": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The addresses of the object and of related resources.
                         * @example {
                         *       "self": "http://localhost:8420/one/v1/subscriptions?fromDate=2026-11-20&toDate=2026-11-20&status=PendingAuthorization&limit=50&offset=0",
                         *       "first": "http://localhost:8420/one/v1/subscriptions?fromDate=2026-11-20&toDate=2026-11-20&status=PendingAuthorization&limit=50&offset=0"
                         *     }
                         */
                        links: {
                            /**
                             * Format: uri
                             * @description The address of this object, or of this page of a list.
                             * @example http://localhost:8420/one/v1/subscriptions?fromDate=2026-11-20&toDate=2026-11-20&status=PendingAuthorization&limit=50&offset=0
                             */
                            self: string;
                            /**
                             * Format: uri
                             * @description The address of the first page.
                             * @example http://localhost:8420/one/v1/subscriptions?fromDate=2026-11-20&toDate=2026-11-20&status=PendingAuthorization&limit=50&offset=0
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description The address of the next page; absent on the last one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=100
                             */
                            next?: string;
                            /**
                             * Format: uri
                             * @description The address of the previous page; absent on the first one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=0
                             */
                            prev?: string;
                        };
                        /**
                         * @description The objects on this page.
                         * @example [
                         *       {
                         *         "subscriptionId": "01a1f866-7a60-7464-8150-16eeea87e4c6",
                         *         "status": "PendingAuthorization",
                         *         "siteCode": "KARKAR1234",
                         *         "amount": {
                         *           "currency": "ZAR",
                         *           "value": 99.5
                         *         },
                         *         "amountConstraints": {
                         *           "minimumValue": 50,
                         *           "maximumValue": 200
                         *         },
                         *         "maxAdhocCharges": 6,
                         *         "maxAdhocTotal": {
                         *           "currency": "ZAR",
                         *           "value": 600
                         *         },
                         *         "description": "The weekly box",
                         *         "merchantReference": "BOX-17",
                         *         "bankReference": "BOX 17",
                         *         "frequency": "Monthly",
                         *         "firstPaymentDate": "2030-01-31",
                         *         "occurrences": 12,
                         *         "redirectUrl": "http://localhost:8420/subscribe/01a1f866-7a60-7464-8150-16eeea87e4c6",
                         *         "manageUrl": "http://localhost:8420/subscriber/AaH4ZnpgdGSBUBbuqofkxq2b3V1bJx0c4hQGmZx3S2o",
                         *         "links": {
                         *           "self": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6",
                         *           "cancel": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6/cancel",
                         *           "transactions": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6/transactions"
                         *         }
                         *       }
                         *     ]
                         */
                        results: components["schemas"]["Subscription"][];
                        /**
                         * @description The position of this page in the list.
                         * @example {
                         *       "limit": 50,
                         *       "offset": 0,
                         *       "count": 1,
                         *       "hasMore": false
                         *     }
                         */
                        meta: {
                            /**
                             * @description The maximum number of results on a page.
                             * @example 50
                             */
                            limit: number;
                            /**
                             * @description The number of results before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description The number of results on this page.
                             * @example 1
                             */
                            count: number;
                            /**
                             * @description Whether there is another page.
                             * @example false
                             */
                            hasMore: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Create subscription.
     *
     * `POST /subscriptions`
     */
    createSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body returns the first response again, with 200 instead of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "siteCode": "KARKAR1234",
                 *       "amount": {
                 *         "currency": "ZAR",
                 *         "value": 99.5
                 *       },
                 *       "amountConstraints": {
                 *         "minimumValue": 50,
                 *         "maximumValue": 200
                 *       },
                 *       "maxAdhocCharges": 6,
                 *       "maxAdhocTotal": {
                 *         "currency": "ZAR",
                 *         "value": 600
                 *       },
                 *       "description": "The weekly box",
                 *       "merchantReference": "BOX-17",
                 *       "bankReference": "BOX 17",
                 *       "frequency": "Monthly",
                 *       "firstPaymentDate": "2030-01-31",
                 *       "occurrences": 12,
                 *       "returnUrl": "https://shop.example/thanks",
                 *       "notifyUrl": "https://shop.example/notify",
                 *       "customer": {
                 *         "name": "Thandi Mokoena",
                 *         "email": "thandi@shop.example"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SubscriptionRequest"];
            };
        };
        responses: {
            /** @description An earlier request with the same Idempotency-Key created the object. Nothing was created now. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewSubscription"];
                };
            };
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "subscriptionId": "01a1f866-7a60-7464-8150-16eeea87e4c6",
                     *       "status": "PendingAuthorization",
                     *       "siteCode": "KARKAR1234",
                     *       "amount": {
                     *         "currency": "ZAR",
                     *         "value": 99.5
                     *       },
                     *       "amountConstraints": {
                     *         "minimumValue": 50,
                     *         "maximumValue": 200
                     *       },
                     *       "maxAdhocCharges": 6,
                     *       "maxAdhocTotal": {
                     *         "currency": "ZAR",
                     *         "value": 600
                     *       },
                     *       "description": "The weekly box",
                     *       "merchantReference": "BOX-17",
                     *       "bankReference": "BOX 17",
                     *       "frequency": "Monthly",
                     *       "firstPaymentDate": "2030-01-31",
                     *       "occurrences": 12,
                     *       "redirectUrl": "http://localhost:8420/subscribe/01a1f866-7a60-7464-8150-16eeea87e4c6",
                     *       "manageUrl": "http://localhost:8420/subscriber/AaH4ZnpgdGSBUBbuqofkxq2b3V1bJx0c4hQGmZx3S2o",
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6",
                     *         "cancel": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6/cancel",
                     *         "transactions": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6/transactions"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NewSubscription"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `Conflict`: The request conflicts with an earlier one. `PaymentMethodUnavailable`: No payment method is available. */
            409: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description One of the error codes of this operation.
                         * @example Conflict
                         * @enum {string}
                         */
                        code?: "Conflict" | "PaymentMethodUnavailable";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get subscription.
     *
     * `GET /subscriptions/{subscriptionId}`
     */
    getSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The subscription’s identifier, a UUID.
                 * @example 01a1f866-7a60-7464-8150-16eeea87e4c6
                 */
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "subscriptionId": "01a1f866-7a60-7464-8150-16eeea87e4c6",
                     *       "status": "PendingAuthorization",
                     *       "siteCode": "KARKAR1234",
                     *       "amount": {
                     *         "currency": "ZAR",
                     *         "value": 99.5
                     *       },
                     *       "amountConstraints": {
                     *         "minimumValue": 50,
                     *         "maximumValue": 200
                     *       },
                     *       "maxAdhocCharges": 6,
                     *       "maxAdhocTotal": {
                     *         "currency": "ZAR",
                     *         "value": 600
                     *       },
                     *       "description": "The weekly box",
                     *       "merchantReference": "BOX-17",
                     *       "bankReference": "BOX 17",
                     *       "frequency": "Monthly",
                     *       "firstPaymentDate": "2030-01-31",
                     *       "occurrences": 12,
                     *       "redirectUrl": "http://localhost:8420/subscribe/01a1f866-7a60-7464-8150-16eeea87e4c6",
                     *       "manageUrl": "http://localhost:8420/subscriber/AaH4ZnpgdGSBUBbuqofkxq2b3V1bJx0c4hQGmZx3S2o",
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6",
                     *         "cancel": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6/cancel",
                     *         "transactions": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6/transactions"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Cancel subscription.
     *
     * Repeating the request changes nothing.
     *
     * `POST /subscriptions/{subscriptionId}/cancel`
     */
    cancelSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body returns the first response again, with 200 instead of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The subscription’s identifier, a UUID.
                 * @example 01a1f866-7a60-7464-8150-16eeea87e4c6
                 */
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description `Conflict`: The request conflicts with an earlier one. `SubscriptionEnded`: The subscription has ended. */
            409: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description One of the error codes of this operation.
                         * @example Conflict
                         * @enum {string}
                         */
                        code?: "Conflict" | "SubscriptionEnded";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * List subscription transactions.
     *
     * `GET /subscriptions/{subscriptionId}/transactions`
     */
    listSubscriptionTransactions: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of results on a page; default 50.
                 * @example 2
                 */
                limit?: number;
                /**
                 * @description The number of results to skip; default 0.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The start of the page, taken from a link of another page. Do not build it.
                 * @example WyJhZnRlciIsMTc5NTE2ODgxMDAwMCwiMDFhMWY4NjYtMzQxMC03OTE4LThiM2EtMTA0NjViZTU5YjUzIl0
                 */
                cursor?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The subscription’s identifier, a UUID.
                 * @example 01a1f866-7a60-7464-8150-16eeea87e4c6
                 */
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6/transactions?limit=2&offset=0",
                     *         "first": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6/transactions?limit=2&offset=0"
                     *       },
                     *       "results": [
                     *         {
                     *           "id": "01a1f866-8618-7fd9-b0fa-e92c227210c5",
                     *           "type": "adhoc",
                     *           "amount": {
                     *             "currency": "ZAR",
                     *             "value": 60
                     *           },
                     *           "status": "Scheduled",
                     *           "dueDate": "2026-11-20",
                     *           "chargeDate": "2026-11-20",
                     *           "attempts": 0,
                     *           "createdDate": "2026-11-20T10:00:31.000Z"
                     *         },
                     *         {
                     *           "id": "01a1f866-8230-757c-ae3e-0bbc793c6fe4",
                     *           "type": "scheduled",
                     *           "occurrence": 1,
                     *           "amount": {
                     *             "currency": "ZAR",
                     *             "value": 99.5
                     *           },
                     *           "status": "Scheduled",
                     *           "dueDate": "2030-01-31",
                     *           "chargeDate": "2030-01-31",
                     *           "attempts": 0,
                     *           "createdDate": "2026-11-20T10:00:30.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 2,
                     *         "offset": 0,
                     *         "count": 2,
                     *         "hasMore": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The addresses of the object and of related resources.
                         * @example {
                         *       "self": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6/transactions?limit=2&offset=0",
                         *       "first": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6/transactions?limit=2&offset=0"
                         *     }
                         */
                        links: {
                            /**
                             * Format: uri
                             * @description The address of this object, or of this page of a list.
                             * @example http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6/transactions?limit=2&offset=0
                             */
                            self: string;
                            /**
                             * Format: uri
                             * @description The address of the first page.
                             * @example http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7464-8150-16eeea87e4c6/transactions?limit=2&offset=0
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description The address of the next page; absent on the last one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=100
                             */
                            next?: string;
                            /**
                             * Format: uri
                             * @description The address of the previous page; absent on the first one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=0
                             */
                            prev?: string;
                        };
                        /**
                         * @description The objects on this page.
                         * @example [
                         *       {
                         *         "id": "01a1f866-8618-7fd9-b0fa-e92c227210c5",
                         *         "type": "adhoc",
                         *         "amount": {
                         *           "currency": "ZAR",
                         *           "value": 60
                         *         },
                         *         "status": "Scheduled",
                         *         "dueDate": "2026-11-20",
                         *         "chargeDate": "2026-11-20",
                         *         "attempts": 0,
                         *         "createdDate": "2026-11-20T10:00:31.000Z"
                         *       },
                         *       {
                         *         "id": "01a1f866-8230-757c-ae3e-0bbc793c6fe4",
                         *         "type": "scheduled",
                         *         "occurrence": 1,
                         *         "amount": {
                         *           "currency": "ZAR",
                         *           "value": 99.5
                         *         },
                         *         "status": "Scheduled",
                         *         "dueDate": "2030-01-31",
                         *         "chargeDate": "2030-01-31",
                         *         "attempts": 0,
                         *         "createdDate": "2026-11-20T10:00:30.000Z"
                         *       }
                         *     ]
                         */
                        results: components["schemas"]["SubscriptionTransactionListItem"][];
                        /**
                         * @description The position of this page in the list.
                         * @example {
                         *       "limit": 2,
                         *       "offset": 0,
                         *       "count": 2,
                         *       "hasMore": false
                         *     }
                         */
                        meta: {
                            /**
                             * @description The maximum number of results on a page.
                             * @example 2
                             */
                            limit: number;
                            /**
                             * @description The number of results before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description The number of results on this page.
                             * @example 2
                             */
                            count: number;
                            /**
                             * @description Whether there is another page.
                             * @example false
                             */
                            hasMore: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Create subscription transaction (ad-hoc charge).
     *
     * `POST /subscriptions/{subscriptionId}/transactions`
     */
    createSubscriptionTransaction: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body returns the first response again, with 200 instead of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The subscription’s identifier, a UUID.
                 * @example 01a1f866-7a60-7464-8150-16eeea87e4c6
                 */
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": {
                 *         "currency": "ZAR",
                 *         "value": 60
                 *       },
                 *       "merchantReference": "EXTRA-1",
                 *       "description": "An extra box"
                 *     }
                 */
                "application/json": components["schemas"]["SubscriptionTransactionRequest"];
            };
        };
        responses: {
            /** @description An earlier request with the same Idempotency-Key created the object. Nothing was created now. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionTransactionListItem"];
                };
            };
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1f866-8618-7fd9-b0fa-e92c227210c5",
                     *       "type": "adhoc",
                     *       "amount": {
                     *         "currency": "ZAR",
                     *         "value": 60
                     *       },
                     *       "status": "Scheduled",
                     *       "dueDate": "2026-11-20",
                     *       "chargeDate": "2026-11-20",
                     *       "attempts": 0,
                     *       "createdDate": "2026-11-20T10:00:31.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SubscriptionTransactionListItem"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description `Conflict`: The request conflicts with an earlier one. `PaymentMethodUnavailable`: No payment method is available. `SubscriptionNotActive`: The subscription is not active. `AdhocChargesNotAuthorised`: Ad-hoc charges not authorised. `SubscriptionLimitReached`: The limit of ad-hoc charges is reached. */
            409: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description One of the error codes of this operation.
                         * @example Conflict
                         * @enum {string}
                         */
                        code?: "Conflict" | "PaymentMethodUnavailable" | "SubscriptionNotActive" | "AdhocChargesNotAuthorised" | "SubscriptionLimitReached";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * List webhook subscriptions.
     *
     * `GET /webhooks`
     */
    listWebhooks: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of results on a page; default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The number of results to skip; default 0.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The start of the page, taken from a link of another page. Do not build it.
                 * @example WyJhZnRlciIsMTc5NTE2ODgxMDAwMCwiMDFhMWY4NjYtMzQxMC03OTE4LThiM2EtMTA0NjViZTU5YjUzIl0
                 */
                cursor?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/webhooks?limit=50&offset=0",
                     *         "first": "http://localhost:8420/one/v1/webhooks?limit=50&offset=0"
                     *       },
                     *       "results": [
                     *         {
                     *           "id": "01a1f866-2088-70e7-a2cf-f3cf79f61c1d",
                     *           "endpoint": "https://shop.example/webhooks",
                     *           "eventType": "refund.complete",
                     *           "messageType": "thin"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "count": 1,
                     *         "hasMore": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The addresses of the object and of related resources.
                         * @example {
                         *       "self": "http://localhost:8420/one/v1/webhooks?limit=50&offset=0",
                         *       "first": "http://localhost:8420/one/v1/webhooks?limit=50&offset=0"
                         *     }
                         */
                        links: {
                            /**
                             * Format: uri
                             * @description The address of this object, or of this page of a list.
                             * @example http://localhost:8420/one/v1/webhooks?limit=50&offset=0
                             */
                            self: string;
                            /**
                             * Format: uri
                             * @description The address of the first page.
                             * @example http://localhost:8420/one/v1/webhooks?limit=50&offset=0
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description The address of the next page; absent on the last one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=100
                             */
                            next?: string;
                            /**
                             * Format: uri
                             * @description The address of the previous page; absent on the first one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=0
                             */
                            prev?: string;
                        };
                        /**
                         * @description The objects on this page.
                         * @example [
                         *       {
                         *         "id": "01a1f866-2088-70e7-a2cf-f3cf79f61c1d",
                         *         "endpoint": "https://shop.example/webhooks",
                         *         "eventType": "refund.complete",
                         *         "messageType": "thin"
                         *       }
                         *     ]
                         */
                        results: components["schemas"]["Webhook"][];
                        /**
                         * @description The position of this page in the list.
                         * @example {
                         *       "limit": 50,
                         *       "offset": 0,
                         *       "count": 1,
                         *       "hasMore": false
                         *     }
                         */
                        meta: {
                            /**
                             * @description The maximum number of results on a page.
                             * @example 50
                             */
                            limit: number;
                            /**
                             * @description The number of results before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description The number of results on this page.
                             * @example 1
                             */
                            count: number;
                            /**
                             * @description Whether there is another page.
                             * @example false
                             */
                            hasMore: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Create webhook subscription.
     *
     * `POST /webhooks`
     */
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body returns the first response again, with 200 instead of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "endpoint": "https://shop.example/webhooks",
                 *       "eventType": "refund.complete",
                 *       "messageType": "thin"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookRequest"];
            };
        };
        responses: {
            /** @description An earlier request with the same Idempotency-Key created the object. Nothing was created now. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1f866-2088-70e7-a2cf-f3cf79f61c1d",
                     *       "endpoint": "https://shop.example/webhooks",
                     *       "eventType": "refund.complete",
                     *       "messageType": "thin"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `Conflict`: The request conflicts with an earlier one. `WebhookLimitReached`: Webhook limit reached (20 per merchant). */
            409: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description One of the error codes of this operation.
                         * @example Conflict
                         * @enum {string}
                         */
                        code?: "Conflict" | "WebhookLimitReached";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get webhook subscription.
     *
     * `GET /webhooks/{id}`
     */
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-2088-70e7-a2cf-f3cf79f61c1d
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1f866-2088-70e7-a2cf-f3cf79f61c1d",
                     *       "endpoint": "https://shop.example/webhooks",
                     *       "eventType": "refund.complete",
                     *       "messageType": "thin"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Update webhook subscription.
     *
     * An unknown id creates a webhook (201). A disabled webhook is enabled, and missed events are sent.
     *
     * `PUT /webhooks/{id}`
     */
    putWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body returns the first response again, with 200 instead of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-2088-70e7-a2cf-f3cf79f61c1d
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "endpoint": "https://shop.example/webhooks",
                 *       "eventType": "refund.complete",
                 *       "messageType": "full"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookRequest"];
            };
        };
        responses: {
            /** @description The object was updated. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1f866-2088-70e7-a2cf-f3cf79f61c1d",
                     *       "endpoint": "https://shop.example/webhooks",
                     *       "eventType": "refund.complete",
                     *       "messageType": "full"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description `Conflict`: The request conflicts with an earlier one. `WebhookLimitReached`: Webhook limit reached (20 per merchant). */
            409: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description One of the error codes of this operation.
                         * @example Conflict
                         * @enum {string}
                         */
                        code?: "Conflict" | "WebhookLimitReached";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Delete webhook subscription.
     *
     * Also succeeds if it is already deleted.
     *
     * `DELETE /webhooks/{id}`
     */
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-2088-70e7-a2cf-f3cf79f61c1d
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. The response has no body. */
            204: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Replay failed messages.
     *
     * `POST /webhooks/{id}/replay`
     */
    replayWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body returns the first response again, with 200 instead of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-2088-70e7-a2cf-f3cf79f61c1d
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-11-20T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["ReplayRequest"];
            };
        };
        responses: {
            /** @description The request was accepted. Its outcome follows later. */
            202: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description `Conflict`: The request conflicts with an earlier one. `WebhookDisabled`: The webhook is disabled. */
            409: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description One of the error codes of this operation.
                         * @example Conflict
                         * @enum {string}
                         */
                        code?: "Conflict" | "WebhookDisabled";
                    };
                };
            };
            /** @description `MessageArchived`: The message is archived. */
            410: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /**
                         * @description One of the error codes of this operation.
                         * @example MessageArchived
                         * @enum {string}
                         */
                        code?: "MessageArchived";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get webhook secret.
     *
     * `GET /webhooks/{id}/secret`
     */
    getWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-2088-70e7-a2cf-f3cf79f61c1d
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secret": "whsec_ZXhhbXBsZQ=="
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get payment methods.
     *
     * `GET /paymentmethods`
     */
    listPaymentMethods: {
        parameters: {
            query: {
                /**
                 * @description Only objects of the site with this code; default all sites.
                 * @example KARKAR1234
                 */
                siteCode: string;
                /**
                 * @description The ISO 3166 alpha-2 code of the country.
                 * @example ZA
                 */
                region?: string;
                /**
                 * @description The maximum number of results on a page; default 50.
                 * @example 2
                 */
                limit?: number;
                /**
                 * @description The number of results to skip; default 0.
                 * @example 0
                 */
                offset?: number;
            };
            header?: {
                /**
                 * @description The IP address of the customer, from which a region can be derived.
                 * @example 203.0.113.7
                 */
                "X-Forwarded-For"?: string;
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/paymentmethods?siteCode=KARKAR1234&limit=2&offset=0",
                     *         "first": "http://localhost:8420/one/v1/paymentmethods?siteCode=KARKAR1234&limit=2&offset=0",
                     *         "next": "http://localhost:8420/one/v1/paymentmethods?siteCode=KARKAR1234&limit=2&offset=2"
                     *       },
                     *       "results": [
                     *         {
                     *           "id": "redirect",
                     *           "type": "redirect",
                     *           "name": "Hosted checkout",
                     *           "description": "The customer chooses a bank on the hosted checkout and pays there.",
                     *           "minimumAmount": 0.01,
                     *           "maximumAmount": 9999999999.99,
                     *           "available": true,
                     *           "institutions": [
                     *             {
                     *               "id": "de300b4a-0000-4000-8000-000000000001",
                     *               "name": "Demo Bank",
                     *               "logoUrl": null,
                     *               "available": true
                     *             },
                     *             {
                     *               "id": "4816019c-3314-4c80-8b6b-b2cd16dcc4ec",
                     *               "name": "FNB",
                     *               "logoUrl": null,
                     *               "available": true
                     *             },
                     *             {
                     *               "id": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
                     *               "name": "Capitec",
                     *               "logoUrl": null,
                     *               "available": true
                     *             },
                     *             {
                     *               "id": "ad7d8da4-1723-4066-94bb-6662d845e483",
                     *               "name": "Standard Bank",
                     *               "logoUrl": null,
                     *               "available": true
                     *             },
                     *             {
                     *               "id": "d3889df6-cdac-4861-9d64-2b100fb7ed07",
                     *               "name": "Nedbank",
                     *               "logoUrl": null,
                     *               "available": true
                     *             },
                     *             {
                     *               "id": "3f1d2c7a-5b0e-4a86-9c41-7e2a90d4b6f1",
                     *               "name": "Absa",
                     *               "logoUrl": null,
                     *               "available": true
                     *             },
                     *             {
                     *               "id": "8a64e0d5-92c3-4f17-b5de-1c07f3a8e924",
                     *               "name": "Investec",
                     *               "logoUrl": null,
                     *               "available": true
                     *             },
                     *             {
                     *               "id": "c5b7f913-0d6a-4e28-8f34-a9e1625c7d80",
                     *               "name": "TymeBank",
                     *               "logoUrl": null,
                     *               "available": true
                     *             },
                     *             {
                     *               "id": "e20941b8-7c5f-4d93-a6e7-58b3d0f2c14a",
                     *               "name": "African Bank",
                     *               "logoUrl": null,
                     *               "available": true
                     *             },
                     *             {
                     *               "id": "17d8a36e-b4f2-4c09-93a5-f60c2e7b91d3",
                     *               "name": "Discovery",
                     *               "logoUrl": null,
                     *               "available": true
                     *             },
                     *             {
                     *               "id": "69f05c2b-e813-4b7d-8d50-34c9a1e6f072",
                     *               "name": "Bidvest",
                     *               "logoUrl": null,
                     *               "available": true
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "id": "payshap",
                     *           "type": "payshap",
                     *           "name": "PayShap",
                     *           "description": "An instant payment from an account at the chosen bank.",
                     *           "minimumAmount": 0.01,
                     *           "maximumAmount": 50000,
                     *           "available": true,
                     *           "institutions": [
                     *             {
                     *               "id": "de300b4a-0000-4000-8000-000000000001",
                     *               "name": "Demo Bank",
                     *               "logoUrl": null,
                     *               "available": true
                     *             },
                     *             {
                     *               "id": "4816019c-3314-4c80-8b6b-b2cd16dcc4ec",
                     *               "name": "FNB",
                     *               "logoUrl": null,
                     *               "available": true
                     *             },
                     *             {
                     *               "id": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
                     *               "name": "Capitec",
                     *               "logoUrl": null,
                     *               "available": true
                     *             },
                     *             {
                     *               "id": "ad7d8da4-1723-4066-94bb-6662d845e483",
                     *               "name": "Standard Bank",
                     *               "logoUrl": null,
                     *               "available": true
                     *             },
                     *             {
                     *               "id": "d3889df6-cdac-4861-9d64-2b100fb7ed07",
                     *               "name": "Nedbank",
                     *               "logoUrl": null,
                     *               "available": true
                     *             },
                     *             {
                     *               "id": "3f1d2c7a-5b0e-4a86-9c41-7e2a90d4b6f1",
                     *               "name": "Absa",
                     *               "logoUrl": null,
                     *               "available": true
                     *             },
                     *             {
                     *               "id": "8a64e0d5-92c3-4f17-b5de-1c07f3a8e924",
                     *               "name": "Investec",
                     *               "logoUrl": null,
                     *               "available": true
                     *             },
                     *             {
                     *               "id": "c5b7f913-0d6a-4e28-8f34-a9e1625c7d80",
                     *               "name": "TymeBank",
                     *               "logoUrl": null,
                     *               "available": true
                     *             },
                     *             {
                     *               "id": "e20941b8-7c5f-4d93-a6e7-58b3d0f2c14a",
                     *               "name": "African Bank",
                     *               "logoUrl": null,
                     *               "available": true
                     *             },
                     *             {
                     *               "id": "17d8a36e-b4f2-4c09-93a5-f60c2e7b91d3",
                     *               "name": "Discovery",
                     *               "logoUrl": null,
                     *               "available": true
                     *             },
                     *             {
                     *               "id": "69f05c2b-e813-4b7d-8d50-34c9a1e6f072",
                     *               "name": "Bidvest",
                     *               "logoUrl": null,
                     *               "available": true
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 2,
                     *         "offset": 0,
                     *         "count": 2,
                     *         "hasMore": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The addresses of the object and of related resources.
                         * @example {
                         *       "self": "http://localhost:8420/one/v1/paymentmethods?siteCode=KARKAR1234&limit=2&offset=0",
                         *       "first": "http://localhost:8420/one/v1/paymentmethods?siteCode=KARKAR1234&limit=2&offset=0",
                         *       "next": "http://localhost:8420/one/v1/paymentmethods?siteCode=KARKAR1234&limit=2&offset=2"
                         *     }
                         */
                        links: {
                            /**
                             * Format: uri
                             * @description The address of this object, or of this page of a list.
                             * @example http://localhost:8420/one/v1/paymentmethods?siteCode=KARKAR1234&limit=2&offset=0
                             */
                            self: string;
                            /**
                             * Format: uri
                             * @description The address of the first page.
                             * @example http://localhost:8420/one/v1/paymentmethods?siteCode=KARKAR1234&limit=2&offset=0
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description The address of the next page; absent on the last one.
                             * @example http://localhost:8420/one/v1/paymentmethods?siteCode=KARKAR1234&limit=2&offset=2
                             */
                            next?: string;
                            /**
                             * Format: uri
                             * @description The address of the previous page; absent on the first one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=0
                             */
                            prev?: string;
                        };
                        /**
                         * @description The objects on this page.
                         * @example [
                         *       {
                         *         "id": "redirect",
                         *         "type": "redirect",
                         *         "name": "Hosted checkout",
                         *         "description": "The customer chooses a bank on the hosted checkout and pays there.",
                         *         "minimumAmount": 0.01,
                         *         "maximumAmount": 9999999999.99,
                         *         "available": true,
                         *         "institutions": [
                         *           {
                         *             "id": "de300b4a-0000-4000-8000-000000000001",
                         *             "name": "Demo Bank",
                         *             "logoUrl": null,
                         *             "available": true
                         *           },
                         *           {
                         *             "id": "4816019c-3314-4c80-8b6b-b2cd16dcc4ec",
                         *             "name": "FNB",
                         *             "logoUrl": null,
                         *             "available": true
                         *           },
                         *           {
                         *             "id": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
                         *             "name": "Capitec",
                         *             "logoUrl": null,
                         *             "available": true
                         *           },
                         *           {
                         *             "id": "ad7d8da4-1723-4066-94bb-6662d845e483",
                         *             "name": "Standard Bank",
                         *             "logoUrl": null,
                         *             "available": true
                         *           },
                         *           {
                         *             "id": "d3889df6-cdac-4861-9d64-2b100fb7ed07",
                         *             "name": "Nedbank",
                         *             "logoUrl": null,
                         *             "available": true
                         *           },
                         *           {
                         *             "id": "3f1d2c7a-5b0e-4a86-9c41-7e2a90d4b6f1",
                         *             "name": "Absa",
                         *             "logoUrl": null,
                         *             "available": true
                         *           },
                         *           {
                         *             "id": "8a64e0d5-92c3-4f17-b5de-1c07f3a8e924",
                         *             "name": "Investec",
                         *             "logoUrl": null,
                         *             "available": true
                         *           },
                         *           {
                         *             "id": "c5b7f913-0d6a-4e28-8f34-a9e1625c7d80",
                         *             "name": "TymeBank",
                         *             "logoUrl": null,
                         *             "available": true
                         *           },
                         *           {
                         *             "id": "e20941b8-7c5f-4d93-a6e7-58b3d0f2c14a",
                         *             "name": "African Bank",
                         *             "logoUrl": null,
                         *             "available": true
                         *           },
                         *           {
                         *             "id": "17d8a36e-b4f2-4c09-93a5-f60c2e7b91d3",
                         *             "name": "Discovery",
                         *             "logoUrl": null,
                         *             "available": true
                         *           },
                         *           {
                         *             "id": "69f05c2b-e813-4b7d-8d50-34c9a1e6f072",
                         *             "name": "Bidvest",
                         *             "logoUrl": null,
                         *             "available": true
                         *           }
                         *         ]
                         *       },
                         *       {
                         *         "id": "payshap",
                         *         "type": "payshap",
                         *         "name": "PayShap",
                         *         "description": "An instant payment from an account at the chosen bank.",
                         *         "minimumAmount": 0.01,
                         *         "maximumAmount": 50000,
                         *         "available": true,
                         *         "institutions": [
                         *           {
                         *             "id": "de300b4a-0000-4000-8000-000000000001",
                         *             "name": "Demo Bank",
                         *             "logoUrl": null,
                         *             "available": true
                         *           },
                         *           {
                         *             "id": "4816019c-3314-4c80-8b6b-b2cd16dcc4ec",
                         *             "name": "FNB",
                         *             "logoUrl": null,
                         *             "available": true
                         *           },
                         *           {
                         *             "id": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
                         *             "name": "Capitec",
                         *             "logoUrl": null,
                         *             "available": true
                         *           },
                         *           {
                         *             "id": "ad7d8da4-1723-4066-94bb-6662d845e483",
                         *             "name": "Standard Bank",
                         *             "logoUrl": null,
                         *             "available": true
                         *           },
                         *           {
                         *             "id": "d3889df6-cdac-4861-9d64-2b100fb7ed07",
                         *             "name": "Nedbank",
                         *             "logoUrl": null,
                         *             "available": true
                         *           },
                         *           {
                         *             "id": "3f1d2c7a-5b0e-4a86-9c41-7e2a90d4b6f1",
                         *             "name": "Absa",
                         *             "logoUrl": null,
                         *             "available": true
                         *           },
                         *           {
                         *             "id": "8a64e0d5-92c3-4f17-b5de-1c07f3a8e924",
                         *             "name": "Investec",
                         *             "logoUrl": null,
                         *             "available": true
                         *           },
                         *           {
                         *             "id": "c5b7f913-0d6a-4e28-8f34-a9e1625c7d80",
                         *             "name": "TymeBank",
                         *             "logoUrl": null,
                         *             "available": true
                         *           },
                         *           {
                         *             "id": "e20941b8-7c5f-4d93-a6e7-58b3d0f2c14a",
                         *             "name": "African Bank",
                         *             "logoUrl": null,
                         *             "available": true
                         *           },
                         *           {
                         *             "id": "17d8a36e-b4f2-4c09-93a5-f60c2e7b91d3",
                         *             "name": "Discovery",
                         *             "logoUrl": null,
                         *             "available": true
                         *           },
                         *           {
                         *             "id": "69f05c2b-e813-4b7d-8d50-34c9a1e6f072",
                         *             "name": "Bidvest",
                         *             "logoUrl": null,
                         *             "available": true
                         *           }
                         *         ]
                         *       }
                         *     ]
                         */
                        results: components["schemas"]["PaymentMethod"][];
                        /**
                         * @description The position of this page in the list.
                         * @example {
                         *       "limit": 2,
                         *       "offset": 0,
                         *       "count": 2,
                         *       "hasMore": true
                         *     }
                         */
                        meta: {
                            /**
                             * @description The maximum number of results on a page.
                             * @example 2
                             */
                            limit: number;
                            /**
                             * @description The number of results before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description The number of results on this page.
                             * @example 2
                             */
                            count: number;
                            /**
                             * @description Whether there is another page.
                             * @example true
                             */
                            hasMore: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get regions.
     *
     * `GET /regions`
     */
    listRegions: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of results on a page; default 50.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The number of results to skip; default 0.
                 * @example 0
                 */
                offset?: number;
            };
            header?: {
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/regions?limit=50&offset=0",
                     *         "first": "http://localhost:8420/one/v1/regions?limit=50&offset=0"
                     *       },
                     *       "results": [
                     *         {
                     *           "code": "ZA",
                     *           "name": "South Africa",
                     *           "currency": "ZAR"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "count": 1,
                     *         "hasMore": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The addresses of the object and of related resources.
                         * @example {
                         *       "self": "http://localhost:8420/one/v1/regions?limit=50&offset=0",
                         *       "first": "http://localhost:8420/one/v1/regions?limit=50&offset=0"
                         *     }
                         */
                        links: {
                            /**
                             * Format: uri
                             * @description The address of this object, or of this page of a list.
                             * @example http://localhost:8420/one/v1/regions?limit=50&offset=0
                             */
                            self: string;
                            /**
                             * Format: uri
                             * @description The address of the first page.
                             * @example http://localhost:8420/one/v1/regions?limit=50&offset=0
                             */
                            first: string;
                            /**
                             * Format: uri
                             * @description The address of the next page; absent on the last one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=100
                             */
                            next?: string;
                            /**
                             * Format: uri
                             * @description The address of the previous page; absent on the first one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=0
                             */
                            prev?: string;
                        };
                        /**
                         * @description The objects on this page.
                         * @example [
                         *       {
                         *         "code": "ZA",
                         *         "name": "South Africa",
                         *         "currency": "ZAR"
                         *       }
                         *     ]
                         */
                        results: components["schemas"]["Region"][];
                        /**
                         * @description The position of this page in the list.
                         * @example {
                         *       "limit": 50,
                         *       "offset": 0,
                         *       "count": 1,
                         *       "hasMore": false
                         *     }
                         */
                        meta: {
                            /**
                             * @description The maximum number of results on a page.
                             * @example 50
                             */
                            limit: number;
                            /**
                             * @description The number of results before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description The number of results on this page.
                             * @example 1
                             */
                            count: number;
                            /**
                             * @description Whether there is another page.
                             * @example false
                             */
                            hasMore: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Bank account verification.
     *
     * `POST /bankaccount/verify`
     */
    verifyBankAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body returns the first response again, with 200 instead of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Identifies the request in logs. If one is sent, the same one is returned.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accountNumber": "9000000001",
                 *       "branchCode": "999999",
                 *       "identity": {
                 *         "type": "said",
                 *         "identifier": "8001015009087"
                 *       },
                 *       "initials": "T",
                 *       "surname": "Mokoena"
                 *     }
                 */
                "application/json": components["schemas"]["AccountVerificationRequest"];
            };
        };
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1f866-1ca0-7ea4-9101-4db8b578878c",
                     *       "status": "Verified",
                     *       "reason": null,
                     *       "checkDigit": "NotChecked",
                     *       "checks": {
                     *         "accountExists": true,
                     *         "accountOpen": true,
                     *         "identityMatches": true,
                     *         "nameMatches": true,
                     *         "acceptsCredits": true,
                     *         "acceptsDebits": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountVerification"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "transaction.completeMessage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransactionCompleteThin"] | components["schemas"]["TransactionCompleteFull"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "transaction.pendingMessage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "transaction.pending",
                 *       "timestamp": "2026-11-20T10:00:05.000Z",
                 *       "sequence": 1,
                 *       "data": {
                 *         "id": "01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
                 *         "status": "Pending",
                 *         "reason": null
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The type of the event.
                     * @example transaction.pending
                     * @enum {string}
                     */
                    type: "transaction.pending";
                    /**
                     * Format: date-time
                     * @description The time of the event, in UTC, by the clock of the service.
                     * @example 2026-11-20T10:00:05.000Z
                     */
                    timestamp: string;
                    /**
                     * @description The number of the event among those of the object; it increases by one.
                     * @example 1
                     */
                    sequence: number;
                    /**
                     * @description The subject of the message.
                     * @example {
                     *       "id": "01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
                     *       "status": "Pending",
                     *       "reason": null
                     *     }
                     */
                    data: {
                        /**
                         * Format: uuid
                         * @description The identifier of the transaction, refund or subscription that the message is about.
                         * @example 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
                         */
                        id: string;
                        /**
                         * @description The status of the transaction: it is waiting for its deposit.
                         * @example Pending
                         * @enum {string}
                         */
                        status: "Pending";
                        /**
                         * @description The reason for the outcome, as text for people; null without a reason.
                         * @example The customer cancelled the payment
                         */
                        reason: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "refund.completeMessage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundCompleteThin"] | components["schemas"]["RefundCompleteFull"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "subscription.authorization.approvedMessage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "subscription.authorization.approved",
                 *       "timestamp": "2026-11-20T10:00:05.000Z",
                 *       "sequence": 1,
                 *       "data": {
                 *         "id": "01a1f866-7a60-7111-84e9-66e09200153a",
                 *         "status": "Active",
                 *         "reason": null,
                 *         "merchantReference": "BOX-17"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The type of the event.
                     * @example subscription.authorization.approved
                     * @enum {string}
                     */
                    type: "subscription.authorization.approved";
                    /**
                     * Format: date-time
                     * @description The time of the event, in UTC, by the clock of the service.
                     * @example 2026-11-20T10:00:05.000Z
                     */
                    timestamp: string;
                    /**
                     * @description The number of the event among those of the object; it increases by one.
                     * @example 1
                     */
                    sequence: number;
                    /**
                     * @description The subject of the message.
                     * @example {
                     *       "id": "01a1f866-7a60-7111-84e9-66e09200153a",
                     *       "status": "Active",
                     *       "reason": null,
                     *       "merchantReference": "BOX-17"
                     *     }
                     */
                    data: {
                        /**
                         * Format: uuid
                         * @description The identifier of the transaction, refund or subscription that the message is about.
                         * @example 01a1f866-7a60-7111-84e9-66e09200153a
                         */
                        id: string;
                        /**
                         * @description The status of the subscription after the event.
                         * @example Active
                         * @enum {string}
                         */
                        status: "PendingAuthorization" | "Active" | "Unknown" | "Canceled" | "Completed" | "Expired" | "Failed";
                        /**
                         * @description The reason for the outcome, as text for people; null without a reason.
                         * @example The customer cancelled the payment
                         */
                        reason: string | null;
                        /**
                         * @description The merchant’s reference, such as an order number.
                         * @example BOX-17
                         */
                        merchantReference: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "subscription.authorization.declinedMessage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "subscription.authorization.declined",
                 *       "timestamp": "2026-11-20T10:00:05.000Z",
                 *       "sequence": 1,
                 *       "data": {
                 *         "id": "01a1f866-7a60-7111-84e9-66e09200153a",
                 *         "status": "Failed",
                 *         "reason": "declined by the customer",
                 *         "merchantReference": "BOX-17"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The type of the event.
                     * @example subscription.authorization.declined
                     * @enum {string}
                     */
                    type: "subscription.authorization.declined";
                    /**
                     * Format: date-time
                     * @description The time of the event, in UTC, by the clock of the service.
                     * @example 2026-11-20T10:00:05.000Z
                     */
                    timestamp: string;
                    /**
                     * @description The number of the event among those of the object; it increases by one.
                     * @example 1
                     */
                    sequence: number;
                    /**
                     * @description The subject of the message.
                     * @example {
                     *       "id": "01a1f866-7a60-7111-84e9-66e09200153a",
                     *       "status": "Failed",
                     *       "reason": "declined by the customer",
                     *       "merchantReference": "BOX-17"
                     *     }
                     */
                    data: {
                        /**
                         * Format: uuid
                         * @description The identifier of the transaction, refund or subscription that the message is about.
                         * @example 01a1f866-7a60-7111-84e9-66e09200153a
                         */
                        id: string;
                        /**
                         * @description The status of the subscription after the event.
                         * @example Failed
                         * @enum {string}
                         */
                        status: "PendingAuthorization" | "Active" | "Unknown" | "Canceled" | "Completed" | "Expired" | "Failed";
                        /**
                         * @description The reason for the outcome, as text for people; null without a reason.
                         * @example declined by the customer
                         */
                        reason: string | null;
                        /**
                         * @description The merchant’s reference, such as an order number.
                         * @example BOX-17
                         */
                        merchantReference: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "subscription.payment.succeededMessage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "subscription.payment.succeeded",
                 *       "timestamp": "2026-11-20T10:00:05.000Z",
                 *       "sequence": 2,
                 *       "data": {
                 *         "id": "01a1f866-7a60-7111-84e9-66e09200153a",
                 *         "status": "Active",
                 *         "reason": null,
                 *         "merchantReference": "BOX-17",
                 *         "transactionId": "01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
                 *         "occurrence": 1,
                 *         "amount": {
                 *           "currency": "ZAR",
                 *           "value": 99.5
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The type of the event.
                     * @example subscription.payment.succeeded
                     * @enum {string}
                     */
                    type: "subscription.payment.succeeded";
                    /**
                     * Format: date-time
                     * @description The time of the event, in UTC, by the clock of the service.
                     * @example 2026-11-20T10:00:05.000Z
                     */
                    timestamp: string;
                    /**
                     * @description The number of the event among those of the object; it increases by one.
                     * @example 2
                     */
                    sequence: number;
                    /**
                     * @description The subject of the message.
                     * @example {
                     *       "id": "01a1f866-7a60-7111-84e9-66e09200153a",
                     *       "status": "Active",
                     *       "reason": null,
                     *       "merchantReference": "BOX-17",
                     *       "transactionId": "01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
                     *       "occurrence": 1,
                     *       "amount": {
                     *         "currency": "ZAR",
                     *         "value": 99.5
                     *       }
                     *     }
                     */
                    data: {
                        /**
                         * Format: uuid
                         * @description The identifier of the transaction, refund or subscription that the message is about.
                         * @example 01a1f866-7a60-7111-84e9-66e09200153a
                         */
                        id: string;
                        /**
                         * @description The status of the subscription after the event.
                         * @example Active
                         * @enum {string}
                         */
                        status: "PendingAuthorization" | "Active" | "Unknown" | "Canceled" | "Completed" | "Expired" | "Failed";
                        /**
                         * @description The reason for the outcome, as text for people; null without a reason.
                         * @example The customer cancelled the payment
                         */
                        reason: string | null;
                        /**
                         * @description The merchant’s reference, such as an order number.
                         * @example BOX-17
                         */
                        merchantReference: string;
                        /**
                         * Format: uuid
                         * @description The identifier of the latest transaction for the charge; absent without one.
                         * @example 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
                         */
                        transactionId?: string;
                        /**
                         * @description The number of the scheduled charge; absent for other charges.
                         * @example 1
                         */
                        occurrence?: number;
                        /**
                         * @description The amount charged, in rand.
                         * @example {
                         *       "currency": "ZAR",
                         *       "value": 99.5
                         *     }
                         */
                        amount: components["schemas"]["Amount"];
                    };
                };
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "subscription.payment.failedMessage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "subscription.payment.failed",
                 *       "timestamp": "2026-11-20T10:00:05.000Z",
                 *       "sequence": 3,
                 *       "data": {
                 *         "id": "01a1f866-7a60-7111-84e9-66e09200153a",
                 *         "status": "Active",
                 *         "reason": "not provided for",
                 *         "merchantReference": "BOX-17",
                 *         "transactionId": "01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
                 *         "occurrence": 2,
                 *         "amount": {
                 *           "currency": "ZAR",
                 *           "value": 99.5
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The type of the event.
                     * @example subscription.payment.failed
                     * @enum {string}
                     */
                    type: "subscription.payment.failed";
                    /**
                     * Format: date-time
                     * @description The time of the event, in UTC, by the clock of the service.
                     * @example 2026-11-20T10:00:05.000Z
                     */
                    timestamp: string;
                    /**
                     * @description The number of the event among those of the object; it increases by one.
                     * @example 3
                     */
                    sequence: number;
                    /**
                     * @description The subject of the message.
                     * @example {
                     *       "id": "01a1f866-7a60-7111-84e9-66e09200153a",
                     *       "status": "Active",
                     *       "reason": "not provided for",
                     *       "merchantReference": "BOX-17",
                     *       "transactionId": "01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
                     *       "occurrence": 2,
                     *       "amount": {
                     *         "currency": "ZAR",
                     *         "value": 99.5
                     *       }
                     *     }
                     */
                    data: {
                        /**
                         * Format: uuid
                         * @description The identifier of the transaction, refund or subscription that the message is about.
                         * @example 01a1f866-7a60-7111-84e9-66e09200153a
                         */
                        id: string;
                        /**
                         * @description The status of the subscription after the event.
                         * @example Active
                         * @enum {string}
                         */
                        status: "PendingAuthorization" | "Active" | "Unknown" | "Canceled" | "Completed" | "Expired" | "Failed";
                        /**
                         * @description The reason for the outcome, as text for people; null without a reason.
                         * @example not provided for
                         */
                        reason: string | null;
                        /**
                         * @description The merchant’s reference, such as an order number.
                         * @example BOX-17
                         */
                        merchantReference: string;
                        /**
                         * Format: uuid
                         * @description The identifier of the latest transaction for the charge; absent without one.
                         * @example 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
                         */
                        transactionId?: string;
                        /**
                         * @description The number of the scheduled charge; absent for other charges.
                         * @example 2
                         */
                        occurrence?: number;
                        /**
                         * @description The amount charged, in rand.
                         * @example {
                         *       "currency": "ZAR",
                         *       "value": 99.5
                         *     }
                         */
                        amount: components["schemas"]["Amount"];
                    };
                };
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "subscription.completedMessage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "subscription.completed",
                 *       "timestamp": "2026-11-20T10:00:05.000Z",
                 *       "sequence": 14,
                 *       "data": {
                 *         "id": "01a1f866-7a60-7111-84e9-66e09200153a",
                 *         "status": "Completed",
                 *         "reason": null,
                 *         "merchantReference": "BOX-17"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The type of the event.
                     * @example subscription.completed
                     * @enum {string}
                     */
                    type: "subscription.completed";
                    /**
                     * Format: date-time
                     * @description The time of the event, in UTC, by the clock of the service.
                     * @example 2026-11-20T10:00:05.000Z
                     */
                    timestamp: string;
                    /**
                     * @description The number of the event among those of the object; it increases by one.
                     * @example 14
                     */
                    sequence: number;
                    /**
                     * @description The subject of the message.
                     * @example {
                     *       "id": "01a1f866-7a60-7111-84e9-66e09200153a",
                     *       "status": "Completed",
                     *       "reason": null,
                     *       "merchantReference": "BOX-17"
                     *     }
                     */
                    data: {
                        /**
                         * Format: uuid
                         * @description The identifier of the transaction, refund or subscription that the message is about.
                         * @example 01a1f866-7a60-7111-84e9-66e09200153a
                         */
                        id: string;
                        /**
                         * @description The status of the subscription after the event.
                         * @example Completed
                         * @enum {string}
                         */
                        status: "PendingAuthorization" | "Active" | "Unknown" | "Canceled" | "Completed" | "Expired" | "Failed";
                        /**
                         * @description The reason for the outcome, as text for people; null without a reason.
                         * @example The customer cancelled the payment
                         */
                        reason: string | null;
                        /**
                         * @description The merchant’s reference, such as an order number.
                         * @example BOX-17
                         */
                        merchantReference: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "subscription.cancelledMessage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "subscription.cancelled",
                 *       "timestamp": "2026-11-20T10:00:05.000Z",
                 *       "sequence": 4,
                 *       "data": {
                 *         "id": "01a1f866-7a60-7111-84e9-66e09200153a",
                 *         "status": "Canceled",
                 *         "reason": "cancelled by the merchant",
                 *         "merchantReference": "BOX-17"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The type of the event.
                     * @example subscription.cancelled
                     * @enum {string}
                     */
                    type: "subscription.cancelled";
                    /**
                     * Format: date-time
                     * @description The time of the event, in UTC, by the clock of the service.
                     * @example 2026-11-20T10:00:05.000Z
                     */
                    timestamp: string;
                    /**
                     * @description The number of the event among those of the object; it increases by one.
                     * @example 4
                     */
                    sequence: number;
                    /**
                     * @description The subject of the message.
                     * @example {
                     *       "id": "01a1f866-7a60-7111-84e9-66e09200153a",
                     *       "status": "Canceled",
                     *       "reason": "cancelled by the merchant",
                     *       "merchantReference": "BOX-17"
                     *     }
                     */
                    data: {
                        /**
                         * Format: uuid
                         * @description The identifier of the transaction, refund or subscription that the message is about.
                         * @example 01a1f866-7a60-7111-84e9-66e09200153a
                         */
                        id: string;
                        /**
                         * @description The status of the subscription after the event.
                         * @example Canceled
                         * @enum {string}
                         */
                        status: "PendingAuthorization" | "Active" | "Unknown" | "Canceled" | "Completed" | "Expired" | "Failed";
                        /**
                         * @description The reason for the outcome, as text for people; null without a reason.
                         * @example cancelled by the merchant
                         */
                        reason: string | null;
                        /**
                         * @description The merchant’s reference, such as an order number.
                         * @example BOX-17
                         */
                        merchantReference: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "subscription.expiredMessage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "subscription.expired",
                 *       "timestamp": "2026-11-20T10:00:05.000Z",
                 *       "sequence": 1,
                 *       "data": {
                 *         "id": "01a1f866-7a60-7111-84e9-66e09200153a",
                 *         "status": "Expired",
                 *         "reason": "the customer did not authorise it in time",
                 *         "merchantReference": "BOX-17"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The type of the event.
                     * @example subscription.expired
                     * @enum {string}
                     */
                    type: "subscription.expired";
                    /**
                     * Format: date-time
                     * @description The time of the event, in UTC, by the clock of the service.
                     * @example 2026-11-20T10:00:05.000Z
                     */
                    timestamp: string;
                    /**
                     * @description The number of the event among those of the object; it increases by one.
                     * @example 1
                     */
                    sequence: number;
                    /**
                     * @description The subject of the message.
                     * @example {
                     *       "id": "01a1f866-7a60-7111-84e9-66e09200153a",
                     *       "status": "Expired",
                     *       "reason": "the customer did not authorise it in time",
                     *       "merchantReference": "BOX-17"
                     *     }
                     */
                    data: {
                        /**
                         * Format: uuid
                         * @description The identifier of the transaction, refund or subscription that the message is about.
                         * @example 01a1f866-7a60-7111-84e9-66e09200153a
                         */
                        id: string;
                        /**
                         * @description The status of the subscription after the event.
                         * @example Expired
                         * @enum {string}
                         */
                        status: "PendingAuthorization" | "Active" | "Unknown" | "Canceled" | "Completed" | "Expired" | "Failed";
                        /**
                         * @description The reason for the outcome, as text for people; null without a reason.
                         * @example the customer did not authorise it in time
                         */
                        reason: string | null;
                        /**
                         * @description The merchant’s reference, such as an order number.
                         * @example BOX-17
                         */
                        merchantReference: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "report.readyMessage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "report.ready",
                 *       "timestamp": "2026-11-20T10:00:05.000Z",
                 *       "sequence": 1,
                 *       "data": {
                 *         "id": "01a1f866-b3d4-7a19-9e27-4f8a1c6d5e90",
                 *         "status": "Ready",
                 *         "reason": null,
                 *         "name": "takings",
                 *         "kind": "transactions",
                 *         "period": "2026-11-19",
                 *         "version": 1,
                 *         "format": "csv",
                 *         "rows": 12,
                 *         "sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                 *         "links": {
                 *           "self": "http://localhost:8420/one/v1/reports/01a1f866-b3d4-7a19-9e27-4f8a1c6d5e90",
                 *           "file": "http://localhost:8420/one/v1/reports/01a1f866-b3d4-7a19-9e27-4f8a1c6d5e90/file"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The type of the event.
                     * @example report.ready
                     * @enum {string}
                     */
                    type: "report.ready";
                    /**
                     * Format: date-time
                     * @description The time of the event, in UTC, by the clock of the service.
                     * @example 2026-11-20T10:00:05.000Z
                     */
                    timestamp: string;
                    /**
                     * @description The number of the event among those of the object; it increases by one.
                     * @example 1
                     */
                    sequence: number;
                    /**
                     * @description The subject of the message.
                     * @example {
                     *       "id": "01a1f866-b3d4-7a19-9e27-4f8a1c6d5e90",
                     *       "status": "Ready",
                     *       "reason": null,
                     *       "name": "takings",
                     *       "kind": "transactions",
                     *       "period": "2026-11-19",
                     *       "version": 1,
                     *       "format": "csv",
                     *       "rows": 12,
                     *       "sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/reports/01a1f866-b3d4-7a19-9e27-4f8a1c6d5e90",
                     *         "file": "http://localhost:8420/one/v1/reports/01a1f866-b3d4-7a19-9e27-4f8a1c6d5e90/file"
                     *       }
                     *     }
                     */
                    data: {
                        /**
                         * Format: uuid
                         * @description The identifier of the transaction, refund or subscription that the message is about.
                         * @example 01a1f866-b3d4-7a19-9e27-4f8a1c6d5e90
                         */
                        id: string;
                        /**
                         * @description The status of the report: its file can be fetched.
                         * @example Ready
                         * @enum {string}
                         */
                        status: "Ready";
                        /**
                         * @description The reason for the outcome, as text for people; null without a reason.
                         * @example The customer cancelled the payment
                         */
                        reason: string | null;
                        /**
                         * @description The addresses of the object and of related resources.
                         * @example {
                         *       "self": "http://localhost:8420/one/v1/reports/01a1f866-b3d4-7a19-9e27-4f8a1c6d5e90",
                         *       "file": "http://localhost:8420/one/v1/reports/01a1f866-b3d4-7a19-9e27-4f8a1c6d5e90/file"
                         *     }
                         */
                        links: {
                            /**
                             * Format: uri
                             * @description The address of this object, or of this page of a list.
                             * @example http://localhost:8420/one/v1/reports/01a1f866-b3d4-7a19-9e27-4f8a1c6d5e90
                             */
                            self: string;
                            /**
                             * Format: uri
                             * @description The address of the file.
                             * @example http://localhost:8420/one/v1/reports/01a1f866-b3d4-7a19-9e27-4f8a1c6d5e90/file
                             */
                            file: string;
                        };
                        /**
                         * @description The name of the scheduled report.
                         * @example takings
                         */
                        name: string;
                        /**
                         * @description The rows of the report.
                         * @example transactions
                         * @enum {string}
                         */
                        kind: "transactions" | "settlements" | "fees" | "refunds" | "payouts" | "open-items";
                        /**
                         * @description The day, week or month of the rows, in South African time.
                         * @example 2026-11-19
                         */
                        period: string;
                        /**
                         * @description The version: a later one of the same period replaces it.
                         * @example 1
                         */
                        version: number;
                        /**
                         * @description The format of the file.
                         * @example csv
                         * @enum {string}
                         */
                        format: "csv" | "xlsx";
                        /**
                         * @description The number of rows.
                         * @example 12
                         */
                        rows: number;
                        /**
                         * @description The SHA-256 digest of the file, in lower-case hex.
                         * @example ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
                         */
                        sha256: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
