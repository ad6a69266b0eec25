import type {
  AcknowledgeOutcome,
  CancelOutcome,
  Connector,
  CreateOutcome,
  DepositOrder,
  DepositRef,
  OffersOutcome,
  PrepareOutcome,
} from '../connector.ts';
import type { ConnectorError, StatusOutcome } from '../connector-outcome.ts';
import { defineFactory } from '../define-factory.ts';
import type { OrderPlayer } from '../order-player.ts';
import type { NameOutcome, PayoutConnector, PayoutOutcome } from '../payout-connector.ts';
import type { RefundConnector, RefundOutcome } from '../refund-connector.ts';
import { toFields } from './asked-fields.ts';
import { type Answer, toError } from './client/answer.ts';
import { SandboxClient, type SandboxCustomer } from './client/sandbox-client.ts';
import { type SandboxConfig, sandboxConfigSchema } from './config.ts';
import {
  toDepositEvents,
  toPaidMoney,
  toPayoutEvent,
  toRefundEvent,
  toRefundedMoney,
} from './events.ts';
import { toOffersOutcome, toPreparation, toStep } from './player-step.ts';
import { parseSandboxNotification, verifySandboxNotification } from './webhook.ts';

/**
 * The connector to the simulated provider (packages/sandbox), which is called over HTTP like a real
 * one.
 */
export const factory = defineFactory(sandboxConfigSchema, {
  isSimulated: true,
  canChargeFee: true,
  build: (config) => ({
    connector: buildSandboxConnector(config),
    formOrigins: [new URL(config.apiUrl).origin],
  }),
});

function buildSandboxConnector(config: SandboxConfig): Connector {
  return {
    create: async (order): Promise<CreateOutcome> => {
      const answer = await createOrContinue(new SandboxClient(config), order);
      if (answer.kind !== 'ok') return toCreationError(answer);
      const payment = answer.value;
      if (payment.merchantReference !== order.depositId) return wrongReference;
      return payment.redirect === null
        ? {
            kind: 'fieldsRequired',
            providerReference: payment.id,
            fields: toFields(payment.missingDetails),
          }
        : { kind: 'accepted', providerReference: payment.id, step: toStep(payment) };
    },
    offers: {
      quote: (deposit) => askForOffers(config, deposit, (client, id) => client.renewOffers(id)),
      choose: (deposit, { offerId }) =>
        askForOffers(config, deposit, (client, id) => client.takeOffer(id, offerId)),
    },
    prepare: async ({ paymentMethod, playerId, currency }): Promise<PrepareOutcome> => {
      const asked = { method: paymentMethod, customerId: playerId, currency };
      const answer = await new SandboxClient(config).preparePayment(asked);
      return answer.kind === 'ok' ? toPreparation(answer.value) : toError(answer);
    },
    complete: (deposit, { confirmationId, fields }) => {
      const claim = { confirmationId, ...(Object.keys(fields).length > 0 && { details: fields }) };
      return complete(config, deposit, claim);
    },
    cancel: (deposit) => cancel(config, deposit),
    status: async ({ depositId }): Promise<StatusOutcome> => {
      const answer = await new SandboxClient(config).findPayment(depositId);
      if (answer.kind === 'ok') {
        const isIt = answer.value.merchantReference === depositId;
        return isIt ? { kind: 'known', events: toDepositEvents(answer.value) } : wrongReference;
      }
      return isAbsent(answer, 'payment.notFound') ? { kind: 'absent' } : toError(answer);
    },
    checkNotification: (notification, now) =>
      verifySandboxNotification(notification, config.webhookSecret, now),
    parseNotification: parseSandboxNotification,
    payouts: buildPayouts(config),
    refunds: buildRefunds(config),
  };
}

