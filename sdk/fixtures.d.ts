// The types of what a site holds: its settings, its fixtures, and the rules by which its bank decides.

/** As `tefo site set` has them. Null takes one away. */
export interface SiteSettings {
  name?: string;
  feeBps?: number;
  feeCents?: number;
  allowDuplicateReferences?: boolean;
  allowPlainAccountNumbers?: boolean;
  notifyUrl?: string | null;
  successUrl?: string | null;
  cancelUrl?: string | null;
  errorUrl?: string | null;
  returnUrl?: string | null;
  verifyUrl?: string | null;
  payoutAccessToken?: string;
  /** In rand: "10000.00". */
  approvalAbove?: string | number | null;
  verificationFee?: string | number;
  holidayRule?: 'none' | 'before' | 'after';
  /** Null: in staging yes, in production no. */
  allowTest?: boolean | null;
  referencePattern?: string | null;
  settlementAccount?: { bankId: string; accountNumber: string; branchCode: string; holder: string } | null;
}

export type TransactionOutcome =
  | 'success'
  | 'declined'
  | 'cancelled'
  | 'abandoned'
  | 'pending'
  | 'error'
  | 'late-success';

/** In rand: "10.00", or a number. */
export type Rand = string | number;

/** What a site is to hold. Described in the guide of the sandbox. */
export interface Fixtures {
  site?: SiteSettings;
  webhooks?: readonly { endpoint: string; eventType: string; messageType?: 'thin' | 'full' }[];
  /** In place of those that decide now. */
  rules?: readonly Rule[];
  /** What is to have been paid in, in all. */
  float?: Rand;
  payments?: readonly PaymentFixture[];
  /** Each of a payment of these fixtures, or with any reference. */
  deposits?: readonly {
    payment?: string;
    reference?: string;
    amount: Rand;
    from?: { bankId: string; accountNumber: string; branchCode?: string; name?: string };
  }[];
  payouts?: readonly {
    merchantReference: string;
    amount: Rand;
    customerBankReference?: string;
    isRtc?: boolean;
    notifyUrl?: string;
    bankingDetails?: { bankGroupId: string; accountNumber: string; branchCode?: string };
    outcome?: 'complete' | 'rejected' | 'failed' | 'returned';
  }[];
  subscriptions?: readonly SubscriptionFixture[];
}

export interface PaymentFixture {
  merchantReference: string;
  amount: Rand;
  /** Default "one". */
  contract?: 'one' | 'payments';
  bankReference?: string;
  customer?: string;
  isTest?: boolean;
  notifyUrl?: string;
  /** An instant, or a duration from now: "P7D". */
  expireAt?: string;
  /** Open where absent. */
  outcome?: TransactionOutcome;
  refunds?: readonly {
    amount: Rand;
    reason?: string;
    notifyUrl?: string;
    outcome?: 'complete' | 'failed' | 'returned';
  }[];
}

export interface SubscriptionFixture {
  merchantReference: string;
  amount: Rand;
  amountConstraints?: { minimumValue: Rand; maximumValue: Rand };
  payableNow?: Rand;
  description?: string;
  bankReference?: string;
  frequency: string;
  /** A day, or a duration from today: "P1D". */
  firstPaymentDate: string;
  occurrences: number;
  returnUrl?: string;
  notifyUrl?: string;
  customer?: { name?: string; email?: string; cellphone?: string };
  authorization?: 'approved' | 'declined';
}

/** All that a rule names must fit. */
export interface Rule {
  /** Exactly, or with a * at its end what it begins with. */
  merchantReference?: string;
  amount?: Rand;
  /** With which the payment, the attempt or the subscription was asked for. */
  idempotencyKey?: string;
  outcome: TransactionOutcome;
}

/** What is there after fixtures were loaded, by reference or in their order. */
export interface LoadedFixtures {
  siteCode: string;
  /** How many things were made or decided this time. */
  made: number;
  webhooks: { webhookId: string }[];
  float?: { reference: string };
  payments: Record<string, { paymentId: string; url: string; transactionId?: string; refunds?: string[] }>;
  deposits: { depositId: string; reference: string }[];
  payouts: Record<string, { payoutId: string }>;
  subscriptions: Record<string, { subscriptionId: string; url: string }>;
}
