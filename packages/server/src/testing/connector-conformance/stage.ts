import type { OnrampOffer } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect } from 'vitest';
import type {
  AcknowledgeOutcome,
  CancelOutcome,
  Connector,
  CreateOutcome,
  DepositOrder,
  DepositRef,
  OffersConnector,
  OffersOutcome,
  PrepareOutcome,
} from '../../connectors/connector.ts';
import type { StatusOutcome } from '../../connectors/connector-outcome.ts';
import type {
  NameOutcome,
  PayoutConnector,
  PayoutDestination,
  PayoutOrder,
  PayoutOutcome,
} from '../../connectors/payout-connector.ts';
import type { ProviderEvent } from '../../connectors/provider-event.ts';
import type {
  RefundConnector,
  RefundOrder,
  RefundOutcome,
  RefundRef,
} from '../../connectors/refund-connector.ts';
import { knownPlayer, knownPlayerTexts } from '../order-players.ts';
import { expectDiscreet, expectWellFormed } from './checks.ts';
import type { ConnectorDescription, ProviderUnderTest } from './description.ts';
import { findProviderFaults } from './description-faults.ts';
import { type Inbox, startInbox } from './inbox.ts';

/** One player for all orders, so that a repeated order is equal to the first. */
const playerId = uuidv7();

/** The extra time that a busy machine may need for a task. */
const slackMs = 30_000;

interface EnquiryOptions {
  part?: Partial<PayoutDestination>;
  connector?: Connector;
}

/** A provider, a connector to it and a server for notifications, new for each test. */
export class Stage<Provider extends ProviderUnderTest> {
  readonly description: ConnectorDescription<Provider>;
  readonly provider: Provider;
  readonly inbox: Inbox;
  readonly connector: Connector;

  private constructor(
    description: ConnectorDescription<Provider>,
    provider: Provider,
    inbox: Inbox,
  ) {
    this.description = description;
    this.provider = provider;
    this.inbox = inbox;
    this.connector = this.build(provider.settings);
  }

  static async open<Provider extends ProviderUnderTest>(
    description: ConnectorDescription<Provider>,
  ): Promise<Stage<Provider>> {
    const inbox = await startInbox();
    const provider = await description.start(inbox.url);
    const stage = new Stage(description, provider, inbox);
    const faults = findProviderFaults(description, provider);
    if (faults.length === 0) return stage;
    await stage.close();
    throw new Error(faults.join('\n'));
  }

  async close(): Promise<void> {
    await this.provider.stop();
    await this.inbox.stop();
  }

  build(settings: unknown): Connector {
    const built = this.description.factory.build(settings);
    if ('problems' in built) throw new Error(JSON.stringify(built.problems));
    return built.connector;
  }

  order(part: Partial<DepositOrder> = {}): DepositOrder {
    const depositId = part.depositId ?? uuidv7();
    return {
      depositId,
      attemptId: depositId,
      playerId,
      player: knownPlayer,
      returnUrl: 'https://casino.example/kassa/deposit/complete',
      notificationUrl: this.inbox.url,
      category: 'bankTransfer',
      cardViewType: 0,
      reference: 'KS-7Q2M-41XK',
      providerReference: null,
      ...this.description.order,
      payerFee: '0',
      charged: part.amount ?? this.description.order.amount,
      ...part,
    };
  }

  payoutOrder(part: Partial<PayoutOrder> = {}): PayoutOrder {
    const { payoutOrder } = this.description;
    if (payoutOrder === null) throw new Error('the provider pays nothing out');
    const ids = { withdrawalId: uuidv7(), reference: 'KW-7Q2M-41XK', playerId };
    return {
      ...ids,
      instrumentToken: null,
      player: knownPlayer,
      notificationUrl: this.inbox.url,
      ...payoutOrder,
      ...part,
    };
  }

  /** Asks whose account it is. */
  enquire(
    fields: Record<string, string>,
    { part = {}, connector = this.connector }: EnquiryOptions = {},
  ): Promise<NameOutcome> {
    const enquireName = connector.payouts?.enquireName;
    if (enquireName === undefined) {
      throw new Error('the connector has no `enquireName`, but `enquiry` describes it');
    }
    const { paymentMethod, currency } = this.payoutOrder();
    return enquireName({ paymentMethod, currency, fields, ...part });
  }

  get offers(): OffersConnector {
    const { offers } = this.connector;
    if (offers === undefined) {
      throw new Error('the connector has no offers, but `offering` declares them');
    }
    return offers;
  }

  get payouts(): PayoutConnector {
    const { payouts } = this.connector;
    if (payouts === null)
      throw new Error('the connector has no payouts, but `payoutOrder` declares them');
    return payouts;
  }

  get refunds(): RefundConnector {
    const { refunds } = this.connector;
    if (refunds === null) {
      throw new Error('the connector has no refunds, but `abilities.refundStatuses` declares them');
    }
    return refunds;
  }

  /** Builds the order of a refund of a receipt of 20, which arrives for a new deposit. */
  async refundOrder(part: Partial<RefundOrder> = {}): Promise<RefundOrder> {
    const amount = '20';
    const { id: depositId } = await this.create({ amount });
    await this.provider.money.arrive(depositId, amount);
    const [receipt] = await this.eventsOf(depositId);
    if (receipt?.kind !== 'payment' || receipt.paid === null) throw new Error('nothing arrived');
    return {
      refundId: uuidv7(),
      depositId,
      paymentReference: receipt.providerReference,
      kind: 'refund',
      amount,
      currency: receipt.paid.currency,
      notificationUrl: this.inbox.url,
      ...part,
    };
  }

