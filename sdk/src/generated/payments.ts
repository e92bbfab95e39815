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
         * Get API token
         * @deprecated
         * @description A token for all paths under /secure, for all sites of the merchant. Every error returns 401.
         */
        post: operations["postToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/postpaymentrequest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create payment request
         * @deprecated
         * @description A request that is rejected for its content (an invalid field, a wrong hash, an unknown bank, a duplicate reference) returns 200 with errorMessage.
         */
        post: operations["postPaymentRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/GetTransactionByReference": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get transaction by reference
         * @deprecated
         * @description At most ten, newest first; an empty array without a match.
         */
        get: operations["getTransactionByReference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/GetTransaction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get transaction
         * @deprecated
         */
        get: operations["getTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/GetTransactionReport": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get transaction report
         * @deprecated
         * @description At most 31 days, oldest first, without test payments. `Accept: text/csv` returns the same rows as CSV, with a header line.
         */
        get: operations["getTransactionReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/secure/refunds/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit refund
         * @deprecated
         * @description Returns one result for each item, in order. A rejected item does not stop the others. To get a lost response again, repeat the request with the same Idempotency-Key and body; without a key, the same items are refunded again.
         */
        post: operations["submitRefunds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/secure/refunds/getrefunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get refunds
         * @deprecated
         * @description Newest first.
         */
        get: operations["getRefunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/secure/refunds/getrefund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get refund
         * @deprecated
         */
        get: operations["getRefund"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/secure/refunds/getrefundsbytransactionid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get refunds by transaction id
         * @deprecated
         */
        get: operations["getRefundsByTransactionId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/secure/settlements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get settlements
         * @deprecated
         * @description Newest day first.
         */
        get: operations["getSettlements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/secure/settlements/getsitesettlements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get site settlements
         * @deprecated
         * @description Newest day first.
         */
        get: operations["getSiteSettlements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/secure/banktransfer/single": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create unique reference
         * @deprecated
         * @description For one payment of exactly its amount. A wrong amount or a second deposit becomes PendingInvestigation.
         */
        post: operations["createUniqueReference"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/secure/banktransfer/multiple": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create static reference
         * @deprecated
         * @description A permanent reference: each deposit with it becomes a payment.
         */
        post: operations["createStaticReference"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/secure/banktransfer/bankingdetails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get banking details
         * @deprecated
         */
        get: operations["getBankingDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/secure/bulkpaymentrequests/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create bulk payment request
         * @deprecated
         * @description At most 5000 payment requests in one job, which runs in the background. A rejected job returns 200 with errors and no jobId.
         */
        post: operations["createBulkPaymentRequests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/secure/bulkpaymentrequests/getbulkjobbyreference": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get bulk job status
         * @deprecated
         * @description The jobs of the last seven days with the reference.
         */
        get: operations["getBulkJobByReference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    transactionNotification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The status of a payment
         * @description To the payment’s notifyUrl. A pending status is followed by a final one. An absent value is sent as an empty field. A message is retried until the response is 2xx. In addition, the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` sign it as Standard Webhooks.
         */
        post: operations["transactionNotificationMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    refundNotification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The outcome of a refund
         * @description To the refund’s notifyUrl. An absent value is sent as an empty field. A message is retried until the response is 2xx. In addition, the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` sign it as Standard Webhooks.
         */
        post: operations["refundNotificationMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    bulkResult: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The result of a bulk job
         * @description To the job’s notifyUrl. An absent value is sent as an empty field. A message is retried until the response is 2xx. In addition, the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` sign it as Standard Webhooks.
         */
        post: operations["bulkResultMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
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
             * @example 9010495443
             */
            accountNumber: string;
            /**
             * @description The name of the account among a bank’s public recipients; absent if the reference was created without a bankId.
             * @example Tefo
             */
            publicRecipientName?: string;
            /**
             * @description The reference that the deposit must carry.
             * @example DEP314105254986
             */
            beneficiaryReference: string;
        };
        /** @description A bulk job and its status. */
        BulkPaymentJob: {
            /**
             * Format: uuid
             * @description The identifier of the job.
             * @example 01a1f866-3410-7d20-b708-4f94d0a8feee
             */
            JobId: string;
            /**
             * Format: date-time
             * @description The time at which the job was accepted, in UTC.
             * @example 2026-11-20T10:00:10.000Z
             */
            DateCreated: string;
            /**
             * Format: date-time
             * @description The time of the last change, in UTC.
             * @example 2026-11-20T10:00:10.000Z
             */
            DateModified: string;
            /**
             * @description The status of the job.
             * @example Received
             * @enum {string}
             */
            JobStatus: "Received" | "Processing" | "Complete" | "CompleteWithErrors" | "Error";
            /**
             * @description The merchant’s reference for the job.
             * @example RUN-1
             */
            JobReference: string;
            /**
             * @description The http or https address that receives the result.
             * @example https://shop.example/bulk
             */
            NotifyUrl: string;
        };
        /** @description Compressed payment requests for one bulk job. */
        BulkPaymentRequest: {
            /**
             * @description The merchant’s reference for the job; unique for the site.
             * @example RUN-1
             */
            jobReference: string;
            /**
             * Format: uri
             * @description Receives the result: the requests in order, each with its link or its error.
             * @example https://shop.example/bulk
             */
            notifyUrl: string;
            /**
             * @description A JSON array of payment requests in UTF-8, compressed with gzip, in base64.
             * @example H4sIAAAAAAAAA92RP2/UQBBHv0o0tcntn9ndsbtToEqBdIIGRDE7O6s7xbFPXp8gQvnuyEkkCsSVFLTz3k9TvK8/oZ1WvZuLwgD3+8P9/mCdR+hA5su0Lk9v6Mt+O12WRSf5fTtAB/y4iTCADeY2GOhgXXhqLOtpng5adZts+sfD+w+Hd9ZCB5mnhz/QzQuaz9uORwsDfD9Nqy43jUfdvvMkOn5eRhjguK7nNux27Tifb/UHP55H3b0K0IEuy7xcEV84dNAuItraFfPNgA6meT3VpyvqqwAdnNonbSsMlcemHRy5He+OKg8wgFjsrbJjjsUrF47cG7UWg68ZSROlqkSZ0HBSDlJdkt6R8blg8WQkszpDQY3mjJoMJY9egne1BknZZAw59uQtW8aKaF0UjqQUKQQHz92/D+7+Htz978ErhlIIncs+mapRQwxbQEIky8lwytljLNKjq9VIIs6mkJTY1+Q01Z4DirigmqgkH4IS9x5rSMZE8pojVk6FgqHouCSpFQuZ4qqIQYHnb78ARpu81eMDAAA=
             */
            compressedData: string;
        };
        /** @description Whether a bulk job was accepted. */
        BulkPaymentResponse: {
            /**
             * Format: uuid
             * @description The identifier of the job; absent if it was not accepted.
             * @example 01a1f866-3410-7d20-b708-4f94d0a8feee
             */
            jobId?: string;
            /**
             * @description The merchant’s reference for the job.
             * @example RUN-1
             */
            jobReference: string;
            /**
             * @description The errors. An error of an element starts with its index. Valid elements still get their link.
             * @example [
             *       "[3] amount is required"
             *     ]
             */
            errors: string[];
        };
        /** @description The result of each request of a bulk job. */
        BulkResult: {
            /**
             * Format: uuid
             * @description The identifier of the job.
             * @example 01a1f866-9c21-7e55-8c13-6e2f904b3c88
             */
            jobId: string;
            /**
             * @description The merchant’s reference for the job.
             * @example RUN-1
             */
            jobReference: string;
            /**
             * @description The outcome of the job.
             * @example Complete
             * @enum {string}
             */
            status: "Complete" | "CompleteWithErrors" | "Error";
            /**
             * @description Each request in order, with PaymentRequestId, Url and ErrorMessage: a JSON array in UTF-8, compressed with gzip, in base64.
             * @example H4sIAAAAAAAAA43MPQ7CIBQA4Lu8uYQfa6XMdnAwGqKTcXilr9YEoQIdGuPdvYLfAb7bBy4JQ0ZXnjFYGilRcAQGTnbfWSYlVHDG9UWhWHovlMthAANCohx10zBZD4LthFNMo2iZamvdN7rfiK2CCq7Jg4GplNlw7qNDP8VcjK6V4DOu/M+mSymmI+WMDwITFu+/9x/sy8o0ugAAAA==
             */
            compressedData: string;
            /**
             * @description Why the whole job failed; otherwise null.
             * @example the job could not be finished
             */
            error: string | null;
            /**
             * @description SHA-512 hex of jobId, jobReference, status, compressedData, error and the private key, in this order and in lower case.
             * @example 791f9b2c0157ba947b643b4c5ac59825dc5847f8144704a9e5ca6cbb90f135ebc406c677113d5bdabcc55cdb42fb886c6f7cb7df66a1b6f4b6f0c380992df02a
             */
            hash: string;
        };
        /** @description A signed payment request. Its members are in the order of the hash. */
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
            countryCode: "ZA";
            /**
             * @description The ISO 4217 currency code of the amount, always ZAR.
             * @example ZAR
             * @enum {string}
             */
            currencyCode: "ZAR";
            /**
             * @description The amount in rand, with two decimals.
             * @example 150.50
             */
            amount: string | number;
            /**
             * @description The merchant’s reference for the payment, such as an order number.
             * @example ORDER-1
             */
            transactionReference: string;
            /**
             * @description The reference on the bank statement: letters, digits, spaces and dashes. An underscore becomes a dash.
             * @example ORDER 1
             */
            bankReference: string;
            /**
             * @description A text from the merchant, returned with the payment.
             * @example winter sale
             */
            optional1?: string;
            /**
             * @description A second text from the merchant.
             * @example till 4
             */
            optional2?: string;
            /**
             * @description A third text from the merchant.
             * @example Johannesburg
             */
            optional3?: string;
            /**
             * @description A fourth text from the merchant.
             * @example gift
             */
            optional4?: string;
            /**
             * @description A fifth text from the merchant.
             * @example plugin 2.1
             */
            optional5?: string;
            /**
             * @description The merchant’s name or reference for the customer.
             * @example Thandi Mokoena
             */
            customer?: string;
            /**
             * Format: uri
             * @description The http or https address to which the customer returns after cancelling.
             * @example https://shop.example/cancel
             */
            cancelUrl: string;
            /**
             * Format: uri
             * @description The http or https address to which the customer returns after a failed or undecided payment.
             * @example https://shop.example/error
             */
            errorUrl: string;
            /**
             * Format: uri
             * @description The http or https address to which the customer returns after paying.
             * @example https://shop.example/success
             */
            successUrl: string;
            /**
             * Format: uri
             * @description The http or https address that receives the outcome.
             * @example https://shop.example/notify
             */
            notifyUrl: string;
            /**
             * @description Whether it is a test: the payer chooses the outcome, and no money moves.
             * @example false
             */
            isTest: string | boolean;
            /**
             * Format: uuid
             * @description The identifier of the preselected bank.
             * @example 913999fa-3a32-4e3d-82f0-a1df7e9e4f7b
             */
            selectedBankId?: string;
            /**
             * @description The account number from which the payer is expected to pay.
             * @example 9000000001
             */
            bankAccountNumber?: string;
            /**
             * @description The branch code of the bank from which the payer is expected to pay.
             * @example 470010
             */
            branchCode?: string;
            /**
             * @description The name of the account from which the payer is expected to pay.
             * @example T Mokoena
             */
            bankAccountName?: string;
            /**
             * @description The payee’s name in the checkout.
             * @example Karoo Shirts
             */
            payeeDisplayName?: string;
            /**
             * @description The expiry, in UTC: 2027-01-31 16:30, or ISO 8601. It must be in the future.
             * @example 2030-01-31 16:30
             */
            expiryDateUtc?: string;
            /**
             * @description Whether the payer chooses the amount, between the minimum and the maximum.
             * @example true
             */
            allowVariableAmount?: string | boolean;
            /**
             * @description The minimum amount in rand; required if allowVariableAmount is true.
             * @example 100.00
             */
            variableAmountMin?: string | number;
            /**
             * @description The maximum amount in rand; required if allowVariableAmount is true.
             * @example 200.00
             */
            variableAmountMax?: string | number;
            /**
             * @description A South African identity number of 13 digits. A number with a wrong check digit is stored as unchecked.
             * @example 8001015009087
             */
            customerIdentifier?: string | number;
            /**
             * @description The customer’s phone number as typed; ignored if it is not a phone number.
             * @example 082 123 4567
             */
            customerCellphoneNumber?: string | number;
            /**
             * @description The signature: SHA-512 in hex of the values above, in order, and the site’s private key.
             * @example b076eff8f8c4fe462639746d9239137b21b77b6131e5704f9604936f66134b9a2ac2ec84486e868eea2fc9964d11d1b9e2c00c52ec9ca7c6a437150792cb132f
             */
            hashCheck: string;
        };
        /** @description The checkout of a new payment, or the error. */
        PaymentResponse: {
            /**
             * Format: uuid
             * @description The identifier of the payment; null if none was created.
             * @example 01a1f866-14d0-7fca-b937-6ccdd1e2b2ed
             */
            paymentRequestId: string | null;
            /**
             * Format: uri
             * @description The address of the hosted checkout. Redirect the customer to it. It is null if no payment was created.
             * @example http://localhost:8420/pay/01a1f866-14d0-7fca-b937-6ccdd1e2b2ed
             */
            url: string | null;
            /**
             * @description Why no payment was created; null on success.
             * @example amount is required
             */
            errorMessage: string | null;
        };
        /** @description A signed refund of one transaction. */
        RefundItem: {
            /**
             * Format: uuid
             * @description The identifier of the transaction, which is one attempt to pay.
             * @example 01a1f866-14d0-7def-bda1-ceb61076d0b7
             */
            transactionId: string;
            /**
             * @description The amount in rand, with at most two decimals.
             * @example 50.25
             */
            amount: string | number;
            /**
             * @description The reason for the refund, as shown to the customer.
             * @example one shirt came back
             */
            refundReason?: string;
            /**
             * Format: uri
             * @description The http or https address that receives the outcome.
             * @example https://shop.example/refunds
             */
            notifyUrl?: string;
            /**
             * @description SHA-512 hex of transactionId, amount with two decimals, refundReason, notifyUrl and the private key, in lower case.
             * @example 4896326886d14c1f61cd7349d58c0a04bd340934c3d7a1feacf05e34e864acb90abb269936443ad498f06393169753363f8f741117dbea6a5ec3bb7a91096f1c
             */
            hashCheck: string;
            /**
             * @description Whether the refund is paid by real-time clearing; must be false in staging. It is not part of the hash.
             * @example false
             */
            isRtc?: boolean;
        };
        /** @description The outcome of a refund, signed. */
        RefundNotification: {
            /**
             * Format: uuid
             * @description The identifier of the refund.
             * @example 01a1f866-5f08-7d3a-8a51-0c2b9e417d66
             */
            RefundId: string;
            /**
             * Format: uuid
             * @description The identifier of the transaction, which is one attempt to pay.
             * @example 01a1f866-3fc8-77bf-a173-e53d8d1e4a2f
             */
            TransactionId: string;
            /**
             * @description The ISO 4217 currency code of the amount, always ZAR.
             * @example ZAR
             * @enum {string}
             */
            CurrencyCode: "ZAR";
            /**
             * @description The amount of the refund in rand, with two decimals.
             * @example 50.25
             */
            Amount: string;
            /**
             * @description The outcome of the refund.
             * @example Complete
             * @enum {string}
             */
            Status: "Pending" | "Complete" | "Submitted" | "Failed" | "Cancelled" | "Returned";
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
             * @example false
             * @enum {string}
             */
            IsRtc: "true" | "false";
            /**
             * @description SHA-512 hex of the values above without IsRtc and the private key, in this order and in lower case.
             * @example 5941058fdfaa8b06c714575a2a5b63ec3e4e2287f3ac0e134c8096671ec5cc8dcc43ac8c43ded5578f658d9052addd31723212ea7ee8d31d4858d8987e64494d
             */
            Hash: string;
        };
        /** @description A refund and its status. */
        RefundRecord: {
            /**
             * Format: uuid
             * @description The identifier of the refund, a UUID.
             * @example 01a1f866-2470-7b5a-bbc0-3db3d6760d5a
             */
            id: string;
            /**
             * Format: date-time
             * @description The time of creation, in South African time with its offset.
             * @example 2026-11-20T12:00:06.000+02:00
             */
            createdDate: string;
            /**
             * Format: date-time
             * @description The time of creation, in UTC.
             * @example 2026-11-20T10:00:06.000Z
             */
            createdDateUtc: string;
            /**
             * @description The code of the merchant of the site.
             * @example KAR123456
             */
            merchantCode: string;
            /**
             * @description The code of the site, one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description The name of the site, as shown to customers.
             * @example Karoo Books
             */
            siteName: string;
            /**
             * @description The name of the receiving bank.
             * @example Demo Bank
             */
            bankToName: string;
            /**
             * @description The ISO 4217 currency code of the amount, always ZAR.
             * @example ZAR
             */
            currencyCode: string;
            /**
             * @description The amount in rand, with at most two decimals.
             * @example 50.25
             */
            amount: number;
            /**
             * @description The reference on the customer’s bank statement.
             * @example ORDER 1
             */
            statementReference: string;
            /**
             * @description The status of the refund: 0 Pending, 1 Complete, 2 Submitted, 3 Failed, 4 Cancelled, 5 Returned.
             * @example 0
             * @enum {integer}
             */
            status: 0 | 1 | 2 | 3 | 4 | 5;
            /**
             * @description The receiving account, masked except for its last four digits.
             * @example ******6209
             */
            toAccount: string;
            /**
             * Format: date-time
             * @description The time at which the refund is sent to the bank, in UTC.
             * @example 2026-11-20T12:00:00.000Z
             */
            paymentDate: string;
            /**
             * @description The merchant’s reference for the payment, such as an order number.
             * @example ORDER-1
             */
            transactionReference: string;
            /**
             * @description The merchant’s name or reference for the customer; absent if not given.
             * @example Thandi Mokoena
             */
            customer?: string;
            /**
             * @description The latest event, as text for people.
             * @example The refund was requested
             */
            lastEvent: string;
            /**
             * Format: date-time
             * @description The time at which the refund ended, in UTC; absent until then.
             * @example 2026-11-20T10:00:05.000Z
             */
            refundCompletedDate?: string;
            /**
             * @description The user who created the refund.
             * @example api
             */
            createdBy: string;
            /**
             * @description Whether it is paid by real-time clearing.
             * @example false
             */
            isRtc: boolean;
        };
        /** @description The result of one submitted refund. */
        RefundSubmission: {
            /**
             * Format: uuid
             * @description The identifier of the refund; null if none was created.
             * @example 01a1f866-2470-7b5a-bbc0-3db3d6760d5a
             */
            refundId: string | null;
            /**
             * @description The identifier of the transaction as it was sent; null if none was sent.
             * @example 01a1f866-14d0-7def-bda1-ceb61076d0b7
             */
            transactionId: string | null;
            /**
             * @description The amount of the refund in rand; null if no refund was created.
             * @example 50.25
             */
            refundAmount: number | null;
            /**
             * @description Why no refund was created; null on success.
             * @example [
             *       "amount is required"
             *     ]
             */
            errors: string[] | null;
        };
        /** @description A transaction in the report. */
        ReportRow: {
            /**
             * Format: uuid
             * @description The identifier of the transaction, a UUID.
             * @example 01a1f866-14d0-7def-bda1-ceb61076d0b7
             */
            id: string;
            /**
             * @description The code of the site, one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description The name of the site, as shown to customers.
             * @example Karoo Books
             */
            siteName: string;
            /**
             * Format: date-time
             * @description The time of creation, in South African time with its offset.
             * @example 2026-11-20T12:00:02.000+02:00
             */
            createdDate: string;
            /**
             * Format: date-time
             * @description The time of creation, in UTC.
             * @example 2026-11-20T10:00:02.000Z
             */
            createdDateUtc: string;
            /**
             * Format: date-time
             * @description The time at which the money arrived, in UTC; null if it did not.
             * @example 2026-11-20T10:00:02.000Z
             */
            paymentDate: string | null;
            /**
             * @description The name of the payer’s bank; null until one is chosen.
             * @example Demo Bank
             */
            bankFromName: string | null;
            /**
             * @description The name of the bank to which the site is paid out; null if none is set.
             * @example Capitec
             */
            bankToName: string | null;
            /**
             * @description The reference on the payer’s bank statement.
             * @example ORDER 1
             */
            fromReference: string;
            /**
             * @description The reference on the merchant’s bank statement.
             * @example ORDER 1
             */
            toReference: string;
            /**
             * @description The account to which the site is paid out, masked except for its last four digits; null if none is set.
             * @example ******7890
             */
            toAccount: string | null;
            /**
             * @description The merchant’s reference for the payment, such as an order number.
             * @example ORDER-1
             */
            transactionReference: string;
            /**
             * @description The merchant’s name or reference for the customer, or null.
             * @example Thandi Mokoena
             */
            customer: string | null;
            /**
             * @description The first text from the merchant, or null.
             * @example winter sale
             */
            optional1: string | null;
            /**
             * @description The second text from the merchant, or null.
             * @example till 4
             */
            optional2: string | null;
            /**
             * @description The third text from the merchant, or null.
             * @example Johannesburg
             */
            optional3: string | null;
            /**
             * @description The fourth text from the merchant, or null.
             * @example gift
             */
            optional4: string | null;
            /**
             * @description The fifth text from the merchant, or null.
             * @example plugin 2.1
             */
            optional5: string | null;
            /**
             * @description The amount in rand, with at most two decimals.
             * @example 150.5
             */
            amount: number;
            /**
             * @description Complete: it was paid. Cancelled, Error, Abandoned: it was not paid. Pending: not decided yet. PendingInvestigation: an operator must check it.
             * @example Complete
             * @enum {string}
             */
            status: "Complete" | "Cancelled" | "Error" | "Abandoned" | "PendingInvestigation" | "Pending";
            /**
             * @description The latest event, as text for people.
             * @example The payment was received
             */
            lastEvent: string;
        };
        /** @description The settlement of a site for one business day. */
        SettlementRecord: {
            /**
             * Format: uuid
             * @description The identifier of the settlement.
             * @example 01a20cff-b3b0-7296-b52c-39a4a47f931a
             */
            settlementId: string;
            /**
             * @description The reference on the bank statement of the receiving account.
             * @example KARKAR1234-20261120
             */
            reference: string;
            /**
             * Format: date
             * @description The business day that the settlement covers, in South African time.
             * @example 2026-11-20
             */
            date: string;
            /**
             * @description The code of the site, one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description The amount paid out for the day, in rand, less the fees.
             * @example 150.5
             */
            totalSettlement: number;
            /**
             * @description The fees of the day, in rand.
             * @example 0
             */
            totalFees: number;
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
             * @description The name of the receiving bank; null if the site has no account.
             * @example Capitec
             */
            bankName: string | null;
            /**
             * @description The receiving account, masked; null if the site has none.
             * @example ******7890
             */
            accountNumber: string | null;
        };
        /** @description A signed request for a reference for one deposit. */
        SingleReferenceRequest: {
            /**
             * @description The code of the site, one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description The amount in rand, with two decimals.
             * @example 150.50
             */
            amount: string | number;
            /**
             * @description The merchant’s reference for the payment, such as an order number.
             * @example ORDER-2
             */
            transactionReference: string;
            /**
             * Format: uuid
             * @description The identifier of the sender’s bank.
             * @example 913999fa-3a32-4e3d-82f0-a1df7e9e4f7b
             */
            bankId?: string;
            /**
             * Format: uri
             * @description The http or https address that receives the outcome.
             * @example https://shop.example/notify
             */
            notifyUrl?: string;
            /**
             * @description The expiry, in UTC: 2027-01-31 16:30, or ISO 8601. It must be in the future.
             * @example 2030-01-31 16:30
             */
            expiryDateUtc?: string;
            /**
             * @description The signature: SHA-512 in hex of the values above, in order, and the site’s private key.
             * @example 23f007d58063b0d22045a313077fcae2bd9d7dd0058a1fe75b666dc5f990138ef73a0cb9824d929f736f0f5cb90069ba8be30fe89e965b553ca6191c0e42a85e
             */
            hashCheck: string;
        };
        /** @description A signed request for a reference for any number of deposits. */
        StaticReferenceRequest: {
            /**
             * @description The code of the site, one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description The merchant’s reference for the payment, such as an order number.
             * @example CUSTOMER-17
             */
            transactionReference: string;
            /**
             * Format: uuid
             * @description The identifier of the sender’s bank.
             * @example 913999fa-3a32-4e3d-82f0-a1df7e9e4f7b
             */
            bankId?: string;
            /**
             * Format: uri
             * @description The http or https address that receives the outcome.
             * @example https://shop.example/notify
             */
            notifyUrl?: string;
            /**
             * @description The signature: SHA-512 in hex of the values above, in order, and the site’s private key.
             * @example 727ab17e21302253227b698b34913a94a70d558da95574e6f5d2e3b1237db2ba4e2458fee9458802df7d4c7fa738920eb4248fb59633959c6ac5af8b64635e55
             */
            hashCheck: string;
        };
        /** @description A bearer token and its lifetime. */
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
        };
        /** @description A request for a bearer token. */
        TokenRequest: {
            /**
             * @description The grant type of OAuth 2.0, in any letter case.
             * @example Password
             */
            grant_type: string;
            /**
             * @description The code of the site, one of the merchant’s shops.
             * @example KARKAR1234
             */
            SiteCode: string;
        };
        /** @description The status of a payment, signed. */
        TransactionNotification: {
            /**
             * @description The code of the site, one of the merchant’s shops.
             * @example KARKAR1234
             */
            SiteCode: string;
            /**
             * Format: uuid
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
             * @description Complete: it was paid. Cancelled, Error, Abandoned: it was not paid. Pending: not decided yet. PendingInvestigation: an operator must check it.
             * @example Complete
             * @enum {string}
             */
            Status: "Complete" | "Cancelled" | "Error" | "Abandoned" | "PendingInvestigation" | "Pending";
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
             * @enum {string}
             */
            CurrencyCode: "ZAR";
            /**
             * @description Whether it is a test payment, which moves no money.
             * @example false
             * @enum {string}
             */
            IsTest: "true" | "false";
            /**
             * @description The reason for a failure; empty on success.
             * @example The customer cancelled the payment
             */
            StatusMessage: string;
            /**
             * @description SHA-512 hex of the values above and the private key, in this order and in lower case.
             * @example 22a04946867da585902d46950a2d6034fd074979d7dfe08cd5bb9b143104bd08efd59085050153490fe0dfc746fc9cc1319bde48b098761976ecbadd77a8edff
             */
            Hash: string;
            /**
             * @description Further detail of the status; empty or null without one.
             * @example
             * @enum {string}
             */
            SubStatus: "" | "PaidLate" | "Declined" | "Failed" | "Abandoned" | "Expired";
            /**
             * @description The payer’s account, masked except for its last four digits; null if the bank has not reported it.
             * @example ******0001
             */
            MaskedAccountNumber: string;
            /**
             * @description The name of the payer’s bank.
             * @example Capitec
             */
            BankName: string;
        };
        /** @description A transaction, which is one attempt to pay. */
        TransactionRecord: {
            /**
             * Format: uuid
             * @description The identifier of the transaction, which is one attempt to pay.
             * @example 01a1f866-14d0-7def-bda1-ceb61076d0b7
             */
            transactionId: string;
            /**
             * @description The code of the merchant of the site.
             * @example KAR123456
             */
            merchantCode: string;
            /**
             * @description The code of the site, one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description The merchant’s reference for the payment, such as an order number.
             * @example ORDER-1
             */
            transactionReference: string;
            /**
             * @description The ISO 4217 currency code of the amount, always ZAR.
             * @example ZAR
             * @enum {string}
             */
            currencyCode: "ZAR";
            /**
             * @description The amount in rand, with at most two decimals.
             * @example 150.5
             */
            amount: number;
            /**
             * @description Complete: it was paid. Cancelled, Error, Abandoned: it was not paid. Pending: not decided yet. PendingInvestigation: an operator must check it.
             * @example Complete
             * @enum {string}
             */
            status: "Complete" | "Cancelled" | "Error" | "Abandoned" | "PendingInvestigation" | "Pending";
            /**
             * @description The reason for a failure; empty on success.
             * @example The customer cancelled the payment
             */
            statusMessage: string;
            /**
             * @description Further detail of the status; empty or null without one.
             * @example PaidLate
             * @enum {string|null}
             */
            subStatus: "PaidLate" | "Declined" | "Failed" | "Abandoned" | "Expired" | null;
            /**
             * Format: date-time
             * @description The time of creation, in UTC.
             * @example 2026-11-20T10:00:02.000Z
             */
            createdDate: string;
            /**
             * Format: date-time
             * @description The time at which the money arrived, in UTC; null if it did not.
             * @example 2026-11-20T10:00:02.000Z
             */
            paymentDate: string | null;
            /**
             * @description The name of the payer’s bank; null until one is chosen.
             * @example Demo Bank
             */
            bankName: string | null;
            /**
             * @description The payer’s account, masked except for its last four digits; null if the bank has not reported it.
             * @example ******6209
             */
            maskedAccountNumber: string | null;
            /**
             * @description The name of the bank to which the site is paid out; null if none is set.
             * @example Capitec
             */
            toBankName: string | null;
            /**
             * @description The account to which the site is paid out, masked except for its last four digits; null if none is set.
             * @example ******7890
             */
            toAccountNumber: string | null;
            /**
             * @description The first text from the merchant, or null.
             * @example winter sale
             */
            optional1: string | null;
            /**
             * @description The second text from the merchant, or null.
             * @example till 4
             */
            optional2: string | null;
            /**
             * @description The third text from the merchant, or null.
             * @example Johannesburg
             */
            optional3: string | null;
            /**
             * @description The fourth text from the merchant, or null.
             * @example gift
             */
            optional4: string | null;
            /**
             * @description The fifth text from the merchant, or null.
             * @example plugin 2.1
             */
            optional5: string | null;
            /**
             * @description Whether it is a test payment, which moves no money.
             * @example false
             */
            isTest: boolean;
        };
    };
    responses: {
        /** @description The request is not valid. */
        BadRequest: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "text/plain": string;
            };
        };
        /** @description The ApiKey or the token is missing, wrong, or belongs to another merchant. */
        Unauthorized: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "text/plain": string;
            };
        };
        /** @description The body is too large. */
        PayloadTooLarge: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "text/plain": string;
            };
        };
        /** @description too many requests of one key or address in a minute, or too many rejected attempts. */
        TooManyRequests: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "text/plain": string;
            };
        };
        /** @description The service failed. */
        InternalServerError: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "text/plain": string;
            };
        };
        /** @description The service is not available; retry. */
        ServiceUnavailable: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "text/plain": string;
            };
        };
        /** @description The record does not exist. */
        NotFound: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "text/plain": string;
            };
        };
        /** @description The Idempotency-Key was used with another body, or its first request is still in progress. */
        Conflict: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                Deprecation: components["headers"]["Deprecation"];
                Link: components["headers"]["Link"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "text/plain": string;
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
         * @description More about the deprecation, as `rel="deprecation"`; for a wrong hash also the page that explains it, as `rel="help"`.
         * @example <http://localhost:8420/docs>; rel="deprecation"
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
         * @description The time since which the API is deprecated (RFC 9745): `@` and seconds.
         * @example @1767225600
         */
        Deprecation: string;
        /**
         * @description The required authentication: `ApiKey`, or `Bearer` for a token. On POST /token only after HTTP Basic.
         * @example ApiKey
         */
        "WWW-Authenticate": "ApiKey" | "Bearer";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    /**
     * Get API token.
     *
     * A token for all paths under /secure, for all sites of the merchant. Every error returns 401.
     *
     * `POST /token`
     */
    postToken: {
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
                 *       "grant_type": "Password",
                 *       "SiteCode": "KARKAR1234"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "example-access-token",
                     *       "token_type": "bearer",
                     *       "expires_in": "3600"
                     *     }
                     */
                    "application/json": components["schemas"]["Token"];
                    "application/xml": components["schemas"]["Token"];
                    "text/xml": components["schemas"]["Token"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Create payment request.
     *
     * A request that is rejected for its content (an invalid field, a wrong hash, an unknown bank, a duplicate reference) returns 200 with errorMessage.
     *
     * `POST /postpaymentrequest`
     */
    postPaymentRequest: {
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
                 *       "siteCode": "KARKAR1234",
                 *       "countryCode": "ZA",
                 *       "currencyCode": "ZAR",
                 *       "amount": "150.50",
                 *       "transactionReference": "ORDER-1",
                 *       "bankReference": "ORDER 1",
                 *       "optional1": "winter sale",
                 *       "cancelUrl": "https://shop.example/cancel",
                 *       "errorUrl": "https://shop.example/error",
                 *       "successUrl": "https://shop.example/success",
                 *       "notifyUrl": "https://shop.example/notify",
                 *       "isTest": false,
                 *       "hashCheck": "b076eff8f8c4fe462639746d9239137b21b77b6131e5704f9604936f66134b9a2ac2ec84486e868eea2fc9964d11d1b9e2c00c52ec9ca7c6a437150792cb132f"
                 *     }
                 */
                "application/json": components["schemas"]["PaymentRequest"];
                "application/xml": components["schemas"]["PaymentRequest"];
                "text/xml": components["schemas"]["PaymentRequest"];
            };
        };
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "paymentRequestId": "01a1f866-14d0-7fca-b937-6ccdd1e2b2ed",
                     *       "url": "http://localhost:8420/pay/01a1f866-14d0-7fca-b937-6ccdd1e2b2ed",
                     *       "errorMessage": null
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentResponse"];
                    "application/xml": components["schemas"]["PaymentResponse"];
                    "text/xml": components["schemas"]["PaymentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get transaction by reference.
     *
     * At most ten, newest first; an empty array without a match.
     *
     * `GET /GetTransactionByReference`
     */
    getTransactionByReference: {
        parameters: {
            query: {
                /**
                 * @description The code of one of the merchant’s sites.
                 * @example KARKAR1234
                 */
                siteCode: string;
                /**
                 * @description The merchant’s reference for the payment, such as an order number.
                 * @example ORDER-1
                 */
                transactionReference: string;
                /**
                 * @description Whether to return test payments instead of real ones; default false.
                 * @example false
                 */
                isTest?: boolean;
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
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "transactionId": "01a1f866-14d0-7def-bda1-ceb61076d0b7",
                     *         "merchantCode": "KAR123456",
                     *         "siteCode": "KARKAR1234",
                     *         "transactionReference": "ORDER-1",
                     *         "currencyCode": "ZAR",
                     *         "amount": 150.5,
                     *         "status": "Complete",
                     *         "statusMessage": "",
                     *         "subStatus": null,
                     *         "createdDate": "2026-11-20T10:00:02.000Z",
                     *         "paymentDate": "2026-11-20T10:00:02.000Z",
                     *         "bankName": "Demo Bank",
                     *         "maskedAccountNumber": "******6209",
                     *         "toBankName": "Capitec",
                     *         "toAccountNumber": "******7890",
                     *         "optional1": "winter sale",
                     *         "optional2": null,
                     *         "optional3": null,
                     *         "optional4": null,
                     *         "optional5": null,
                     *         "isTest": false
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TransactionRecord"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get transaction.
     *
     * `GET /GetTransaction`
     */
    getTransaction: {
        parameters: {
            query: {
                /**
                 * @description The code of one of the merchant’s sites.
                 * @example KARKAR1234
                 */
                siteCode: string;
                /**
                 * @description The identifier of the transaction, which is one attempt to pay.
                 * @example 01a1f866-14d0-7def-bda1-ceb61076d0b7
                 */
                transactionId: string;
                /**
                 * @description Whether to return test payments instead of real ones; default false.
                 * @example false
                 */
                isTest?: boolean;
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
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "transactionId": "01a1f866-14d0-7def-bda1-ceb61076d0b7",
                     *       "merchantCode": "KAR123456",
                     *       "siteCode": "KARKAR1234",
                     *       "transactionReference": "ORDER-1",
                     *       "currencyCode": "ZAR",
                     *       "amount": 150.5,
                     *       "status": "Complete",
                     *       "statusMessage": "",
                     *       "subStatus": null,
                     *       "createdDate": "2026-11-20T10:00:02.000Z",
                     *       "paymentDate": "2026-11-20T10:00:02.000Z",
                     *       "bankName": "Demo Bank",
                     *       "maskedAccountNumber": "******6209",
                     *       "toBankName": "Capitec",
                     *       "toAccountNumber": "******7890",
                     *       "optional1": "winter sale",
                     *       "optional2": null,
                     *       "optional3": null,
                     *       "optional4": null,
                     *       "optional5": null,
                     *       "isTest": false
                     *     }
                     */
                    "application/json": components["schemas"]["TransactionRecord"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get transaction report.
     *
     * At most 31 days, oldest first, without test payments. `Accept: text/csv` returns the same rows as CSV, with a header line.
     *
     * `GET /GetTransactionReport`
     */
    getTransactionReport: {
        parameters: {
            query: {
                /**
                 * @description The code of one of the merchant’s sites.
                 * @example KARKAR1234
                 */
                siteCode: string;
                /**
                 * @description The first day, inclusive, in South African time.
                 * @example 2026-11-01
                 */
                startDate: string;
                /**
                 * @description The last day, inclusive, in South African time.
                 * @example 2026-11-30
                 */
                endDate: string;
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
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01a1f866-14d0-7def-bda1-ceb61076d0b7",
                     *         "siteCode": "KARKAR1234",
                     *         "siteName": "Karoo Books",
                     *         "createdDate": "2026-11-20T12:00:02.000+02:00",
                     *         "createdDateUtc": "2026-11-20T10:00:02.000Z",
                     *         "paymentDate": "2026-11-20T10:00:02.000Z",
                     *         "bankFromName": "Demo Bank",
                     *         "bankToName": "Capitec",
                     *         "fromReference": "ORDER 1",
                     *         "toReference": "ORDER 1",
                     *         "toAccount": "******7890",
                     *         "transactionReference": "ORDER-1",
                     *         "customer": null,
                     *         "optional1": "winter sale",
                     *         "optional2": null,
                     *         "optional3": null,
                     *         "optional4": null,
                     *         "optional5": null,
                     *         "amount": 150.5,
                     *         "status": "Complete",
                     *         "lastEvent": "The payment was received"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ReportRow"][];
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Submit refund.
     *
     * Returns one result for each item, in order. A rejected item does not stop the others. To get a lost response again, repeat the request with the same Idempotency-Key and body; without a key, the same items are refunded again.
     *
     * `POST /secure/refunds/submit`
     */
    submitRefunds: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body returns the first response again, for seven days.
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
                 *         "transactionId": "01a1f866-14d0-7def-bda1-ceb61076d0b7",
                 *         "amount": "50.25",
                 *         "refundReason": "one shirt came back",
                 *         "notifyUrl": "https://shop.example/refunds",
                 *         "hashCheck": "4896326886d14c1f61cd7349d58c0a04bd340934c3d7a1feacf05e34e864acb90abb269936443ad498f06393169753363f8f741117dbea6a5ec3bb7a91096f1c",
                 *         "isRtc": false
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["RefundItem"][];
                "application/xml": components["schemas"]["RefundItem"][];
                "text/xml": components["schemas"]["RefundItem"][];
            };
        };
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "refundId": "01a1f866-2470-7b5a-bbc0-3db3d6760d5a",
                     *         "transactionId": "01a1f866-14d0-7def-bda1-ceb61076d0b7",
                     *         "refundAmount": 50.25,
                     *         "errors": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["RefundSubmission"][];
                    "application/xml": components["schemas"]["RefundSubmission"][];
                    "text/xml": components["schemas"]["RefundSubmission"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get refunds.
     *
     * Newest first.
     *
     * `GET /secure/refunds/getrefunds`
     */
    getRefunds: {
        parameters: {
            query?: {
                /**
                 * @description The day on which the refunds were requested, in South African time.
                 * @example 2026-11-20
                 */
                refundDate?: string;
                /**
                 * @description A number from 0 to 5, or the name of a status in any letter case.
                 * @example Pending
                 */
                status?: string;
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
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01a1f866-2470-7b5a-bbc0-3db3d6760d5a",
                     *         "createdDate": "2026-11-20T12:00:06.000+02:00",
                     *         "createdDateUtc": "2026-11-20T10:00:06.000Z",
                     *         "merchantCode": "KAR123456",
                     *         "siteCode": "KARKAR1234",
                     *         "siteName": "Karoo Books",
                     *         "bankToName": "Demo Bank",
                     *         "currencyCode": "ZAR",
                     *         "amount": 50.25,
                     *         "statementReference": "ORDER 1",
                     *         "status": 0,
                     *         "toAccount": "******6209",
                     *         "paymentDate": "2026-11-20T12:00:00.000Z",
                     *         "transactionReference": "ORDER-1",
                     *         "lastEvent": "The refund was requested",
                     *         "createdBy": "api",
                     *         "isRtc": false
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["RefundRecord"][];
                    "application/xml": components["schemas"]["RefundRecord"][];
                    "text/xml": components["schemas"]["RefundRecord"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get refund.
     *
     * `GET /secure/refunds/getrefund`
     */
    getRefund: {
        parameters: {
            query: {
                /**
                 * @description The identifier of the refund.
                 * @example 01a1f866-2470-7b5a-bbc0-3db3d6760d5a
                 */
                refundId: string;
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
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01a1f866-2470-7b5a-bbc0-3db3d6760d5a",
                     *       "createdDate": "2026-11-20T12:00:06.000+02:00",
                     *       "createdDateUtc": "2026-11-20T10:00:06.000Z",
                     *       "merchantCode": "KAR123456",
                     *       "siteCode": "KARKAR1234",
                     *       "siteName": "Karoo Books",
                     *       "bankToName": "Demo Bank",
                     *       "currencyCode": "ZAR",
                     *       "amount": 50.25,
                     *       "statementReference": "ORDER 1",
                     *       "status": 0,
                     *       "toAccount": "******6209",
                     *       "paymentDate": "2026-11-20T12:00:00.000Z",
                     *       "transactionReference": "ORDER-1",
                     *       "lastEvent": "The refund was requested",
                     *       "createdBy": "api",
                     *       "isRtc": false
                     *     }
                     */
                    "application/json": components["schemas"]["RefundRecord"];
                    "application/xml": components["schemas"]["RefundRecord"];
                    "text/xml": components["schemas"]["RefundRecord"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get refunds by transaction id.
     *
     * `GET /secure/refunds/getrefundsbytransactionid`
     */
    getRefundsByTransactionId: {
        parameters: {
            query: {
                /**
                 * @description The identifier of the transaction, which is one attempt to pay.
                 * @example 01a1f866-14d0-7def-bda1-ceb61076d0b7
                 */
                transactionId: string;
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
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01a1f866-2470-7b5a-bbc0-3db3d6760d5a",
                     *         "createdDate": "2026-11-20T12:00:06.000+02:00",
                     *         "createdDateUtc": "2026-11-20T10:00:06.000Z",
                     *         "merchantCode": "KAR123456",
                     *         "siteCode": "KARKAR1234",
                     *         "siteName": "Karoo Books",
                     *         "bankToName": "Demo Bank",
                     *         "currencyCode": "ZAR",
                     *         "amount": 50.25,
                     *         "statementReference": "ORDER 1",
                     *         "status": 0,
                     *         "toAccount": "******6209",
                     *         "paymentDate": "2026-11-20T12:00:00.000Z",
                     *         "transactionReference": "ORDER-1",
                     *         "lastEvent": "The refund was requested",
                     *         "createdBy": "api",
                     *         "isRtc": false
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["RefundRecord"][];
                    "application/xml": components["schemas"]["RefundRecord"][];
                    "text/xml": components["schemas"]["RefundRecord"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get settlements.
     *
     * Newest day first.
     *
     * `GET /secure/settlements`
     */
    getSettlements: {
        parameters: {
            query: {
                /**
                 * @description The first day, inclusive, in South African time.
                 * @example 2026-11-20
                 */
                fromDate: string;
                /**
                 * @description The last day, inclusive, in South African time.
                 * @example 2026-11-20
                 */
                toDate: string;
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
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "settlementId": "01a20cff-b3b0-7296-b52c-39a4a47f931a",
                     *         "reference": "KARKAR1234-20261120",
                     *         "date": "2026-11-20",
                     *         "siteCode": "KARKAR1234",
                     *         "totalSettlement": 150.5,
                     *         "totalFees": 0,
                     *         "lineItemCounts": {
                     *           "total": 1,
                     *           "payout": 0,
                     *           "refund": 0,
                     *           "adjustment": 0,
                     *           "transaction": 1
                     *         },
                     *         "bankName": "Capitec",
                     *         "accountNumber": "******7890"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SettlementRecord"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get site settlements.
     *
     * Newest day first.
     *
     * `GET /secure/settlements/getsitesettlements`
     */
    getSiteSettlements: {
        parameters: {
            query: {
                /**
                 * @description The code of one of the merchant’s sites.
                 * @example KARKAR1234
                 */
                siteCode: string;
                /**
                 * @description The first day, inclusive, in South African time.
                 * @example 2026-11-20
                 */
                fromDate: string;
                /**
                 * @description The last day, inclusive, in South African time.
                 * @example 2026-11-20
                 */
                toDate: string;
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
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "settlementId": "01a20cff-b3b0-7296-b52c-39a4a47f931a",
                     *         "reference": "KARKAR1234-20261120",
                     *         "date": "2026-11-20",
                     *         "siteCode": "KARKAR1234",
                     *         "totalSettlement": 150.5,
                     *         "totalFees": 0,
                     *         "lineItemCounts": {
                     *           "total": 1,
                     *           "payout": 0,
                     *           "refund": 0,
                     *           "adjustment": 0,
                     *           "transaction": 1
                     *         },
                     *         "bankName": "Capitec",
                     *         "accountNumber": "******7890"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SettlementRecord"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Create unique reference.
     *
     * For one payment of exactly its amount. A wrong amount or a second deposit becomes PendingInvestigation.
     *
     * `POST /secure/banktransfer/single`
     */
    createUniqueReference: {
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
                 *       "siteCode": "KARKAR1234",
                 *       "amount": "150.50",
                 *       "transactionReference": "ORDER-2",
                 *       "notifyUrl": "https://shop.example/notify",
                 *       "expiryDateUtc": "2030-01-31 16:30",
                 *       "hashCheck": "23f007d58063b0d22045a313077fcae2bd9d7dd0058a1fe75b666dc5f990138ef73a0cb9824d929f736f0f5cb90069ba8be30fe89e965b553ca6191c0e42a85e"
                 *     }
                 */
                "application/json": components["schemas"]["SingleReferenceRequest"];
                "application/xml": components["schemas"]["SingleReferenceRequest"];
                "text/xml": components["schemas"]["SingleReferenceRequest"];
            };
        };
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "bankName": "Demo Bank",
                     *       "branchCode": "999999",
                     *       "accountNumber": "9010495443",
                     *       "beneficiaryReference": "DEP314105254986"
                     *     }
                     */
                    "application/json": components["schemas"]["BankingDetails"];
                    "application/xml": components["schemas"]["BankingDetails"];
                    "text/xml": components["schemas"]["BankingDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Create static reference.
     *
     * A permanent reference: each deposit with it becomes a payment.
     *
     * `POST /secure/banktransfer/multiple`
     */
    createStaticReference: {
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
                 *       "siteCode": "KARKAR1234",
                 *       "transactionReference": "CUSTOMER-17",
                 *       "hashCheck": "727ab17e21302253227b698b34913a94a70d558da95574e6f5d2e3b1237db2ba4e2458fee9458802df7d4c7fa738920eb4248fb59633959c6ac5af8b64635e55"
                 *     }
                 */
                "application/json": components["schemas"]["StaticReferenceRequest"];
                "application/xml": components["schemas"]["StaticReferenceRequest"];
                "text/xml": components["schemas"]["StaticReferenceRequest"];
            };
        };
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "bankName": "Demo Bank",
                     *       "branchCode": "999999",
                     *       "accountNumber": "9010495443",
                     *       "beneficiaryReference": "DEP182780606260"
                     *     }
                     */
                    "application/json": components["schemas"]["BankingDetails"];
                    "application/xml": components["schemas"]["BankingDetails"];
                    "text/xml": components["schemas"]["BankingDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get banking details.
     *
     * `GET /secure/banktransfer/bankingdetails`
     */
    getBankingDetails: {
        parameters: {
            query: {
                /**
                 * @description The code of one of the merchant’s sites.
                 * @example KARKAR1234
                 */
                siteCode: string;
                /**
                 * @description From the response of single or multiple.
                 * @example DEP314105254986
                 */
                bankReference: string;
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
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "bankName": "Demo Bank",
                     *       "branchCode": "999999",
                     *       "accountNumber": "9010495443",
                     *       "beneficiaryReference": "DEP314105254986"
                     *     }
                     */
                    "application/json": components["schemas"]["BankingDetails"];
                    "application/xml": components["schemas"]["BankingDetails"];
                    "text/xml": components["schemas"]["BankingDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Create bulk payment request.
     *
     * At most 5000 payment requests in one job, which runs in the background. A rejected job returns 200 with errors and no jobId.
     *
     * `POST /secure/bulkpaymentrequests/create`
     */
    createBulkPaymentRequests: {
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
                 *       "jobReference": "RUN-1",
                 *       "notifyUrl": "https://shop.example/bulk",
                 *       "compressedData": "H4sIAAAAAAAAA92RP2/UQBBHv0o0tcntn9ndsbtToEqBdIIGRDE7O6s7xbFPXp8gQvnuyEkkCsSVFLTz3k9TvK8/oZ1WvZuLwgD3+8P9/mCdR+hA5su0Lk9v6Mt+O12WRSf5fTtAB/y4iTCADeY2GOhgXXhqLOtpng5adZts+sfD+w+Hd9ZCB5mnhz/QzQuaz9uORwsDfD9Nqy43jUfdvvMkOn5eRhjguK7nNux27Tifb/UHP55H3b0K0IEuy7xcEV84dNAuItraFfPNgA6meT3VpyvqqwAdnNonbSsMlcemHRy5He+OKg8wgFjsrbJjjsUrF47cG7UWg68ZSROlqkSZ0HBSDlJdkt6R8blg8WQkszpDQY3mjJoMJY9egne1BknZZAw59uQtW8aKaF0UjqQUKQQHz92/D+7+Htz978ErhlIIncs+mapRQwxbQEIky8lwytljLNKjq9VIIs6mkJTY1+Q01Z4DirigmqgkH4IS9x5rSMZE8pojVk6FgqHouCSpFQuZ4qqIQYHnb78ARpu81eMDAAA="
                 *     }
                 */
                "application/json": components["schemas"]["BulkPaymentRequest"];
                "application/xml": components["schemas"]["BulkPaymentRequest"];
                "text/xml": components["schemas"]["BulkPaymentRequest"];
            };
        };
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobId": "01a1f866-3410-7d20-b708-4f94d0a8feee",
                     *       "jobReference": "RUN-1",
                     *       "errors": []
                     *     }
                     */
                    "application/json": components["schemas"]["BulkPaymentResponse"];
                    "application/xml": components["schemas"]["BulkPaymentResponse"];
                    "text/xml": components["schemas"]["BulkPaymentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get bulk job status.
     *
     * The jobs of the last seven days with the reference.
     *
     * `GET /secure/bulkpaymentrequests/getbulkjobbyreference`
     */
    getBulkJobByReference: {
        parameters: {
            query: {
                /**
                 * @description The merchant’s reference for the job.
                 * @example RUN-1
                 */
                reference: string;
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
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "JobId": "01a1f866-3410-7d20-b708-4f94d0a8feee",
                     *         "DateCreated": "2026-11-20T10:00:10.000Z",
                     *         "DateModified": "2026-11-20T10:00:10.000Z",
                     *         "JobStatus": "Received",
                     *         "JobReference": "RUN-1",
                     *         "NotifyUrl": "https://shop.example/bulk"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["BulkPaymentJob"][];
                    "application/xml": components["schemas"]["BulkPaymentJob"][];
                    "text/xml": components["schemas"]["BulkPaymentJob"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    transactionNotificationMessage: {
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
                 *       "SiteCode": "KARKAR1234",
                 *       "TransactionId": "01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
                 *       "TransactionReference": "ORDER-1",
                 *       "Amount": "150.50",
                 *       "Status": "Complete",
                 *       "Optional1": "winter sale",
                 *       "Optional2": "till 4",
                 *       "Optional3": "Johannesburg",
                 *       "Optional4": "gift",
                 *       "Optional5": "plugin 2.1",
                 *       "CurrencyCode": "ZAR",
                 *       "IsTest": "false",
                 *       "StatusMessage": "",
                 *       "Hash": "22a04946867da585902d46950a2d6034fd074979d7dfe08cd5bb9b143104bd08efd59085050153490fe0dfc746fc9cc1319bde48b098761976ecbadd77a8edff",
                 *       "SubStatus": "",
                 *       "MaskedAccountNumber": "******0001",
                 *       "BankName": "Capitec"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["TransactionNotification"];
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
    refundNotificationMessage: {
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
                 *       "RefundId": "01a1f866-5f08-7d3a-8a51-0c2b9e417d66",
                 *       "TransactionId": "01a1f866-3fc8-77bf-a173-e53d8d1e4a2f",
                 *       "CurrencyCode": "ZAR",
                 *       "Amount": "50.25",
                 *       "Status": "Complete",
                 *       "BankName": "Capitec",
                 *       "AccountNumber": "******0001",
                 *       "StatusMessage": "",
                 *       "IsRtc": "false",
                 *       "Hash": "5941058fdfaa8b06c714575a2a5b63ec3e4e2287f3ac0e134c8096671ec5cc8dcc43ac8c43ded5578f658d9052addd31723212ea7ee8d31d4858d8987e64494d"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["RefundNotification"];
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
    bulkResultMessage: {
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
                 *       "jobId": "01a1f866-9c21-7e55-8c13-6e2f904b3c88",
                 *       "jobReference": "RUN-1",
                 *       "status": "Complete",
                 *       "compressedData": "H4sIAAAAAAAAA43MPQ7CIBQA4Lu8uYQfa6XMdnAwGqKTcXilr9YEoQIdGuPdvYLfAb7bBy4JQ0ZXnjFYGilRcAQGTnbfWSYlVHDG9UWhWHovlMthAANCohx10zBZD4LthFNMo2iZamvdN7rfiK2CCq7Jg4GplNlw7qNDP8VcjK6V4DOu/M+mSymmI+WMDwITFu+/9x/sy8o0ugAAAA==",
                 *       "error": null,
                 *       "hash": "791f9b2c0157ba947b643b4c5ac59825dc5847f8144704a9e5ca6cbb90f135ebc406c677113d5bdabcc55cdb42fb886c6f7cb7df66a1b6f4b6f0c380992df02a"
                 *     }
                 */
                "application/json": components["schemas"]["BulkResult"];
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
