import type {
  AcknowledgeOutcome,
  CancelOutcome,
  Connector,
  ConnectorError,
  CreateOutcome,
  StatusOutcome,
} from '../src/connectors/connector.ts';
import { defineFactory } from '../src/connectors/define-factory.ts';
import { toMinorUnits } from '../src/connectors/exact-numbers.ts';
import { type Answer, ExamplePayClient } from './client/example-pay-client.ts';
import { type ExamplePayConfig, examplePayConfigSchema } from './config.ts';
import { toEvents } from './events.ts';
import { parseExamplePayNotification, verifyExamplePayNotification } from './webhook.ts';

/** The connector to Example Pay, built by its manual. */
export const factory = defineFactory(examplePayConfigSchema, {
  isSimulated: false,
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
      if (units === null) {
        const detail = 'the amount has more decimals than the currency';
        return { kind: 'error', error: 'rejected', detail };
      }
      const answer = await new ExamplePayClient(config).create({
        ref: order.depositId,
        units,
        currency: order.currency,
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
        case 'noSuchOrder':
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
            : { kind: 'error', error: 'malformed', detail: 'response has another reference' };
        // Only the provider's own error code counts: a 404 of a proxy says nothing about the order.
        case 'noSuchOrder':
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
    refunds: null,
  };
}

function toError(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): ConnectorError {
  return answer.kind === 'error' ? answer : answer.error;
}