/** Creates a payment, or adds the missing details to one that was created before. */
function createOrContinue(client: SandboxClient, order: DepositOrder) {
  const { providerReference, fields, category, cardViewType } = order;
  if (providerReference !== null) return client.addDetails(providerReference, fields);
  return client.createPayment({
    merchantReference: order.depositId,
    reference: order.reference,
    amount: order.amount,
    ...(order.payerFee !== '0' && { payerFee: order.payerFee }),
    currency: order.currency,
    method: order.paymentMethod,
    returnUrl: order.returnUrl,
    webhookUrl: order.notificationUrl,
    customerId: order.playerId,
    customer: toCustomer(order.player),
    ...(Object.keys(fields).length === 0 ? {} : { details: fields }),
    // These choose the simulated page.
    ...(category !== null && { category }),
    ...(cardViewType !== null && { cardViewType }),
  });
}

function toCustomer({ profile, ...device }: OrderPlayer): SandboxCustomer {
  const { firstName, lastName, email, phone, address, birthDate } = profile ?? {};
  const join = (texts: (string | null | undefined)[], separator: string) =>
    texts.filter((text) => text != null).join(separator) || null;
  return {
    ...device,
    name: join([firstName, lastName], ' '),
    email: email ?? null,
    phone: phone ?? null,
    address: join(Object.values(address ?? {}), ', '),
    birthDate: birthDate ?? null,
  };
}

function buildPayouts(config: SandboxConfig): PayoutConnector {
  return {
    send: async (order): Promise<PayoutOutcome> => {
      const answer = await new SandboxClient(config).createPayout({
        merchantReference: order.withdrawalId,
        reference: order.reference,
        amount: order.amount,
        currency: order.currency,
        method: order.paymentMethod,
        webhookUrl: order.notificationUrl,
        customerId: order.playerId,
        customer: toCustomer(order.player),
        destination: {
          ...order.fields,
          ...(order.instrumentToken !== null && { token: order.instrumentToken }),
        },
      });
      if (answer.kind === 'ok') {
        const { id: providerReference, status } = answer.value;
        // The payout is accepted, whatever its status: a failure is reported as an event.
        return status === 'completed'
          ? { kind: 'accepted', providerReference, status, paid: toPaidMoney(answer.value) }
          : { kind: 'accepted', providerReference, status: 'sent' };
      }
      return toCreationError(answer);
    },
    status: async (withdrawalId): Promise<StatusOutcome> => {
      const answer = await new SandboxClient(config).findPayout(withdrawalId);
      if (answer.kind === 'ok') {
        const isIt = answer.value.merchantReference === withdrawalId;
        return isIt ? { kind: 'known', events: [toPayoutEvent(answer.value)] } : wrongReference;
      }
      return isAbsent(answer, 'payout.notFound') ? { kind: 'absent' } : toError(answer);
    },
    enquireName: async ({ paymentMethod, currency, fields }): Promise<NameOutcome> => {
      const asked = { method: paymentMethod, currency, destination: fields };
      const answer = await new SandboxClient(config).enquireName(asked);
      if (answer.kind === 'ok') return { kind: 'named', holder: answer.value.holder };
      return isAbsent(answer, 'account.notFound') ? { kind: 'absent' } : toError(answer);
    },
  };
}

function buildRefunds(config: SandboxConfig): RefundConnector {
  return {
    send: async (order): Promise<RefundOutcome> => {
      const answer = await new SandboxClient(config).createRefund({
        merchantReference: order.refundId,
        receiptId: order.paymentReference,
        kind: order.kind,
        amount: order.amount,
        currency: order.currency,
        webhookUrl: order.notificationUrl,
      });
      if (answer.kind === 'ok') {
        const { id: providerReference, merchantReference, status } = answer.value;
        if (merchantReference !== order.refundId) return wrongReference;
        // The refund is accepted, whatever its status: a failure is reported as an event.
        return status === 'completed'
          ? {
              kind: 'accepted',
              providerReference,
              status,
              refunded: toRefundedMoney(answer.value),
            }
          : { kind: 'accepted', providerReference, status: 'sent' };
      }
      return toCreationError(answer);
    },
    status: async ({ refundId }): Promise<StatusOutcome> => {
      const answer = await new SandboxClient(config).findRefund(refundId);
      if (answer.kind === 'ok') {
        const isIt = answer.value.merchantReference === refundId;
        return isIt ? { kind: 'known', events: [toRefundEvent(answer.value)] } : wrongReference;
      }
      return isAbsent(answer, 'refund.notFound') ? { kind: 'absent' } : toError(answer);
    },
  };
}

