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
         * @description Ends a token of the client (RFC 7009), within five seconds wherever it is used. A token that has ended, or that never was one, is a 200 too.
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
         * @description Send the customer to redirectUrl. A failed attempt leaves the payment Created: the customer may try again until it expires.
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
         * @description Again, it changes nothing.
         */
        post: operations["cancelPayment"];
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
         * @description A payment that nobody has is an empty list.
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
         * @description A payment and its first transaction together.
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
         * @description The hosted checkout without its pages: selectInstitution, authenticate, then approve or decline; cancel at any time. 202: the bank has the payment and has not decided.
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
         * @description All of them or none: source.pointer names the item that is refused. Each item meets what those before it have left.
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
         * @description Again, it changes nothing.
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
        /** Request refund */
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
         * @description The line items of a settlement that nobody has are an empty list.
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
         * @description Again, it changes nothing.
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
         * @description One that is nobody’s is made (201). One that was disabled is enabled, and sent what it has missed.
         */
        put: operations["putWebhook"];
        post?: never;
        /**
         * Delete webhook subscription
         * @description Also where it is gone already.
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
         * A transaction has ended, well or badly
         * @description To webhooks, thin or full, and thin to the payment’s notifyUrl; once for each transaction. Signed as Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and the same three as `svix-…`. A message comes again until it is answered 2xx; its id stays the same.
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
         * @description Thin, to the payment’s notifyUrl only; once for each transaction, before its transaction.complete. Signed as Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and the same three as `svix-…`. A message comes again until it is answered 2xx; its id stays the same.
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
         * A refund has ended, well or badly
         * @description To webhooks, thin or full; thin to the refund’s notifyUrl instead, where it has one. Signed as Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and the same three as `svix-…`. A message comes again until it is answered 2xx; its id stays the same.
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
         * @description To the subscription’s notifyUrl. Signed as Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and the same three as `svix-…`. A message comes again until it is answered 2xx; its id stays the same.
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
         * @description To the subscription’s notifyUrl. Signed as Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and the same three as `svix-…`. A message comes again until it is answered 2xx; its id stays the same.
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
         * @description To the subscription’s notifyUrl. Signed as Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and the same three as `svix-…`. A message comes again until it is answered 2xx; its id stays the same.
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
         * A charge was given up after its retries
         * @description To the subscription’s notifyUrl. Signed as Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and the same three as `svix-…`. A message comes again until it is answered 2xx; its id stays the same.
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
         * All charges are over
         * @description To the subscription’s notifyUrl. Signed as Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and the same three as `svix-…`. A message comes again until it is answered 2xx; its id stays the same.
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
         * A subscription was cancelled: nothing more is charged
         * @description To the subscription’s notifyUrl. Signed as Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and the same three as `svix-…`. A message comes again until it is answered 2xx; its id stays the same.
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
         * @description To the subscription’s notifyUrl. Signed as Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and the same three as `svix-…`. A message comes again until it is answered 2xx; its id stays the same.
         */
        post: operations["subscription.expiredMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description What a bank said of an account: whether it is there, open, and its holder’s. */
        AccountVerification: {
            /**
             * Format: uuid
             * @description The identifier of the verification, a UUID.
             * @example 01a1f866-1ca0-7d20-bc2f-7dc126eecfa7
             */
            id: string;
            /**
             * @description Verified: the account exists, is open, and identity and name are its holder’s. NotVerified: one of these is not so. Unavailable: no bank could say.
             * @example Verified
             * @enum {string}
             */
            status: "Verified" | "NotVerified" | "Unavailable";
            /**
             * @description Why the account is not verified, or could not be; null where it is.
             * @example the account is closed
             */
            reason: string | null;
            /**
             * @description Passed: the number can exist. NotChecked: there is no rule for this bank’s numbers, so only digits and length were looked at. Failed: no such account can exist, and no bank was asked.
             * @example NotChecked
             * @enum {string}
             */
            checkDigit: "Passed" | "Failed" | "NotChecked";
            /**
             * @description What the bank said of each point; null each where it did not say, or was not asked.
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
                 * @description Whether there is such an account; null where the bank did not say.
                 * @example true
                 */
                accountExists: boolean | null;
                /**
                 * @description Whether the account is open, and not closed; null where the bank did not say.
                 * @example true
                 */
                accountOpen: boolean | null;
                /**
                 * @description Whether the identity is its holder’s; null where the bank did not say.
                 * @example true
                 */
                identityMatches: boolean | null;
                /**
                 * @description Whether the name is its holder’s; null where the bank did not say.
                 * @example true
                 */
                nameMatches: boolean | null;
                /**
                 * @description Whether the account can be paid into; null where the bank did not say.
                 * @example true
                 */
                acceptsCredits: boolean | null;
                /**
                 * @description Whether the account can be debited; null where the bank did not say.
                 * @example true
                 */
                acceptsDebits: boolean | null;
            };
        };
        /** @description An account, and whose it is thought to be. */
        AccountVerificationRequest: {
            /**
             * @description The code of the site that pays the fee; the first one where it is not given.
             * @example KARKAR1234
             */
            siteCode?: string;
            /**
             * @description The number of the account that is to be verified.
             * @example 9000000001
             */
            accountNumber: string;
            /**
             * @description The branch code of the bank; required where institutionId is absent.
             * @example 999999
             */
            branchCode?: string;
            /**
             * Format: uuid
             * @description The identifier of the bank, as GET /paymentmethods lists it, in place of branchCode.
             * @example de300b4a-0000-4000-8000-000000000001
             */
            institutionId?: string;
            /**
             * @description What kind of account it is.
             * @example Cheque
             * @enum {string}
             */
            accountType?: "Cheque" | "Savings" | "Transmission";
            /**
             * @description The document of the account’s holder.
             * @example {
             *       "type": "said",
             *       "identifier": "8001015009087"
             *     }
             */
            identity: {
                /**
                 * @description Whether it is a South African identity number (said), a passport or the registration of a company.
                 * @example said
                 * @enum {string}
                 */
                type: "said" | "passport" | "registration";
                /**
                 * @description The number of the document; one of type said has 13 digits, the last a check digit.
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
             * @description The surname of a person; required where name is absent.
             * @example Mokoena
             */
            surname?: string;
            /**
             * @description The name of an organisation; where a surname is sent too, the surname counts.
             * @example Karoo Shirts
             */
            name?: string;
        };
        /** @description An amount of money in rand. */
        Amount: {
            /**
             * @description The currency by its ISO 4217 code, which is always rand.
             * @example ZAR
             * @enum {string}
             */
            currency: "ZAR";
            /**
             * @description How many rand, with at most two decimals, in any of JSON’s notations.
             * @example 99.5
             */
            value: number;
        };
        /** @description A band of amounts in rand, both ends included. */
        AmountConstraints: {
            /**
             * @description The least that it may be, in rand.
             * @example 50
             */
            minimumValue: number;
            /**
             * @description The most that it may be, in rand.
             * @example 200
             */
            maximumValue: number;
        };
        /** @description A band of amounts in rand, both ends included. */
        AmountConstraintsInput: {
            /**
             * @description The least that it may be, in rand.
             * @example 50
             */
            minimumValue: number;
            /**
             * @description The most that it may be, in rand.
             * @example 200
             */
            maximumValue: number;
        };
        /** @description An amount of money in rand. */
        AmountInput: {
            /**
             * @description The currency by its ISO 4217 code, which is always rand.
             * @example ZAR
             * @enum {string}
             */
            currency: "ZAR";
            /**
             * @description How many rand, with at most two decimals, in any of JSON’s notations.
             * @example 150.5
             */
            value: number;
        };
        /** @description An account that is paid, its number masked. */
        BankAccount: {
            /**
             * Format: uuid
             * @description The identifier of a bank, as GET /paymentmethods lists it.
             * @example 913999fa-3a32-4e3d-82f0-a1df7e9e4f7b
             */
            institutionId: string;
            /**
             * @description The name of the bank.
             * @example Capitec
             */
            institutionName: string;
            /**
             * @description The number of the account, all but its last four digits masked.
             * @example ******9644
             */
            accountNumber: string;
            /**
             * @description The branch code of the bank, six digits.
             * @example 470010
             */
            branchCode: string;
        };
        /** @description The account that a deposit goes to, and the reference it must carry. */
        BankingDetails: {
            /**
             * @description The bank at which the deposit is to be made.
             * @example Demo Bank
             */
            bankName: string;
            /**
             * @description The branch code of the bank at which the deposit is to be made.
             * @example 999999
             */
            branchCode: string;
            /**
             * @description The number of the account that the deposit is paid into.
             * @example 9000000009
             */
            accountNumber: string;
            /**
             * @description The name under which the account is found among a bank’s public recipients.
             * @example Tefo Payments
             */
            publicRecipientName: string;
            /**
             * @description The reference that the deposit must carry.
             * @example DEP096496976431
             */
            beneficiaryReference: string;
        };
        /** @description A refusal. Key on its code: title and detail are for people. */
        Error: {
            /**
             * Format: uuid
             * @description The identifier of this error, new each time.
             * @example 01a1f866-0b31-7f10-9a41-2f6b8c0d1e22
             */
            id: string;
            /**
             * @description Where to read more about the error; null where there is no more.
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
             * @description The name of what is wrong, which a program can rely on.
             * @example ValidationError
             */
            code: string;
            /**
             * @description What is wrong in general, in one phrase.
             * @example The request is not valid
             */
            title: string;
            /**
             * @description What is wrong with this request, in words for a developer.
             * @example amount.value is required
             */
            detail: string;
            /**
             * @description Which part of the request is wrong; null where it is no single one.
             * @example {
             *       "pointer": "/amount/value",
             *       "parameter": null,
             *       "header": null
             *     }
             */
            source: {
                /**
                 * @description The JSON Pointer to the value of the body that is wrong; null where it is not in the body.
                 * @example /amount/value
                 */
                pointer: string | null;
                /**
                 * @description The name of the parameter that is wrong; null where it is none.
                 * @example limit
                 */
                parameter: string | null;
                /**
                 * @description The name of the header that is wrong; null where it is none.
                 * @example Idempotency-Key
                 */
                header: string | null;
            } | null;
            /**
             * @description What helps to find the request again; null on a 401, and where the request had no X-Correlation-ID.
             * @example {
             *       "correlationId": "01a1f866-0b31-7f10-9a41-2f6b8c0d1e22"
             *     }
             */
            meta: {
                /**
                 * @description The identifier of the request, as X-Correlation-ID has it too.
                 * @example 01a1f866-0b31-7f10-9a41-2f6b8c0d1e22
                 */
                correlationId: string;
            } | null;
        };
        /** @description A subscription as the request that made it is answered. */
        NewSubscription: {
            /**
             * Format: uuid
             * @description The identifier of the subscription, a UUID.
             * @example 01a1f866-7a60-7111-84e9-66e09200153a
             */
            subscriptionId: string;
            /**
             * @description PendingAuthorization: the customer has not decided. Active: charges are made. Unknown: the bank has not said. Canceled, Completed, Expired, Failed: how it ended.
             * @example PendingAuthorization
             * @enum {string}
             */
            status: "PendingAuthorization" | "Active" | "Unknown" | "Canceled" | "Completed" | "Expired" | "Failed";
            /**
             * @description The code of the site, which is one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description How much it is for, in rand, with at most two decimals.
             * @example {
             *       "currency": "ZAR",
             *       "value": 99.5
             *     }
             */
            amount: components["schemas"]["Amount"];
            /**
             * @description The band in rand that the customer authorises for each ad-hoc charge; it includes the amount. Absent: there are no ad-hoc charges.
             * @example {
             *       "minimumValue": 50,
             *       "maximumValue": 200
             *     }
             */
            amountConstraints?: components["schemas"]["AmountConstraints"];
            /**
             * @description The most ad-hoc charges in all; 0: none. Absent: their number is not limited. Without amountConstraints there are no ad-hoc charges, and it has no effect.
             * @example 6
             */
            maxAdhocCharges?: number;
            /**
             * @description The most that all ad-hoc charges may total, in rand. Absent: the total is not limited. Without amountConstraints there are no ad-hoc charges, and it has no effect.
             * @example {
             *       "currency": "ZAR",
             *       "value": 600
             *     }
             */
            maxAdhocTotal?: components["schemas"]["Amount"];
            /**
             * @description What the subscription is for, as the customer reads it; absent where the merchant has not said.
             * @example The weekly box
             */
            description?: string;
            /**
             * @description The merchant’s own reference for it, such as an order number.
             * @example BOX-17
             */
            merchantReference: string;
            /**
             * @description The reference of each payment on the merchant’s bank statement; absent where none was given.
             * @example BOX 17
             */
            bankReference?: string;
            /**
             * @description How often a scheduled charge is made. Fortnightly: every two weeks. Biannually: every six months.
             * @example Monthly
             * @enum {string}
             */
            frequency: "Daily" | "Weekly" | "Fortnightly" | "Monthly" | "Biannually" | "Annually";
            /**
             * Format: date
             * @description The day of the first charge, in South African time. Later charges keep its day of the month.
             * @example 2030-01-31
             */
            firstPaymentDate: string;
            /**
             * @description How many scheduled charges there are.
             * @example 12
             */
            occurrences: number;
            /**
             * Format: uri
             * @description Where the customer authorises; present while that is pending.
             * @example http://localhost:8420/subscribe/01a1f866-7a60-7111-84e9-66e09200153a
             */
            redirectUrl?: string;
            /**
             * @description What is known of the customer’s authorisation at their bank; absent until the customer has decided.
             * @example {
             *       "status": "Authorised"
             *     }
             */
            authorization?: {
                /**
                 * @description How the bank calls the state of the authorisation.
                 * @example Authorised
                 */
                status: string;
            };
            /**
             * @description The addresses of the object itself and of what belongs to it.
             * @example {
             *       "self": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a",
             *       "cancel": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a/cancel",
             *       "transactions": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a/transactions"
             *     }
             */
            links: {
                /**
                 * Format: uri
                 * @description The address of this object, or of this page of a list.
                 * @example http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a
                 */
                self: string;
                /**
                 * Format: uri
                 * @description The address to which a POST cancels it.
                 * @example http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a/cancel
                 */
                cancel: string;
                /**
                 * Format: uri
                 * @description The address of the list of its transactions.
                 * @example http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a/transactions
                 */
                transactions: string;
            };
            /**
             * @description A once-off charge in rand, made as soon as the customer has authorised. Absent: there is none.
             * @example {
             *       "currency": "ZAR",
             *       "value": 99.5
             *     }
             */
            payableNow?: components["schemas"]["Amount"];
        };
        /** @description A transaction, and what its payer has to do next. */
        NewTransaction: {
            /**
             * @description The addresses of the object itself and of what belongs to it.
             * @example {
             *       "self": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
             *       "payment": "http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53",
             *       "refunds": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f/refunds",
             *       "refund": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f/refunds"
             *     }
             */
            links: {
                /**
                 * Format: uri
                 * @description The address of this object, or of this page of a list.
                 * @example http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
                 */
                self: string;
                /**
                 * Format: uri
                 * @description The address of the payment that this attempts to pay.
                 * @example http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53
                 */
                payment: string;
                /**
                 * Format: uri
                 * @description The address of the list of its refunds.
                 * @example http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f/refunds
                 */
                refunds: string;
                /**
                 * Format: uri
                 * @description The address to which a POST refunds it.
                 * @example http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f/refunds
                 */
                refund: string;
            };
            /**
             * Format: uuid
             * @description The identifier of the transaction, a UUID.
             * @example 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
             */
            id: string;
            /**
             * @description How much it is for, in rand, with at most two decimals.
             * @example {
             *       "currency": "ZAR",
             *       "value": 150.5
             *     }
             */
            amount: components["schemas"]["Amount"];
            /**
             * @description The merchant’s own reference for it, such as an order number.
             * @example ORDER-1
             */
            merchantReference: string;
            /**
             * @description The code of the site, which is one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description The name of the bank that pays; empty while none is chosen.
             * @example Capitec
             */
            institution: string;
            /**
             * @description Incomplete: the payer has not finished. Pending: the bank has not decided. Successful: it was paid. Error: it was not. Refunded: all of it went back.
             * @example Incomplete
             * @enum {string}
             */
            status: "Incomplete" | "Successful" | "Error" | "Pending" | "Refunded";
            /**
             * @description Why it ended as it did, in words for people; absent where there is nothing to say.
             * @example The customer cancelled the payment
             */
            reason?: string;
            /**
             * Format: date-time
             * @description When it was made, in UTC.
             * @example 2026-11-20T10:00:13.000Z
             */
            createdDate: string;
            /**
             * Format: date-time
             * @description When it ended, in UTC; absent until then.
             * @example 2026-11-20T10:00:05.000Z
             */
            completedDate?: string;
            /**
             * @description Where to pay, while the transaction waits for its deposit; absent else.
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
             * @description What the payer has to do next.
             * @example {
             *       "type": "authenticate",
             *       "url": "http://localhost:8420/bank/orders/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f"
             *     }
             */
            nextStep: components["schemas"]["NextStep"];
        };
        /** @description What the payer of a transaction has to do next. */
        NextStep: {
            /**
             * @description Whether the payer is to be redirected, to authenticate at their bank, or to wait, or has nothing left to do.
             * @example authenticate
             * @enum {string}
             */
            type: "redirect" | "authenticate" | "wait" | "none";
            /**
             * Format: uri
             * @description The address at which the payer goes on; null where there is nothing to open.
             * @example http://localhost:8420/bank/orders/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
             */
            url: string | null;
        };
        /** @description What a customer is asked to pay, and whether it was paid. */
        Payment: {
            /**
             * @description The addresses of the object itself and of what belongs to it.
             * @example {
             *       "self": "http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53",
             *       "cancel": "http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53/cancel",
             *       "transactions": "http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53/transactions"
             *     }
             */
            links: {
                /**
                 * Format: uri
                 * @description The address of this object, or of this page of a list.
                 * @example http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53
                 */
                self: string;
                /**
                 * Format: uri
                 * @description The address to which a POST cancels it.
                 * @example http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53/cancel
                 */
                cancel: string;
                /**
                 * Format: uri
                 * @description The address of the list of its transactions.
                 * @example http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53/transactions
                 */
                transactions: string;
            };
            /**
             * Format: uuid
             * @description The identifier of the payment, a UUID.
             * @example 01a1f866-3410-7918-8b3a-10465be59b53
             */
            id: string;
            /**
             * @description Created: it waits to be paid. Complete: it was paid. Cancelled or Expired: it cannot be paid any more.
             * @example Created
             * @enum {string}
             */
            status: "Created" | "Complete" | "Cancelled" | "Expired";
            /**
             * @description Why it ended as it did, in words for people; null where there is nothing to say.
             * @example The customer cancelled the payment
             */
            reason: string | null;
            /**
             * Format: uri
             * @description The address of the hosted page that the customer is to be sent to.
             * @example http://localhost:8420/pay/01a1f866-3410-7918-8b3a-10465be59b53
             */
            redirectUrl: string;
            /**
             * @description The code of the site, which is one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description How much it is for, in rand, with at most two decimals.
             * @example {
             *       "currency": "ZAR",
             *       "value": 150.5
             *     }
             */
            amount: components["schemas"]["Amount"];
            /**
             * @description The merchant’s own reference for it, such as an order number.
             * @example ORDER-1
             */
            merchantReference: string;
            /**
             * Format: date-time
             * @description When it was made, in UTC.
             * @example 2026-11-20T10:00:10.000Z
             */
            createdDate: string;
            /**
             * Format: date-time
             * @description Until when it can be paid, in UTC; it must lie in the future.
             * @example 2030-01-01T00:00:00.000Z
             */
            expireAt: string;
        };
        /** @description How a payment is to be paid. */
        PaymentDetail: {
            /**
             * @description How it is paid: redirect (hosted), payshap, bankdeposit, or the type of an institution as GET /paymentmethods lists it.
             * @example capitec
             */
            paymentType: string;
            /**
             * @description What the type of payment needs besides.
             * @example {
             *       "institutionId": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b"
             *     }
             */
            details?: {
                /**
                 * Format: uuid
                 * @description The identifier of a bank, as GET /paymentmethods lists it.
                 * @example 913999fa-3a32-4e3d-82f0-a1df7e9e4f7b
                 */
                institutionId?: string;
            };
        };
        /** @description A way in which customers can pay, and the banks that take part in it. */
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
             * @description The name by which people know it.
             * @example Hosted checkout
             */
            name: string;
            /**
             * @description What the payment method is, in words for customers.
             * @example The customer chooses a bank on a page of ours and pays there.
             */
            description: string;
            /**
             * @description The least that can be paid with it, in rand.
             * @example 0.01
             */
            minimumAmount: number;
            /**
             * @description The most that can be paid with it, in rand.
             * @example 9999999999.99
             */
            maximumAmount: number;
            /**
             * @description Whether it can be used now.
             * @example true
             */
            available: boolean;
            /**
             * @description The banks that take part in it.
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
                 * @description The identifier of the bank, to be sent as institutionId.
                 * @example de300b4a-0000-4000-8000-000000000001
                 */
                id: string;
                /**
                 * @description The name by which people know it.
                 * @example Demo Bank
                 */
                name: string;
                /**
                 * Format: uri
                 * @description The address of the bank’s mark; null where there is none.
                 * @example https://shop.example/capitec.svg
                 */
                logoUrl: string | null;
                /**
                 * @description Whether it can be used now.
                 * @example true
                 */
                available: boolean;
            }[];
        };
        /** @description A payment that is to be made. */
        PaymentRequest: {
            /**
             * @description The code of the site, which is one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description The country of the payment by its ISO 3166 code, which is always South Africa.
             * @example ZA
             * @enum {string}
             */
            region?: "ZA";
            /**
             * @description How much it is for, in rand, with at most two decimals.
             * @example {
             *       "currency": "ZAR",
             *       "value": 150.5
             *     }
             */
            amount: components["schemas"]["AmountInput"];
            /**
             * @description The band in rand within which the payer chooses; it holds the amount. Absent: the payer pays the amount.
             * @example {
             *       "minimumValue": 100,
             *       "maximumValue": 200
             *     }
             */
            variableAmount?: components["schemas"]["VariableAmount"];
            /**
             * @description The merchant’s own reference for it, such as an order number.
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
             * @description Who is asked to pay, as far as the merchant knows.
             * @example {
             *       "name": "Thandi Mokoena",
             *       "email": "thandi@shop.example"
             *     }
             */
            payer?: {
                /**
                 * @description The merchant’s own identifier of the customer.
                 * @example customer-17
                 */
                id?: string;
                /**
                 * @description The name of the customer.
                 * @example Thandi Mokoena
                 */
                name?: string;
                /**
                 * @description The document that says who somebody is.
                 * @example {
                 *       "type": "said",
                 *       "country": "ZA",
                 *       "identifier": "8001015009087"
                 *     }
                 */
                identity?: {
                    /**
                     * @description Whether it is a South African identity number (said), a passport or the registration of a company.
                     * @example said
                     * @enum {string}
                     */
                    type: "said" | "passport" | "registration";
                    /**
                     * @description The country that issued it, by its ISO 3166 alpha-2 code.
                     * @example ZA
                     */
                    country?: string;
                    /**
                     * @description The number of the document; one of type said has 13 digits, the last a check digit.
                     * @example 8001015009087
                     */
                    identifier: string;
                };
                /**
                 * @description The customer’s telephone number.
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
             * @description The http or https address that the customer is sent back to.
             * @example https://shop.example/thanks
             */
            returnUrl?: string;
            /**
             * Format: uri
             * @description The http or https address that the outcome is posted to.
             * @example https://shop.example/notify
             */
            notifyUrl?: string;
            /**
             * Format: date-time
             * @description Until when it can be paid, in UTC; it must lie in the future.
             * @example 2030-01-01T00:00:00Z
             */
            expireAt: string;
        };
        /** @description Money of a transaction that goes back to its payer. */
        Refund: {
            /**
             * @description The addresses of the object itself and of what belongs to it.
             * @example {
             *       "self": "http://localhost:8420/one/v1/refunds/01a1f866-5738-75dd-8e9d-7ce6ef04c56b",
             *       "cancel": "http://localhost:8420/one/v1/refunds/01a1f866-5738-75dd-8e9d-7ce6ef04c56b/cancel"
             *     }
             */
            links: {
                /**
                 * Format: uri
                 * @description The address of this object, or of this page of a list.
                 * @example http://localhost:8420/one/v1/refunds/01a1f866-5738-75dd-8e9d-7ce6ef04c56b
                 */
                self: string;
                /**
                 * Format: uri
                 * @description The address to which a POST cancels it.
                 * @example http://localhost:8420/one/v1/refunds/01a1f866-5738-75dd-8e9d-7ce6ef04c56b/cancel
                 */
                cancel: string;
            };
            /**
             * Format: uuid
             * @description The identifier of the refund, a UUID.
             * @example 01a1f866-5738-75dd-8e9d-7ce6ef04c56b
             */
            id: string;
            /**
             * Format: uuid
             * @description The identifier of the transaction, which is one attempt to pay.
             * @example 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
             */
            transactionId: string;
            /**
             * @description How much it is for, in rand, with at most two decimals.
             * @example {
             *       "currency": "ZAR",
             *       "value": 10
             *     }
             */
            amount: components["schemas"]["Amount"];
            /**
             * Format: date-time
             * @description When the refund was asked for, in UTC.
             * @example 2026-11-20T10:00:19.000Z
             */
            requested: string;
            /**
             * Format: date-time
             * @description When the refund ended, in UTC; absent until then.
             * @example 2026-11-20T10:00:22.000Z
             */
            completed?: string;
            /**
             * @description Pending: it can still be cancelled. Submitted: the bank has it. Complete, Failed, Cancelled: how it ended. Returned: the money came back.
             * @example Pending
             * @enum {string}
             */
            status: "Pending" | "Submitted" | "Complete" | "Failed" | "Cancelled" | "Returned";
            /**
             * @description Why it ended as it did, in words for people; absent where there is nothing to say.
             * @example cancelled by the merchant
             */
            reason?: string;
            /**
             * @description The account that the refund goes to, which is the one that paid.
             * @example {
             *       "institutionId": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
             *       "institutionName": "Capitec",
             *       "accountNumber": "******9644",
             *       "branchCode": "470010"
             *     }
             */
            paidTo: components["schemas"]["BankAccount"];
            /**
             * @description Whether the money is to travel by real-time clearing; it does not where it is not given.
             * @example false
             */
            realTimePayment: boolean;
        };
        /** @description The full message about a refund that has ended. */
        RefundCompleteFull: {
            /**
             * @description What has happened, by the type of the event.
             * @example refund.complete
             * @enum {string}
             */
            type: "refund.complete";
            /**
             * Format: date-time
             * @description When it happened, in UTC, by the clock of the service.
             * @example 2026-11-20T10:00:05.000Z
             */
            timestamp: string;
            /**
             * @description Which of the events of one object it is; it rises by one for each.
             * @example 2
             */
            sequence: number;
            /**
             * @description What the message is about.
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
                 * @description The currency of the amount by its ISO 4217 code, which is always rand.
                 * @example ZAR
                 */
                CurrencyCode: string;
                /**
                 * @description How much it is for, in rand, with two decimals.
                 * @example 50.25
                 */
                Amount: string;
                /**
                 * @description How the refund ended. Complete: it was paid. Failed, Cancelled: it was not. Returned: the money came back.
                 * @example Complete
                 * @enum {string}
                 */
                Status: "Pending" | "Submitted" | "Complete" | "Failed" | "Cancelled" | "Returned";
                /**
                 * @description The name of the bank that the refund goes to.
                 * @example Capitec
                 */
                BankName: string;
                /**
                 * @description The account that the refund goes to, masked.
                 * @example ******0001
                 */
                AccountNumber: string;
                /**
                 * @description Why it did not succeed; empty where it did.
                 * @example The customer cancelled the payment
                 */
                StatusMessage: string;
                /**
                 * @description Whether the money travels by real-time clearing.
                 * @example False
                 * @enum {string}
                 */
                IsRtc: "True" | "False";
                /**
                 * @description The signature of the message: a SHA-512 in lower-case hex.
                 * @example 5941058fdfaa8b06c714575a2a5b63ec3e4e2287f3ac0e134c8096671ec5cc8dcc43ac8c43ded5578f658d9052addd31723212ea7ee8d31d4858d8987e64494d
                 */
                Hash: string;
            };
        };
        /** @description The thin message about a refund that has ended. */
        RefundCompleteThin: {
            /**
             * @description What has happened, by the type of the event.
             * @example refund.complete
             * @enum {string}
             */
            type: "refund.complete";
            /**
             * Format: date-time
             * @description When it happened, in UTC, by the clock of the service.
             * @example 2026-11-20T10:00:05.000Z
             */
            timestamp: string;
            /**
             * @description Which of the events of one object it is; it rises by one for each.
             * @example 2
             */
            sequence: number;
            /**
             * @description What the message is about.
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
                 * @description How the refund ended. Complete: it was paid. Failed, Cancelled: it was not. Returned: the money came back.
                 * @example Complete
                 * @enum {string}
                 */
                status: "Pending" | "Submitted" | "Complete" | "Failed" | "Cancelled" | "Returned";
                /**
                 * @description Why it ended as it did, in words for people; null where there is nothing to say.
                 * @example The customer cancelled the payment
                 */
                reason: string | null;
            };
        };
        /** @description A refund of one transaction. */
        RefundRequest: {
            /**
             * @description How much it is for, in rand, with at most two decimals.
             * @example {
             *       "currency": "ZAR",
             *       "value": 50.25
             *     }
             */
            amount: components["schemas"]["AmountInput"];
            /**
             * @description A precondition, in rand: what you believe can still be refunded of the transaction, before this refund. Where it is not so, nothing is refunded.
             * @example {
             *       "currency": "ZAR",
             *       "value": 150.5
             *     }
             */
            expectedRefundable?: components["schemas"]["AmountInput"];
            /**
             * @description Why it is refunded, as the customer is to read it.
             * @example one shirt came back
             */
            reason: string;
            /**
             * Format: uri
             * @description The http or https address that the outcome is posted to.
             * @example https://shop.example/notify
             */
            notifyUrl?: string;
            /**
             * @description Whether the money is to travel by real-time clearing; it does not where it is not given.
             * @example false
             */
            realTimePayment?: boolean;
        };
        /** @description Refunds that are made together: all of them or none. */
        RefundRequests: {
            /**
             * Format: uuid
             * @description The identifier of the transaction, which is one attempt to pay.
             * @example 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
             */
            transactionId: string;
            /**
             * @description How much it is for, in rand, with at most two decimals.
             * @example {
             *       "currency": "ZAR",
             *       "value": 10
             *     }
             */
            amount: components["schemas"]["AmountInput"];
            /**
             * @description A precondition, in rand: what you believe can still be refunded of the transaction, before this refund. Where it is not so, nothing is refunded.
             * @example {
             *       "currency": "ZAR",
             *       "value": 150.5
             *     }
             */
            expectedRefundable?: components["schemas"]["AmountInput"];
            /**
             * @description Why it is refunded, as the customer is to read it.
             * @example a late delivery
             */
            reason: string;
            /**
             * Format: uri
             * @description The http or https address that the outcome is posted to.
             * @example https://shop.example/notify
             */
            notifyUrl?: string;
            /**
             * @description Whether the money is to travel by real-time clearing; it does not where it is not given.
             * @example false
             */
            realTimePayment?: boolean;
        }[];
        /** @description A country in which customers can pay. */
        Region: {
            /**
             * @description The country by its ISO 3166 alpha-2 code.
             * @example ZA
             */
            code: string;
            /**
             * @description The name by which people know it.
             * @example South Africa
             */
            name: string;
            /**
             * @description The currency of the country by its ISO 4217 code.
             * @example ZAR
             */
            currency: string;
        };
        /** @description Which messages of a webhook are sent again. Empty: those of the last 30 days that failed. */
        ReplayRequest: {
            /**
             * Format: date-time
             * @description From when on messages are sent again, in UTC; 30 days ago where it is not given.
             * @example 2026-11-20T00:00:00Z
             */
            since?: string;
            /**
             * Format: date-time
             * @description Until when messages are sent again, in UTC; now where it is not given.
             * @example 2026-11-20T12:00:00Z
             */
            until?: string;
            /**
             * @description Exactly the messages that are sent again, by their webhook-id, whatever became of them.
             * @example [
             *       "01a1f866-4798-76fe-b0d2-cbe9a072b521"
             *     ]
             */
            messageIds?: string[];
        };
        /** @description A token that is to be valid no more (RFC 7009). */
        RevocationRequest: {
            /**
             * @description The access token that is to be valid no more.
             * @example example-access-token
             */
            token: string;
            /**
             * @description What kind of token it is; read, and not needed.
             * @example access_token
             */
            token_type_hint?: string;
            /**
             * @description The identifier of the client, where it is not sent as HTTP Basic.
             * @example tef_example
             */
            client_id?: string;
            /**
             * @description The secret of the client, where it is not sent as HTTP Basic.
             * @example example-client-secret
             */
            client_secret?: string;
        };
        /** @description What a site’s business day came to. */
        Settlement: {
            /**
             * @description The addresses of the object itself and of what belongs to it.
             * @example {
             *       "self": "http://localhost:8420/one/v1/settlements/01a20d00-1558-72f7-b95d-145f839eea46",
             *       "lineItems": "http://localhost:8420/one/v1/settlements/01a20d00-1558-72f7-b95d-145f839eea46/lineitems"
             *     }
             */
            links: {
                /**
                 * Format: uri
                 * @description The address of this object, or of this page of a list.
                 * @example http://localhost:8420/one/v1/settlements/01a20d00-1558-72f7-b95d-145f839eea46
                 */
                self: string;
                /**
                 * Format: uri
                 * @description The address of the list of its line items.
                 * @example http://localhost:8420/one/v1/settlements/01a20d00-1558-72f7-b95d-145f839eea46/lineitems
                 */
                lineItems: string;
            };
            /**
             * Format: uuid
             * @description The identifier of the settlement, a UUID.
             * @example 01a20d00-1558-72f7-b95d-145f839eea46
             */
            id: string;
            /**
             * @description What the day comes to and is paid out, in rand, less the fees.
             * @example {
             *       "currency": "ZAR",
             *       "value": 150.5
             *     }
             */
            totalSettlement: components["schemas"]["Amount"];
            /**
             * @description What the day’s fees come to, in rand.
             * @example {
             *       "currency": "ZAR",
             *       "value": 0
             *     }
             */
            totalFees: components["schemas"]["Amount"];
            /**
             * @description How many line items of each type the settlement has.
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
                 * @description How many line items there are together.
                 * @example 1
                 */
                total: number;
                /**
                 * @description How many of them are transactions.
                 * @example 1
                 */
                transaction: number;
                /**
                 * @description How many of them are refunds, or refunds that came back.
                 * @example 0
                 */
                refund: number;
                /**
                 * @description How many of them are adjustments, or fees of their own.
                 * @example 0
                 */
                adjustment: number;
                /**
                 * @description How many of them are payouts, or payouts that came back.
                 * @example 0
                 */
                payout: number;
            };
            /**
             * @description Also on the statement of the account it is paid to.
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
             * @description The account that the settlement is paid to; null where the site has none.
             * @example {
             *       "institutionId": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
             *       "institutionName": "Capitec",
             *       "accountNumber": "******7890",
             *       "branchCode": "470010"
             *     }
             */
            bank: components["schemas"]["BankAccount"] | null;
        };
        /** @description One movement of a settlement. Its amount less its fee is what it adds. */
        SettlementLineItem: {
            /**
             * Format: uuid
             * @description The identifier of the line item, a UUID.
             * @example 01a1f866-4798-787e-9456-6772ffcb6b79
             */
            id: string;
            /**
             * @description The code of the site, which is one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description The merchant’s reference of what was paid or refunded.
             * @example ORDER-1
             */
            reference: string;
            /**
             * @description What it is, and the identifier of the transaction or refund it is about.
             * @example Payment 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
             */
            description: string;
            /**
             * @description How much moved, in rand; negative where money goes back.
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
             * @description The amount less the fee, in rand.
             * @example {
             *       "currency": "ZAR",
             *       "value": 150.5
             *     }
             */
            settlementAmount: components["schemas"]["Amount"];
            /**
             * Format: date-time
             * @description When the money moved, in UTC.
             * @example 2026-11-20T10:00:15.000Z
             */
            date: string;
            /**
             * @description What the line item is about.
             * @example transaction
             * @enum {string}
             */
            type: "transaction" | "refund" | "payout" | "adjustment" | "returnedrefund" | "returnedpayout" | "fee";
        };
        /** @description A customer’s authorisation to be charged again and again. */
        Subscription: {
            /**
             * Format: uuid
             * @description The identifier of the subscription, a UUID.
             * @example 01a1f866-7a60-7111-84e9-66e09200153a
             */
            subscriptionId: string;
            /**
             * @description PendingAuthorization: the customer has not decided. Active: charges are made. Unknown: the bank has not said. Canceled, Completed, Expired, Failed: how it ended.
             * @example PendingAuthorization
             * @enum {string}
             */
            status: "PendingAuthorization" | "Active" | "Unknown" | "Canceled" | "Completed" | "Expired" | "Failed";
            /**
             * @description The code of the site, which is one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description How much it is for, in rand, with at most two decimals.
             * @example {
             *       "currency": "ZAR",
             *       "value": 99.5
             *     }
             */
            amount: components["schemas"]["Amount"];
            /**
             * @description The band in rand that the customer authorises for each ad-hoc charge; it includes the amount. Absent: there are no ad-hoc charges.
             * @example {
             *       "minimumValue": 50,
             *       "maximumValue": 200
             *     }
             */
            amountConstraints?: components["schemas"]["AmountConstraints"];
            /**
             * @description The most ad-hoc charges in all; 0: none. Absent: their number is not limited. Without amountConstraints there are no ad-hoc charges, and it has no effect.
             * @example 6
             */
            maxAdhocCharges?: number;
            /**
             * @description The most that all ad-hoc charges may total, in rand. Absent: the total is not limited. Without amountConstraints there are no ad-hoc charges, and it has no effect.
             * @example {
             *       "currency": "ZAR",
             *       "value": 600
             *     }
             */
            maxAdhocTotal?: components["schemas"]["Amount"];
            /**
             * @description What the subscription is for, as the customer reads it; absent where the merchant has not said.
             * @example The weekly box
             */
            description?: string;
            /**
             * @description The merchant’s own reference for it, such as an order number.
             * @example BOX-17
             */
            merchantReference: string;
            /**
             * @description The reference of each payment on the merchant’s bank statement; absent where none was given.
             * @example BOX 17
             */
            bankReference?: string;
            /**
             * @description How often a scheduled charge is made. Fortnightly: every two weeks. Biannually: every six months.
             * @example Monthly
             * @enum {string}
             */
            frequency: "Daily" | "Weekly" | "Fortnightly" | "Monthly" | "Biannually" | "Annually";
            /**
             * Format: date
             * @description The day of the first charge, in South African time. Later charges keep its day of the month.
             * @example 2030-01-31
             */
            firstPaymentDate: string;
            /**
             * @description How many scheduled charges there are.
             * @example 12
             */
            occurrences: number;
            /**
             * Format: uri
             * @description Where the customer authorises; present while that is pending.
             * @example http://localhost:8420/subscribe/01a1f866-7a60-7111-84e9-66e09200153a
             */
            redirectUrl?: string;
            /**
             * @description What is known of the customer’s authorisation at their bank; absent until the customer has decided.
             * @example {
             *       "status": "Authorised"
             *     }
             */
            authorization?: {
                /**
                 * @description How the bank calls the state of the authorisation.
                 * @example Authorised
                 */
                status: string;
            };
            /**
             * @description The addresses of the object itself and of what belongs to it.
             * @example {
             *       "self": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a",
             *       "cancel": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a/cancel",
             *       "transactions": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a/transactions"
             *     }
             */
            links: {
                /**
                 * Format: uri
                 * @description The address of this object, or of this page of a list.
                 * @example http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a
                 */
                self: string;
                /**
                 * Format: uri
                 * @description The address to which a POST cancels it.
                 * @example http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a/cancel
                 */
                cancel: string;
                /**
                 * Format: uri
                 * @description The address of the list of its transactions.
                 * @example http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a/transactions
                 */
                transactions: string;
            };
        };
        /** @description A subscription that a customer is to authorise. */
        SubscriptionRequest: {
            /**
             * @description The code of the site, which is one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description How much it is for, in rand, with at most two decimals.
             * @example {
             *       "currency": "ZAR",
             *       "value": 99.5
             *     }
             */
            amount: components["schemas"]["AmountInput"];
            /**
             * @description The band in rand that the customer authorises for each ad-hoc charge; it includes the amount. Absent: there are no ad-hoc charges.
             * @example {
             *       "minimumValue": 50,
             *       "maximumValue": 200
             *     }
             */
            amountConstraints?: components["schemas"]["AmountConstraintsInput"];
            /**
             * @description A once-off charge in rand, made as soon as the customer has authorised. Absent: there is none.
             * @example {
             *       "currency": "ZAR",
             *       "value": 150.5
             *     }
             */
            payableNow?: components["schemas"]["AmountInput"];
            /**
             * @description The most ad-hoc charges in all; 0: none. Absent: their number is not limited. Without amountConstraints there are no ad-hoc charges, and it has no effect.
             * @example 6
             */
            maxAdhocCharges?: number;
            /**
             * @description The most that all ad-hoc charges may total, in rand. Absent: the total is not limited. Without amountConstraints there are no ad-hoc charges, and it has no effect.
             * @example {
             *       "currency": "ZAR",
             *       "value": 600
             *     }
             */
            maxAdhocTotal?: components["schemas"]["AmountInput"];
            /**
             * @description What the subscription is for, as the customer reads it.
             * @example The weekly box
             */
            description?: string;
            /**
             * @description The merchant’s own reference for it, such as an order number.
             * @example BOX-17
             */
            merchantReference: string;
            /**
             * @description The reference of each payment on the merchant’s bank statement.
             * @example BOX 17
             */
            bankReference?: string;
            /**
             * @description How often a scheduled charge is made. Fortnightly: every two weeks. Biannually: every six months.
             * @example Monthly
             * @enum {string}
             */
            frequency: "Daily" | "Weekly" | "Fortnightly" | "Monthly" | "Biannually" | "Annually";
            /**
             * Format: date
             * @description The day of the first charge, in South African time. Later charges keep its day of the month.
             * @example 2030-01-31
             */
            firstPaymentDate: string;
            /**
             * @description How many scheduled charges there are.
             * @example 12
             */
            occurrences: number;
            /**
             * Format: uri
             * @description The http or https address that the customer is sent back to.
             * @example https://shop.example/thanks
             */
            returnUrl?: string;
            /**
             * Format: uri
             * @description The http or https address that the outcome is posted to.
             * @example https://shop.example/notify
             */
            notifyUrl?: string;
            /**
             * @description Who is asked to authorise, as far as the merchant knows.
             * @example {
             *       "name": "Thandi Mokoena",
             *       "email": "thandi@shop.example"
             *     }
             */
            customer?: {
                /**
                 * @description The name of the customer.
                 * @example Thandi Mokoena
                 */
                name?: string;
                /**
                 * Format: email
                 * @description The customer’s e-mail address.
                 * @example thandi@shop.example
                 */
                email?: string;
                /**
                 * @description The customer’s telephone number.
                 * @example +27 82 123 4567
                 */
                cellphone?: string;
            };
        };
        /** @description One amount that is taken under a subscription. */
        SubscriptionTransactionListItem: {
            /**
             * Format: uuid
             * @description The identifier of the charge, a UUID.
             * @example 01a1f866-8618-7487-b2b4-7a785382abb8
             */
            id: string;
            /**
             * @description Whether the charge is scheduled, the first one at sign-up, or asked for in between.
             * @example adhoc
             * @enum {string}
             */
            type: "scheduled" | "adhoc" | "signup";
            /**
             * @description Which of the scheduled charges it is; absent for others.
             * @example 1
             */
            occurrence?: number;
            /**
             * @description How much it is for, in rand, with at most two decimals.
             * @example {
             *       "currency": "ZAR",
             *       "value": 60
             *     }
             */
            amount: components["schemas"]["Amount"];
            /**
             * @description Scheduled: it is charged on its day. Pending: it is being charged. Successful or Failed: how it ended.
             * @example Scheduled
             * @enum {string}
             */
            status: "Scheduled" | "Pending" | "Successful" | "Failed";
            /**
             * Format: uuid
             * @description The identifier of the last transaction that was to take the charge; absent until there is one.
             * @example 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
             */
            transactionId?: string;
            /**
             * Format: date
             * @description The day on which the charge falls, in South African time.
             * @example 2026-11-20
             */
            dueDate: string;
            /**
             * Format: date
             * @description The day on which it is charged, in South African time: another than dueDate where the site moves charges from days on which banks rest.
             * @example 2026-11-20
             */
            chargeDate: string;
            /**
             * @description How many times it was attempted.
             * @example 0
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was made, in UTC.
             * @example 2026-11-20T10:00:31.000Z
             */
            createdDate: string;
        };
        /** @description An ad-hoc charge under a subscription. */
        SubscriptionTransactionRequest: {
            /**
             * @description How much it is for, in rand, with at most two decimals.
             * @example {
             *       "currency": "ZAR",
             *       "value": 60
             *     }
             */
            amount: components["schemas"]["AmountInput"];
            /**
             * @description The merchant’s own reference for it, such as an order number.
             * @example EXTRA-1
             */
            merchantReference: string;
            /**
             * @description What the charge is for, as the customer reads it.
             * @example An extra box
             */
            description?: string;
        };
        /** @description An access token, its scopes and its lifetime. */
        Token: {
            /**
             * @description The token, to be sent as "Authorization: Bearer" and the token.
             * @example example-access-token
             */
            access_token: string;
            /**
             * @description What kind of token it is; the letter case does not matter.
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
             * @description The scopes that the token has, with spaces between them.
             * @example payments payouts refunds settlements subscriptions webhooks
             */
            scope: string;
        };
        /** @description The refusal of a token: the error object with the two members of OAuth 2.0 (RFC 6749). */
        TokenError: {
            /**
             * Format: uuid
             * @description The identifier of this error, new each time.
             * @example 01a1f866-0b31-7f10-9a41-2f6b8c0d1e22
             */
            id: string;
            /**
             * @description Where to read more about the error; null where there is no more.
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
             * @description The name of what is wrong, which a program can rely on.
             * @example ValidationError
             */
            code: string;
            /**
             * @description What is wrong in general, in one phrase.
             * @example The request is not valid
             */
            title: string;
            /**
             * @description What is wrong with this request, in words for a developer.
             * @example amount.value is required
             */
            detail: string;
            /**
             * @description Which part of the request is wrong; null where it is no single one.
             * @example {
             *       "pointer": "/amount/value",
             *       "parameter": null,
             *       "header": null
             *     }
             */
            source: {
                /**
                 * @description The JSON Pointer to the value of the body that is wrong; null where it is not in the body.
                 * @example /amount/value
                 */
                pointer: string | null;
                /**
                 * @description The name of the parameter that is wrong; null where it is none.
                 * @example limit
                 */
                parameter: string | null;
                /**
                 * @description The name of the header that is wrong; null where it is none.
                 * @example Idempotency-Key
                 */
                header: string | null;
            } | null;
            /**
             * @description What helps to find the request again; null on a 401, and where the request had no X-Correlation-ID.
             * @example {
             *       "correlationId": "01a1f866-0b31-7f10-9a41-2f6b8c0d1e22"
             *     }
             */
            meta: {
                /**
                 * @description The identifier of the request, as X-Correlation-ID has it too.
                 * @example 01a1f866-0b31-7f10-9a41-2f6b8c0d1e22
                 */
                correlationId: string;
            } | null;
            /**
             * @description The error as OAuth 2.0 names it.
             * @example invalid_request
             * @enum {string}
             */
            error: "invalid_request" | "invalid_client" | "invalid_scope" | "invalid_grant" | "unsupported_grant_type" | "server_error";
            /**
             * @description What is wrong with this request, in words for a developer.
             * @example grant_type is required
             */
            error_description: string;
        };
        /** @description A request for an access token by client credentials. */
        TokenRequest: {
            /**
             * @description The grant of OAuth 2.0 that is used.
             * @example client_credentials
             * @enum {string}
             */
            grant_type: "client_credentials";
            /**
             * @description The identifier of the client, where it is not sent as HTTP Basic.
             * @example tef_example
             */
            client_id?: string;
            /**
             * @description The secret of the client, where it is not sent as HTTP Basic.
             * @example example-client-secret
             */
            client_secret?: string;
            /**
             * @description Scopes with spaces between them; all that the client may have where it is not given.
             * @example payments refunds
             */
            scope?: string;
        };
        /** @description One attempt to pay a payment, at one bank. */
        Transaction: {
            /**
             * @description The addresses of the object itself and of what belongs to it.
             * @example {
             *       "self": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
             *       "payment": "http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53",
             *       "refunds": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f/refunds",
             *       "refund": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f/refunds"
             *     }
             */
            links: {
                /**
                 * Format: uri
                 * @description The address of this object, or of this page of a list.
                 * @example http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
                 */
                self: string;
                /**
                 * Format: uri
                 * @description The address of the payment that this attempts to pay.
                 * @example http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53
                 */
                payment: string;
                /**
                 * Format: uri
                 * @description The address of the list of its refunds.
                 * @example http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f/refunds
                 */
                refunds: string;
                /**
                 * Format: uri
                 * @description The address to which a POST refunds it.
                 * @example http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f/refunds
                 */
                refund: string;
            };
            /**
             * Format: uuid
             * @description The identifier of the transaction, a UUID.
             * @example 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
             */
            id: string;
            /**
             * @description How much it is for, in rand, with at most two decimals.
             * @example {
             *       "currency": "ZAR",
             *       "value": 150.5
             *     }
             */
            amount: components["schemas"]["Amount"];
            /**
             * @description The merchant’s own reference for it, such as an order number.
             * @example ORDER-1
             */
            merchantReference: string;
            /**
             * @description The code of the site, which is one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description The name of the bank that pays; empty while none is chosen.
             * @example Capitec
             */
            institution: string;
            /**
             * @description Incomplete: the payer has not finished. Pending: the bank has not decided. Successful: it was paid. Error: it was not. Refunded: all of it went back.
             * @example Successful
             * @enum {string}
             */
            status: "Incomplete" | "Successful" | "Error" | "Pending" | "Refunded";
            /**
             * @description Why it ended as it did, in words for people; absent where there is nothing to say.
             * @example The customer cancelled the payment
             */
            reason?: string;
            /**
             * Format: date-time
             * @description When it was made, in UTC.
             * @example 2026-11-20T10:00:13.000Z
             */
            createdDate: string;
            /**
             * Format: date-time
             * @description When it ended, in UTC; absent until then.
             * @example 2026-11-20T10:00:15.000Z
             */
            completedDate?: string;
            /**
             * @description Where to pay, while the transaction waits for its deposit; absent else.
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
        /** @description The full message about a transaction that has ended. */
        TransactionCompleteFull: {
            /**
             * @description What has happened, by the type of the event.
             * @example transaction.complete
             * @enum {string}
             */
            type: "transaction.complete";
            /**
             * Format: date-time
             * @description When it happened, in UTC, by the clock of the service.
             * @example 2026-11-20T10:00:05.000Z
             */
            timestamp: string;
            /**
             * @description Which of the events of one object it is; it rises by one for each.
             * @example 2
             */
            sequence: number;
            /**
             * @description What the message is about.
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
                 * @description The code of the site, which is one of the merchant’s shops.
                 * @example KARKAR1234
                 */
                SiteCode: string;
                /**
                 * @description The identifier of the transaction, which is one attempt to pay.
                 * @example 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
                 */
                TransactionId: string;
                /**
                 * @description The merchant’s own reference for the payment, such as an order number.
                 * @example ORDER-1
                 */
                TransactionReference: string;
                /**
                 * @description How much it is for, in rand, with two decimals.
                 * @example 150.50
                 */
                Amount: string;
                /**
                 * @description How the transaction ended. Successful: it was paid. Error: it was not, or the bank took the money back. Refunded: all of it went back.
                 * @example Successful
                 * @enum {string}
                 */
                Status: "Incomplete" | "Successful" | "Error" | "Pending" | "Refunded";
                /**
                 * @description A text that the merchant sent along with the payment and gets back.
                 * @example winter sale
                 */
                Optional1: string;
                /**
                 * @description A second text that the merchant sent along.
                 * @example till 4
                 */
                Optional2: string;
                /**
                 * @description A third text that the merchant sent along.
                 * @example Johannesburg
                 */
                Optional3: string;
                /**
                 * @description A fourth text that the merchant sent along.
                 * @example gift
                 */
                Optional4: string;
                /**
                 * @description A fifth text that the merchant sent along.
                 * @example plugin 2.1
                 */
                Optional5: string;
                /**
                 * @description The currency of the amount by its ISO 4217 code, which is always rand.
                 * @example ZAR
                 */
                CurrencyCode: string;
                /**
                 * @description Whether it is a test payment, with which no money moves.
                 * @example False
                 * @enum {string}
                 */
                IsTest: "True" | "False";
                /**
                 * @description Why it did not succeed; empty where it did.
                 * @example The customer cancelled the payment
                 */
                StatusMessage: string;
                /**
                 * @description The signature of the message: a SHA-512 in lower-case hex.
                 * @example a3b640c473d088137524a2b50395e31f56875b34b223ef9f6dddbc9cccdf7fb43fbb57c9ed9760e8127bb52932348df674b98af98c24260bb2b69ae6cc0aeef7
                 */
                Hash: string;
                /**
                 * @description The name of the bank that was paid from.
                 * @example Capitec
                 */
                BankName: string;
                /**
                 * @description The payer’s account, all but its last four digits masked.
                 * @example ******0001
                 */
                MaskedAccountNumber: string;
            };
        };
        /** @description The thin message about a transaction that has ended. */
        TransactionCompleteThin: {
            /**
             * @description What has happened, by the type of the event.
             * @example transaction.complete
             * @enum {string}
             */
            type: "transaction.complete";
            /**
             * Format: date-time
             * @description When it happened, in UTC, by the clock of the service.
             * @example 2026-11-20T10:00:05.000Z
             */
            timestamp: string;
            /**
             * @description Which of the events of one object it is; it rises by one for each.
             * @example 2
             */
            sequence: number;
            /**
             * @description What the message is about.
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
                 * @description How the transaction ended. Successful: it was paid. Error: it was not, or the bank took the money back. Refunded: all of it went back.
                 * @example Successful
                 * @enum {string}
                 */
                status: "Incomplete" | "Successful" | "Error" | "Pending" | "Refunded";
                /**
                 * @description Why it ended as it did, in words for people; null where there is nothing to say.
                 * @example The customer cancelled the payment
                 */
                reason: string | null;
            };
        };
        /** @description A payment, and how its first transaction is paid. */
        TransactionRequest: {
            /**
             * @description The payment that is to be made.
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
             * @description How it is to be paid.
             * @example {
             *       "paymentType": "redirect"
             *     }
             */
            paymentDetail: components["schemas"]["PaymentDetail"];
        };
        /** @description A step of a payer, as the hosted checkout takes it. */
        TransactionStep: {
            /**
             * @description What the payer does in this step.
             * @example authenticate
             * @enum {string}
             */
            step: "selectInstitution" | "authenticate" | "approve" | "decline" | "cancel";
            /**
             * Format: uuid
             * @description The identifier of a bank, as GET /paymentmethods lists it.
             * @example 913999fa-3a32-4e3d-82f0-a1df7e9e4f7b
             */
            institutionId?: string;
            /**
             * @description What the bank asks for; the simulated bank needs nothing.
             * @example {}
             */
            data?: Record<string, never>;
        };
        /** @description A band of amounts in rand, both ends included. */
        VariableAmount: {
            /**
             * @description The least that it may be, in rand.
             * @example 100
             */
            minimumValue: number;
            /**
             * @description The most that it may be, in rand.
             * @example 200
             */
            maximumValue: number;
        };
        /** @description An address of the merchant that is told of every event of one type. */
        Webhook: {
            /**
             * Format: uuid
             * @description The identifier of the webhook, a UUID.
             * @example 01a1f866-2088-72b6-a1c4-72cc69b29d60
             */
            id: string;
            /**
             * Format: uri
             * @description The address that messages are posted to.
             * @example https://shop.example/webhooks
             */
            endpoint: string;
            /**
             * @description What the webhook is told of.
             * @example refund.complete
             * @enum {string}
             */
            eventType: "transaction.complete" | "refund.complete";
            /**
             * @description Whether messages are thin (identifier, status and reason, nothing personal) or full (as much as there is).
             * @example thin
             * @enum {string}
             */
            messageType: "thin" | "full";
            /**
             * @description Since when, and why, nothing is sent: PUT the webhook to enable it and be sent what it has missed. Absent while it is enabled.
             * @example {
             *       "at": "2026-11-20T10:00:05.000Z",
             *       "reason": "it refused every message for five days"
             *     }
             */
            disabled?: {
                /**
                 * Format: date-time
                 * @description When the webhook was disabled, in UTC.
                 * @example 2026-11-20T10:00:05.000Z
                 */
                at: string;
                /**
                 * @description Why the webhook was disabled.
                 * @example it refused every message for five days
                 */
                reason: string;
            };
        };
        /** @description One message to one receiver, and every attempt to send it. */
        WebhookMessageStatus: {
            /**
             * Format: uuid
             * @description The identifier of the message, which is the webhook-id of every attempt.
             * @example 01a1f866-4798-76fe-b0d2-cbe9a072b521
             */
            id: string;
            /**
             * @description What has happened, by the type of the event.
             * @example transaction.complete
             */
            eventType: string;
            /**
             * @description Which of the events of one object it is; it rises by one for each.
             * @example 1
             */
            sequence: number;
            /**
             * @description The address that was to be told; null where nobody was.
             * @example https://shop.example/notify
             */
            endpoint: string | null;
            /**
             * Format: uuid
             * @description The identifier of the webhook; absent where the address is that of the object itself.
             * @example 01a1f866-2088-72b6-a1c4-72cc69b29d60
             */
            webhookId?: string;
            /**
             * @description What became of the message.
             * @example Pending
             * @enum {string}
             */
            status: "Pending" | "Delivered" | "Failed" | "Skipped";
            /**
             * @description Why nothing was attempted, or nothing more is; absent where there is nothing to say.
             * @example the webhook is disabled
             */
            reason?: string;
            /**
             * @description Each time the message was sent, oldest first.
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
                 * @description When it was sent, in UTC.
                 * @example 2026-11-20T10:00:05.000Z
                 */
                at: string;
                /**
                 * @description The HTTP status that it was answered with; null where no answer came.
                 * @example 200
                 */
                statusCode: number | null;
                /**
                 * @description How long the answer took, in milliseconds.
                 * @example 84
                 */
                durationMs: number;
                /**
                 * @description Why no response was received, or `body incomplete` where its body broke off; null otherwise.
                 * @example no connection, or no answer in time
                 */
                error: string | null;
            }[];
            /**
             * Format: date-time
             * @description When it is sent again, in UTC; null where it is not.
             * @example 2026-11-20T10:00:15.000Z
             */
            nextAttempt: string | null;
            /**
             * Format: date-time
             * @description When it was made, in UTC.
             * @example 2026-11-20T10:00:15.000Z
             */
            createdDate: string;
        };
        /** @description Where messages go, which, and how much they say. */
        WebhookRequest: {
            /**
             * Format: uri
             * @description The address that messages are posted to.
             * @example https://shop.example/webhooks
             */
            endpoint: string;
            /**
             * @description What the webhook is told of.
             * @example refund.complete
             * @enum {string}
             */
            eventType: "transaction.complete" | "refund.complete";
            /**
             * @description Whether messages are thin (identifier, status and reason, nothing personal) or full (as much as there is); thin where it is not given.
             * @example thin
             * @enum {string}
             */
            messageType?: "thin" | "full";
        };
        /** @description The key with which the messages to a webhook are signed. */
        WebhookSecret: {
            /**
             * @description The key of the signatures: whsec_ and base64, as libraries of Standard Webhooks read it.
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
                     * @description The name of what is wrong: one of those that this answer can have.
                     * @example BadRequest
                     * @enum {string}
                     */
                    code?: "BadRequest";
                };
            };
        };
        /** @description `Unauthorized`: There is no usable access token. */
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
                     * @description The name of what is wrong: one of those that this answer can have.
                     * @example Unauthorized
                     * @enum {string}
                     */
                    code?: "Unauthorized";
                };
            };
        };
        /** @description `Forbidden`: This is not allowed. */
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
                     * @description The name of what is wrong: one of those that this answer can have.
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
                     * @description The name of what is wrong: one of those that this answer can have.
                     * @example PayloadTooLarge
                     * @enum {string}
                     */
                    code?: "PayloadTooLarge";
                };
            };
        };
        /** @description `UnsupportedMediaType`: The content type is not taken here. */
        UnsupportedMediaType: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /**
                     * @description The name of what is wrong: one of those that this answer can have.
                     * @example UnsupportedMediaType
                     * @enum {string}
                     */
                    code?: "UnsupportedMediaType";
                };
            };
        };
        /** @description `TooManyRequests`: There were too many requests. */
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
                     * @description The name of what is wrong: one of those that this answer can have.
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
                     * @description The name of what is wrong: one of those that this answer can have.
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
                     * @description The name of what is wrong: one of those that this answer can have.
                     * @example ServiceUnavailable
                     * @enum {string}
                     */
                    code?: "ServiceUnavailable";
                };
            };
        };
        /** @description `NotFound`: There is nothing here. */
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
                     * @description The name of what is wrong: one of those that this answer can have.
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
                     * @description The name of what is wrong: one of those that this answer can have.
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
                     * @description The name of what is wrong: one of those that this answer can have.
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
         * @description Names the request in logs; one that was sent comes back.
         * @example order-1-first-try
         */
        "X-Correlation-ID": string;
        /**
         * @description `true` where the answer is that of an earlier request with the same key.
         * @example true
         */
        "Idempotency-Replayed": "true";
        /**
         * @description How many seconds to wait before the next try.
         * @example 30
         */
        "Retry-After": number;
        /**
         * @description The page that explains a refusal, as `rel="help"`.
         * @example <http://localhost:8420/docs/guides/hashes>; rel="help"
         */
        Link: string;
        /**
         * @description How many requests a minute this caller may make.
         * @example 600
         */
        "RateLimit-Limit": number;
        /**
         * @description How many are left of them.
         * @example 599
         */
        "RateLimit-Remaining": number;
        /**
         * @description The number of seconds until the count restarts.
         * @example 42
         */
        "RateLimit-Reset": number;
        /**
         * @description The address of what was made.
         * @example http://localhost:8420/one/v1/payments/01a1f866-14d0-70c2-8a09-2948b68b3052
         */
        Location: string;
        /**
         * @description What is wrong with the token (RFC 6750); of a refused client, `Basic` where it came with HTTP Basic, and else absent.
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
                 * @description Names the request in logs; one that was sent comes back.
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
            /** @description `UnsupportedMediaType`: the body is no form. */
            415: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenError"];
                };
            };
            /** @description `TooManyRequests`: more requests than one key or address may make in a minute, or too many refused tries. */
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
     * Ends a token of the client (RFC 7009), within five seconds wherever it is used. A token that has ended, or that never was one, is a 200 too.
     *
     * `POST /revoke`
     */
    revokeToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Names the request in logs; one that was sent comes back.
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
            /** @description The token is not valid, or not any more. */
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
            /** @description `UnsupportedMediaType`: the body is no form. */
            415: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenError"];
                };
            };
            /** @description `TooManyRequests`: more requests than one key or address may make in a minute, or too many refused tries. */
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
                 * @description The first day, whole and included, in South African time; a time part is discarded.
                 * @example 2026-11-20
                 */
                fromDate: string;
                /**
                 * @description The last day, whole and included, in South African time; a time part is discarded.
                 * @example 2026-11-20
                 */
                toDate: string;
                /**
                 * @description How many results a page has at most; 50 where it is not given.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description How many results are passed over before the page begins; none where it is not given.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Where a page begins, as a link of another page has it; it is not for building.
                 * @example WyJhZnRlciIsMTc5NTE2ODgxMDAwMCwiMDFhMWY4NjYtMzQxMC03OTE4LThiM2EtMTA0NjViZTU5YjUzIl0
                 */
                cursor?: string;
                /**
                 * @description The code of the site whose objects are wanted; those of all sites where it is not given.
                 * @example KARKAR1234
                 */
                siteCode?: string;
                /**
                 * @description The status that the objects have.
                 * @example Created
                 */
                status?: "Created" | "Complete" | "Cancelled" | "Expired";
                /**
                 * @description The merchant’s own reference that the objects have.
                 * @example ORDER-1
                 */
                merchantReference?: string;
            };
            header?: {
                /**
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
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
                     *             "self": "http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53",
                     *             "cancel": "http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53/cancel",
                     *             "transactions": "http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53/transactions"
                     *           },
                     *           "id": "01a1f866-3410-7918-8b3a-10465be59b53",
                     *           "status": "Created",
                     *           "reason": null,
                     *           "redirectUrl": "http://localhost:8420/pay/01a1f866-3410-7918-8b3a-10465be59b53",
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
                         * @description The addresses of the object itself and of what belongs to it.
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
                             * @description The address of the page before; absent on the first one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=0
                             */
                            prev?: string;
                        };
                        /**
                         * @description The objects on this page.
                         * @example [
                         *       {
                         *         "links": {
                         *           "self": "http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53",
                         *           "cancel": "http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53/cancel",
                         *           "transactions": "http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53/transactions"
                         *         },
                         *         "id": "01a1f866-3410-7918-8b3a-10465be59b53",
                         *         "status": "Created",
                         *         "reason": null,
                         *         "redirectUrl": "http://localhost:8420/pay/01a1f866-3410-7918-8b3a-10465be59b53",
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
                         * @description What page this is.
                         * @example {
                         *       "limit": 50,
                         *       "offset": 0,
                         *       "count": 1,
                         *       "hasMore": false
                         *     }
                         */
                        meta: {
                            /**
                             * @description How many results a page has at most.
                             * @example 50
                             */
                            limit: number;
                            /**
                             * @description How many results stand before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description How many results this page has.
                             * @example 1
                             */
                            count: number;
                            /**
                             * @description Whether there is another page after this one.
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
     * Send the customer to redirectUrl. A failed attempt leaves the payment Created: the customer may try again until it expires.
     *
     * `POST /payments`
     */
    createPayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body gets the first answer again, 200 in place of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Names the request in logs; one that was sent comes back.
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
            /** @description As asked. */
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
            /** @description Made. */
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
                     *         "self": "http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53",
                     *         "cancel": "http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53/cancel",
                     *         "transactions": "http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53/transactions"
                     *       },
                     *       "id": "01a1f866-3410-7918-8b3a-10465be59b53",
                     *       "status": "Created",
                     *       "reason": null,
                     *       "redirectUrl": "http://localhost:8420/pay/01a1f866-3410-7918-8b3a-10465be59b53",
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
            /** @description `Conflict`: The request conflicts with an earlier one. `DuplicateReference`: The reference was used before. `PaymentMethodUnavailable`: No payment method is available. */
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
                         * @description The name of what is wrong: one of those that this answer can have.
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
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-3410-7918-8b3a-10465be59b53
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53",
                     *         "cancel": "http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53/cancel",
                     *         "transactions": "http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53/transactions"
                     *       },
                     *       "id": "01a1f866-3410-7918-8b3a-10465be59b53",
                     *       "status": "Created",
                     *       "reason": null,
                     *       "redirectUrl": "http://localhost:8420/pay/01a1f866-3410-7918-8b3a-10465be59b53",
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
     * Again, it changes nothing.
     *
     * `POST /payments/{id}/cancel`
     */
    cancelPayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body gets the first answer again, 200 in place of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-7290-7656-83c2-9306a8b0126e
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
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
            /** @description `Forbidden`: This is not allowed. `PaymentAlreadyComplete`: The payment is complete. `PaymentAwaitingBank`: A bank has the payment. */
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
                         * @description The name of what is wrong: one of those that this answer can have.
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
     * List transactions for payment.
     *
     * A payment that nobody has is an empty list.
     *
     * `GET /payments/{id}/transactions`
     */
    listPaymentTransactions: {
        parameters: {
            query: {
                /**
                 * @description The first day, whole and included, in South African time; a time part is discarded.
                 * @example 2026-11-20
                 */
                fromDate: string;
                /**
                 * @description The last day, whole and included, in South African time; a time part is discarded.
                 * @example 2026-11-20
                 */
                toDate: string;
                /**
                 * @description How many results a page has at most; 50 where it is not given.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description How many results are passed over before the page begins; none where it is not given.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Where a page begins, as a link of another page has it; it is not for building.
                 * @example WyJhZnRlciIsMTc5NTE2ODgxMDAwMCwiMDFhMWY4NjYtMzQxMC03OTE4LThiM2EtMTA0NjViZTU5YjUzIl0
                 */
                cursor?: string;
            };
            header?: {
                /**
                 * @description The same key with the same body gets the first answer again, 200 in place of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-3410-7918-8b3a-10465be59b53
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53/transactions?fromDate=2026-11-20&toDate=2026-11-20&limit=50&offset=0",
                     *         "first": "http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53/transactions?fromDate=2026-11-20&toDate=2026-11-20&limit=50&offset=0"
                     *       },
                     *       "results": [
                     *         {
                     *           "links": {
                     *             "self": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
                     *             "payment": "http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53",
                     *             "refunds": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f/refunds",
                     *             "refund": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f/refunds"
                     *           },
                     *           "id": "01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
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
                         * @description The addresses of the object itself and of what belongs to it.
                         * @example {
                         *       "self": "http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53/transactions?fromDate=2026-11-20&toDate=2026-11-20&limit=50&offset=0",
                         *       "first": "http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53/transactions?fromDate=2026-11-20&toDate=2026-11-20&limit=50&offset=0"
                         *     }
                         */
                        links: {
                            /**
                             * Format: uri
                             * @description The address of this object, or of this page of a list.
                             * @example http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53/transactions?fromDate=2026-11-20&toDate=2026-11-20&limit=50&offset=0
                             */
                            self: string;
                            /**
                             * Format: uri
                             * @description The address of the first page.
                             * @example http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53/transactions?fromDate=2026-11-20&toDate=2026-11-20&limit=50&offset=0
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
                             * @description The address of the page before; absent on the first one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=0
                             */
                            prev?: string;
                        };
                        /**
                         * @description The objects on this page.
                         * @example [
                         *       {
                         *         "links": {
                         *           "self": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
                         *           "payment": "http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53",
                         *           "refunds": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f/refunds",
                         *           "refund": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f/refunds"
                         *         },
                         *         "id": "01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
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
                         * @description What page this is.
                         * @example {
                         *       "limit": 50,
                         *       "offset": 0,
                         *       "count": 1,
                         *       "hasMore": false
                         *     }
                         */
                        meta: {
                            /**
                             * @description How many results a page has at most.
                             * @example 50
                             */
                            limit: number;
                            /**
                             * @description How many results stand before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description How many results this page has.
                             * @example 1
                             */
                            count: number;
                            /**
                             * @description Whether there is another page after this one.
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
                 * @description The same key with the same body gets the first answer again, 200 in place of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-3410-7918-8b3a-10465be59b53
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
            /** @description As asked. */
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
            /** @description Made. */
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
                     *         "self": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
                     *         "payment": "http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53",
                     *         "refunds": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f/refunds",
                     *         "refund": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f/refunds"
                     *       },
                     *       "id": "01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
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
                     *         "url": "http://localhost:8420/bank/orders/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NewTransaction"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `Forbidden`: This is not allowed. `PaymentAlreadyComplete`: The payment is complete. `PaymentClosed`: The payment is closed. */
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
                         * @description The name of what is wrong: one of those that this answer can have.
                         * @example Forbidden
                         * @enum {string}
                         */
                        code?: "Forbidden" | "PaymentAlreadyComplete" | "PaymentClosed";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            /** @description `Conflict`: The request conflicts with an earlier one. `PaymentInProgress`: An attempt is under way. `PaymentMethodUnavailable`: No payment method is available. `StepNotAllowed`: The step is not allowed now. */
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
                         * @description The name of what is wrong: one of those that this answer can have.
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
                 * @description The first day, whole and included, in South African time; a time part is discarded.
                 * @example 2026-11-20
                 */
                fromDate: string;
                /**
                 * @description The last day, whole and included, in South African time; a time part is discarded.
                 * @example 2026-11-20
                 */
                toDate: string;
                /**
                 * @description How many results a page has at most; 50 where it is not given.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description How many results are passed over before the page begins; none where it is not given.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Where a page begins, as a link of another page has it; it is not for building.
                 * @example WyJhZnRlciIsMTc5NTE2ODgxMDAwMCwiMDFhMWY4NjYtMzQxMC03OTE4LThiM2EtMTA0NjViZTU5YjUzIl0
                 */
                cursor?: string;
                /**
                 * @description The code of the site whose objects are wanted; those of all sites where it is not given.
                 * @example KARKAR1234
                 */
                siteCode?: string;
                /**
                 * @description The status that the objects have.
                 * @example Incomplete
                 */
                status?: "Incomplete" | "Successful" | "Error" | "Pending" | "Refunded";
                /**
                 * @description The merchant’s own reference that the objects have.
                 * @example ORDER-2
                 */
                merchantReference?: string;
            };
            header?: {
                /**
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
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
                     *             "self": "http://localhost:8420/one/v1/transactions/01a1f866-6ac0-7746-8495-ea51dd84330a",
                     *             "payment": "http://localhost:8420/one/v1/payments/01a1f866-6ac0-73bf-9549-5fa9136b94b8",
                     *             "refunds": "http://localhost:8420/one/v1/transactions/01a1f866-6ac0-7746-8495-ea51dd84330a/refunds",
                     *             "refund": "http://localhost:8420/one/v1/transactions/01a1f866-6ac0-7746-8495-ea51dd84330a/refunds"
                     *           },
                     *           "id": "01a1f866-6ac0-7746-8495-ea51dd84330a",
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
                         * @description The addresses of the object itself and of what belongs to it.
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
                             * @description The address of the page before; absent on the first one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=0
                             */
                            prev?: string;
                        };
                        /**
                         * @description The objects on this page.
                         * @example [
                         *       {
                         *         "links": {
                         *           "self": "http://localhost:8420/one/v1/transactions/01a1f866-6ac0-7746-8495-ea51dd84330a",
                         *           "payment": "http://localhost:8420/one/v1/payments/01a1f866-6ac0-73bf-9549-5fa9136b94b8",
                         *           "refunds": "http://localhost:8420/one/v1/transactions/01a1f866-6ac0-7746-8495-ea51dd84330a/refunds",
                         *           "refund": "http://localhost:8420/one/v1/transactions/01a1f866-6ac0-7746-8495-ea51dd84330a/refunds"
                         *         },
                         *         "id": "01a1f866-6ac0-7746-8495-ea51dd84330a",
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
                         * @description What page this is.
                         * @example {
                         *       "limit": 50,
                         *       "offset": 0,
                         *       "count": 1,
                         *       "hasMore": false
                         *     }
                         */
                        meta: {
                            /**
                             * @description How many results a page has at most.
                             * @example 50
                             */
                            limit: number;
                            /**
                             * @description How many results stand before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description How many results this page has.
                             * @example 1
                             */
                            count: number;
                            /**
                             * @description Whether there is another page after this one.
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
     * A payment and its first transaction together.
     *
     * `POST /transactions`
     */
    createTransaction: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body gets the first answer again, 200 in place of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Names the request in logs; one that was sent comes back.
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
            /** @description As asked. */
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
            /** @description Made. */
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
                     *         "self": "http://localhost:8420/one/v1/transactions/01a1f866-6ac0-7746-8495-ea51dd84330a",
                     *         "payment": "http://localhost:8420/one/v1/payments/01a1f866-6ac0-73bf-9549-5fa9136b94b8",
                     *         "refunds": "http://localhost:8420/one/v1/transactions/01a1f866-6ac0-7746-8495-ea51dd84330a/refunds",
                     *         "refund": "http://localhost:8420/one/v1/transactions/01a1f866-6ac0-7746-8495-ea51dd84330a/refunds"
                     *       },
                     *       "id": "01a1f866-6ac0-7746-8495-ea51dd84330a",
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
                     *         "url": "http://localhost:8420/pay/01a1f866-6ac0-73bf-9549-5fa9136b94b8"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NewTransaction"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description `Forbidden`: This is not allowed. `PaymentAlreadyComplete`: The payment is complete. `PaymentClosed`: The payment is closed. */
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
                         * @description The name of what is wrong: one of those that this answer can have.
                         * @example Forbidden
                         * @enum {string}
                         */
                        code?: "Forbidden" | "PaymentAlreadyComplete" | "PaymentClosed";
                    };
                };
            };
            /** @description `Conflict`: The request conflicts with an earlier one. `DuplicateReference`: The reference was used before. `PaymentInProgress`: An attempt is under way. `PaymentMethodUnavailable`: No payment method is available. */
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
                         * @description The name of what is wrong: one of those that this answer can have.
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
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
                     *         "payment": "http://localhost:8420/one/v1/payments/01a1f866-3410-7918-8b3a-10465be59b53",
                     *         "refunds": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f/refunds",
                     *         "refund": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f/refunds"
                     *       },
                     *       "id": "01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
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
     * The hosted checkout without its pages: selectInstitution, authenticate, then approve or decline; cancel at any time. 202: the bank has the payment and has not decided.
     *
     * `POST /transactions/{id}`
     */
    processTransactionStep: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body gets the first answer again, 200 in place of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
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
            /** @description As asked. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken; not decided yet. */
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
            /** @description `Forbidden`: This is not allowed. `PaymentAlreadyComplete`: The payment is complete. `PaymentClosed`: The payment is closed. */
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
                         * @description The name of what is wrong: one of those that this answer can have.
                         * @example Forbidden
                         * @enum {string}
                         */
                        code?: "Forbidden" | "PaymentAlreadyComplete" | "PaymentClosed";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            /** @description `Conflict`: The request conflicts with an earlier one. `PaymentInProgress`: An attempt is under way. `StepNotAllowed`: The step is not allowed now. */
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
                         * @description The name of what is wrong: one of those that this answer can have.
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
                 * @description The first day, whole and included, in South African time; a time part is discarded.
                 * @example 2026-11-20
                 */
                fromDate: string;
                /**
                 * @description The last day, whole and included, in South African time; a time part is discarded.
                 * @example 2026-11-20
                 */
                toDate: string;
                /**
                 * @description How many results a page has at most; 50 where it is not given.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description How many results are passed over before the page begins; none where it is not given.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Where a page begins, as a link of another page has it; it is not for building.
                 * @example WyJhZnRlciIsMTc5NTE2ODgxMDAwMCwiMDFhMWY4NjYtMzQxMC03OTE4LThiM2EtMTA0NjViZTU5YjUzIl0
                 */
                cursor?: string;
                /**
                 * @description The code of the site whose objects are wanted; those of all sites where it is not given.
                 * @example KARKAR1234
                 */
                siteCode?: string;
                /**
                 * @description The status that the objects have.
                 * @example Cancelled
                 */
                status?: "Pending" | "Submitted" | "Complete" | "Failed" | "Cancelled" | "Returned";
                /**
                 * @description The identifier of the transaction whose refunds are wanted.
                 * @example 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
                 */
                transactionId?: string;
            };
            header?: {
                /**
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
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
                     *             "self": "http://localhost:8420/one/v1/refunds/01a1f866-5350-7c59-9597-6a886282b3e0",
                     *             "cancel": "http://localhost:8420/one/v1/refunds/01a1f866-5350-7c59-9597-6a886282b3e0/cancel"
                     *           },
                     *           "id": "01a1f866-5350-7c59-9597-6a886282b3e0",
                     *           "transactionId": "01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
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
                         * @description The addresses of the object itself and of what belongs to it.
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
                             * @description The address of the page before; absent on the first one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=0
                             */
                            prev?: string;
                        };
                        /**
                         * @description The objects on this page.
                         * @example [
                         *       {
                         *         "links": {
                         *           "self": "http://localhost:8420/one/v1/refunds/01a1f866-5350-7c59-9597-6a886282b3e0",
                         *           "cancel": "http://localhost:8420/one/v1/refunds/01a1f866-5350-7c59-9597-6a886282b3e0/cancel"
                         *         },
                         *         "id": "01a1f866-5350-7c59-9597-6a886282b3e0",
                         *         "transactionId": "01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
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
                         * @description What page this is.
                         * @example {
                         *       "limit": 50,
                         *       "offset": 0,
                         *       "count": 1,
                         *       "hasMore": false
                         *     }
                         */
                        meta: {
                            /**
                             * @description How many results a page has at most.
                             * @example 50
                             */
                            limit: number;
                            /**
                             * @description How many results stand before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description How many results this page has.
                             * @example 1
                             */
                            count: number;
                            /**
                             * @description Whether there is another page after this one.
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
     * All of them or none: source.pointer names the item that is refused. Each item meets what those before it have left.
     *
     * `POST /refunds`
     */
    createRefunds: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body gets the first answer again, 200 in place of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Names the request in logs; one that was sent comes back.
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
                 *         "transactionId": "01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
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
            /** @description As asked. */
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
            /** @description Made. */
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
                     *           "self": "http://localhost:8420/one/v1/refunds/01a1f866-5738-75dd-8e9d-7ce6ef04c56b",
                     *           "cancel": "http://localhost:8420/one/v1/refunds/01a1f866-5738-75dd-8e9d-7ce6ef04c56b/cancel"
                     *         },
                     *         "id": "01a1f866-5738-75dd-8e9d-7ce6ef04c56b",
                     *         "transactionId": "01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
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
            /** @description `BadRequest`: The request is not valid. `RefundExceedsTransaction`: The refund exceeds the refundable amount. */
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
                         * @description The name of what is wrong: one of those that this answer can have.
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
            /** @description `Conflict`: The request conflicts with an earlier one. `RefundableChanged`: The refundable amount has changed. `TransactionNotRefundable`: The transaction cannot be refunded. */
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
                         * @description The name of what is wrong: one of those that this answer can have.
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
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-5350-7c59-9597-6a886282b3e0
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/refunds/01a1f866-5350-7c59-9597-6a886282b3e0",
                     *         "cancel": "http://localhost:8420/one/v1/refunds/01a1f866-5350-7c59-9597-6a886282b3e0/cancel"
                     *       },
                     *       "id": "01a1f866-5350-7c59-9597-6a886282b3e0",
                     *       "transactionId": "01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
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
     * Again, it changes nothing.
     *
     * `POST /refunds/{id}/cancel`
     */
    cancelRefund: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body gets the first answer again, 200 in place of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-5350-7c59-9597-6a886282b3e0
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
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
            /** @description `Conflict`: The request conflicts with an earlier one. `RefundAlreadySubmitted`: The refund is on its way. */
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
                         * @description The name of what is wrong: one of those that this answer can have.
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
                 * @description How many results a page has at most; 50 where it is not given.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description How many results are passed over before the page begins; none where it is not given.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Where a page begins, as a link of another page has it; it is not for building.
                 * @example WyJhZnRlciIsMTc5NTE2ODgxMDAwMCwiMDFhMWY4NjYtMzQxMC03OTE4LThiM2EtMTA0NjViZTU5YjUzIl0
                 */
                cursor?: string;
            };
            header?: {
                /**
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f/refunds?limit=50&offset=0",
                     *         "first": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f/refunds?limit=50&offset=0"
                     *       },
                     *       "results": [
                     *         {
                     *           "links": {
                     *             "self": "http://localhost:8420/one/v1/refunds/01a1f866-5738-75dd-8e9d-7ce6ef04c56b",
                     *             "cancel": "http://localhost:8420/one/v1/refunds/01a1f866-5738-75dd-8e9d-7ce6ef04c56b/cancel"
                     *           },
                     *           "id": "01a1f866-5738-75dd-8e9d-7ce6ef04c56b",
                     *           "transactionId": "01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
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
                     *             "self": "http://localhost:8420/one/v1/refunds/01a1f866-5350-7c59-9597-6a886282b3e0",
                     *             "cancel": "http://localhost:8420/one/v1/refunds/01a1f866-5350-7c59-9597-6a886282b3e0/cancel"
                     *           },
                     *           "id": "01a1f866-5350-7c59-9597-6a886282b3e0",
                     *           "transactionId": "01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
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
                         * @description The addresses of the object itself and of what belongs to it.
                         * @example {
                         *       "self": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f/refunds?limit=50&offset=0",
                         *       "first": "http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f/refunds?limit=50&offset=0"
                         *     }
                         */
                        links: {
                            /**
                             * Format: uri
                             * @description The address of this object, or of this page of a list.
                             * @example http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f/refunds?limit=50&offset=0
                             */
                            self: string;
                            /**
                             * Format: uri
                             * @description The address of the first page.
                             * @example http://localhost:8420/one/v1/transactions/01a1f866-3fc8-77bf-a173-e53d8d1e4a2f/refunds?limit=50&offset=0
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
                             * @description The address of the page before; absent on the first one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=0
                             */
                            prev?: string;
                        };
                        /**
                         * @description The objects on this page.
                         * @example [
                         *       {
                         *         "links": {
                         *           "self": "http://localhost:8420/one/v1/refunds/01a1f866-5738-75dd-8e9d-7ce6ef04c56b",
                         *           "cancel": "http://localhost:8420/one/v1/refunds/01a1f866-5738-75dd-8e9d-7ce6ef04c56b/cancel"
                         *         },
                         *         "id": "01a1f866-5738-75dd-8e9d-7ce6ef04c56b",
                         *         "transactionId": "01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
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
                         *           "self": "http://localhost:8420/one/v1/refunds/01a1f866-5350-7c59-9597-6a886282b3e0",
                         *           "cancel": "http://localhost:8420/one/v1/refunds/01a1f866-5350-7c59-9597-6a886282b3e0/cancel"
                         *         },
                         *         "id": "01a1f866-5350-7c59-9597-6a886282b3e0",
                         *         "transactionId": "01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
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
                         * @description What page this is.
                         * @example {
                         *       "limit": 50,
                         *       "offset": 0,
                         *       "count": 2,
                         *       "hasMore": false
                         *     }
                         */
                        meta: {
                            /**
                             * @description How many results a page has at most.
                             * @example 50
                             */
                            limit: number;
                            /**
                             * @description How many results stand before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description How many results this page has.
                             * @example 2
                             */
                            count: number;
                            /**
                             * @description Whether there is another page after this one.
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
     * `POST /transactions/{id}/refunds`
     */
    createTransactionRefund: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body gets the first answer again, 200 in place of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
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
            /** @description As asked. */
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
            /** @description Made. */
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
                     *         "self": "http://localhost:8420/one/v1/refunds/01a1f866-5350-7c59-9597-6a886282b3e0",
                     *         "cancel": "http://localhost:8420/one/v1/refunds/01a1f866-5350-7c59-9597-6a886282b3e0/cancel"
                     *       },
                     *       "id": "01a1f866-5350-7c59-9597-6a886282b3e0",
                     *       "transactionId": "01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
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
            /** @description `BadRequest`: The request is not valid. `RefundExceedsTransaction`: The refund exceeds the refundable amount. */
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
                         * @description The name of what is wrong: one of those that this answer can have.
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
            /** @description `Conflict`: The request conflicts with an earlier one. `RefundableChanged`: The refundable amount has changed. `TransactionNotRefundable`: The transaction cannot be refunded. */
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
                         * @description The name of what is wrong: one of those that this answer can have.
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
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01a1f866-4798-76fe-b0d2-cbe9a072b521",
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
                 * @description The same key with the same body gets the first answer again, 200 in place of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Taken; not decided yet. */
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
            /** @description `MessageArchived`: The message is in the archive. */
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
                         * @description The name of what is wrong: one of those that this answer can have.
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
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-5350-7c59-9597-6a886282b3e0
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01a1f866-62f0-7077-8337-073220a8e01e",
                     *         "eventType": "refund.complete",
                     *         "sequence": 1,
                     *         "endpoint": "https://shop.example/webhooks",
                     *         "webhookId": "01a1f866-2088-72b6-a1c4-72cc69b29d60",
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
                 * @description The same key with the same body gets the first answer again, 200 in place of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-5350-7c59-9597-6a886282b3e0
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Taken; not decided yet. */
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
            /** @description `MessageArchived`: The message is in the archive. */
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
                         * @description The name of what is wrong: one of those that this answer can have.
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
                 * @description The first day, whole and included, in South African time; a time part is discarded.
                 * @example 2026-11-20
                 */
                fromDate: string;
                /**
                 * @description The last day, whole and included, in South African time; a time part is discarded.
                 * @example 2026-11-20
                 */
                toDate: string;
                /**
                 * @description How many results a page has at most; 50 where it is not given.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description How many results are passed over before the page begins; none where it is not given.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Where a page begins, as a link of another page has it; it is not for building.
                 * @example WyJhZnRlciIsMTc5NTE2ODgxMDAwMCwiMDFhMWY4NjYtMzQxMC03OTE4LThiM2EtMTA0NjViZTU5YjUzIl0
                 */
                cursor?: string;
                /**
                 * @description The code of the site whose objects are wanted; those of all sites where it is not given.
                 * @example KARKAR1234
                 */
                siteCode?: string;
                /**
                 * @description The reference of the settlement that is wanted.
                 * @example KARKAR1234-20261120
                 */
                reference?: string;
            };
            header?: {
                /**
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
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
                     *             "self": "http://localhost:8420/one/v1/settlements/01a20d00-1558-72f7-b95d-145f839eea46",
                     *             "lineItems": "http://localhost:8420/one/v1/settlements/01a20d00-1558-72f7-b95d-145f839eea46/lineitems"
                     *           },
                     *           "id": "01a20d00-1558-72f7-b95d-145f839eea46",
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
                         * @description The addresses of the object itself and of what belongs to it.
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
                             * @description The address of the page before; absent on the first one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=0
                             */
                            prev?: string;
                        };
                        /**
                         * @description The objects on this page.
                         * @example [
                         *       {
                         *         "links": {
                         *           "self": "http://localhost:8420/one/v1/settlements/01a20d00-1558-72f7-b95d-145f839eea46",
                         *           "lineItems": "http://localhost:8420/one/v1/settlements/01a20d00-1558-72f7-b95d-145f839eea46/lineitems"
                         *         },
                         *         "id": "01a20d00-1558-72f7-b95d-145f839eea46",
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
                         * @description What page this is.
                         * @example {
                         *       "limit": 50,
                         *       "offset": 0,
                         *       "count": 1,
                         *       "hasMore": false
                         *     }
                         */
                        meta: {
                            /**
                             * @description How many results a page has at most.
                             * @example 50
                             */
                            limit: number;
                            /**
                             * @description How many results stand before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description How many results this page has.
                             * @example 1
                             */
                            count: number;
                            /**
                             * @description Whether there is another page after this one.
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
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a20d00-1558-72f7-b95d-145f839eea46
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/settlements/01a20d00-1558-72f7-b95d-145f839eea46",
                     *         "lineItems": "http://localhost:8420/one/v1/settlements/01a20d00-1558-72f7-b95d-145f839eea46/lineitems"
                     *       },
                     *       "id": "01a20d00-1558-72f7-b95d-145f839eea46",
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
     * The line items of a settlement that nobody has are an empty list.
     *
     * `GET /settlements/{id}/lineitems`
     */
    listSettlementLineItems: {
        parameters: {
            query?: {
                /**
                 * @description How many results a page has at most; 50 where it is not given.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description How many results are passed over before the page begins; none where it is not given.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Where a page begins, as a link of another page has it; it is not for building.
                 * @example WyJhZnRlciIsMTc5NTE2ODgxMDAwMCwiMDFhMWY4NjYtMzQxMC03OTE4LThiM2EtMTA0NjViZTU5YjUzIl0
                 */
                cursor?: string;
            };
            header?: {
                /**
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a20d00-1558-72f7-b95d-145f839eea46
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/settlements/01a20d00-1558-72f7-b95d-145f839eea46/lineitems?limit=50&offset=0",
                     *         "first": "http://localhost:8420/one/v1/settlements/01a20d00-1558-72f7-b95d-145f839eea46/lineitems?limit=50&offset=0"
                     *       },
                     *       "results": [
                     *         {
                     *           "id": "01a1f866-4798-787e-9456-6772ffcb6b79",
                     *           "siteCode": "KARKAR1234",
                     *           "reference": "ORDER-1",
                     *           "description": "Payment 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
                     *           "amount": {
                     *             "currency": "ZAR",
                     *             "value": 150.5
                     *           },
                     *           "fee": {
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
                         * @description The addresses of the object itself and of what belongs to it.
                         * @example {
                         *       "self": "http://localhost:8420/one/v1/settlements/01a20d00-1558-72f7-b95d-145f839eea46/lineitems?limit=50&offset=0",
                         *       "first": "http://localhost:8420/one/v1/settlements/01a20d00-1558-72f7-b95d-145f839eea46/lineitems?limit=50&offset=0"
                         *     }
                         */
                        links: {
                            /**
                             * Format: uri
                             * @description The address of this object, or of this page of a list.
                             * @example http://localhost:8420/one/v1/settlements/01a20d00-1558-72f7-b95d-145f839eea46/lineitems?limit=50&offset=0
                             */
                            self: string;
                            /**
                             * Format: uri
                             * @description The address of the first page.
                             * @example http://localhost:8420/one/v1/settlements/01a20d00-1558-72f7-b95d-145f839eea46/lineitems?limit=50&offset=0
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
                             * @description The address of the page before; absent on the first one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=0
                             */
                            prev?: string;
                        };
                        /**
                         * @description The objects on this page.
                         * @example [
                         *       {
                         *         "id": "01a1f866-4798-787e-9456-6772ffcb6b79",
                         *         "siteCode": "KARKAR1234",
                         *         "reference": "ORDER-1",
                         *         "description": "Payment 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
                         *         "amount": {
                         *           "currency": "ZAR",
                         *           "value": 150.5
                         *         },
                         *         "fee": {
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
                         * @description What page this is.
                         * @example {
                         *       "limit": 50,
                         *       "offset": 0,
                         *       "count": 1,
                         *       "hasMore": false
                         *     }
                         */
                        meta: {
                            /**
                             * @description How many results a page has at most.
                             * @example 50
                             */
                            limit: number;
                            /**
                             * @description How many results stand before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description How many results this page has.
                             * @example 1
                             */
                            count: number;
                            /**
                             * @description Whether there is another page after this one.
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
     * List subscriptions.
     *
     * `GET /subscriptions`
     */
    listSubscriptions: {
        parameters: {
            query?: {
                /**
                 * @description The first day, whole and included, in South African time; a time part is discarded.
                 * @example 2026-11-20
                 */
                fromDate?: string;
                /**
                 * @description The last day, whole and included, in South African time; a time part is discarded.
                 * @example 2026-11-20
                 */
                toDate?: string;
                /**
                 * @description How many results a page has at most; 50 where it is not given.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description How many results are passed over before the page begins; none where it is not given.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Where a page begins, as a link of another page has it; it is not for building.
                 * @example WyJhZnRlciIsMTc5NTE2ODgxMDAwMCwiMDFhMWY4NjYtMzQxMC03OTE4LThiM2EtMTA0NjViZTU5YjUzIl0
                 */
                cursor?: string;
                /**
                 * @description The code of the site whose objects are wanted; those of all sites where it is not given.
                 * @example KARKAR1234
                 */
                siteCode?: string;
                /**
                 * @description The status that the objects have.
                 * @example PendingAuthorization
                 */
                status?: "PendingAuthorization" | "Active" | "Unknown" | "Canceled" | "Completed" | "Expired" | "Failed";
                /**
                 * @description The merchant’s own reference that the objects have.
                 * @example ORDER-1
                 */
                merchantReference?: string;
            };
            header?: {
                /**
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
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
                     *           "subscriptionId": "01a1f866-7a60-7111-84e9-66e09200153a",
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
                     *           "redirectUrl": "http://localhost:8420/subscribe/01a1f866-7a60-7111-84e9-66e09200153a",
                     *           "links": {
                     *             "self": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a",
                     *             "cancel": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a/cancel",
                     *             "transactions": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a/transactions"
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
                         * @description The addresses of the object itself and of what belongs to it.
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
                             * @description The address of the page before; absent on the first one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=0
                             */
                            prev?: string;
                        };
                        /**
                         * @description The objects on this page.
                         * @example [
                         *       {
                         *         "subscriptionId": "01a1f866-7a60-7111-84e9-66e09200153a",
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
                         *         "redirectUrl": "http://localhost:8420/subscribe/01a1f866-7a60-7111-84e9-66e09200153a",
                         *         "links": {
                         *           "self": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a",
                         *           "cancel": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a/cancel",
                         *           "transactions": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a/transactions"
                         *         }
                         *       }
                         *     ]
                         */
                        results: components["schemas"]["Subscription"][];
                        /**
                         * @description What page this is.
                         * @example {
                         *       "limit": 50,
                         *       "offset": 0,
                         *       "count": 1,
                         *       "hasMore": false
                         *     }
                         */
                        meta: {
                            /**
                             * @description How many results a page has at most.
                             * @example 50
                             */
                            limit: number;
                            /**
                             * @description How many results stand before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description How many results this page has.
                             * @example 1
                             */
                            count: number;
                            /**
                             * @description Whether there is another page after this one.
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
                 * @description The same key with the same body gets the first answer again, 200 in place of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Names the request in logs; one that was sent comes back.
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
            /** @description As asked. */
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
            /** @description Made. */
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
                     *       "subscriptionId": "01a1f866-7a60-7111-84e9-66e09200153a",
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
                     *       "redirectUrl": "http://localhost:8420/subscribe/01a1f866-7a60-7111-84e9-66e09200153a",
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a",
                     *         "cancel": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a/cancel",
                     *         "transactions": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a/transactions"
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
                         * @description The name of what is wrong: one of those that this answer can have.
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
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The subscription’s identifier, a UUID.
                 * @example 01a1f866-7a60-7111-84e9-66e09200153a
                 */
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "subscriptionId": "01a1f866-7a60-7111-84e9-66e09200153a",
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
                     *       "redirectUrl": "http://localhost:8420/subscribe/01a1f866-7a60-7111-84e9-66e09200153a",
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a",
                     *         "cancel": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a/cancel",
                     *         "transactions": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a/transactions"
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
     * Again, it changes nothing.
     *
     * `POST /subscriptions/{subscriptionId}/cancel`
     */
    cancelSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body gets the first answer again, 200 in place of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The subscription’s identifier, a UUID.
                 * @example 01a1f866-7a60-7111-84e9-66e09200153a
                 */
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
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
                         * @description The name of what is wrong: one of those that this answer can have.
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
                 * @description How many results a page has at most; 50 where it is not given.
                 * @example 2
                 */
                limit?: number;
                /**
                 * @description How many results are passed over before the page begins; none where it is not given.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Where a page begins, as a link of another page has it; it is not for building.
                 * @example WyJhZnRlciIsMTc5NTE2ODgxMDAwMCwiMDFhMWY4NjYtMzQxMC03OTE4LThiM2EtMTA0NjViZTU5YjUzIl0
                 */
                cursor?: string;
            };
            header?: {
                /**
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The subscription’s identifier, a UUID.
                 * @example 01a1f866-7a60-7111-84e9-66e09200153a
                 */
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": {
                     *         "self": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a/transactions?limit=2&offset=0",
                     *         "first": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a/transactions?limit=2&offset=0"
                     *       },
                     *       "results": [
                     *         {
                     *           "id": "01a1f866-8618-7487-b2b4-7a785382abb8",
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
                     *           "id": "01a1f866-8230-764e-b16f-f3e3b9e98ed3",
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
                         * @description The addresses of the object itself and of what belongs to it.
                         * @example {
                         *       "self": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a/transactions?limit=2&offset=0",
                         *       "first": "http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a/transactions?limit=2&offset=0"
                         *     }
                         */
                        links: {
                            /**
                             * Format: uri
                             * @description The address of this object, or of this page of a list.
                             * @example http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a/transactions?limit=2&offset=0
                             */
                            self: string;
                            /**
                             * Format: uri
                             * @description The address of the first page.
                             * @example http://localhost:8420/one/v1/subscriptions/01a1f866-7a60-7111-84e9-66e09200153a/transactions?limit=2&offset=0
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
                             * @description The address of the page before; absent on the first one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=0
                             */
                            prev?: string;
                        };
                        /**
                         * @description The objects on this page.
                         * @example [
                         *       {
                         *         "id": "01a1f866-8618-7487-b2b4-7a785382abb8",
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
                         *         "id": "01a1f866-8230-764e-b16f-f3e3b9e98ed3",
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
                         * @description What page this is.
                         * @example {
                         *       "limit": 2,
                         *       "offset": 0,
                         *       "count": 2,
                         *       "hasMore": false
                         *     }
                         */
                        meta: {
                            /**
                             * @description How many results a page has at most.
                             * @example 2
                             */
                            limit: number;
                            /**
                             * @description How many results stand before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description How many results this page has.
                             * @example 2
                             */
                            count: number;
                            /**
                             * @description Whether there is another page after this one.
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
                 * @description The same key with the same body gets the first answer again, 200 in place of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The subscription’s identifier, a UUID.
                 * @example 01a1f866-7a60-7111-84e9-66e09200153a
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
            /** @description As asked. */
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
            /** @description Made. */
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
                     *       "id": "01a1f866-8618-7487-b2b4-7a785382abb8",
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
            /** @description `Conflict`: The request conflicts with an earlier one. `PaymentMethodUnavailable`: No payment method is available. `SubscriptionNotActive`: The subscription is not active. `AdhocChargesNotAuthorised`: Ad-hoc charges not authorised. `SubscriptionLimitReached`: The customer has not allowed more single charges. */
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
                         * @description The name of what is wrong: one of those that this answer can have.
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
                 * @description How many results a page has at most; 50 where it is not given.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description How many results are passed over before the page begins; none where it is not given.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Where a page begins, as a link of another page has it; it is not for building.
                 * @example WyJhZnRlciIsMTc5NTE2ODgxMDAwMCwiMDFhMWY4NjYtMzQxMC03OTE4LThiM2EtMTA0NjViZTU5YjUzIl0
                 */
                cursor?: string;
            };
            header?: {
                /**
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
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
                     *           "id": "01a1f866-2088-72b6-a1c4-72cc69b29d60",
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
                         * @description The addresses of the object itself and of what belongs to it.
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
                             * @description The address of the page before; absent on the first one.
                             * @example http://localhost:8420/one/v1/payments?limit=50&offset=0
                             */
                            prev?: string;
                        };
                        /**
                         * @description The objects on this page.
                         * @example [
                         *       {
                         *         "id": "01a1f866-2088-72b6-a1c4-72cc69b29d60",
                         *         "endpoint": "https://shop.example/webhooks",
                         *         "eventType": "refund.complete",
                         *         "messageType": "thin"
                         *       }
                         *     ]
                         */
                        results: components["schemas"]["Webhook"][];
                        /**
                         * @description What page this is.
                         * @example {
                         *       "limit": 50,
                         *       "offset": 0,
                         *       "count": 1,
                         *       "hasMore": false
                         *     }
                         */
                        meta: {
                            /**
                             * @description How many results a page has at most.
                             * @example 50
                             */
                            limit: number;
                            /**
                             * @description How many results stand before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description How many results this page has.
                             * @example 1
                             */
                            count: number;
                            /**
                             * @description Whether there is another page after this one.
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
                 * @description The same key with the same body gets the first answer again, 200 in place of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Names the request in logs; one that was sent comes back.
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
            /** @description As asked. */
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
            /** @description Made. */
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
                     *       "id": "01a1f866-2088-72b6-a1c4-72cc69b29d60",
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
                         * @description The name of what is wrong: one of those that this answer can have.
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
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-2088-72b6-a1c4-72cc69b29d60
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1f866-2088-72b6-a1c4-72cc69b29d60",
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
     * One that is nobody’s is made (201). One that was disabled is enabled, and sent what it has missed.
     *
     * `PUT /webhooks/{id}`
     */
    putWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body gets the first answer again, 200 in place of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-2088-72b6-a1c4-72cc69b29d60
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
            /** @description As asked. */
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
                     *       "id": "01a1f866-2088-72b6-a1c4-72cc69b29d60",
                     *       "endpoint": "https://shop.example/webhooks",
                     *       "eventType": "refund.complete",
                     *       "messageType": "full"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description Made. */
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
                         * @description The name of what is wrong: one of those that this answer can have.
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
     * Also where it is gone already.
     *
     * `DELETE /webhooks/{id}`
     */
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-2088-72b6-a1c4-72cc69b29d60
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                 * @description The same key with the same body gets the first answer again, 200 in place of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-2088-72b6-a1c4-72cc69b29d60
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
            /** @description Taken; not decided yet. */
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
                         * @description The name of what is wrong: one of those that this answer can have.
                         * @example Conflict
                         * @enum {string}
                         */
                        code?: "Conflict" | "WebhookDisabled";
                    };
                };
            };
            /** @description `MessageArchived`: The message is in the archive. */
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
                         * @description The name of what is wrong: one of those that this answer can have.
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
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path: {
                /**
                 * @description The identifier, a UUID.
                 * @example 01a1f866-2088-72b6-a1c4-72cc69b29d60
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
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
                 * @description The code of the site whose objects are wanted; those of all sites where it is not given.
                 * @example KARKAR1234
                 */
                siteCode: string;
                /**
                 * @description The country whose payment methods are wanted, by its ISO 3166 alpha-2 code.
                 * @example ZA
                 */
                region?: string;
                /**
                 * @description How many results a page has at most; 50 where it is not given.
                 * @example 2
                 */
                limit?: number;
                /**
                 * @description How many results are passed over before the page begins; none where it is not given.
                 * @example 0
                 */
                offset?: number;
            };
            header?: {
                /**
                 * @description The address of the consumer, from which a region may be derived.
                 * @example 203.0.113.7
                 */
                "X-Forwarded-For"?: string;
                /**
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
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
                     *           "description": "The customer chooses a bank on a page of ours and pays there.",
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
                         * @description The addresses of the object itself and of what belongs to it.
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
                             * @description The address of the page before; absent on the first one.
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
                         *         "description": "The customer chooses a bank on a page of ours and pays there.",
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
                         * @description What page this is.
                         * @example {
                         *       "limit": 2,
                         *       "offset": 0,
                         *       "count": 2,
                         *       "hasMore": true
                         *     }
                         */
                        meta: {
                            /**
                             * @description How many results a page has at most.
                             * @example 2
                             */
                            limit: number;
                            /**
                             * @description How many results stand before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description How many results this page has.
                             * @example 2
                             */
                            count: number;
                            /**
                             * @description Whether there is another page after this one.
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
                 * @description How many results a page has at most; 50 where it is not given.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description How many results are passed over before the page begins; none where it is not given.
                 * @example 0
                 */
                offset?: number;
            };
            header?: {
                /**
                 * @description Names the request in logs; one that was sent comes back.
                 * @example order-1-first-try
                 */
                "X-Correlation-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
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
                         * @description The addresses of the object itself and of what belongs to it.
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
                             * @description The address of the page before; absent on the first one.
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
                         * @description What page this is.
                         * @example {
                         *       "limit": 50,
                         *       "offset": 0,
                         *       "count": 1,
                         *       "hasMore": false
                         *     }
                         */
                        meta: {
                            /**
                             * @description How many results a page has at most.
                             * @example 50
                             */
                            limit: number;
                            /**
                             * @description How many results stand before this page.
                             * @example 0
                             */
                            offset: number;
                            /**
                             * @description How many results this page has.
                             * @example 1
                             */
                            count: number;
                            /**
                             * @description Whether there is another page after this one.
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
                 * @description The same key with the same body gets the first answer again, 200 in place of 201. Kept for seven days.
                 * @example order-1
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Names the request in logs; one that was sent comes back.
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
            /** @description As asked. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1f866-1ca0-7d20-bc2f-7dc126eecfa7",
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
                     * @description What has happened, by the type of the event.
                     * @example transaction.pending
                     * @enum {string}
                     */
                    type: "transaction.pending";
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC, by the clock of the service.
                     * @example 2026-11-20T10:00:05.000Z
                     */
                    timestamp: string;
                    /**
                     * @description Which of the events of one object it is; it rises by one for each.
                     * @example 1
                     */
                    sequence: number;
                    /**
                     * @description What the message is about.
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
                         * @description How the transaction stands: it waits for its deposit.
                         * @example Pending
                         * @enum {string}
                         */
                        status: "Pending";
                        /**
                         * @description Why it ended as it did, in words for people; null where there is nothing to say.
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
                     * @description What has happened, by the type of the event.
                     * @example subscription.authorization.approved
                     * @enum {string}
                     */
                    type: "subscription.authorization.approved";
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC, by the clock of the service.
                     * @example 2026-11-20T10:00:05.000Z
                     */
                    timestamp: string;
                    /**
                     * @description Which of the events of one object it is; it rises by one for each.
                     * @example 1
                     */
                    sequence: number;
                    /**
                     * @description What the message is about.
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
                         * @description How the subscription stands after the event.
                         * @example Active
                         * @enum {string}
                         */
                        status: "PendingAuthorization" | "Active" | "Unknown" | "Canceled" | "Completed" | "Expired" | "Failed";
                        /**
                         * @description Why it ended as it did, in words for people; null where there is nothing to say.
                         * @example The customer cancelled the payment
                         */
                        reason: string | null;
                        /**
                         * @description The merchant’s own reference for it, such as an order number.
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
                     * @description What has happened, by the type of the event.
                     * @example subscription.authorization.declined
                     * @enum {string}
                     */
                    type: "subscription.authorization.declined";
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC, by the clock of the service.
                     * @example 2026-11-20T10:00:05.000Z
                     */
                    timestamp: string;
                    /**
                     * @description Which of the events of one object it is; it rises by one for each.
                     * @example 1
                     */
                    sequence: number;
                    /**
                     * @description What the message is about.
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
                         * @description How the subscription stands after the event.
                         * @example Failed
                         * @enum {string}
                         */
                        status: "PendingAuthorization" | "Active" | "Unknown" | "Canceled" | "Completed" | "Expired" | "Failed";
                        /**
                         * @description Why it ended as it did, in words for people; null where there is nothing to say.
                         * @example declined by the customer
                         */
                        reason: string | null;
                        /**
                         * @description The merchant’s own reference for it, such as an order number.
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
                     * @description What has happened, by the type of the event.
                     * @example subscription.payment.succeeded
                     * @enum {string}
                     */
                    type: "subscription.payment.succeeded";
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC, by the clock of the service.
                     * @example 2026-11-20T10:00:05.000Z
                     */
                    timestamp: string;
                    /**
                     * @description Which of the events of one object it is; it rises by one for each.
                     * @example 2
                     */
                    sequence: number;
                    /**
                     * @description What the message is about.
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
                         * @description How the subscription stands after the event.
                         * @example Active
                         * @enum {string}
                         */
                        status: "PendingAuthorization" | "Active" | "Unknown" | "Canceled" | "Completed" | "Expired" | "Failed";
                        /**
                         * @description Why it ended as it did, in words for people; null where there is nothing to say.
                         * @example The customer cancelled the payment
                         */
                        reason: string | null;
                        /**
                         * @description The merchant’s own reference for it, such as an order number.
                         * @example BOX-17
                         */
                        merchantReference: string;
                        /**
                         * Format: uuid
                         * @description The identifier of the last transaction that was to take the charge; absent where there was none.
                         * @example 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
                         */
                        transactionId?: string;
                        /**
                         * @description Which of the scheduled charges it is; absent for others.
                         * @example 1
                         */
                        occurrence?: number;
                        /**
                         * @description How much was charged, in rand.
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
                     * @description What has happened, by the type of the event.
                     * @example subscription.payment.failed
                     * @enum {string}
                     */
                    type: "subscription.payment.failed";
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC, by the clock of the service.
                     * @example 2026-11-20T10:00:05.000Z
                     */
                    timestamp: string;
                    /**
                     * @description Which of the events of one object it is; it rises by one for each.
                     * @example 3
                     */
                    sequence: number;
                    /**
                     * @description What the message is about.
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
                         * @description How the subscription stands after the event.
                         * @example Active
                         * @enum {string}
                         */
                        status: "PendingAuthorization" | "Active" | "Unknown" | "Canceled" | "Completed" | "Expired" | "Failed";
                        /**
                         * @description Why it ended as it did, in words for people; null where there is nothing to say.
                         * @example not provided for
                         */
                        reason: string | null;
                        /**
                         * @description The merchant’s own reference for it, such as an order number.
                         * @example BOX-17
                         */
                        merchantReference: string;
                        /**
                         * Format: uuid
                         * @description The identifier of the last transaction that was to take the charge; absent where there was none.
                         * @example 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
                         */
                        transactionId?: string;
                        /**
                         * @description Which of the scheduled charges it is; absent for others.
                         * @example 2
                         */
                        occurrence?: number;
                        /**
                         * @description How much was charged, in rand.
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
                     * @description What has happened, by the type of the event.
                     * @example subscription.completed
                     * @enum {string}
                     */
                    type: "subscription.completed";
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC, by the clock of the service.
                     * @example 2026-11-20T10:00:05.000Z
                     */
                    timestamp: string;
                    /**
                     * @description Which of the events of one object it is; it rises by one for each.
                     * @example 14
                     */
                    sequence: number;
                    /**
                     * @description What the message is about.
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
                         * @description How the subscription stands after the event.
                         * @example Completed
                         * @enum {string}
                         */
                        status: "PendingAuthorization" | "Active" | "Unknown" | "Canceled" | "Completed" | "Expired" | "Failed";
                        /**
                         * @description Why it ended as it did, in words for people; null where there is nothing to say.
                         * @example The customer cancelled the payment
                         */
                        reason: string | null;
                        /**
                         * @description The merchant’s own reference for it, such as an order number.
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
                     * @description What has happened, by the type of the event.
                     * @example subscription.cancelled
                     * @enum {string}
                     */
                    type: "subscription.cancelled";
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC, by the clock of the service.
                     * @example 2026-11-20T10:00:05.000Z
                     */
                    timestamp: string;
                    /**
                     * @description Which of the events of one object it is; it rises by one for each.
                     * @example 4
                     */
                    sequence: number;
                    /**
                     * @description What the message is about.
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
                         * @description How the subscription stands after the event.
                         * @example Canceled
                         * @enum {string}
                         */
                        status: "PendingAuthorization" | "Active" | "Unknown" | "Canceled" | "Completed" | "Expired" | "Failed";
                        /**
                         * @description Why it ended as it did, in words for people; null where there is nothing to say.
                         * @example cancelled by the merchant
                         */
                        reason: string | null;
                        /**
                         * @description The merchant’s own reference for it, such as an order number.
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
                     * @description What has happened, by the type of the event.
                     * @example subscription.expired
                     * @enum {string}
                     */
                    type: "subscription.expired";
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC, by the clock of the service.
                     * @example 2026-11-20T10:00:05.000Z
                     */
                    timestamp: string;
                    /**
                     * @description Which of the events of one object it is; it rises by one for each.
                     * @example 1
                     */
                    sequence: number;
                    /**
                     * @description What the message is about.
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
                         * @description How the subscription stands after the event.
                         * @example Expired
                         * @enum {string}
                         */
                        status: "PendingAuthorization" | "Active" | "Unknown" | "Canceled" | "Completed" | "Expired" | "Failed";
                        /**
                         * @description Why it ended as it did, in words for people; null where there is nothing to say.
                         * @example the customer did not authorise it in time
                         */
                        reason: string | null;
                        /**
                         * @description The merchant’s own reference for it, such as an order number.
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
}
