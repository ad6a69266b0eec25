import type {
  Connector,
  ConnectorFactory,
  ConnectorFailure,
  CreateOutcome,
  StatusOutcome,
} from '../connector.ts';
import { type Answer, SandboxClient } from './client/sandbox-client.ts';
import { type SandboxConfig, sandboxConfigSchema } from './config.ts';
import {
  checkSandboxNotification,
  parseSandboxNotification,
  toProviderPayment,
} from './webhook.ts';

/** The simulated provider (packages/sandbox), spoken to over HTTP as a real one is. */
export const factory: ConnectorFactory = {
  isSimulated: true,
  build: (settings) => {
    const parsed = sandboxConfigSchema.safeParse(settings);
    if (!parsed.success) {
      return {
        problems: parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
      };
    }
    return {
      connector: buildSandboxConnector(parsed.data),
      formOrigins: [new URL(parsed.data.apiUrl).origin],
    };
  },
};

function buildSandboxConnector(config: SandboxConfig): Connector {
  const client = new SandboxClient(config);
  return {
    create: async (order): Promise<CreateOutcome> => {
      const answer = await client.create({
        merchantReference: order.depositId,
        amount: order.amount,
        currency: order.currency,
        method: order.paymentMethod,
        returnUrl: order.returnUrl,
        webhookUrl: order.notificationUrl,
        customerId: order.playerId,
      });
      if (answer.kind === 'ok') {
        const { id, redirect } = answer.value;
        return { kind: 'accepted', providerReference: id, page: { ...redirect, data: {} } };
      }
      if (answer.kind === 'refused' && answer.status === 422) {
        return { kind: 'declined', message: answer.message || null };
      }
      return toFailure(answer);
    },
    status: async (depositId): Promise<StatusOutcome> => {
      const answer = await client.find(depositId);
      if (answer.kind === 'ok') return { kind: 'known', payment: toProviderPayment(answer.value) };
      if (answer.kind === 'refused' && answer.status === 404) return { kind: 'absent' };
      return toFailure(answer);
    },
    checkNotification: (notification, now) =>
      checkSandboxNotification(notification, config.webhookSecret, now),
    parseNotification: parseSandboxNotification,
  };
}

function toFailure(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): ConnectorFailure {
  if (answer.kind === 'unreachable') {
    return { kind: 'failure', failure: 'unavailable', detail: answer.detail };
  }
  if (answer.kind === 'unclear') {
    return { kind: 'failure', failure: 'unknown', detail: answer.detail };
  }
  const detail = `status ${answer.status} (${answer.code})`;
  if (answer.status === 401 || answer.status === 403) {
    return { kind: 'failure', failure: 'misconfigured', detail };
  }
  // 503 and 429 are answered before anything is done; any other error may follow an act.
  const isBefore = answer.status === 503 || answer.status === 429;
  return { kind: 'failure', failure: isBefore ? 'unavailable' : 'unknown', detail };
}