  /** Sends a refund that the provider accepts. */
  async refund(order: RefundOrder): Promise<{ reference: string }> {
    const outcome = await this.ask(this.refunds.send(order));
    if (outcome.kind !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(outcome)}`);
    return { reference: outcome.providerReference };
  }

  /**
   * Awaits an outcome. Asserts that it arrives in time, doesn't reject and has no secret in its
   * detail.
   */
  async ask<
    Outcome extends
      | CreateOutcome
      | PrepareOutcome
      | AcknowledgeOutcome
      | CancelOutcome
      | StatusOutcome
      | OffersOutcome
      | PayoutOutcome
      | NameOutcome
      | RefundOutcome,
  >(asked: Promise<Outcome>, answerWithinMs = this.provider.answerWithinMs): Promise<Outcome> {
    const startedAt = performance.now();
    const outcome = await asked;
    expect(performance.now() - startedAt).toBeLessThan(answerWithinMs + slackMs);
    if (outcome.kind === 'error') expectDiscreet(outcome.detail, this.secrets);
    return outcome;
  }

  /** Creates a deposit that the provider accepts. */
  async create(part: Partial<DepositOrder> = {}): Promise<{ id: string; reference: string }> {
    const order = this.order(part);
    const outcome = await this.ask(this.connector.create(order));
    if (outcome.kind !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(outcome)}`);
    return { id: order.depositId, reference: outcome.providerReference };
  }

  /** Creates a deposit whose next step is a choice of offers. */
  async createWithOffers(
    depositId: string = uuidv7(),
  ): Promise<{ deposit: DepositRef; offers: [OnrampOffer, OnrampOffer, ...OnrampOffer[]] }> {
    const order = this.order({ depositId, ...this.description.offering });
    const outcome = await this.ask(this.connector.create(order));
    if (outcome.kind !== 'accepted' || outcome.step?.kind !== 'offers') {
      throw new Error(`no offers: ${JSON.stringify(outcome)}`);
    }
    const [one, other, ...more] = outcome.step.paymentMethodOffers;
    if (one === undefined || other === undefined) throw new Error('there is nothing to choose');
    const { providerReference } = outcome;
    return { deposit: { depositId, providerReference }, offers: [one, other, ...more] };
  }

  /** Sends a payout that the provider accepts. */
  async send(part: Partial<PayoutOrder> = {}): Promise<{ id: string; reference: string }> {
    const order = this.payoutOrder(part);
    const outcome = await this.ask(this.payouts.send(order));
    if (outcome.kind !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(outcome)}`);
    return { id: order.withdrawalId, reference: outcome.providerReference };
  }

  /** Loads all events of a deposit from the provider by the deposit id only. */
  async eventsOf(depositId: string): Promise<ProviderEvent[]> {
    const outcome = await this.ask(this.connector.status({ depositId, providerReference: null }));
    return this.#known(outcome);
  }

  async eventsOfPayout(withdrawalId: string): Promise<ProviderEvent[]> {
    return this.#known(await this.ask(this.payouts.status(withdrawalId)));
  }

  async eventsOfRefund(refund: RefundRef): Promise<ProviderEvent[]> {
    return this.#known(await this.ask(this.refunds.status(refund)));
  }

  #known(outcome: StatusOutcome): ProviderEvent[] {
    if (outcome.kind !== 'known') throw new Error(`not known: ${JSON.stringify(outcome)}`);
    for (const event of outcome.events) expectWellFormed(event);
    return outcome.events;
  }

  /** Returns every event of one deposit or withdrawal in the notifications so far. */
  notified(id: string): ProviderEvent[] {
    return this.inbox.received.flatMap((notification) => {
      expect(this.connector.checkNotification(notification, new Date())).toMatchObject({
        kind: 'authentic',
      });
      const events = this.connector.parseNotification(notification.body);
      if (!Array.isArray(events)) throw new Error(`unreadable: ${events.detail}`);
      for (const event of events) expectWellFormed(event);
      return events.filter(
        (event) =>
          ('withdrawalId' in event && event.withdrawalId === id) ||
          ('depositId' in event && event.depositId === id),
      );
    });
  }

  /**
   * Texts that no detail may contain: the settings' secrets, the orders' payment details and what
   * they say of the player.
   */
  get secrets(): string[] {
    const { order, payoutOrder, enquiry, asking } = this.description;
    const details = {
      ...order.fields,
      ...payoutOrder?.fields,
      ...enquiry?.fields,
      ...enquiry?.absent,
      ...asking?.fields,
      ...asking?.answers,
    };
    return [...this.provider.secrets, ...Object.values(details), ...knownPlayerTexts];
  }
}

/** Opens a stage before each test of the current block and closes it after. */
export function useStage<Provider extends ProviderUnderTest>(
  description: ConnectorDescription<Provider>,
): () => Stage<Provider> {
  let stage: Stage<Provider>;
  beforeEach(async () => {
    stage = await Stage.open(description);
  });
  afterEach(() => stage.close());
  return () => stage;
}
