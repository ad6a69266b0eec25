import type { DeclineReason, Money } from '@kassa/contract';

// What connectors read from notifications and status responses, whatever the provider's format.

/**
 * What a receipt was paid with, as the provider names it. Personal data: never log. Never a whole
 * card number: Kassa leaves out a text that contains one.
 */
export interface PaymentInstrument {
  kind: 'card' | 'bankAccount' | 'wallet' | 'other';
  /**
   * The provider's lasting name of the card or account, for a repeated deposit or a payout to it,
   * 256 characters at most; null if it has none.
   */
  token: string | null;
  /** For people, a card with its scheme: `Visa •••• 4242`; 64 characters at most. */
  masked: string | null;
  /** The holder, as the provider reports them; 200 characters at most. */
  payerName: string | null;
}

/** A provider's report on one receipt of a deposit. */
export interface ProviderPayment {
  kind: 'payment';
  /** The provider's id of this receipt, which never changes. */
  providerReference: string;
  /** Kassa's id of the deposit, as sent to the provider. */
  depositId: string;
  status: 'pending' | 'approved' | 'declined' | 'canceled';
  /** The received amount; only with `approved`. */
  paid: Money | null;
  /** The provider's fee, if it reports one. */
  fee: Money | null;
  /** Why the payment was declined, if the provider says so; only with `declined`. */
  declineReason?: DeclineReason | null;
  /** What the money was paid with, if the provider says so; only with `approved`. */
  instrument?: PaymentInstrument | null;
}

/**
 * What a bank says that a movement is: a payment, money that was sent and came back, a transfer
 * between the operator's own accounts, charges or interest.
 */
export const movementKinds = ['payment', 'return', 'own', 'charge', 'interest'] as const;
export type MovementKind = (typeof movementKinds)[number];

/**
 * Money that a bank reports as arrived in one of the operator's own accounts (money/requisites/).
 * The bank knows no deposit: Kassa finds it by the account, the reference and the exact amount.
 * Personal data: never log.
 */
export interface ProviderTransfer {
  kind: 'transfer';
  /** The bank's id of the booking, which never changes. */
  providerReference: string;
  /** The number of the account as the bank writes it: a card, an IBAN, a phone, a VPA. */
  accountNumber: string;
  paid: Money;
  bookedAt: Date;
  /** The payment's text, 1,000 characters at most; null if it has none. */
  text: string | null;
  payerName: string | null;
  /** The number of the payer's account as the bank writes it, 100 characters at most. */
  payerAccount: string | null;
  /** Left out: a payment, as far as the bank says. */
  movement?: MovementKind;
  /** The ids that payer and banks gave it, between spaces: they may name a withdrawal. */
  ids?: string | null;
}

/** Money that the provider took back after it had arrived. */
export interface ProviderReversal {
  kind: 'reversal';
  /** The provider's id of this reversal. */
  providerReference: string;
  depositId: string;
  /**
   * The provider's id of the reversed receipt. Null if it doesn't say: then the amount is used to
   * find the receipt among those of the deposit.
   */
  paymentReference: string | null;
  reversal: 'chargeback' | 'refund' | 'reversal';
  /** The reversed amount, in the currency of the receipt. */
  amount: Money;
}

/** A provider's report on one payout. */
export interface ProviderPayout {
  kind: 'payout';
  providerReference: string;
  /** Kassa's id of the withdrawal, as sent to the provider. */
  withdrawalId: string;
  /** `returned`: it was paid, and came back. */
  status: 'pending' | 'sent' | 'completed' | 'failed' | 'returned';
  /**
   * The amount that the provider reports as paid, never the requested one; null unless the payout
   * is completed or returned.
   */
  paid: Money | null;
  fee: Money | null;
}

/**
 * A provider's report on a refund that Kassa requested. A refund that it doesn't know as one of
 * Kassa's requests, such as one made on the provider's own page, is a `ProviderReversal`.
 */
export interface ProviderRefund {
  kind: 'refund';
  providerReference: string;
  /** Kassa's ids of the refund and of its deposit, as sent to the provider. */
  refundId: string;
  depositId: string;
  /** `failed`: the provider did not and will not send the money back. */
  status: 'sent' | 'completed' | 'failed';
  /**
   * The amount that the provider reports as sent back, never the requested one; null unless the
   * refund is completed.
   */
  refunded: Money | null;
}

/** One event that a provider reports. */
export type ProviderEvent =
  | ProviderPayment
  | ProviderTransfer
  | ProviderReversal
  | ProviderPayout
  | ProviderRefund;
