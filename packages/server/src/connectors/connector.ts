import type {
  CodePageName,
  Decimal,
  DeclineReason,
  FieldDefinition,
  Money,
  PaymentCodeData,
  Requisite,
  UnifiedFlow,
} from '@kassa/contract';

/*
 * The port to payment providers. A connector translates; it holds no state, writes no database and
 * never retries: the engine in providers/ owns all of that (design §6.6).
 */

/** What a provider is asked to take from a player. */
export interface DepositOrder {
  /** Ours, unique: the provider must treat it as the idempotency key. */
  depositId: string;
  playerId: string;
  paymentMethod: string;
  /** The method's category and card view type (§9) in the catalogue, which may know it no more. */
  category: string | null;
  cardViewType: number | null;
  /** The wallet that pays, where the method is one (§3 `wallet`). */
  wallet?: string | null;
  /** What the player gives to support, and may give as a reason for payment: `KS-7Q2M-41XK`. */
  reference: string;
  amount: Decimal;
  currency: string;
  /**
   * What the player typed, by the provider's names (`alias` of a field, else its name): of a deposit
   * that goes on, what they typed before as well. Payment details: never log.
   */
  fields: Record<string, string>;
  /**
   * The provider's id of the same payment, where it was asked for before and wanted to know more:
   * then this is the answer, and never a second payment. Null at first.
   */
  providerReference: string | null;
  /** Where the provider sends the player back to. */
  returnUrl: string;
  /** Where the provider sends its notifications. */
  notificationUrl: string;
}

/** Who is about to pay, and how. */
export interface PrepareRequest {
  playerId: string;
  paymentMethod: string;
  currency: string;
}

/** What is shown and asked for before a deposit is created (§3 "Indian prepare data"). */
export type PrepareOutcome =
  | { kind: 'prepared'; details: Requisite[]; fields: FieldDefinition[] }
  | ConnectorError;

/** A deposit that the provider was asked for before. */
export interface DepositRef {
  depositId: string;
  /** The provider's own id, or null where its answer was never read. */
  providerReference: string | null;
}

/**
 * What the player does with a payment that a provider has taken: a page of the provider's, a page of
 * the widget's with a code, or with the unified form (§4). All in the wire's shape (contract,
 * entities/invoice.ts), which the widget holds it against: an answer it can't read is never shown.
 */
export type PlayerStep =
  | {
      kind: 'page';
      method: 'GET' | 'POST';
      url: string;
      /** The query of a GET, the fields of a POST. */
      data: Record<string, string>;
    }
  | { kind: 'code'; pageId: CodePageName; data: PaymentCodeData }
  | { kind: 'unifiedForm'; form: UnifiedFlow };

/**
 * Why a provider did not do what it was asked: a closed set, so that the engine knows for each what
 * may follow. `detail` is for the log: no secret, no payment detail.
 */
export type ConnectorError = { kind: 'error'; detail: string } & (
  | {
      /** It certainly did nothing, and may be asked again: no connection, or down by its own word. */
      error: 'unavailable';
    }
  | {
      /** It certainly did nothing, and wants to be left alone for so long. */
      error: 'rateLimited';
      retryAfterMs: number;
    }
  | {
      /** It refuses the request as such: asking again the same way can't help. */
      error: 'rejected';
    }
  | {
      /** It refuses this player's payment; `message` are its words for the player, if it has any. */
      error: 'declined';
      message: string | null;
      /** In the closed set, where the provider's code fits one. */
      reason?: DeclineReason | null;
    }
  | {
      /** Sent, and then silence: it may have acted. */
      error: 'timeoutUnknown';
    }
  | {
      /** An answer that can't be read: it may have acted. */
      error: 'malformed';
    }
  | {
      /** Our keys or settings are refused: nothing works until a person mends them. */
      error: 'misconfigured';
    }
);

export type CreateOutcome =
  | { kind: 'accepted'; providerReference: string; step: PlayerStep | null }
  /**
   * It goes on once the player has filled in `fields`: it is asked again then, with all of the
   * deposit's fields and this reference. It may want to know more once again. Rules with patterns that
   * aren't plain are left out: the provider judges by them itself.
   */
  | { kind: 'fieldsRequired'; providerReference: string; fields: FieldDefinition[] }
  | ConnectorError;

/** `complete` and `cancel`: taken note of, or why not. What became of the money only evidence says. */
export type AcknowledgeOutcome = { kind: 'acknowledged' } | ConnectorError;

