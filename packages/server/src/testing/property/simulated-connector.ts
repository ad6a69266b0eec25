import type { FieldDefinition } from '@kassa/contract';
import type {
  AcknowledgeOutcome,
  Connector,
  ConnectorError,
  CreateOutcome,
  DepositOrder,
  PayoutOrder,
  PayoutOutcome,
  StatusOutcome,
} from '../../connectors/connector.ts';
import type { MortalProcess } from './mortal-process.ts';
import { describePayout, type SimulatedProvider } from './simulated-provider.ts';

/**
 * How a provider fails one request. `…Before` did nothing, `…After` did what it was asked, `late`
 * does it some time after it was given up, `paidFirst` does more than it was asked and tells so
 * before it answers, `throws` is a fault of the connector's own.
 */
export const connectorFaults = [
  'declined',
  'rejected',
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

/** How the provider behaves at this moment; all processes of a test meet the same. */
export interface ProviderMood {
  /** What becomes of the next requests; none: all is well. */
  faults: ConnectorFault[];
  /** Has what is on its way delivered while a request still runs. */
  deliver: () => Promise<void>;
}

/** What the provider's signature is worth in this test. */
export const signature = { 'provider-signature': 'genuine' };

export class ConnectorBug extends Error {}

/** The connector as one process has it: it may die before a request is heard, and before its answer is. */
export function buildSimulatedConnector(
  provider: SimulatedProvider,
  mood: ProviderMood,
  owner: MortalProcess,
): Connector {
  /** Asks in the way of the next fault. `refuse`: whether a refusal can be meant at all. */
  const ask = <Outcome extends { kind: string }>(
    act: () => Outcome,
    { canRefuse, more }: { canRefuse: boolean; more: () => void },
  ): Promise<Outcome | ConnectorError> =>
    owner.touch('provider', async () => {
      const fault = mood.faults.shift();
      switch (fault) {
        case undefined:
          return act();
        case 'declined':
        case 'rejected':
          return canRefuse ? refuse(fault) : act();
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
  const acknowledge = (act: () => void): Promise<AcknowledgeOutcome> =>
    ask(() => {
      act();
      return { kind: 'acknowledged' as const };
    }, nothingMore);
  return {
    create: (order): Promise<CreateOutcome> => {
      const take = () => {
        const { id } = provider.takeOrder(order);
        if (order.providerReference !== null && order.providerReference !== id) {
          provider.offences.push(`payment ${id} was meant by ${order.providerReference}`);
        }
        const fields = missingFields(id, order);
        if (fields.length > 0) {
          return { kind: 'fieldsRequired' as const, providerReference: id, fields };
        }
        // Every other payment has a page of the provider's for the player.
        const step = id.endsWith('1')
          ? null
          : { kind: 'page' as const, method: 'GET' as const, url: 'https://p', data: {} };
        return { kind: 'accepted' as const, providerReference: id, step };
      };
      return ask(take, {
        canRefuse: !provider.deposits.has(order.depositId),
        more: () => {
          const deposit = provider.takeOrder(order);
          if (deposit.receipts.length === 0) provider.receive(deposit, deposit.asked, null);
        },
      });
    },
    complete: () => acknowledge(() => {}),
    cancel: ({ depositId }) =>
      acknowledge(() => {
        const deposit = provider.deposits.get(depositId);
        if (deposit !== undefined) provider.close(deposit, 'canceled');
      }),
    status: ({ depositId }): Promise<StatusOutcome> =>
      ask<StatusOutcome>(() => {
        const deposit = provider.deposits.get(depositId);
        if (deposit === undefined) return { kind: 'absent' };
        return { kind: 'known', events: provider.describeDeposit(deposit) };
      }, nothingMore),
    checkNotification: ({ headers, body }) =>
      headers['provider-signature'] === signature['provider-signature']
        ? { kind: 'authentic', notificationId: body }
        : { kind: 'refused', detail: 'a wrong signature' },
    parseNotification: (body) => {
      const notification = provider.told.get(body.replace(/ again$/, ''));
      return notification === undefined
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
  };
}

/** What the player says to all that is asked for. */
export const moreFields = { code: '123456' };

/** Of some payments the provider wants to know more. */
function missingFields(id: string, { fields }: DepositOrder): FieldDefinition[] {
  const isAsking = /[27]$/.test(id) && fields.code !== moreFields.code;
  return isAsking ? [{ name: 'code', type: 'text', placeholder: { en: 'Code' } }] : [];
}

type Ask = <Outcome extends { kind: string }>(
  act: () => Outcome,
  options: { canRefuse: boolean; more: () => void },
) => Promise<Outcome | ConnectorError>;

/** An order to pay. A second one while nobody knows what became of the first is an offence. */
async function sendPayout(
  provider: SimulatedProvider,
  order: PayoutOrder,
  ask: Ask,
): Promise<PayoutOutcome> {
  const { withdrawalId } = order;
  if (provider.unclear.has(withdrawalId)) {
    provider.offences.push(`withdrawal ${withdrawalId} was sent again, its outcome unknown`);
  }
  // Until an answer is heard; a process that dies meanwhile leaves it so.
  provider.unclear.add(withdrawalId);
  const take = () => {
    const { id, status } = provider.takePayout(order);
    // Taken, whatever became of it: that is told as an event.
    const word = status === 'completed' ? ('completed' as const) : ('sent' as const);
    return { kind: 'accepted' as const, providerReference: id, status: word };
  };
  const outcome = await ask(take, {
    canRefuse: !provider.payouts.has(withdrawalId),
    more: () => provider.movePayout(provider.takePayout(order), 'completed'),
  });
  const isClear = outcome.kind !== 'error' || !isUnclear(outcome);
  if (isClear) provider.unclear.delete(withdrawalId);
  return outcome;
}

const isUnclear = ({ error }: ConnectorError) =>
  error === 'timeoutUnknown' || error === 'malformed';

const silence: ConnectorError = { kind: 'error', error: 'timeoutUnknown', detail: 'silence' };
const garbage: ConnectorError = { kind: 'error', error: 'malformed', detail: 'garbage' };

function refuse(error: 'declined' | 'rejected'): ConnectorError {
  return error === 'declined'
    ? { kind: 'error', error, detail: error, message: 'Ask your bank.' }
    : { kind: 'error', error, detail: error };
}
