import type { Decimal, DeclineReason, OnrampOffer } from '@kassa/contract';
import type {
  ConnectorFactory,
  DepositOrder,
  RawNotification,
} from '../../connectors/connector.ts';
import type { ConnectorError } from '../../connectors/connector-outcome.ts';
import type { PayoutOrder } from '../../connectors/payout-connector.ts';
import type {
  ProviderPayout,
  ProviderRefund,
  ProviderReversal,
} from '../../connectors/provider-event.ts';
import type { RefundOrder } from '../../connectors/refund-connector.ts';

type ReversalKind = ProviderReversal['reversal'];
type PayoutStatus = ProviderPayout['status'];
type RefundStatus = ProviderRefund['status'];

/** The operations of a connector. */
export const tasks = [
  'create',
  'complete',
  'cancel',
  'status',
  'quoteOffers',
  'chooseOffer',
  'sendPayout',
  'payoutStatus',
  'enquireName',
  'sendRefund',
  'refundStatus',
] as const;

export type Task = (typeof tasks)[number];

/** The parts of an order's player, by their names in `OrderPlayer`. */
export const playerParts = [
  'ipAddress',
  'userAgent',
  'locale',
  'country',
  'firstName',
  'lastName',
  'email',
  'phone',
  'birthDate',
  'address.line',
  'address.city',
  'address.postalCode',
  'address.region',
  'address.country',
] as const;

export type PlayerPart = (typeof playerParts)[number];

export type ErrorName = ConnectorError['error'];

/** A way to cause one error at the provider. */
export interface Provocation<Provider> {
  /** A description of the cause: `a wrong key`. */
  by: string;
  /** The tasks that fail with this error. */
  tasks: readonly Task[];
  /**
   * Makes the provider give this error for the task until `recover`. Returns the changes that
   * the request needs for it.
   */
  provoke: (provider: Provider, task: Task, target: Target) => Promise<Provoked>;
}

/** The subject of a task: an accepted deposit, payout or refund, or the ids of one to be created. */
export interface Target {
  depositId: string;
  withdrawalId: string;
  /** An offer of the deposit; only for the tasks of offers. */
  offer: OnrampOffer | null;
  /** Of the deposit's receipt; only for the tasks of refunds. */
  refund: RefundOrder | null;
}

export interface Provoked {
  /** Other settings of the connector. */
  settings?: unknown;
  /** The longest time that the task may take with these settings, in milliseconds. */
  answerWithinMs?: number;
  /** Replaces parts of the order of a deposit or payout. */
  order?: Partial<Pick<DepositOrder, 'paymentMethod' | 'amount' | 'currency' | 'fields'>>;
}

/** Money at the provider, moved by the test instead of a player. */
export interface Money {
  /**
   * Money arrives for a deposit: the first receipt, or a further one if the provider allows
   * several.
   */
  arrive: (depositId: string, amount: Decimal) => Promise<void>;
  /** Declines the deposit; with a reason if it is one of `abilities.declineReasons`. */
  decline: (depositId: string, reason?: DeclineReason) => Promise<void>;
  /** Takes back a part of the first receipt. */
  takeBack: (depositId: string, kind: ReversalKind, amount: Decimal) => Promise<void>;
  settlePayout: (withdrawalId: string, status: PayoutStatus) => Promise<void>;
  /**
   * Gives a refund this status; nothing is to be done if it has it already. Left out without
   * `abilities.refundStatuses`.
   */
  settleRefund?: (refundId: string, status: RefundStatus) => Promise<void>;
  /**
   * Settles the deposit's receipt, so that it can't be voided any more; left out without
   * `abilities.canVoid`.
   */
  settle?: (depositId: string) => Promise<void>;
}

