import { v7 as uuidv7 } from 'uuid';
import type { Reply, TestServer } from './test-server.ts';

/** A player with an account of their own, who deposits by card and withdraws to an account. */
export interface PayingPlayer {
  /** The operator's id of the player. */
  id: string;
  token: string;
  balance: () => Promise<string>;
  /** Asks for a deposit; nothing is paid yet. */
  deposit: (
    amount?: string,
  ) => Promise<{ depositId: string; reference: string; paymentId: string }>;
  withdraw: (amount?: string, fields?: Record<string, string>) => Promise<Reply>;
}

/** Brings a player that no other test knows. */
export async function bringPlayer(server: TestServer): Promise<PayingPlayer> {
  const id = `player-${uuidv7()}`;
  const token = await server.token({ playerId: id });
  return {
    id,
    token,
    balance: async () =>
      (await server.call('user-get', {}, { token })).body.balanceData.primary.amount,
    deposit: async (amount = '100') => {
      const order = { amount, currency: 'EUR', paymentType: 'card' };
      const { body } = await server.call('deposit-create', order, { token });
      const { depositId, reference } = body;
      const found = await server.provider('GET', `/v1/payments?merchantReference=${depositId}`);
      return { depositId, reference, paymentId: found.body.id };
    },
    withdraw: (amount = '40', fields = {}) => {
      const order = { amount, currency: 'EUR', paymentType: 'payout', fields };
      return server.call('withdrawal-create', order, { token });
    },
  };
}

/** Lets the provider have a deposit's money. */
export function approve(server: TestServer, paymentId: string): Promise<Reply> {
  return server.provider('POST', `/v1/payments/${paymentId}/approve`, {});
}
