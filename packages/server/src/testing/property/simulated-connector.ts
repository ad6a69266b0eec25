import type { FieldDefinition } from '@kassa/contract';
import type {
  AcknowledgeOutcome,
  CancelOutcome,
  Connector,
  CreateOutcome,
  DepositOrder,
} from '../../connectors/connector.ts';
import type { ConnectorError, StatusOutcome } from '../../connectors/connector-outcome.ts';
import type { PayoutOrder, PayoutOutcome } from '../../connectors/payout-connector.ts';
import type { RefundOrder, RefundOutcome } from '../../connectors/refund-connector.ts';
import type { KillableProcess } from './killable-process.ts';
import { describePayout, describeRefund, type ProviderDeposit } from './provider-records.ts';
import type { AccountName, SimulatedProvider } from './simulated-provider.ts';

/**
 * How a provider fails one request. `…Before`: without effect. `…After`: after the requested
 * effect. `declinedHere`: declined for a reason of the provider's own. `denied`: it says that it did
 * nothing, after the requested effect. `late`: the effect comes some time after the timeout. `paidFirst`: the payment is
 * approved and its notification arrives before the response. `throws`: a bug of the connector.
 */
export const connectorFaults = [
  'declined',
  'declinedHere',
  'rejected',
  'denied',
  'unavailable',
  'rateLimited',
  'misconfigured',
  'silentBefore',
  'silentAfter',
  'garbledBefore',
  'garbledAfter',
  'late',
  'paidFirst',
  'throws',
] as const;
export type ConnectorFault = (typeof connectorFaults)[number];

/** The provider's present behaviour, the same for all processes of a test. */
export interface ProviderMood {
  /** The faults of the next requests, in order; without faults all requests succeed. */
  faults: ConnectorFault[];
  /** Delivers the newest notification while a request still runs. */
  deliver: () => Promise<void>;
}

/** The headers of a notification with a valid signature. */
export const signature = { 'provider-signature': 'genuine' };

export class ConnectorBug extends Error {}

/**
 * Builds the connector of one process to an account, which may be killed before a request is sent or before the
 * response arrives.
 */
export function buildSimulatedConnector(
  provider: SimulatedProvider,
  mood: ProviderMood,
  owner: KillableProcess,
  account: AccountName,
): Connector {
  /**
   * Performs a request with the next fault. `canRefuse`: whether a decline or rejection is
   * possible. `canDeny`: whether an effect can be denied; nobody could recover that of a payout.
   */
  const ask = <Outcome extends { kind: string }>(
    act: () => Outcome,
    {
      canRefuse,
      canDeny = false,
      more,
    }: { canRefuse: boolean; canDeny?: boolean; more: () => void },
  ): Promise<Outcome | ConnectorError> =>
    owner.access('provider', async () => {
      const fault = mood.faults.shift();
      switch (fault) {
        case undefined:
          return act();
        case 'declined':
        case 'declinedHere':
        case 'rejected':
          return canRefuse ? refuse(fault) : act();
        case 'denied': {
          const outcome = act();
          return canDeny ? refuse('rejected') : outcome;
        }
        case 'unavailable':
        case 'misconfigured':
          return { kind: 'error', error: fault, detail: fault };
        case 'rateLimited':
          return { kind: 'error', error: fault, detail: fault, retryAfterMs: 1_000 };
        case 'silentBefore':
          return silence;
        case 'garbledBefore':
          return garbage;
        case 'silentAfter':
          act();
          return silence;
        case 'garbledAfter':
          act();
          return garbage;
        case 'late':
          provider.late.push(act);
          return silence;
        case 'throws':
          act();
          throw new ConnectorBug('the connector has a bug');
        case 'paidFirst': {
          const outcome = act();
          more();
          await mood.deliver();
          return outcome;
        }
      }
    });
  const nothingMore = { canRefuse: false, more: () => {} };
  return {
    create: async (order): Promise<CreateOutcome> => {
      const { depositId } = order;
      const take = () => {
        const { id } = provider.takeOrder(account, order);
        if (order.providerReference !== null && order.providerReference !== id) {
          provider.offences.push(`payment ${id} was meant by ${order.providerReference}`);
        }
        const fields = missingFields(id, order);
        if (fields.length > 0) {
          return { kind: 'fieldsRequired' as const, providerReference: id, fields };
        }
        // Every other payment has a hosted page of the provider.
        const step = id.endsWith('1')
          ? null
          : { kind: 'page' as const, method: 'GET' as const, url: 'https://p', data: {} };
        return { kind: 'accepted' as const, providerReference: id, step };
      };
      if (provider.mayExist.some((it) => it.depositId === depositId && it.account !== account)) {
        provider.offences.push(`deposit ${depositId} may exist twice: it was tried at ${account}`);
      }
      const request = { account, depositId };
      provider.mayExist.push(request);
      const isKnown = provider.find(account, depositId) !== undefined;
      const outcome = await ask<CreateOutcome>(take, {
        canRefuse: !isKnown,
        canDeny: !isKnown,
        more: () => {
          const deposit = provider.takeOrder(account, order);
          if (deposit.receipts.length === 0) provider.receive(deposit, deposit.asked, null);
        },
      });
      if (outcome.kind === 'error' && !isUnclear(outcome)) {
        provider.mayExist.splice(provider.mayExist.indexOf(request), 1);
      }
      return outcome;
    },
    complete: () => ask((): AcknowledgeOutcome => ({ kind: 'acknowledged' }), nothingMore),
    cancel: ({ depositId }) =>
      ask((): CancelOutcome => {
        const deposit = provider.find(account, depositId);
        if (deposit !== undefined && !canBeCanceled(deposit)) return { kind: 'cannotCancel' };
        if (deposit !== undefined) provider.close(deposit, 'canceled');
        return { kind: 'canceled' };
      }, nothingMore),
    status: ({ depositId }): Promise<StatusOutcome> =>
      ask<StatusOutcome>(() => {
        const deposit = provider.find(account, depositId);
        if (deposit === undefined) return { kind: 'absent' };
        return { kind: 'known', events: provider.describeDeposit(deposit) };
      }, nothingMore),
    checkNotification: ({ headers, body }) =>
      headers['provider-signature'] === signature['provider-signature']
        ? { kind: 'authentic', notificationId: body }
        : { kind: 'refused', detail: 'a wrong signature' },
    parseNotification: (body) => {
      const notification = provider.notifications.get(body.replace(/ again$/, ''));
      return notification === undefined || notification.account !== account
        ? { kind: 'unreadable', detail: 'never sent' }
        : [notification.event];
    },
    payouts: {
      send: (order) => sendPayout(provider, order, ask),
      status: (withdrawalId): Promise<StatusOutcome> =>
        ask<StatusOutcome>(() => {
          const payout = provider.payouts.get(withdrawalId);
          if (payout === undefined) return { kind: 'absent' };
          return { kind: 'known', events: [describePayout(payout)] };
        }, nothingMore),
    },
    refunds: {
      send: (order) => sendRefund(provider, account, order, ask),
      status: ({ refundId }): Promise<StatusOutcome> =>
        ask<StatusOutcome>(() => {
          const refund = provider.refunds.get(refundId);
          if (refund === undefined) return { kind: 'absent' };
          return { kind: 'known', events: [describeRefund(refund)] };
        }, nothingMore),
    },
  };
}

