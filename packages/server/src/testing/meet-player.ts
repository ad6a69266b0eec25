import { v7 as uuidv7 } from 'uuid';
import { expect } from 'vitest';
import { followUpWithdrawals } from '../money/provider-events/follow-up-withdrawals.ts';
import { type PlayerRef, resolvePlayer } from '../players/player-row.ts';
import type { TestServer } from './test-server.ts';

/** A player of the first brand, and what the player can do over the API. */
export interface MetPlayer {
  externalId: string;
  token: string;
  ref: PlayerRef;
  balance: () => Promise<number>;
  /** Creates a deposit of 50 EUR and returns its id. */
  order: (fields?: Record<string, string>) => Promise<string>;
  /** Creates a deposit of 50 EUR, has it paid and credited, and returns its id. */
  pay: (fields?: Record<string, string>, instrument?: { payerName: string }) => Promise<string>;
  /** Requests a payout of 50 EUR and returns its id. */
  ask: (fields?: Record<string, string>) => Promise<string>;
  /** Requests a payout of 50 EUR, has it sent and completed, and returns its id. */
  cashOut: (fields?: Record<string, string>) => Promise<string>;
}

/**
 * Creates a player of its own for a test. The brand must approve withdrawals of 50 EUR
 * automatically.
 * @param person - the claims of the token about the person
 */
export async function meetPlayer(
  server: TestServer,
  externalId: string = uuidv7(),
  person: Record<string, unknown> = {},
): Promise<MetPlayer> {
  const token = await server.token({ playerId: externalId, person });
  const call = async (name: Parameters<TestServer['call']>[0], request: object) => {
    const { status, body } = await server.call(name, { ...request }, { token });
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };
  const balance = async () => Number((await call('user-get', {})).balanceData.primary.amount);
  const money = { amount: '50', currency: 'EUR' };
  const order = async (fields: Record<string, string> = {}) =>
    (await call('deposit-create', { ...money, paymentType: 'card', fields })).depositId as string;
  const ask = async (fields: Record<string, string> = {}) =>
    (await call('withdrawal-create', { ...money, paymentType: 'payout', fields }))
      .withdrawalId as string;
  const find = async (what: 'payments' | 'payouts', id: string) =>
    (await server.provider('GET', `/v1/${what}?merchantReference=${id}`)).body.id as string;
  await call('user-get', {});
  return {
    externalId,
    token,
    ref: {
      brandId: 'kassa',
      playerId: await resolvePlayer(server.core.db, 'kassa', externalId),
    },
    balance,
    order,
    ask,
    pay: async (fields, instrument) => {
      const id = await order(fields);
      const payment = await find('payments', id);
      await server.provider('POST', `/v1/payments/${payment}/approve`, { instrument });
      const request = { depositId: id, paymentMethod: 'card' };
      await expect.poll(async () => (await call('deposit-status', request)).status).toBe('PAYED');
      return id;
    },
    cashOut: async (fields) => {
      const id = await ask(fields);
      await followUpWithdrawals(server.core);
      const payout = await find('payouts', id);
      await server.provider('POST', `/v1/payouts/${payout}/decide`, { status: 'completed' });
      const request = { withdrawalId: id };
      await expect.poll(async () => (await call('withdrawal-status', request)).status).toBe('PAID');
      return id;
    },
  };
}
