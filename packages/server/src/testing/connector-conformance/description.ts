import type { Decimal, DeclineReason } from '@kassa/contract';
import type {
  ConnectorError,
  ConnectorFactory,
  DepositOrder,
  PayoutOrder,
  ProviderPayout,
  ProviderReversal,
  RawNotification,
} from '../../connectors/connector.ts';

type ReversalKind = ProviderReversal['reversal'];
type PayoutStatus = ProviderPayout['status'];

/** What a connector is asked to do. */
export type Task = 'create' | 'complete' | 'cancel' | 'status' | 'sendPayout' | 'payoutStatus';

export type ErrorName = ConnectorError['error'];

/** How one error is brought about at the provider. */
export interface Provocation<Provider> {
  /** What it is in words: `a wrong key`. */
  by: string;
  /** The tasks that it answers so. */
  tasks: readonly Task[];
  /**
   * Makes the provider give this error for the task from now on, until `recover`, and answers with
   * what is to be asked differently.
   */
  provoke: (provider: Provider, task: Task, target: Target) => Promise<Provoked>;
}

/** What a task is about: an accepted deposit or payout, or the ids of what is to be created. */
export interface Target {
  depositId: string;
  withdrawalId: string;
}

export interface Provoked {
  /** Other settings of the connector. */
  settings?: unknown;
  /** The longest that the task may take with them, in milliseconds. */
  answerWithinMs?: number;
  /** Replaces parts of the order of a deposit or payout. */
  order?: Partial<Pick<DepositOrder, 'paymentMethod' | 'amount' | 'currency' | 'fields'>>;
}

/** Money at the provider, moved by the test and not by a player. */
export interface Money {
  /** Money of a deposit arrives: its first, or a further one where the provider takes more. */
  arrive: (depositId: string, amount: Decimal) => Promise<void>;
  /** Declines it; with a reason where it is one of `abilities.declineReasons`. */
  decline: (depositId: string, reason?: DeclineReason) => Promise<void>;
  /** Takes a part of the first receipt back. */
  takeBack: (depositId: string, kind: ReversalKind, amount: Decimal) => Promise<void>;
  settlePayout: (withdrawalId: string, status: PayoutStatus) => Promise<void>;
}

/** What this provider has; what it hasn't is not tested. */
export interface Abilities {
  /** One deposit may be paid more than once. */
  isPaidRepeatedly: boolean;
  reversals: readonly ReversalKind[];
  /** Why it may say that a payment was declined; left out where it never says why. */
  declineReasons?: readonly DeclineReason[];
  /**
   * The provider is a bank account: it hears of a deposit when money for it arrives. Then it can't tell
   * one that nobody made from one that nobody paid, takes any, and declines none.
   */
  knowsMoneyAlone?: boolean;
  /** What a payout, once accepted, can be brought to. */
  payoutStatuses: readonly PayoutStatus[];
  /** A signature counts for some minutes only; false where the provider signs no time. */
  isSignatureTimed: boolean;
}

/** A provider, or a stand-in of it, that runs. Every test gets one of its own. */
export interface ProviderUnderTest {
  /** Settings of a connector that works, patient enough for a busy machine. */
  settings: unknown;
  /** The longest that any task may take with them, in milliseconds. */
  answerWithinMs: number;
  /** The same settings but for the secret that notifications are signed with. */
  settingsOfAnotherSecret: unknown;
  /** Keys and secrets of the settings: they may stand in no detail. */
  secrets: readonly string[];
  money: Money;
  /** Signs a body as the provider would at that time. */
  signNotification: (body: string, at: Date) => RawNotification;
  /** Ends what was provoked. */
  recover: () => Promise<void>;
  stop: () => Promise<void>;
}

/** What the suite must know of a connector and its provider. */
export interface ConnectorDescription<Provider extends ProviderUnderTest> {
  name: string;
  factory: ConnectorFactory;
  /** Starts the provider afresh; where it isn't told with each request, it sends its notifications there. */
  start: (notificationUrl: string) => Promise<Provider>;
  /** An order that the provider takes; its fields are payment details that must never be seen. */
  order: Pick<DepositOrder, 'paymentMethod' | 'amount' | 'currency' | 'fields'>;
  /** The same for a payout; null where the provider pays nothing out. */
  payoutOrder: Pick<PayoutOrder, 'paymentMethod' | 'amount' | 'currency' | 'fields'> | null;
  /**
   * Fields of an order of which the provider wants to know more, and what it then takes; null where it
   * never does. Payment details, too.
   */
  asking: { fields: Record<string, string>; answers: Record<string, string> } | null;
  /** A method that is prepared before a deposit; left out where the connector prepares none. */
  preparing?: { paymentMethod: string; currency: string };
  /** Settings that the factory refuses, and what its words must name. */
  badSettings: readonly { settings: unknown; names: string }[];
  /** None where this provider can never give the error, as no answer of its means that. */
  errors: Record<ErrorName, readonly Provocation<Provider>[]>;
  abilities: Abilities;
}
