// Written by `npm run docs` from docs/openapi. Do not edit.
export interface paths {
    "/getavailablebanks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get available banks */
        get: operations["getAvailableBanks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requestpayout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request payout
         * @description A payout that is rejected for its content (hash, account, float, reference) also returns 200: status 99, the reason in payoutStatus.errorMessage, and no payoutId.
         */
        post: operations["requestPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/getpayout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get payout */
        get: operations["getPayout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/getpayoutbyreference": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get payouts by reference
         * @description The payouts of the last 48 hours with the reference, newest first.
         */
        post: operations["getPayoutByReference"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    payoutNotification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The outcome of a payout
         * @description To the payout’s notifyUrl. It is retried until the response is 2xx. In addition, the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` sign it as Standard Webhooks.
         */
        post: operations["payoutNotificationMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    payoutVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Payout verification
         * @description To the site’s verify address, before the payout is paid, with the header `AccessToken`. Member names of the response can have any letter case.
         */
        post: operations["payoutVerificationMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description A bank to which payouts can be made. */
        AvailableBank: {
            /**
             * Format: uuid
             * @description The identifier of the bank, from getavailablebanks.
             * @example de300b4a-0000-4000-8000-000000000001
             */
            bankGroupId: string;
            /**
             * @description The common name of the bank.
             * @example Demo Bank
             */
            bankGroupName: string;
            /**
             * @description The branch code for all branches of the bank.
             * @example 999999
             */
            universalBranchCode: string;
            /**
             * @description Whether the bank supports real-time clearing.
             * @example false
             */
            isRtcAvailable: boolean;
        };
        /** @description The account of the beneficiary. */
        BankingDetails: {
            /**
             * Format: uuid
             * @description The identifier of the bank, from getavailablebanks.
             * @example c5b7f913-0d6a-4e28-8f34-a9e1625c7d80
             */
            bankGroupId: string;
            /**
             * @description The account number, encrypted; in plain digits if the site allows it.
             * @example 51000000001
             */
            accountNumber: string;
            /**
             * @description The branch code of the bank, six digits.
             * @example 678910
             */
            branchCode: string;
        };
        /** @description Why a request could not be processed. */
        Failure: {
            /**
             * @description An explanation of the error, for developers.
             * @example amount is required
             */
            message: string;
        };
        /** @description A payment from the float to an account that the merchant names. */
        Payout: {
            /**
             * Format: uuid
             * @description The identifier of the payout.
             * @example 01a1f866-14d0-7d38-8354-465e68b1d7ae
             */
            id: string;
            /**
             * @description The amount of the payout in rand, with at most two decimals.
             * @example 1250.5
             */
            amount: number;
            /**
             * @description The code of the site, one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description The merchant’s reference for the payout; unique for the site.
             * @example PAY-1
             */
            merchantReference: string;
            /**
             * @description The reference on the beneficiary’s bank statement.
             * @example SALARY
             */
            customerBankReference: string;
            /**
             * @description The http or https address that receives the outcome; absent if the payout has none.
             * @example https://shop.example/payouts
             */
            notifyUrl?: string;
            /**
             * @description Whether it is paid by real-time clearing.
             * @example false
             */
            isRtc: boolean;
            /**
             * @description The account of the beneficiary.
             * @example {
             *       "bankGroupId": "c5b7f913-0d6a-4e28-8f34-a9e1625c7d80",
             *       "accountNumber": "51000000001",
             *       "branchCode": "678910"
             *     }
             */
            bankingDetails: {
                /**
                 * Format: uuid
                 * @description The identifier of the bank, from getavailablebanks.
                 * @example c5b7f913-0d6a-4e28-8f34-a9e1625c7d80
                 */
                bankGroupId: string;
                /**
                 * @description The account number, as sent in the request.
                 * @example 51000000001
                 */
                accountNumber: string;
                /**
                 * @description The branch code of the bank, six digits.
                 * @example 678910
                 */
                branchCode: string;
            };
            /**
             * @description The status of the payout, with the reason if it failed.
             * @example {
             *       "status": 1,
             *       "subStatus": 0,
             *       "errorMessage": null
             *     }
             */
            payoutStatus: components["schemas"]["PayoutStatus"];
        };
        /** @description The result of a request. Without payoutId it was rejected, and errorMessage gives the reason. */
        PayoutAnswer: {
            /**
             * Format: uuid
             * @description The identifier of the payout; absent if it was rejected.
             * @example 01a1f866-14d0-7d38-8354-465e68b1d7ae
             */
            payoutId?: string;
            /**
             * @description The status of the payout, with the reason if it failed.
             * @example {
             *       "status": 1,
             *       "subStatus": 0,
             *       "errorMessage": null
             *     }
             */
            payoutStatus: components["schemas"]["PayoutStatus"];
        };
        /** @description The outcome of a payout, signed. */
        PayoutNotification: {
            /**
             * Format: uuid
             * @description The identifier of the payout.
             * @example 01a1f866-7a10-7c44-9b02-5d1e8f3a2b77
             */
            payoutId: string;
            /**
             * @description The code of the site, one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description The merchant’s reference for the payout; unique for the site.
             * @example PAY-1
             */
            merchantReference: string;
            /**
             * @description The reference on the beneficiary’s bank statement.
             * @example SALARY
             */
            customerMerchantReference: string;
            /**
             * @description The status of the payout, with the reason if it failed.
             * @example {
             *       "status": 5,
             *       "subStatus": 0,
             *       "errorMessage": null
             *     }
             */
            payoutStatus: components["schemas"]["PayoutStatus"];
            /**
             * @description SHA-512 hex of payoutId, siteCode, merchantReference, customerMerchantReference, status, subStatus and the ApiKey, in lower case.
             * @example 0400e04bd761448f7fd962509ce9202be9bb3da9dc8598d7d4be2cd89bebea6a4f6062eecb8e2a1e9bfd78836537bde41e41faece4b8457f0d9dc3ee6aaf0c09
             */
            hashCheck: string;
        };
        /** @description A signed request for a payout. */
        PayoutRequest: {
            /**
             * @description The code of the site, one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description The amount of the payout in rand, with at most two decimals.
             * @example 1250.5
             */
            amount: number;
            /**
             * @description The merchant’s reference for the payout; unique for the site.
             * @example PAY-1
             */
            merchantReference: string;
            /**
             * @description The reference on the beneficiary’s bank statement.
             * @example SALARY
             */
            customerBankReference: string;
            /**
             * @description Whether the payout is paid by real-time clearing; must be false in staging.
             * @example false
             */
            isRtc: boolean;
            /**
             * Format: uri
             * @description The http or https address that receives the outcome.
             * @example https://shop.example/payouts
             */
            notifyUrl?: string;
            /**
             * @description The account of the beneficiary.
             * @example {
             *       "bankGroupId": "c5b7f913-0d6a-4e28-8f34-a9e1625c7d80",
             *       "accountNumber": "51000000001",
             *       "branchCode": "678910"
             *     }
             */
            bankingDetails: components["schemas"]["BankingDetails"];
            /**
             * @description SHA-512 hex of siteCode, the amount in cents, merchantReference, customerBankReference, isRtc, notifyUrl, bankGroupId, accountNumber as sent, branchCode and the ApiKey, in lower case.
             * @example b40b8d01d3e1fc7a2d73ad2a153af21886e2a59694aa087f2bd08247f0bcd820e2aea5a3f41b0fdc52f11822f79d152caf6eadf504f4c3b2ee58eb647ea8a705
             */
            hashCheck: string;
        };
        /** @description The status of a payout, with the reason. */
        PayoutStatus: {
            /**
             * @description The status of the payout: 1 PayoutReceived, 2 Verification, 3 SubmittedForProcessing, 4 PayoutProcessingError, 5 PayoutComplete, 90 PayoutReturned, 99 PayoutCancelled.
             * @example 5
             * @enum {integer}
             */
            status: 1 | 2 | 3 | 4 | 5 | 90 | 99;
            /**
             * @description The reason for the status: 0 none, 201 verified, 202 notVerified, 203 insufficientFloat, 204 duplicateReference, 205 undecryptable, 401 bankUnavailable, 405 realTimeRefused, 9001 rejectedByBank, 9904 accountInvalid.
             * @example 0
             * @enum {integer}
             */
            subStatus: 0 | 201 | 202 | 203 | 204 | 205 | 401 | 405 | 9001 | 9904;
            /**
             * @description Why the payout failed; otherwise null.
             * @example the account does not exist
             */
            errorMessage: string | null;
        };
        /** @description The request to the merchant to verify a payout. */
        PayoutVerification: {
            /**
             * Format: uuid
             * @description The identifier of the payout.
             * @example 01a1f866-7a10-7c44-9b02-5d1e8f3a2b77
             */
            payoutId: string;
            /**
             * @description The amount of the payout in rand, with at most two decimals.
             * @example 1250.5
             */
            amount: number;
            /**
             * @description The code of the site, one of the merchant’s shops.
             * @example KARKAR1234
             */
            siteCode: string;
            /**
             * @description The merchant’s reference for the payout; unique for the site.
             * @example PAY-1
             */
            merchantReference: string;
            /**
             * @description The reference on the beneficiary’s bank statement.
             * @example SALARY
             */
            customerBankReference: string;
            /**
             * @description The http or https address that receives the outcome; absent if the payout has none.
             * @example https://shop.example/payouts
             */
            notifyUrl?: string;
            /**
             * @description Whether it is paid by real-time clearing.
             * @example false
             */
            isRtc: boolean;
            /**
             * @description The account of the beneficiary.
             * @example {
             *       "bankGroupId": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
             *       "accountNumber": "51000000001",
             *       "branchCode": "470010"
             *     }
             */
            bankingDetails: {
                /**
                 * Format: uuid
                 * @description The identifier of the bank, from getavailablebanks.
                 * @example 913999fa-3a32-4e3d-82f0-a1df7e9e4f7b
                 */
                bankGroupId: string;
                /**
                 * @description The account number, as sent in the request.
                 * @example 51000000001
                 */
                accountNumber: string;
                /**
                 * @description The branch code of the bank, six digits.
                 * @example 470010
                 */
                branchCode: string;
            };
            /**
             * @description SHA-512 hex of payoutId and the values of the request’s own hash and the ApiKey, in lower case.
             * @example 610fe4cb23eef9defe7c514bd936f442d7cbf4388b38dbaaea5a8315a877421e09713a54f031a8c627e6dfd6c5b6d4e2da099714679f91221eb40071030819f7
             */
            hashCheck: string;
        };
        /** @description The payouts to find, and the page. */
        ReferenceSearch: {
            /**
             * @description The maximum number of payouts on a page.
             * @example 10
             */
            pageSize: number;
            /**
             * @description The number of the page, from 1; 0 also means the first page.
             * @example 1
             */
            pageIndex: number;
            /**
             * @description 1 merchantReference, 2 customerBankReference; one of them or a list.
             * @example [
             *       1
             *     ]
             */
            searchFields: ((1 | 2) | ("1" | "2")) | ((1 | 2) | ("1" | "2"))[];
            /**
             * @description The reference to find (exact match).
             * @example PAY-1
             */
            searchString: string;
        };
        /** @description The merchant’s response about a payout. */
        VerificationAnswer: {
            /**
             * Format: uuid
             * @description The identifier of the payout.
             * @example 01a1f866-7a10-7c44-9b02-5d1e8f3a2b77
             */
            payoutId: string;
            /**
             * @description Whether the payout was created by the merchant.
             * @example true
             */
            isVerified: boolean;
            /**
             * @description The 32 characters with which the account number was encrypted.
             * @example 0123456789abcdef0123456789abcdef
             */
            accountNumberDecryptionKey?: string;
            /**
             * @description Why the payout is rejected; absent if it is verified.
             * @example unknown payout
             */
            reason?: string;
        };
    };
    responses: {
        /** @description A header, a parameter or the body is missing or has the wrong shape. */
        BadRequest: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The SiteCode and the ApiKey do not belong together. */
        Forbidden: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
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
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The service could not be reached, or failed. */
        InternalServerError: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
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
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The body is too large. */
        PayloadTooLarge: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The body is not JSON. */
        UnsupportedMediaType: {
            headers: {
                "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
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
         * @description A part of the request that has no effect: its verifyUrl is not used.
         * @example verifyUrl of a request is ignored: payouts are verified at the verifyUrl of the site
         */
        "Tefo-Warning": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    /**
     * Get available banks.
     *
     * `GET /getavailablebanks`
     */
    getAvailableBanks: {
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
                     *         "bankGroupId": "de300b4a-0000-4000-8000-000000000001",
                     *         "bankGroupName": "Demo Bank",
                     *         "universalBranchCode": "999999",
                     *         "isRtcAvailable": false
                     *       },
                     *       {
                     *         "bankGroupId": "4816019c-3314-4c80-8b6b-b2cd16dcc4ec",
                     *         "bankGroupName": "FNB",
                     *         "universalBranchCode": "250655",
                     *         "isRtcAvailable": false
                     *       },
                     *       {
                     *         "bankGroupId": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
                     *         "bankGroupName": "Capitec",
                     *         "universalBranchCode": "470010",
                     *         "isRtcAvailable": false
                     *       },
                     *       {
                     *         "bankGroupId": "ad7d8da4-1723-4066-94bb-6662d845e483",
                     *         "bankGroupName": "Standard Bank",
                     *         "universalBranchCode": "051001",
                     *         "isRtcAvailable": false
                     *       },
                     *       {
                     *         "bankGroupId": "d3889df6-cdac-4861-9d64-2b100fb7ed07",
                     *         "bankGroupName": "Nedbank",
                     *         "universalBranchCode": "198765",
                     *         "isRtcAvailable": false
                     *       },
                     *       {
                     *         "bankGroupId": "3f1d2c7a-5b0e-4a86-9c41-7e2a90d4b6f1",
                     *         "bankGroupName": "Absa",
                     *         "universalBranchCode": "632005",
                     *         "isRtcAvailable": false
                     *       },
                     *       {
                     *         "bankGroupId": "8a64e0d5-92c3-4f17-b5de-1c07f3a8e924",
                     *         "bankGroupName": "Investec",
                     *         "universalBranchCode": "580105",
                     *         "isRtcAvailable": false
                     *       },
                     *       {
                     *         "bankGroupId": "c5b7f913-0d6a-4e28-8f34-a9e1625c7d80",
                     *         "bankGroupName": "TymeBank",
                     *         "universalBranchCode": "678910",
                     *         "isRtcAvailable": false
                     *       },
                     *       {
                     *         "bankGroupId": "e20941b8-7c5f-4d93-a6e7-58b3d0f2c14a",
                     *         "bankGroupName": "African Bank",
                     *         "universalBranchCode": "430000",
                     *         "isRtcAvailable": false
                     *       },
                     *       {
                     *         "bankGroupId": "17d8a36e-b4f2-4c09-93a5-f60c2e7b91d3",
                     *         "bankGroupName": "Discovery",
                     *         "universalBranchCode": "679000",
                     *         "isRtcAvailable": false
                     *       },
                     *       {
                     *         "bankGroupId": "69f05c2b-e813-4b7d-8d50-34c9a1e6f072",
                     *         "bankGroupName": "Bidvest",
                     *         "universalBranchCode": "462005",
                     *         "isRtcAvailable": false
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["AvailableBank"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    /**
     * Request payout.
     *
     * A payout that is rejected for its content (hash, account, float, reference) also returns 200: status 99, the reason in payoutStatus.errorMessage, and no payoutId.
     *
     * `POST /requestpayout`
     */
    requestPayout: {
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
                 *       "amount": 1250.5,
                 *       "merchantReference": "PAY-1",
                 *       "customerBankReference": "SALARY",
                 *       "isRtc": false,
                 *       "notifyUrl": "https://shop.example/payouts",
                 *       "bankingDetails": {
                 *         "bankGroupId": "c5b7f913-0d6a-4e28-8f34-a9e1625c7d80",
                 *         "accountNumber": "51000000001",
                 *         "branchCode": "678910"
                 *       },
                 *       "hashCheck": "b40b8d01d3e1fc7a2d73ad2a153af21886e2a59694aa087f2bd08247f0bcd820e2aea5a3f41b0fdc52f11822f79d152caf6eadf504f4c3b2ee58eb647ea8a705"
                 *     }
                 */
                "application/json": components["schemas"]["PayoutRequest"];
            };
        };
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    "Tefo-Warning": components["headers"]["Tefo-Warning"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "payoutId": "01a1f866-14d0-7d38-8354-465e68b1d7ae",
                     *       "payoutStatus": {
                     *         "status": 1,
                     *         "subStatus": 0,
                     *         "errorMessage": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PayoutAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    /**
     * Get payout.
     *
     * `GET /getpayout`
     */
    getPayout: {
        parameters: {
            query: {
                /**
                 * @description The identifier of the payout.
                 * @example 01a1f866-14d0-7d38-8354-465e68b1d7ae
                 */
                payoutId: string;
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
                     *       "id": "01a1f866-14d0-7d38-8354-465e68b1d7ae",
                     *       "amount": 1250.5,
                     *       "siteCode": "KARKAR1234",
                     *       "merchantReference": "PAY-1",
                     *       "customerBankReference": "SALARY",
                     *       "notifyUrl": "https://shop.example/payouts",
                     *       "isRtc": false,
                     *       "bankingDetails": {
                     *         "bankGroupId": "c5b7f913-0d6a-4e28-8f34-a9e1625c7d80",
                     *         "accountNumber": "51000000001",
                     *         "branchCode": "678910"
                     *       },
                     *       "payoutStatus": {
                     *         "status": 1,
                     *         "subStatus": 0,
                     *         "errorMessage": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Payout"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    /**
     * Get payouts by reference.
     *
     * The payouts of the last 48 hours with the reference, newest first.
     *
     * `POST /getpayoutbyreference`
     */
    getPayoutByReference: {
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
                 *       "pageSize": 10,
                 *       "pageIndex": 1,
                 *       "searchFields": [
                 *         1
                 *       ],
                 *       "searchString": "PAY-1"
                 *     }
                 */
                "application/json": components["schemas"]["ReferenceSearch"];
            };
        };
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "X-Correlation-ID": components["headers"]["X-Correlation-ID"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01a1f866-14d0-7d38-8354-465e68b1d7ae",
                     *         "amount": 1250.5,
                     *         "siteCode": "KARKAR1234",
                     *         "merchantReference": "PAY-1",
                     *         "customerBankReference": "SALARY",
                     *         "notifyUrl": "https://shop.example/payouts",
                     *         "isRtc": false,
                     *         "bankingDetails": {
                     *           "bankGroupId": "c5b7f913-0d6a-4e28-8f34-a9e1625c7d80",
                     *           "accountNumber": "51000000001",
                     *           "branchCode": "678910"
                     *         },
                     *         "payoutStatus": {
                     *           "status": 1,
                     *           "subStatus": 0,
                     *           "errorMessage": null
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Payout"][];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    payoutNotificationMessage: {
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
                 *       "payoutId": "01a1f866-7a10-7c44-9b02-5d1e8f3a2b77",
                 *       "siteCode": "KARKAR1234",
                 *       "merchantReference": "PAY-1",
                 *       "customerMerchantReference": "SALARY",
                 *       "payoutStatus": {
                 *         "status": 5,
                 *         "subStatus": 0,
                 *         "errorMessage": null
                 *       },
                 *       "hashCheck": "0400e04bd761448f7fd962509ce9202be9bb3da9dc8598d7d4be2cd89bebea6a4f6062eecb8e2a1e9bfd78836537bde41e41faece4b8457f0d9dc3ee6aaf0c09"
                 *     }
                 */
                "application/json": components["schemas"]["PayoutNotification"];
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
    payoutVerificationMessage: {
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
                 *       "payoutId": "01a1f866-7a10-7c44-9b02-5d1e8f3a2b77",
                 *       "siteCode": "KARKAR1234",
                 *       "amount": 1250.5,
                 *       "merchantReference": "PAY-1",
                 *       "customerBankReference": "SALARY",
                 *       "isRtc": false,
                 *       "notifyUrl": "https://shop.example/payouts",
                 *       "bankingDetails": {
                 *         "bankGroupId": "913999fa-3a32-4e3d-82f0-a1df7e9e4f7b",
                 *         "accountNumber": "51000000001",
                 *         "branchCode": "470010"
                 *       },
                 *       "hashCheck": "610fe4cb23eef9defe7c514bd936f442d7cbf4388b38dbaaea5a8315a877421e09713a54f031a8c627e6dfd6c5b6d4e2da099714679f91221eb40071030819f7"
                 *     }
                 */
                "application/json": components["schemas"]["PayoutVerification"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationAnswer"];
                };
            };
        };
    };
}
