import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type {
  CancelOutcome,
  Connector,
  CreateOutcome,
  DepositOrder,
  DepositRef,
} from '../connectors/connector.ts';
import type { ConnectorError } from '../connectors/connector-outcome.ts';
import type { ProviderEvent } from '../connectors/provider-event.ts';
import { checkLedger } from '../money/ledger/check-ledger.ts';
import { receiveNotification } from '../money/provider-events/inbox.ts';
import { processNotification } from '../money/provider-events/process-notification.ts';
import { resolvePlayer } from '../players/player-row.ts';
import { buildBreakers } from '../providers/breakers.ts';
import { buildAccount, buildMethod } from './build-method.ts';
import { createOperator, type OperatorClient } from './operator-client.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** An account whose provider answers as the test says; by default it accepts. */
export interface StubAccount {
  answer: (order: DepositOrder) => CreateOutcome | Promise<CreateOutcome>;
  orders: DepositOrder[];
  /** The deposits that it was asked to cancel. */
  canceled: string[];
  /** The deposits whose status it was asked for, and what it reports of any, or its error. */
  asked: DepositRef[];
  events: ProviderEvent[] | ConnectorError;
}

const accountNames = ['north', 'south', 'west'] as const;
type AccountName = (typeof accountNames)[number];

interface RoutedDesk {
  server: TestServer;
  operator: OperatorClient;
  accounts: Record<AccountName, StubAccount>;
}

export const refuse = (
  error: Exclude<ConnectorError['error'], 'declined' | 'rateLimited'>,
): ConnectorError => ({ kind: 'error', error, detail: `for a test: ${error}` });

/**
 * Gives the tests of a file a server whose deposits have routes to three accounts, in the order of
 * `accountNames`; `desk` is filled once the hooks have run.
 * @param brand - further settings in the file of brand `kassa`
 */
export function useRoutedDesk(brand: object = {}) {
  const desk = {} as RoutedDesk;
  const events = new Map<string, ProviderEvent>();
  beforeAll(async () => {
    desk.server = await startTestServer({}, { brand });
    desk.operator = await createOperator(desk.server);
    const accounts = desk.server.core.brands.get('kassa')?.accounts;
    for (const name of accountNames) {
      const connector = buildStub(() => desk.accounts[name], events);
      accounts?.set(name, buildAccount(name, { connector }));
    }
    const catalog = desk.server.core.catalogOf('kassa');
    const routes = accountNames.map((account) => ({ account }));
    const amount_rules = { EUR: { min: '5', max: '500' }, USD: { min: '5', max: '500' } };
    const methods = [buildMethod('card', { routes, countries: '*', amount_rules })];
    desk.server.core.catalogOf = () => ({ ...catalog, methods });
  });
  beforeEach(() => {
    desk.server.core.breakers = buildBreakers();
    const accept = ({ attemptId }: DepositOrder): CreateOutcome => ({
      kind: 'accepted',
      providerReference: `payment ${attemptId}`,
      step: { kind: 'page', method: 'GET', url: 'https://provider.example/', data: {} },
    });
    const build = (): StubAccount => ({
      answer: accept,
      orders: [],
      canceled: [],
      asked: [],
      events: [],
    });
    desk.accounts = { north: build(), south: build(), west: build() };
  });
  afterAll(async () => {
    expect(await checkLedger(desk.server.core.db)).toEqual([]);
    await desk.server.stop();
  });

  const rowOf = (depositId: string) =>
    desk.server.core.db
      .selectFrom('deposits')
      .selectAll()
      .where('id', '=', depositId)
      .executeTakeFirstOrThrow();
  return {
    desk,
    rowOf,
    /** Creates a deposit of 50 EUR of a new player; its first order names it even if that fails. */
    create: async () => {
      const playerId = uuidv7();
      const token = await desk.server.token({ playerId });
      const request = { amount: '50', currency: 'EUR', paymentType: 'card' };
      const { status, body } = await desk.server.call('deposit-create', request, { token });
      const depositId = desk.accounts.north.orders.at(-1)?.depositId ?? '';
      const owner = {
        brandId: 'kassa',
        playerId: await resolvePlayer(desk.server.core.db, 'kassa', playerId),
      };
      return { depositId, status, body, owner, token };
    },
    attemptsOf: (depositId: string) =>
      desk.server.core.db
        .selectFrom('deposit_attempts')
        .select(['number', 'account', 'outcome', 'error', 'detail'])
        .where('deposit_id', '=', depositId)
        .orderBy('number')
        .execute(),
    paymentsOf: (depositId: string) =>
      desk.server.core.db
        .selectFrom('payments')
        .selectAll()
        .where('deposit_id', '=', depositId)
        .orderBy('created_at')
        .execute(),
    /** Sends an account's notification of an event; returns its outcome. */
    notify: async (account: string, event: ProviderEvent) => {
      const { core } = desk.server;
      const body = uuidv7();
      events.set(body, event);
      const stored = await receiveNotification(
        core,
        { brandId: 'kassa', account },
        { headers: {}, body },
      );
      if (stored.kind !== 'stored') throw new Error(stored.kind);
      await processNotification(core, stored.id);
      const { outcome } = await core.db
        .selectFrom('provider_notifications')
        .select('outcome')
        .where('id', '=', stored.id)
        .executeTakeFirstOrThrow();
      return outcome;
    },
  };
}

function buildStub(account: () => StubAccount, events: Map<string, ProviderEvent>): Connector {
  return {
    create: async (order) => {
      account().orders.push(order);
      return account().answer(order);
    },
    complete: async () => ({ kind: 'acknowledged' }),
    cancel: async ({ depositId }): Promise<CancelOutcome> => {
      account().canceled.push(depositId);
      return { kind: 'canceled' };
    },
    status: async (deposit) => {
      account().asked.push(deposit);
      const { events } = account();
      return 'error' in events ? events : { kind: 'known', events };
    },
    checkNotification: ({ body }) => ({ kind: 'authentic', notificationId: body }),
    parseNotification: (body) => {
      const event = events.get(body);
      return event === undefined ? { kind: 'unreadable', detail: 'never sent' } : [event];
    },
    payouts: null,
    refunds: null,
  };
}