/** What a provider says of one receipt of a deposit. */
export interface ProviderPayment {
  kind: 'payment';
  /** The provider's id of this receipt: the same receipt never has another. */
  providerReference: string;
  /** Our deposit's id as the provider was told it. */
  depositId: string;
  status: 'pending' | 'approved' | 'declined' | 'canceled';
  /** What arrived; only with `approved`. */
  paid: Money | null;
  /** What the provider keeps of it, where it says so. */
  fee: Money | null;
  /** Why it was declined, where the provider says so; only with `declined`. */
  declineReason?: DeclineReason | null;
}

/** Money that the provider took back after it had arrived. */
export interface ProviderReversal {
  kind: 'reversal';
  /** The provider's id of this act. */
  providerReference: string;
  depositId: string;
  /**
   * Its id of the receipt that was taken back, or null where it does not say: then the amount tells
   * which of a deposit's receipts it was, as well as it can.
   */
  paymentReference: string | null;
  reversal: 'chargeback' | 'refund' | 'reversal';
  /** What was taken back, in the currency that it arrived in. */
  amount: Money;
}

/** What a provider says of one payout. */
export interface ProviderPayout {
  kind: 'payout';
  providerReference: string;
  /** Our withdrawal's id as the provider was told it. */
  withdrawalId: string;
  /** `returned`: it was paid, and came back. */
  status: 'pending' | 'sent' | 'completed' | 'failed' | 'returned';
  fee: Money | null;
}

/** One thing that a provider tells of. */
export type ProviderEvent = ProviderPayment | ProviderReversal | ProviderPayout;

export type StatusOutcome =
  /** All the provider knows of this deposit or withdrawal. */
  | { kind: 'known'; events: ProviderEvent[] }
  /** The provider knows no such thing. */
  | { kind: 'absent' }
  | ConnectorError;

/** A notification as it came over HTTP; header names in lower case. */
export interface RawNotification {
  headers: Record<string, string>;
  body: string;
}

/** `authentic` before anything is stored; its events are read from the stored one. */
export type NotificationCheck =
  | { kind: 'authentic'; notificationId: string }
  | { kind: 'refused'; detail: string };

/** What the provider is asked to pay to a player. */
export interface PayoutOrder {
  /** Ours, unique: the provider must treat it as the idempotency key. */
  withdrawalId: string;
  playerId: string;
  paymentMethod: string;
  amount: Decimal;
  currency: string;
  /** Where to, by field name. Payment details: never log. */
  fields: Record<string, string>;
  notificationUrl: string;
}

export type PayoutOutcome =
  | { kind: 'accepted'; providerReference: string; status: 'sent' | 'completed' }
  | ConnectorError;

/** Paying out; apart from deposits, as many providers do only one of the two. */
export interface PayoutConnector {
  send: (order: PayoutOrder) => Promise<PayoutOutcome>;
  /** Asks by our own id, so that a payout whose answer was lost can be found too. */
  status: (withdrawalId: string) => Promise<StatusOutcome>;
}

export interface Connector {
  /** What a method that needs preparation shows and asks for first; left out where none does. */
  prepare?: (request: PrepareRequest) => Promise<PrepareOutcome>;
  create: (order: DepositOrder) => Promise<CreateOutcome>;
  /** The player says that they have paid; some providers want to be told. */
  complete: (
    deposit: DepositRef,
    details: { confirmationId: string | null; fields: Record<string, string> },
  ) => Promise<AcknowledgeOutcome>;
  /** The player gave up; a provider that can't cancel acknowledges and does nothing. */
  cancel: (deposit: DepositRef) => Promise<AcknowledgeOutcome>;
  /** Asks by our own id, so that a deposit whose creation was cut short can be found too. */
  status: (deposit: DepositRef) => Promise<StatusOutcome>;
  /** Verifies a notification's signature. */
  checkNotification: (notification: RawNotification, now: Date) => NotificationCheck;
  /** Reads an authentic notification, or says why it can't. */
  parseNotification: (body: string) => ProviderEvent[] | { kind: 'unreadable'; detail: string };
  /** Null where the provider pays nothing out. */
  payouts: PayoutConnector | null;
}

/** What a connector's folder exports: how to build it from a brand's settings. */
export interface ConnectorFactory {
  /** Simulated connectors move no money and are refused in a live brand. */
  isSimulated: boolean;
  /** Its operator is certified to take card numbers: methods may ask for one (design §3.8). */
  hasPciScope?: boolean;
  build: (
    settings: unknown,
  ) => { connector: Connector; formOrigins: string[] } | { problems: string[] };
}