/**
 * A conflict means that the provider has another payment, payout or refund with this id, which may
 * have been paid: then no other provider may be asked, and no money released. A finished payment takes
 * no more details.
 */
function toCreationError(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): ConnectorError {
  const isTaken =
    answer.kind === 'refused' && answer.status === 409 && answer.code !== 'payment.finished';
  return isTaken
    ? { kind: 'error', error: 'malformed', detail: `status 409 (${answer.code})` }
    : toError(answer);
}

async function askForOffers(
  config: SandboxConfig,
  deposit: DepositRef,
  ask: (client: SandboxClient, id: string) => ReturnType<SandboxClient['renewOffers']>,
): Promise<OffersOutcome> {
  const client = new SandboxClient(config);
  const id = await findId(client, deposit);
  if (id.kind !== 'ok') return toError(id);
  const answer = await ask(client, id.value);
  if (answer.kind === 'refused' && answer.code === 'payment.finished') return finished;
  if (answer.kind !== 'ok') return toError(answer);
  const isIt = answer.value.merchantReference === deposit.depositId;
  return isIt ? toOffersOutcome(answer.value) : wrongReference;
}

async function complete(
  config: SandboxConfig,
  deposit: DepositRef,
  claim: { confirmationId: string | null; details?: object },
): Promise<AcknowledgeOutcome> {
  const client = new SandboxClient(config);
  const id = await findId(client, deposit);
  if (id.kind !== 'ok') return toError(id);
  const answer = await client.completePayment(id.value, claim);
  return answer.kind === 'ok' ? { kind: 'acknowledged' } : toError(answer);
}

async function cancel(config: SandboxConfig, deposit: DepositRef): Promise<CancelOutcome> {
  const client = new SandboxClient(config);
  const id = await findId(client, deposit);
  const answer = id.kind === 'ok' ? await client.cancelPayment(id.value) : id;
  if (answer.kind === 'ok' || isAbsent(answer, 'payment.notFound')) return { kind: 'canceled' };
  if (answer.kind !== 'refused' || answer.status !== 409) return toError(answer);
  if (answer.code === 'payment.notCancelable') return { kind: 'cannotCancel' };
  if (answer.code !== 'payment.finished') return toError(answer);
  const found = await client.findPayment(deposit.depositId);
  if (found.kind !== 'ok') return toError(found);
  return { kind: found.value.status === 'approved' ? 'cannotCancel' : 'canceled' };
}

/** Returns the provider's id of a payment; if it was never read, finds it by Kassa's id. */
async function findId(
  client: SandboxClient,
  { depositId, providerReference }: DepositRef,
): Promise<Answer<string>> {
  if (providerReference !== null) return { kind: 'ok', value: providerReference };
  const found = await client.findPayment(depositId);
  return found.kind === 'ok' ? { kind: 'ok', value: found.value.id } : found;
}

/** The payment has been declined or canceled: its notification is still on its way. */
const finished: ConnectorError = {
  kind: 'error',
  error: 'declined',
  detail: 'the payment is finished',
  message: null,
};

/** The response is about another deposit or withdrawal. */
const wrongReference: ConnectorError = {
  kind: 'error',
  error: 'malformed',
  detail: 'response has another reference',
};

/** Only the provider's own error code counts: a 404 of a proxy says nothing about the payment. */
function isAbsent(answer: Answer<unknown>, code: string): boolean {
  return answer.kind === 'refused' && answer.status === 404 && answer.code === code;
}
