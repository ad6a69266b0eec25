import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { ConnectorDescription, ProviderUnderTest } from './description.ts';
import type { Stage } from './stage.ts';

/** Paying out: at most once, and told of as it goes. */
export function registerPayoutTests<Provider extends ProviderUnderTest>(
  description: ConnectorDescription<Provider>,
  stage: () => Stage<Provider>,
): void {
  if (description.payoutOrder === null) {
    it('pays nothing out, and says so', () => {
      expect(stage().connector.payouts).toBeNull();
    });
    return;
  }

  describe('a payout', () => {
    it('sent twice with one id is one payout, also at once', async () => {
      const order = stage().payoutOrder();
      const send = () => stage().ask(stage().payouts.send(order));
      const first = await send();
      if (first.kind !== 'accepted') throw new Error(JSON.stringify(first));
      const again = await Promise.all([send(), send(), send()]);
      for (const outcome of again) {
        expect(outcome).toMatchObject({
          kind: 'accepted',
          providerReference: first.providerReference,
        });
      }
      expect((await stage().send()).reference).not.toBe(first.providerReference);
    });

    // The first may have been paid: the player's money must not be given back for this answer.
    it('with the id of another payout is never said to have come to nothing', async () => {
      const order = stage().payoutOrder();
      await stage().send(order);
      const other = { ...order, notificationUrl: `${order.notificationUrl}/other` };
      const outcome = await stage().ask(stage().payouts.send(other));
      if (outcome.kind === 'error') {
        expect(['timeoutUnknown', 'malformed', 'misconfigured']).toContain(outcome.error);
      }
    });

    it('is known by our id; an unknown one is absent', async () => {
      const { id, reference } = await stage().send();
      expect(await stage().eventsOfPayout(id)).toEqual([
        expect.objectContaining({ kind: 'payout', withdrawalId: id, providerReference: reference }),
      ]);
      const unknown = await stage().ask(stage().payouts.status(uuidv7()));
      expect(unknown).toEqual({ kind: 'absent' });
    });

    it.each(description.abilities.payoutStatuses)('that is %s is told of so', async (status) => {
      const { id, reference } = await stage().send();
      await stage().provider.money.settlePayout(id, status);
      const events = await stage().eventsOfPayout(id);
      expect(events).toEqual([
        expect.objectContaining({ withdrawalId: id, providerReference: reference, status }),
      ]);
      await expect.poll(() => stage().notified(id)).toEqual(expect.arrayContaining(events));
    });
  });
}