/** Whether the provider can withdraw a payment: not a paid one, nor every third other one. */
export function canBeCanceled({ id, status }: ProviderDeposit): boolean {
  return status !== 'approved' && Number(id.replace(/\D/g, '')) % 3 !== 0;
}

/** The player's answers to all further fields. */
export const moreFields = { code: '123456' };

/** The fields that the provider asks for; only some payments have any. */
function missingFields(id: string, { fields }: DepositOrder): FieldDefinition[] {
  const isAsking = /[27]$/.test(id) && fields.code !== moreFields.code;
  return isAsking ? [{ name: 'code', type: 'text', placeholder: { en: 'Code' } }] : [];
}

type Ask = <Outcome extends { kind: string }>(
  act: () => Outcome,
  options: { canRefuse: boolean; more: () => void },
) => Promise<Outcome | ConnectorError>;

/** Sends a payout. A second payout while the outcome of the first is unknown is an offence. */
async function sendPayout(
  provider: SimulatedProvider,
  order: PayoutOrder,
  ask: Ask,
): Promise<PayoutOutcome> {
  const { withdrawalId } = order;
  if (provider.unclear.has(withdrawalId)) {
    provider.offences.push(`withdrawal ${withdrawalId} was sent again, its outcome unknown`);
  }
  // Until the response arrives; a process that is killed meanwhile leaves it so.
  provider.unclear.add(withdrawalId);
  const take = (): Extract<PayoutOutcome, { kind: 'accepted' }> => {
    const { id: providerReference, status, reported: paid } = provider.takePayout(order);
    // The payout is accepted whatever its outcome: an event reports that.
    return status === 'completed'
      ? { kind: 'accepted', providerReference, status, paid }
      : { kind: 'accepted', providerReference, status: 'sent' };
  };
  const outcome = await ask(take, {
    canRefuse: !provider.payouts.has(withdrawalId),
    more: () => provider.movePayout(provider.takePayout(order), 'completed'),
  });
  const isClear = outcome.kind !== 'error' || !isUnclear(outcome);
  if (isClear) provider.unclear.delete(withdrawalId);
  return outcome;
}

/** Sends a refund. A second request while the outcome of the first is unknown is an offence. */
async function sendRefund(
  provider: SimulatedProvider,
  account: AccountName,
  order: RefundOrder,
  ask: Ask,
): Promise<RefundOutcome> {
  const { refundId } = order;
  if (provider.unclear.has(refundId)) {
    provider.offences.push(`refund ${refundId} was sent again, its outcome unknown`);
  }
  provider.unclear.add(refundId);
  const take = (): RefundOutcome => {
    const refund = provider.takeRefund(account, order);
    if (refund === null) return refuse('declined');
    const { id: providerReference, status, money: refunded } = refund;
    return status === 'completed'
      ? { kind: 'accepted', providerReference, status, refunded }
      : { kind: 'accepted', providerReference, status: 'sent' };
  };
  const outcome = await ask(take, {
    canRefuse: !provider.refunds.has(refundId),
    more: () => {
      const refund = provider.takeRefund(account, order);
      if (refund !== null) provider.moveRefund(refund, 'completed');
    },
  });
  if (outcome.kind !== 'error' || !isUnclear(outcome)) provider.unclear.delete(refundId);
  return outcome;
}

const isUnclear = ({ error }: ConnectorError) =>
  error === 'timeoutUnknown' || error === 'malformed';

const silence: ConnectorError = { kind: 'error', error: 'timeoutUnknown', detail: 'silence' };
const garbage: ConnectorError = { kind: 'error', error: 'malformed', detail: 'garbage' };

function refuse(fault: 'declined' | 'declinedHere' | 'rejected'): ConnectorError {
  if (fault === 'rejected') return { kind: 'error', error: fault, detail: fault };
  const reason = fault === 'declinedHere' ? 'suspectedFraud' : null;
  return { kind: 'error', error: 'declined', detail: fault, message: 'Ask your bank.', reason };
}