/** The provider's abilities. The suite doesn't test the others. */
export interface Abilities {
  /** One deposit may be paid more than once. */
  isPaidRepeatedly: boolean;
  reversals: readonly ReversalKind[];
  /** The reasons that the provider gives for declined payments; left out if it gives none. */
  declineReasons?: readonly DeclineReason[];
  /**
   * The provider is a bank account and learns of a deposit only when money for it arrives. It can't
   * tell an unknown deposit from an unpaid one, accepts every deposit and declines none.
   */
  knowsMoneyAlone?: boolean;
  /** The provider can't withdraw a payment; `cancel` says so. */
  cannotCancel?: boolean;
  /** The provider names the card or account that was paid with, or its holder. */
  namesInstrument?: boolean;
  /** The statuses that an accepted payout can reach. */
  payoutStatuses: readonly PayoutStatus[];
  /** The statuses that an accepted refund can reach; left out if the connector has no refunds. */
  refundStatuses?: readonly RefundStatus[];
  /**
   * The provider cancels a receipt before it is settled, and declines that later. With
   * `refundStatuses` it must be said: true or false.
   */
  canVoid?: boolean;
  /**
   * The provider has an idempotency key beside the merchant reference, and a request with the
   * reference of a payment and another key gives a new payment or an error.
   */
  hasIdempotencyKey?: boolean;
  /**
   * The parts of the player that the connector sends with a deposit; the provider then has
   * `receivedPlayer`. Left out if a test of the connector's own shows them.
   */
  sentPlayerParts?: readonly PlayerPart[];
  /** The parts of the player without which the connector rejects an order. */
  requiredPlayerParts?: readonly PlayerPart[];
  /** A signature is valid for some minutes only; false if the provider signs no time. */
  isSignatureTimed: boolean;
}

/** A running provider or a simulation of one. Every test gets its own. */
export interface ProviderUnderTest {
  /** Settings of a working connector, with timeouts long enough for a busy machine. */
  settings: unknown;
  /** The longest time that any task may take with these settings, in milliseconds. */
  answerWithinMs: number;
  /** The same settings, but with another secret for the signatures of notifications. */
  settingsOfAnotherSecret: unknown;
  /** Keys and secrets in the settings; no detail may contain them. */
  secrets: readonly string[];
  money: Money;
  /**
   * Returns what the provider was told of the deposit's player, in its own format; left out without
   * `abilities.sentPlayerParts`.
   */
  receivedPlayer?: (depositId: string) => Promise<object>;
  /**
   * Returns the sum that the provider charges the player of a deposit; left out if the factory has
   * no `canChargeFee`.
   */
  charged?: (depositId: string) => Promise<Decimal>;
  /** Signs a body as the provider would at that time. */
  signNotification: (body: string, at: Date) => RawNotification;
  /** Ends the provoked error. */
  recover: () => Promise<void>;
  stop: () => Promise<void>;
}

/** The suite's description of a connector and its provider. */
export interface ConnectorDescription<Provider extends ProviderUnderTest> {
  name: string;
  factory: ConnectorFactory;
  /** Starts a new provider. It sends notifications to this URL unless each request names one. */
  start: (notificationUrl: string) => Promise<Provider>;
  /** An order that the provider accepts. Its fields are payment details that no log may contain. */
  order: Pick<DepositOrder, 'paymentMethod' | 'amount' | 'currency' | 'fields'>;
  /** Methods whose next step is of another kind than that of `order`. */
  otherSteps?: readonly Pick<DepositOrder, 'paymentMethod' | 'cardViewType'>[];
  /** A method whose next step is a choice of offers, at least two; left out without `offers`. */
  offering?: Pick<DepositOrder, 'paymentMethod' | 'cardViewType'>;
  /** A payout order that the provider accepts; null if it supports no payouts. */
  payoutOrder: Pick<PayoutOrder, 'paymentMethod' | 'amount' | 'currency' | 'fields'> | null;
  /**
   * Fields of a payout to an account that exists, with its holder, and to one that doesn't; left out
   * without `enquireName`. Both are payment details.
   */
  enquiry?: { fields: Record<string, string>; holder: string; absent: Record<string, string> };
  /**
   * Fields of an order for which the provider asks for more fields, and answers that it accepts;
   * null if it never asks. Both are payment details.
   */
  asking: { fields: Record<string, string>; answers: Record<string, string> } | null;
  /** A method that is prepared before a deposit; left out if the connector prepares none. */
  preparing?: { paymentMethod: string; currency: string };
  /** Settings that the factory refuses, and the path of the problem's setting. */
  badSettings: readonly { settings: unknown; names: string }[];
  /** Ways to cause each error; empty if no response of this provider means that error. */
  errors: Record<ErrorName, readonly Provocation<Provider>[]>;
  abilities: Abilities;
}
