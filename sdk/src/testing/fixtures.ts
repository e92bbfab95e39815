// The types of a site's content: its settings, its fixtures, and the rules of its bank.

/** The settings of `tefo site set`. Null removes one. */
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
  /** What people of support may refund of one transaction. */
  releases?: 0 | 1 | 2;
  /** Attempts at a failed charge after the first one. */
  chargeRetries?: 0 | 1 | 2;
  /** From 1 to 14; null: no reminders. */
  emailReminderDays?: number | null;
  emailFailedCharges?: boolean;
  verifyPayees?: 'off' | 'warn' | 'refuse';
  consoleRefundLimit?: string | number;
  holidayRule?: 'none' | 'before' | 'after';
  /** Null: yes in staging, no in production. */
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

/** The content that a site should have. Described in the guide of the sandbox. */
export interface Fixtures {
  site?: SiteSettings;
  webhooks?: readonly { endpoint: string; eventType: string; messageType?: 'thin' | 'full' }[];
  /** Replaces the current rules. */
  rules?: readonly Rule[];
  /** The total that should have been paid in. */
  float?: Rand;
  payments?: readonly PaymentFixture[];
  /** Each for a payment of these fixtures, or with any reference. */
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
  /** Absent: it stays open. */
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

/** Every given condition must match. */
export interface Rule {
  /** An exact value, or a prefix with a * at its end. */
  merchantReference?: string;
  amount?: Rand;
  /** The key of the request for the payment, the attempt or the subscription. */
  idempotencyKey?: string;
  outcome: TransactionOutcome;
}

/** The objects after loading fixtures, by reference or in order. */
export interface LoadedFixtures {
  siteCode: string;
  /** How many objects were created or decided this time. */
  made: number;
  webhooks: { webhookId: string }[];
  float?: { reference: string };
  payments: Record<string, { paymentId: string; url: string; transactionId?: string; refunds?: string[] }>;
  deposits: { depositId: string; reference: string }[];
  payouts: Record<string, { payoutId: string }>;
  subscriptions: Record<string, { subscriptionId: string; url: string }>;
}
