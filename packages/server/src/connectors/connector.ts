import type {
  CodePageName,
  CryptoAddress,
  Decimal,
  FieldDefinition,
  OnrampOffer,
  OnrampOffers,
  Payee,
  PaymentCodeData,
  Requisite,
  TransferInvoice,
  UnifiedFlow,
} from '@kassa/contract';
import type { SettingProblem } from '../ground/config/parse-settings.ts';
import type { ChainRail, ReservedAddress } from './chain-rail.ts';
import type { ConnectorError, StatusOutcome } from './connector-outcome.ts';
import type { OrderPlayer } from './order-player.ts';
import type { PayoutConnector, PayoutFileConnector } from './payout-connector.ts';
import type { ProviderEvent } from './provider-event.ts';
import type { RefundConnector } from './refund-connector.ts';

/*
 * The port to payment providers. A connector translates; it holds no state, writes no database and
 * never retries: all of that belongs to the engine in providers/ (design §6.6).
 */

/** A deposit to be created at a provider. */
export interface DepositOrder {
  /**
   * Kassa's unique id and the merchant reference, the same for all of the deposit's attempts. Within
   * one account it is a key of its own, since a deposit is tried there once.
   */
  depositId: string;
  /**
   * The idempotency key: the deposit's id for the first attempt, `<depositId>-2` for the second. The
   * same key must never create a second payment. A provider whose keys hold for several accounts
   * needs this one, and any other may get it.
   */
  attemptId: string;
  playerId: string;
  player: OrderPlayer;
  paymentMethod: string;
  /**
   * The method's category and card view type (§9); null if the catalogue no longer has the method.
   */
  category: string | null;
  cardViewType: number | null;
  /** The wallet that pays, if the method is a wallet (§3 `wallet`). */
  wallet?: string | null;
  /**
   * The reference for support, which the player may also give as reason for payment:
   * `KS-7Q2M-41XK`.
   */
  reference: string;
  /** What is to arrive for the operator, and is credited. */
  amount: Decimal;
  currency: string;
  /**
   * The provider's fee on top of the amount, `0` for none; and the sum of both, which the player was
   * told and is charged. The fee never reaches the operator: events report the amount without it.
   * With `canChargeFee` alone may they differ.
   */
  payerFee: Decimal;
  charged: Decimal;
  /**
   * What the player typed, by the provider's names (`alias` of a field, or its name). If a deposit
   * continues, the earlier values are included. Payment details: never log.
   */
  fields: Record<string, string>;
  /**
   * Null on the first request. If the provider asked for further fields, its id of the same
   * payment: this request then continues that payment and never creates a second one.
   */
  providerReference: string | null;
  /** The account that is reserved for the deposit; null or left out without `usesRequisites`. */
  requisite?: ReservedRequisite | null;
  /** The player's address on a chain; null or left out without `usesChains`. */
  address?: ReservedAddress | null;
  /** The URL to which the provider sends the player back. */
  returnUrl: string;
  /** The URL to which the provider sends its notifications. */
  notificationUrl: string;
}

/** One of the operator's own accounts that is reserved for a deposit (money/requisites/). */
export interface ReservedRequisite {
  payee: Payee;
  /** The exact amount to pay, by which the payment is recognized; up to 1 % off the order's. */
  amount: Decimal;
  /** Payments name the deposit's reference, so that its amount needn't be unique. */
  hasReference: boolean;
  reservedAt: Date;
}

/** The player and method of a deposit to be prepared. */
export interface PrepareRequest {
  playerId: string;
  paymentMethod: string;
  currency: string;
}

/**
 * The details to show and the fields to fill in before a deposit is created (§3 "Indian prepare
 * data").
 */
export type PrepareOutcome =
  | { kind: 'prepared'; details: Requisite[]; fields: FieldDefinition[] }
  | ConnectorError;

/** A deposit that the provider was asked for before. */
export interface DepositRef {
  depositId: string;
  /** The provider's own id, or null if its response was never read. */
  providerReference: string | null;
}

/** A page of the provider. */
export interface ProviderPage {
  kind: 'page';
  method: 'GET' | 'POST';
  url: string;
  /** The query of a GET, the fields of a POST. */
  data: Record<string, string>;
}

/**
 * The player's next step for a payment that a provider has accepted: a page of the provider, a page
 * of the widget with a code, the unified form, an account to pay into, or offers to choose from (§4).
 * All are in the wire's format (contract, entities/invoice.ts), by which Kassa validates them: an
 * invalid step is never shown. Only a connector with `offers` may return offers.
 */
export type PlayerStep =
  /** `offer`: the one that the player chose before, if the payment had offers. Kassa adds it. */
  | (ProviderPage & { offer?: OnrampOffer })
  | ({ kind: 'offers' } & OnrampOffers)
  | { kind: 'code'; pageId: CodePageName; data: PaymentCodeData }
  /** Only a connector with `usesChains` returns one. */
  | { kind: 'address'; address: CryptoAddress }
  | { kind: 'unifiedForm'; form: UnifiedFlow }
  | { kind: 'invoice'; invoice: TransferInvoice };

