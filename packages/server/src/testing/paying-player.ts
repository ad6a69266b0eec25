import { v7 as uuidv7 } from 'uuid';
import type { Reply, TestServer } from './test-server.ts';

/** A player with an account who deposits by card and withdraws to a bank account. */
export interface PayingPlayer {
  /** The operator's id of the player. */
  id: string;
  token: string;
  balance: () => Promise<string>;
  /** Creates a deposit that nobody has paid yet. */
  deposit: (
    amount?: string,
  ) => Promise<{ depositId: string; reference: string; paymentId: string }>;
  withdraw: (amount?: string, fields?: Record<string, string>) => Promise<Reply>;
}

/** Creates a player that no other test uses. */
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

/** Approves a deposit's payment at the provider. */
export function approve(server: TestServer, paymentId: string): Promise<Reply> {
  return server.provider('POST', `/v1/payments/${paymentId}/approve`, {});
}
