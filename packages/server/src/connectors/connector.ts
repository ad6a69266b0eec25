import type { Decimal } from '@kassa/contract';

/*
 * The port to payment providers. A connector translates; it holds no state, writes no database and
 * never retries: the engine in deposits/ owns all of that (design §6.6).
 */

/** What a provider is asked to take from a player. */
export interface DepositOrder {
  /** Ours, unique: the provider must treat it as the idempotency key. */
  depositId: string;
  playerId: string;
  paymentMethod: string;
  amount: Decimal;
  currency: string;
  /** Where the provider sends the player back to. */
  returnUrl: string;
  /** Where the provider sends its notifications. */
  notificationUrl: string;
}

/** A page of the provider's for the player. */
export interface ProviderPage {
  method: 'GET' | 'POST';
  url: string;
  /** The query of a GET, the fields of a POST. */
  data: Record<string, string>;
}

/**
 * Why a provider could not be asked. `unavailable`: it certainly did nothing. `unknown`: it may have
 * acted (time-out, unreadable answer). `misconfigured`: our keys or settings are refused.
 */
export type ConnectorFailure = {
  kind: 'failure';
  failure: 'unavailable' | 'unknown' | 'misconfigured';
  /** For the log: no secret, no payment detail. */
  detail: string;
};

export type CreateOutcome =
  | { kind: 'accepted'; providerReference: string; page: ProviderPage | null }
  | {
      kind: 'declined';
      /** The provider's words for the player, if it has any. */
      message: string | null;
    }
  | ConnectorFailure;

/** What a provider says of one payment. */
export interface ProviderPayment {
  providerReference: string;
  /** Our deposit's id as the provider was told it. */
  depositId: string;
  status: 'pending' | 'approved' | 'declined' | 'canceled';
  /** What arrived; only with `approved`. */
  paid: { amount: Decimal; currency: string } | null;
}

export type StatusOutcome =
  | { kind: 'known'; payment: ProviderPayment }
  /** The provider knows no such payment. */
  | { kind: 'absent' }
  | ConnectorFailure;

/** A notification as it came over HTTP; header names in lower case. */
export interface RawNotification {
  headers: Record<string, string>;
  body: string;
}

/** `authentic` before anything is stored; `payment` is read from a stored one. */
export type NotificationCheck =
  | { kind: 'authentic'; notificationId: string }
  | { kind: 'refused'; detail: string };

export interface Connector {
  create: (order: DepositOrder) => Promise<CreateOutcome>;
  /** Asks by our own id, so that a deposit whose creation was cut short can be found too. */
  status: (depositId: string) => Promise<StatusOutcome>;
  /** Verifies a notification's signature. */
  checkNotification: (notification: RawNotification, now: Date) => NotificationCheck;
  /** Reads an authentic notification, or says why it can't. */
  parseNotification: (body: string) => ProviderPayment | { kind: 'unreadable'; detail: string };
}

/** What a connector's folder exports: how to build it from a brand's settings. */
export interface ConnectorFactory {
  /** Simulated connectors move no money and are refused in a live brand. */
  isSimulated: boolean;
  build: (
    settings: unknown,
  ) => { connector: Connector; formOrigins: string[] } | { problems: string[] };
}