export type CreateOutcome =
  | { kind: 'accepted'; providerReference: string; step: PlayerStep | null }
  /**
   * The deposit continues after the player has filled in `fields`: the provider is then asked
   * again, with all of the deposit's fields and this reference. It may ask for further fields more
   * than once. Validation rules with complex patterns are left out: the provider validates those
   * itself.
   */
  | { kind: 'fieldsRequired'; providerReference: string; fields: FieldDefinition[] }
  | ConnectorError;

/** The state of a payment with offers, after fresh ones were asked for or one was chosen. */
export type OffersOutcome =
  /** One offer is taken, by this request or an earlier one whose response was lost. */
  | { kind: 'chosen'; offer: OnrampOffer; page: ProviderPage }
  /**
   * None is taken. The offers are fresh: after a choice, its offer has ended or changed, or its provider is
   * away and no longer among them.
   */
  | { kind: 'offered'; offers: OnrampOffers }
  /** `declined`: no provider sells to this player any more. */
  | ConnectorError;

/** The offers of a payment whose `create` has returned some: a provider that compares sellers of crypto. */
export interface OffersConnector {
  /** Returns fresh offers. */
  quote: (deposit: DepositRef) => Promise<OffersOutcome>;
  /**
   * Takes an offer. A payment has one choice: any later one responds with the offer that was taken
   * first, also after a lost response.
   */
  choose: (deposit: DepositRef, offer: OnrampOffer) => Promise<OffersOutcome>;
}

/** `complete`: acknowledged, or an error. Only evidence tells the outcome of the payment. */
export type AcknowledgeOutcome = { kind: 'acknowledged' } | ConnectorError;

/** `cancel`: whether the deposit can still be paid. Only evidence tells whether it was. */
export type CancelOutcome =
  /** Nobody can pay it any more, or the provider doesn't know it. */
  | { kind: 'canceled' }
  /** The provider can't withdraw it: it has no such operation, or the payment is paid already. */
  | { kind: 'cannotCancel' }
  /** Nothing is known; the request is repeated later. */
  | ConnectorError;

/** A notification as received over HTTP; header names in lower case. */
export interface RawNotification {
  headers: Record<string, string>;
  body: string;
}

/**
 * The signature is verified before anything is stored; events are read from the stored
 * notification.
 */
export type NotificationCheck =
  | { kind: 'authentic'; notificationId: string }
  | { kind: 'refused'; detail: string };

export interface Connector {
  /**
   * Returns what a method with preparation shows and asks for first; undefined if no method needs
   * it.
   */
  prepare?: (request: PrepareRequest) => Promise<PrepareOutcome>;
  create: (order: DepositOrder) => Promise<CreateOutcome>;
  /** Left out by a provider without offers (§2 "On-ramp"). */
  offers?: OffersConnector;
  /** The player says that they have paid; some providers want to know. */
  complete: (
    deposit: DepositRef,
    details: { confirmationId: string | null; fields: Record<string, string> },
  ) => Promise<AcknowledgeOutcome>;
  /**
   * The deposit has ended: the provider shall take no payment for it any more. May be asked again,
   * also for a deposit that the provider never knew.
   */
  cancel: (deposit: DepositRef) => Promise<CancelOutcome>;
  /** Asks by Kassa's id, so that a deposit whose creation was interrupted can be found too. */
  status: (deposit: DepositRef) => Promise<StatusOutcome>;
  /** Verifies a notification's signature. */
  checkNotification: (notification: RawNotification, now: Date) => NotificationCheck;
  /** Parses a verified notification, or returns why it can't. */
  parseNotification: (body: string) => ProviderEvent[] | { kind: 'unreadable'; detail: string };
  /** Null if the provider has no payouts. */
  payouts: PayoutConnector | null;
  /** The files of a bank that takes payouts by file; left out otherwise. */
  payoutFile?: PayoutFileConnector;
  /** Null if the provider sends no money back on request. */
  refunds: RefundConnector | null;
}

/** The export of a connector's folder: builds it from a brand's settings. */
export interface ConnectorFactory {
  /** Simulated connectors move no money; a live brand refuses them. */
  isSimulated: boolean;
  /** Its operator is certified to process card numbers: methods may ask for one (design §3.8). */
  hasPciScope?: boolean;
  /**
   * Its provider charges the player the order's `charged` and pays the operator its `amount`. Only
   * then may a method with a fee lead to it.
   */
  canChargeFee?: boolean;
  /**
   * Each deposit is paid to one of the operator's own accounts, which Kassa reserves when it creates
   * the deposit (money/requisites/).
   */
  usesRequisites?: boolean;
  /**
   * Its provider may pay a part of a payout: the rest is released. Elsewhere such a report waits for
   * a person.
   */
  canPayInPart?: boolean;
  /**
   * Each deposit is paid to an address on a chain, which Kassa gives out (money/addresses/) and
   * watches (money/chains/). `build` returns the chains.
   */
  usesChains?: boolean;
  build: (settings: unknown) =>
    | {
        connector: Connector;
        formOrigins: string[];
        rails?: readonly ChainRail[];
        /** What a live brand refuses. */
        testOnly?: readonly SettingProblem[];
      }
    | { problems: SettingProblem[] };
}
