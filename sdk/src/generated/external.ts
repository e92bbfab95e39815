// Written by `npm run docs` from docs/openapi. Do not edit.
export interface paths {
    "/Secure/BankTransfer/Single": {
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
         * @description For one payment of exactly its amount. A wrong amount or a second deposit becomes PendingInvestigation.
         */
        post: operations["createUniqueReference"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Secure/BankTransfer/Multiple": {
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
         * @description A permanent reference: each deposit with it becomes a payment.
         */
        post: operations["createStaticReference"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Secure/BankTransfer/BankingDetails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get banking details */
        get: operations["getBankingDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Secure/BulkPaymentRequests/Create": {
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
         * @description At most 5000 payment requests in one job, which runs in the background. A rejected job returns 200 with errors and no jobId.
         */
        post: operations["createBulkPaymentRequests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Secure/BulkPaymentRequests/Compress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Compress payment requests into compressedData */
        post: operations["compressPaymentRequests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Secure/BulkPaymentRequests/Decompress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Unpack compressedData */
        post: operations["decompressPaymentRequests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Secure/BulkPaymentRequests/GetBulkJobByReference": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get bulk job status
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
    "/Secure/FloatTopUp/CreateFloatTopUpReferenceRequest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create float top-up reference
         * @description Always returns the same reference. Every deposit with it, of any amount, tops up the float.
         */
        post: operations["createFloatTopUpReferenceRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/Secure/FloatTopUp/GetFloatBalanceInfo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get float balance */
        get: operations["getFloatBalanceInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/MerchantApiV1/GetTransactionByReference": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get transactions by reference
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
    "/api/MerchantApiV1/GetTransactionByRequestId": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get transactions of a payment request
         * @description At most ten, newest first; an empty array without a match.
         */
        get: operations["getTransactionByRequestId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/MerchantApiV1/GetTransactionByReferenceDate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get transactions by reference and day
         * @description At most ten, newest first; an empty array without a match.
         */
        get: operations["getTransactionByReferenceDate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/MerchantApiV1/GetTransaction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get transaction */
        get: operations["getTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/MerchantApiV1/GetBanks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get banks */
        get: operations["getBanks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/MerchantApiV1/PostPaymentRequest": {
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
         * @description A request that is rejected for its content (an invalid field, a wrong hash, an unknown bank, a duplicate reference) returns 200 with errorMessage.
         */
        post: operations["postPaymentRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Service status */
        get: operations["get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status500": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Return a 500, for testing clients */
        get: operations["getStatus500"];
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
             * @example DEP889649146446
             */
            beneficiaryReference: string;
        };
        /** @description A bulk job and its status. */
        BulkPaymentJob: {
            /**
             * Format: uuid
             * @description The identifier of the job.
             * @example 01a1f866-2858-746e-9766-035983dd2a2d
             */
            JobId: string;
            /**
             * Format: date-time
             * @description The time at which the job was accepted, in UTC.
             * @example 2026-11-20T10:00:07.000Z
             */
            DateCreated: string;
            /**
             * Format: date-time
             * @description The time of the last change, in UTC.
             * @example 2026-11-20T10:00:07.000Z
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
             * @example 01a1f866-2858-746e-9766-035983dd2a2d
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
        /** @description Many payment requests, compressed as one text. */
        CompressedData: {
            /**
             * @description A JSON array of payment requests in UTF-8, compressed with gzip, in base64.
             * @example H4sIAAAAAAAAA33NMWvDMBCG4b8SblYTyZJs2VtIO2UomHZp6XCST9jEkY2k0IbS/16cBDoUst77fNz7N6Qh027qCBrYb9v9thWFVMDATaeQ4/mW3rbL6RQjBfd3a4EBHhcIDQjN15oDgxwxJHR5mEJLnpbJwp/bx6f2QQhgYDEc/qXVJU3zssNRQAOfQ8gUVwlHWr5jcDS+xhEa6HOeU7PZpH6a1/SFx3mkzRUAA4pxinfgpQODdHKOUrojbwIYhCkP/nyHXgEwGNILpQyNxzERgx5Tv+vJHaABJ1QtCAvEspOEHZZYcxJCaemtMlSZypMx1iiOFaF2vqhcXRgubac6abizSAU3mjhZq6jippJKOi0L77WrLLdK27I2UqBA5ZUSRemwNGRKo3UBPx+/lauFCvIBAAA=
             */
            compressedData: string;
        };
        /** @description Many payment requests, compressed as one text. */
        CompressedDataInput: {
            /**
             * @description A JSON array of payment requests in UTF-8, compressed with gzip, in base64.
             * @example H4sIAAAAAAAAA33NMWvDMBCG4b8SblYTyZJs2VtIO2UomHZp6XCST9jEkY2k0IbS/16cBDoUst77fNz7N6Qh027qCBrYb9v9thWFVMDATaeQ4/mW3rbL6RQjBfd3a4EBHhcIDQjN15oDgxwxJHR5mEJLnpbJwp/bx6f2QQhgYDEc/qXVJU3zssNRQAOfQ8gUVwlHWr5jcDS+xhEa6HOeU7PZpH6a1/SFx3mkzRUAA4pxinfgpQODdHKOUrojbwIYhCkP/nyHXgEwGNILpQyNxzERgx5Tv+vJHaABJ1QtCAvEspOEHZZYcxJCaemtMlSZypMx1iiOFaF2vqhcXRgubac6abizSAU3mjhZq6jippJKOi0L77WrLLdK27I2UqBA5ZUSRemwNGRKo3UBPx+/lauFCvIBAAA=
             */
            compressedData: string;
        };
        /** @description The float of a site, from which payouts are paid. */
        FloatBalance: {
            /**
             * @description The code of the site, one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description The ISO 4217 currency code of the amount, always ZAR.
             * @example ZAR
             * @enum {string}
             */
            currencyCode: "ZAR";
            /**
             * @description The balance of the float, in rand.
             * @example 0
             */
            balance: number;
            /**
             * @description The float available for new payouts, in rand.
             * @example 0
             */
            available: number;
            /**
             * @description The total of pending payouts, in rand.
             * @example 0
             */
            pendingPayouts: number;
        };
        /** @description A bank at which payers can pay. */
        MerchantBank: {
            /**
             * Format: uuid
             * @description The identifier of the bank, used as selectedBankId.
             * @example de300b4a-0000-4000-8000-000000000001
             */
            id: string;
            /**
             * @description The name that customers know.
             * @example Demo Bank
             */
            name: string;
            /**
             * @description The branch code for all branches of the bank.
             * @example 999999
             */
            universalBranchCode: string;
            /**
             * @description Whether payers can use the bank now.
             * @example true
             */
            isAvailable: boolean;
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
             * @example ORDER-11
             */
            transactionReference: string;
            /**
             * @description The reference on the bank statement: letters, digits, spaces and dashes. An underscore becomes a dash.
             * @example ORDER 11
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
             * @example c1491ea2aa6d3eada6a90e11453fb48e787fe88b840a7ea5cf27c92803bd4d380cbae2085e0ebb4e7087343c532ff5c7b0b45b69831a1a4f44126ca68e868552
             */
            hashCheck: string;
        };
        /** @description The checkout of a new payment, or the error. */
        PaymentResponse: {
            /**
             * Format: uuid
             * @description The identifier of the payment; null if none was created.
             * @example 01a1f866-14d0-770a-bb3e-10a609edad86
             */
            paymentRequestId: string | null;
            /**
             * Format: uri
             * @description The address of the hosted checkout. Redirect the customer to it. It is null if no payment was created.
             * @example http://localhost:8420/pay/01a1f866-14d0-770a-bb3e-10a609edad86
             */
            url: string | null;
            /**
             * @description Why no payment was created; null on success.
             * @example amount is required
             */
            errorMessage: string | null;
        };
        /** @description The status of the service. */
        Presence: {
            /**
             * @description The status of the service.
             * @example ok
             * @enum {string}
             */
            status: "ok";
            /**
             * @description The version of the surface.
             * @example 1.0
             * @enum {string}
             */
            version: "1.0";
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
             * @example 01a1f866-14d0-7995-9011-fac192204268
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
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "text/plain": string;
            };
        };
        /** @description The apiKey is missing, wrong, or belongs to another merchant. */
        Unauthorized: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
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
                [name: string]: unknown;
            };
            content: {
                "text/plain": string;
            };
        };
        /** @description The body is not JSON. */
        UnsupportedMediaType: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
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
         * @description How to authenticate: with an `ApiKey`.
         * @example ApiKey
         */
        "WWW-Authenticate": "ApiKey";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    /**
     * Create unique reference.
     *
     * For one payment of exactly its amount. A wrong amount or a second deposit becomes PendingInvestigation.
     *
     * `POST /Secure/BankTransfer/Single`
     */
    createUniqueReference: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The requested version; there is only one.
                 * @example 1.0
                 */
                "x-api-version"?: "1.0";
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
                "text/json": components["schemas"]["SingleReferenceRequest"];
                "application/*+json": components["schemas"]["SingleReferenceRequest"];
            };
        };
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "bankName": "Demo Bank",
                     *       "branchCode": "999999",
                     *       "accountNumber": "9010495443",
                     *       "beneficiaryReference": "DEP889649146446"
                     *     }
                     */
                    "application/json": components["schemas"]["BankingDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
     * `POST /Secure/BankTransfer/Multiple`
     */
    createStaticReference: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The requested version; there is only one.
                 * @example 1.0
                 */
                "x-api-version"?: "1.0";
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
                "text/json": components["schemas"]["StaticReferenceRequest"];
                "application/*+json": components["schemas"]["StaticReferenceRequest"];
            };
        };
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "bankName": "Demo Bank",
                     *       "branchCode": "999999",
                     *       "accountNumber": "9010495443",
                     *       "beneficiaryReference": "DEP529393304890"
                     *     }
                     */
                    "application/json": components["schemas"]["BankingDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get banking details.
     *
     * `GET /Secure/BankTransfer/BankingDetails`
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
                 * @example DEP889649146446
                 */
                bankReference: string;
            };
            header?: {
                /**
                 * @description The requested version; there is only one.
                 * @example 1.0
                 */
                "x-api-version"?: "1.0";
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
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "bankName": "Demo Bank",
                     *       "branchCode": "999999",
                     *       "accountNumber": "9010495443",
                     *       "beneficiaryReference": "DEP889649146446"
                     *     }
                     */
                    "application/json": components["schemas"]["BankingDetails"];
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
     * `POST /Secure/BulkPaymentRequests/Create`
     */
    createBulkPaymentRequests: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The requested version; there is only one.
                 * @example 1.0
                 */
                "x-api-version"?: "1.0";
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
                "text/json": components["schemas"]["BulkPaymentRequest"];
                "application/*+json": components["schemas"]["BulkPaymentRequest"];
            };
        };
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobId": "01a1f866-2858-746e-9766-035983dd2a2d",
                     *       "jobReference": "RUN-1",
                     *       "errors": []
                     *     }
                     */
                    "application/json": components["schemas"]["BulkPaymentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Compress payment requests into compressedData.
     *
     * `POST /Secure/BulkPaymentRequests/Compress`
     */
    compressPaymentRequests: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The requested version; there is only one.
                 * @example 1.0
                 */
                "x-api-version"?: "1.0";
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
                 *         "siteCode": "KARKAR1234",
                 *         "countryCode": "ZA",
                 *         "currencyCode": "ZAR",
                 *         "amount": "150.50",
                 *         "transactionReference": "ORDER-11",
                 *         "bankReference": "ORDER 11",
                 *         "optional1": "winter sale",
                 *         "cancelUrl": "https://shop.example/cancel",
                 *         "errorUrl": "https://shop.example/error",
                 *         "successUrl": "https://shop.example/success",
                 *         "notifyUrl": "https://shop.example/notify",
                 *         "isTest": false,
                 *         "hashCheck": "c1491ea2aa6d3eada6a90e11453fb48e787fe88b840a7ea5cf27c92803bd4d380cbae2085e0ebb4e7087343c532ff5c7b0b45b69831a1a4f44126ca68e868552"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["PaymentRequest"][];
                "text/json": components["schemas"]["PaymentRequest"][];
                "application/*+json": components["schemas"]["PaymentRequest"][];
            };
        };
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "compressedData": "H4sIAAAAAAAAA33NMWvDMBCG4b8SblYTyZJs2VtIO2UomHZp6XCST9jEkY2k0IbS/16cBDoUst77fNz7N6Qh027qCBrYb9v9thWFVMDATaeQ4/mW3rbL6RQjBfd3a4EBHhcIDQjN15oDgxwxJHR5mEJLnpbJwp/bx6f2QQhgYDEc/qXVJU3zssNRQAOfQ8gUVwlHWr5jcDS+xhEa6HOeU7PZpH6a1/SFx3mkzRUAA4pxinfgpQODdHKOUrojbwIYhCkP/nyHXgEwGNILpQyNxzERgx5Tv+vJHaABJ1QtCAvEspOEHZZYcxJCaemtMlSZypMx1iiOFaF2vqhcXRgubac6abizSAU3mjhZq6jippJKOi0L77WrLLdK27I2UqBA5ZUSRemwNGRKo3UBPx+/lauFCvIBAAA="
                     *     }
                     */
                    "application/json": components["schemas"]["CompressedData"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Unpack compressedData.
     *
     * `POST /Secure/BulkPaymentRequests/Decompress`
     */
    decompressPaymentRequests: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The requested version; there is only one.
                 * @example 1.0
                 */
                "x-api-version"?: "1.0";
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
                 *       "compressedData": "H4sIAAAAAAAAA33NMWvDMBCG4b8SblYTyZJs2VtIO2UomHZp6XCST9jEkY2k0IbS/16cBDoUst77fNz7N6Qh027qCBrYb9v9thWFVMDATaeQ4/mW3rbL6RQjBfd3a4EBHhcIDQjN15oDgxwxJHR5mEJLnpbJwp/bx6f2QQhgYDEc/qXVJU3zssNRQAOfQ8gUVwlHWr5jcDS+xhEa6HOeU7PZpH6a1/SFx3mkzRUAA4pxinfgpQODdHKOUrojbwIYhCkP/nyHXgEwGNILpQyNxzERgx5Tv+vJHaABJ1QtCAvEspOEHZZYcxJCaemtMlSZypMx1iiOFaF2vqhcXRgubac6abizSAU3mjhZq6jippJKOi0L77WrLLdK27I2UqBA5ZUSRemwNGRKo3UBPx+/lauFCvIBAAA="
                 *     }
                 */
                "application/json": components["schemas"]["CompressedDataInput"];
                "text/json": components["schemas"]["CompressedDataInput"];
                "application/*+json": components["schemas"]["CompressedDataInput"];
            };
        };
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "siteCode": "KARKAR1234",
                     *         "countryCode": "ZA",
                     *         "currencyCode": "ZAR",
                     *         "amount": "150.50",
                     *         "transactionReference": "ORDER-11",
                     *         "bankReference": "ORDER 11",
                     *         "optional1": "winter sale",
                     *         "cancelUrl": "https://shop.example/cancel",
                     *         "errorUrl": "https://shop.example/error",
                     *         "successUrl": "https://shop.example/success",
                     *         "notifyUrl": "https://shop.example/notify",
                     *         "isTest": false,
                     *         "hashCheck": "c1491ea2aa6d3eada6a90e11453fb48e787fe88b840a7ea5cf27c92803bd4d380cbae2085e0ebb4e7087343c532ff5c7b0b45b69831a1a4f44126ca68e868552"
                     *       }
                     *     ]
                     */
                    "application/json": unknown[];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
     * `GET /Secure/BulkPaymentRequests/GetBulkJobByReference`
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
                 * @description The requested version; there is only one.
                 * @example 1.0
                 */
                "x-api-version"?: "1.0";
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
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "JobId": "01a1f866-2858-746e-9766-035983dd2a2d",
                     *         "DateCreated": "2026-11-20T10:00:07.000Z",
                     *         "DateModified": "2026-11-20T10:00:07.000Z",
                     *         "JobStatus": "Received",
                     *         "JobReference": "RUN-1",
                     *         "NotifyUrl": "https://shop.example/bulk"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["BulkPaymentJob"][];
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
     * Create float top-up reference.
     *
     * Always returns the same reference. Every deposit with it, of any amount, tops up the float.
     *
     * `POST /Secure/FloatTopUp/CreateFloatTopUpReferenceRequest`
     */
    createFloatTopUpReferenceRequest: {
        parameters: {
            query?: {
                /**
                 * @description The intended amount in rand; any amount can be deposited.
                 * @example 5000
                 */
                amount?: number;
                /**
                 * @description The code of one of the merchant’s sites.
                 * @example KARKAR1234
                 */
                siteCode?: string;
            };
            header?: {
                /**
                 * @description The requested version; there is only one.
                 * @example 1.0
                 */
                "x-api-version"?: "1.0";
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
            /** @description The request was carried out. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "bankName": "Demo Bank",
                     *       "branchCode": "999999",
                     *       "accountNumber": "9010495443",
                     *       "publicRecipientName": "Tefo",
                     *       "beneficiaryReference": "TOPUP796234200680"
                     *     }
                     */
                    "application/json": components["schemas"]["BankingDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Get float balance.
     *
     * `GET /Secure/FloatTopUp/GetFloatBalanceInfo`
     */
    getFloatBalanceInfo: {
        parameters: {
            query?: {
                /**
                 * @description The code of one of the merchant’s sites.
                 * @example KARKAR1234
                 */
                siteCode?: string;
            };
            header?: {
                /**
                 * @description The requested version; there is only one.
                 * @example 1.0
                 */
                "x-api-version"?: "1.0";
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
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "siteCode": "KARKAR1234",
                     *       "currencyCode": "ZAR",
                     *       "balance": 0,
                     *       "available": 0,
                     *       "pendingPayouts": 0
                     *     }
                     */
                    "application/json": components["schemas"]["FloatBalance"];
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
     * Get transactions by reference.
     *
     * At most ten, newest first; an empty array without a match.
     *
     * `GET /api/MerchantApiV1/GetTransactionByReference`
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
                 * @description The requested version; there is only one.
                 * @example 1.0
                 */
                "x-api-version"?: "1.0";
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
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "transactionId": "01a1f866-14d0-7995-9011-fac192204268",
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
     * Get transactions of a payment request.
     *
     * At most ten, newest first; an empty array without a match.
     *
     * `GET /api/MerchantApiV1/GetTransactionByRequestId`
     */
    getTransactionByRequestId: {
        parameters: {
            query: {
                /**
                 * @description The code of one of the merchant’s sites.
                 * @example KARKAR1234
                 */
                siteCode: string;
                /**
                 * @description The identifier of the payment request.
                 * @example 01a1f866-14d0-770a-bb3e-10a609edad86
                 */
                requestId: string;
                /**
                 * @description Whether to return test payments instead of real ones; default false.
                 * @example false
                 */
                isTest?: boolean;
            };
            header?: {
                /**
                 * @description The requested version; there is only one.
                 * @example 1.0
                 */
                "x-api-version"?: "1.0";
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
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "transactionId": "01a1f866-14d0-7995-9011-fac192204268",
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
     * Get transactions by reference and day.
     *
     * At most ten, newest first; an empty array without a match.
     *
     * `GET /api/MerchantApiV1/GetTransactionByReferenceDate`
     */
    getTransactionByReferenceDate: {
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
                /**
                 * @description A South African day, or a date and time within it.
                 * @example 2026-11-20
                 */
                transactionDate: string;
            };
            header?: {
                /**
                 * @description The requested version; there is only one.
                 * @example 1.0
                 */
                "x-api-version"?: "1.0";
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
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "transactionId": "01a1f866-14d0-7995-9011-fac192204268",
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
     * `GET /api/MerchantApiV1/GetTransaction`
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
                 * @example 01a1f866-14d0-7995-9011-fac192204268
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
                 * @description The requested version; there is only one.
                 * @example 1.0
                 */
                "x-api-version"?: "1.0";
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
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "transactionId": "01a1f866-14d0-7995-9011-fac192204268",
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
     * Get banks.
     *
     * `GET /api/MerchantApiV1/GetBanks`
     */
    getBanks: {
        parameters: {
            query: {
                /**
                 * @description The code of one of the merchant’s sites.
                 * @example KARKAR1234
                 */
                siteCode: string;
            };
            header?: {
                /**
                 * @description The requested version; there is only one.
                 * @example 1.0
                 */
                "x-api-version"?: "1.0";
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
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "de300b4a-0000-4000-8000-000000000001",
                     *         "name": "Demo Bank",
                     *         "universalBranchCode": "999999",
                     *         "isAvailable": true
                     *       },
                     *       {
                     *         "id": "4816019c-3314-4c80-8b6b-b2cd16dcc4ec",
                     *         "name": "FNB",
                     *         "universalBranchCode": "250655",
                     *         "isAvailable": true
                     *       },
                     *       {
                     *         "id": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
                     *         "name": "Capitec",
                     *         "universalBranchCode": "470010",
                     *         "isAvailable": true
                     *       },
                     *       {
                     *         "id": "ad7d8da4-1723-4066-94bb-6662d845e483",
                     *         "name": "Standard Bank",
                     *         "universalBranchCode": "051001",
                     *         "isAvailable": true
                     *       },
                     *       {
                     *         "id": "d3889df6-cdac-4861-9d64-2b100fb7ed07",
                     *         "name": "Nedbank",
                     *         "universalBranchCode": "198765",
                     *         "isAvailable": true
                     *       },
                     *       {
                     *         "id": "3f1d2c7a-5b0e-4a86-9c41-7e2a90d4b6f1",
                     *         "name": "Absa",
                     *         "universalBranchCode": "632005",
                     *         "isAvailable": true
                     *       },
                     *       {
                     *         "id": "8a64e0d5-92c3-4f17-b5de-1c07f3a8e924",
                     *         "name": "Investec",
                     *         "universalBranchCode": "580105",
                     *         "isAvailable": true
                     *       },
                     *       {
                     *         "id": "c5b7f913-0d6a-4e28-8f34-a9e1625c7d80",
                     *         "name": "TymeBank",
                     *         "universalBranchCode": "678910",
                     *         "isAvailable": true
                     *       },
                     *       {
                     *         "id": "e20941b8-7c5f-4d93-a6e7-58b3d0f2c14a",
                     *         "name": "African Bank",
                     *         "universalBranchCode": "430000",
                     *         "isAvailable": true
                     *       },
                     *       {
                     *         "id": "17d8a36e-b4f2-4c09-93a5-f60c2e7b91d3",
                     *         "name": "Discovery",
                     *         "universalBranchCode": "679000",
                     *         "isAvailable": true
                     *       },
                     *       {
                     *         "id": "69f05c2b-e813-4b7d-8d50-34c9a1e6f072",
                     *         "name": "Bidvest",
                     *         "universalBranchCode": "462005",
                     *         "isAvailable": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["MerchantBank"][];
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
     * Create payment request.
     *
     * A request that is rejected for its content (an invalid field, a wrong hash, an unknown bank, a duplicate reference) returns 200 with errorMessage.
     *
     * `POST /api/MerchantApiV1/PostPaymentRequest`
     */
    postPaymentRequest: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The requested version; there is only one.
                 * @example 1.0
                 */
                "x-api-version"?: "1.0";
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
                "text/json": components["schemas"]["PaymentRequest"];
                "application/*+json": components["schemas"]["PaymentRequest"];
            };
        };
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "paymentRequestId": "01a1f866-14d0-770a-bb3e-10a609edad86",
                     *       "url": "http://localhost:8420/pay/01a1f866-14d0-770a-bb3e-10a609edad86",
                     *       "errorMessage": null
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Service status.
     *
     * `GET /get`
     */
    get: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The requested version; there is only one.
                 * @example 1.0
                 */
                "x-api-version"?: "1.0";
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
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "version": "1.0"
                     *     }
                     */
                    "application/json": components["schemas"]["Presence"];
                };
            };
            400: components["responses"]["BadRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Return a 500, for testing clients.
     *
     * `GET /status500`
     */
    getStatus500: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The requested version; there is only one.
                 * @example 1.0
                 */
                "x-api-version"?: "1.0";
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
            400: components["responses"]["BadRequest"];
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
