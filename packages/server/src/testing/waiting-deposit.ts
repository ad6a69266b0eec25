import { v7 as uuidv7 } from 'uuid';
import { expect } from 'vitest';
import type { Core } from '../core/core.ts';
import { findNotifications } from './find-notifications.ts';
import type { TestServer } from './test-server.ts';

export const order = { amount: '50', currency: 'EUR', paymentType: 'card' };

/** Creates a player of its own for a test, with a deposit that waits for money. */
export async function beginDeposit(server: TestServer, request = order) {
  const token = await server.token({ playerId: uuidv7() });
  const { status, body } = await server.call('deposit-create', request, { token });
  expect(status).toBe(200);
  const depositId: string = body.depositId;
  const { body: payment } = await server.provider(
    'GET',
    `/v1/payments?merchantReference=${depositId}`,
  );
  return {
    depositId,
    call: (name: 'withdrawal-create', part: Record<string, unknown>) =>
      server.call(name, part, { token }),
    balance: async () =>
      Number((await server.call('user-get', {}, { token })).body.balanceData.primary.amount),
    status: async () =>
      (await server.call('deposit-status', { depositId, paymentMethod: 'card' }, { token })).body,
    approve: (part: object = {}) =>
      server.provider('POST', `/v1/payments/${payment.id}/approve`, part),
    receive: (part: object) => server.provider('POST', `/v1/payments/${payment.id}/receipts`, part),
    reverse: (part: object) =>
      server.provider('POST', `/v1/payments/${payment.id}/reversals`, part),
    rows: () =>
      server.core.db
        .selectFrom('payments')
        .selectAll()
        .where('deposit_id', '=', depositId)
        .orderBy('created_at')
        .execute(),
    state: async () =>
      (
        await server.core.db
          .selectFrom('deposits')
          .select('status')
          .where('id', '=', depositId)
          .executeTakeFirstOrThrow()
      ).status,
    reversals: () =>
      server.core.db
        .selectFrom('reversals')
        .selectAll()
        .where('deposit_id', '=', depositId)
        .execute(),
  };
}

/** Returns the outcome of the newest processed notification of a reversal. */
export async function lastReversalOutcome(
  core: Core,
  depositId: string,
): Promise<string | undefined> {
  const found = await findNotifications(core, depositId, 'reversal.created');
  return found.at(-1)?.outcome ?? undefined;
}

/** The fields of an operator's act on a deposit. */
export const actOn = (depositId: string) => ({
  brandId: 'kassa',
  depositId,
  actor: 'a test',
  reason: 'for a test',
});
