import type { CallName } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { Connector } from '../connectors/connector.ts';
import type { ConnectorError } from '../connectors/connector-outcome.ts';
import { followUpDeposits } from '../money/provider-events/follow-up-deposits.ts';
import { resolvePlayer } from '../players/player-row.ts';
import { createOperator, type OperatorClient } from './operator-client.ts';
import { startTestServer, type TestServer } from './test-server.ts';

export const minute = 60_000;
export const hour = 60 * minute;

/** The provider's answer to a request whose outcome is not known. */
export const noAnswer: ConnectorError = {
  kind: 'error',
  error: 'timeoutUnknown',
  detail: 'for a test',
};

interface Desk {
  server: TestServer;
  operator: OperatorClient;
  connector: Connector;
  /** The operator's id of the test's player. */
  playerId: string;
}

/**
 * Gives the tests of a file a server, and each test a player, whose deposits end in some way.
 * Registers the hooks that do so; `desk` is filled once they have run.
 */
export function useEndingDesk() {
  const desk = {} as Desk;
  beforeAll(async () => {
    desk.server = await startTestServer();
    desk.operator = await createOperator(desk.server);
    const connector = desk.server.core.brands.get('kassa')?.accounts.get('sandbox')?.connector;
    if (connector === undefined) throw new Error('no connector');
    desk.connector = connector;
  });
  afterAll(() => desk.server.stop());
  beforeEach(async () => {
    desk.playerId = uuidv7();
    await resolvePlayer(desk.server.core.db, 'kassa', desk.playerId);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await behave({ cancel: 'possible' });
    await desk.server.core.db.updateTable('deposits').set({ next_check_at: null }).execute();
  });

  /** Calls as the player, with a token that is new at this moment. */
  const call = async (name: CallName, request: Record<string, unknown>) => {
    const { server, playerId } = desk;
    const token = await server.token({ playerId, issuedAt: server.core.now() });
    return server.call(name, request, { token });
  };
  /** Acts as the operator; the act must succeed. */
  const act = async (name: string, fields: Record<string, unknown>) => {
    const { status, body } = await desk.operator.ask(name, { reason: 'a test', ...fields });
    if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const behave = (part: object) => desk.server.provider('POST', '/v1/behaviours', part);
  const open = (amount = '100') =>
    call('deposit-create', { amount, currency: 'EUR', paymentType: 'card' });
  const show = async (depositId: string) =>
    (await desk.operator.ask('deposits-show', { depositId })).body;
  return {
    desk,
    act,
    call,
    show,
    /** Sets the sandbox's behaviours. */
    behave,
    /** Runs the follow-up of all due deposits after a while. */
    checkIn: (ms: number) =>
      desk.server.later(ms, async () => {
        await followUpDeposits(desk.server.core);
      }),
    /** Opens a deposit, and returns its ids here and at the provider. */
    deposit: async (amount?: string) => {
      const { body } = await open(amount);
      const depositId: string = body.depositId;
      const path = `/v1/payments?merchantReference=${depositId}`;
      return { depositId, paymentId: (await desk.server.provider('GET', path)).body.id as string };
    },
    /** Opens a deposit, and returns `open` or the code of the error. */
    tryToOpen: async (amount?: string): Promise<string> => {
      const { status, body } = await open(amount);
      return status === 200 ? 'open' : body.error.code;
    },
    setLimit: (amount: string, part: object = {}) =>
      act('players-set-limit', {
        player: desk.playerId,
        transaction: 'deposit',
        period: 'day',
        source: 'operator',
        currency: 'EUR',
        amount,
        ...part,
      }),
    block: (part: object = {}) => act('players-block', { player: desk.playerId, ...part }),
    /** The status of a deposit's payment at the provider. */
    statusAtProvider: async (depositId: string): Promise<string> =>
      (await desk.server.provider('GET', `/v1/payments?merchantReference=${depositId}`)).body
        .status,
  };
}
