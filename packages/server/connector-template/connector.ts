import type {
  AcknowledgeOutcome,
  CancelOutcome,
  Connector,
  CreateOutcome,
  DepositOrder,
} from '../src/connectors/connector.ts';
import type { ConnectorError, StatusOutcome } from '../src/connectors/connector-outcome.ts';
import { defineFactory } from '../src/connectors/define-factory.ts';
import { toMinorUnits } from '../src/connectors/exact-numbers.ts';
import type { RefundConnector, RefundOutcome } from '../src/connectors/refund-connector.ts';
import {
  type Answer,
  type Customer,
  ExamplePayClient,
  type RefundAnswer,
} from './client/example-pay-client.ts';
import { type ExamplePayConfig, examplePayConfigSchema } from './config.ts';
import { toEvents, toRefund } from './events.ts';
import { parseExamplePayNotification, verifyExamplePayNotification } from './webhook.ts';

/** The connector to Example Pay, built by its manual. */
export const factory = defineFactory(examplePayConfigSchema, {
  isSimulated: false,
  // Example Pay charges the player the amount alone. A provider that can take a fee on top, and pays
  // out the amount without it, has true here and gets `order.charged`.
  canChargeFee: false,
  build: (config) => ({
    connector: buildExamplePayConnector(config),
    // Origins of pages to which the player is sent by a form; list every origin.
    formOrigins: [new URL(config.apiUrl).origin],
  }),
});

function buildExamplePayConnector(config: ExamplePayConfig): Connector {
  return {
    create: async (order): Promise<CreateOutcome> => {
      const units = toMinorUnits(order.amount, order.currency);
      if (units === null) return tooManyDecimals;
      const answer = await new ExamplePayClient(config).create(order.attemptId, {
        ref: order.depositId,
        units,
        currency: order.currency,
        customer: toCustomer(order.player),
        back: order.returnUrl,
        tell: order.notificationUrl,
      });
      if (answer.kind !== 'ok') return toError(answer);
      const { order_no, pay_url } = answer.value;
      return {
        kind: 'accepted',
        providerReference: order_no,
        step: { kind: 'page', method: 'GET', url: pay_url, data: {} },
      };
    },
    // This provider doesn't need to know that the player says they have paid.
    complete: async (): Promise<AcknowledgeOutcome> => ({ kind: 'acknowledged' }),
    // A provider that can't withdraw a payment answers `cannotCancel` without a request.
    cancel: async ({ depositId }): Promise<CancelOutcome> => {
      const answer = await new ExamplePayClient(config).void(depositId);
      switch (answer.kind) {
        case 'ok':
        case 'notFound':
          return { kind: 'canceled' };
        case 'alreadyPaid':
          return { kind: 'cannotCancel' };
        case 'error':
          return answer;
      }
    },
    status: async ({ depositId }): Promise<StatusOutcome> => {
      const answer = await new ExamplePayClient(config).find(depositId);
      switch (answer.kind) {
        case 'ok':
          return answer.value.ref === depositId
            ? { kind: 'known', events: toEvents(answer.value) }
            : otherReference;
        // Only the provider's own error code counts: a 404 of a proxy says nothing about the order.
        case 'notFound':
          return { kind: 'absent' };
        case 'alreadyPaid':
        case 'error':
          return toError(answer);
      }
    },
    checkNotification: (notification) =>
      verifyExamplePayNotification(notification, config.webhookSecret),
    parseNotification: parseExamplePayNotification,
    payouts: null,
    // A provider that sends no money back on request has null here.
    refunds: buildRefunds(config),
  };
}

function buildRefunds(config: ExamplePayConfig): RefundConnector {
  return {
    send: async (order): Promise<RefundOutcome> => {
      const units = toMinorUnits(order.amount, order.currency);
      if (units === null) return tooManyDecimals;
      const answer = await new ExamplePayClient(config).refund({
        refund_ref: order.refundId,
        order_no: order.paymentReference,
        units,
        whole: order.kind === 'void',
      });
      if (answer.kind !== 'ok') return toError(answer);
      if (!isAbout(answer.value, order.refundId, order.depositId)) return otherReference;
      const { providerReference, status, refunded } = toRefund(answer.value, order.refundId);
      // The refund is accepted, whatever its status: its status request reports a failure.
      return status === 'completed'
        ? { kind: 'accepted', providerReference, status, refunded }
        : { kind: 'accepted', providerReference, status: 'sent' };
    },
    status: async ({ refundId, depositId }): Promise<StatusOutcome> => {
      const answer = await new ExamplePayClient(config).findRefund(refundId);
      if (answer.kind === 'notFound') return { kind: 'absent' };
      if (answer.kind !== 'ok') return toError(answer);
      if (!isAbout(answer.value, refundId, depositId)) return otherReference;
      return { kind: 'known', events: [toRefund(answer.value, refundId)] };
    },
  };
}

const tooManyDecimals: ConnectorError = {
  kind: 'error',
  error: 'rejected',
  detail: 'the amount has more decimals than the currency',
};

const otherReference: ConnectorError = {
  kind: 'error',
  error: 'malformed',
  detail: 'response has another reference',
};

function isAbout({ ref, refund }: RefundAnswer, refundId: string, depositId: string): boolean {
  return ref === depositId && refund.refund_ref === refundId;
}

/** What is known of the player, as far as the provider asks for it. */
function toCustomer({ ipAddress, country, profile }: DepositOrder['player']): Customer {
  const names = [profile?.firstName, profile?.lastName].filter(Boolean);
  return {
    ip: ipAddress ?? undefined,
    name: names.join(' ') || undefined,
    email: profile?.email ?? undefined,
    country: country?.toUpperCase(),
  };
}

function toError(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): ConnectorError {
  return answer.kind === 'error' ? answer : answer.error;
}
