import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { expectNothingReleased } from './checks.ts';
import type { ConnectorDescription, ProviderUnderTest } from './description.ts';
import type { Stage } from './stage.ts';

/** Refunds: the money is sent back at most once, with every status reported. */
export function registerRefundTests<Provider extends ProviderUnderTest>(
  { abilities, order }: ConnectorDescription<Provider>,
  stage: () => Stage<Provider>,
): void {
  const statuses = abilities.refundStatuses ?? [];
  if (statuses.length === 0) {
    it('has no refunds', () => {
      const message = 'it has refunds: declare their `abilities.refundStatuses`';
      expect(stage().connector.refunds, message).toBeNull();
    });
    return;
  }

  describe('a refund', () => {
    it('sent twice with one id is one refund, also in parallel', async () => {
      const wanted = await stage().refundOrder({ amount: '5' });
      const send = () => stage().ask(stage().refunds.send(wanted));
      const first = await send();
      if (first.kind !== 'accepted') throw new Error(JSON.stringify(first));
      for (const outcome of await Promise.all([send(), send(), send()])) {
        expect(outcome).toMatchObject({
          kind: 'accepted',
          providerReference: first.providerReference,
        });
      }
      const another = await stage().refund({ ...wanted, refundId: uuidv7() });
      expect(another.reference).not.toBe(first.providerReference);
    });

    // The first refund may have been done: this response must not release the player's money.
    it('with the id of another refund never gives an error that means “nothing was done”', async () => {
      const wanted = await stage().refundOrder({ amount: '5' });
      const { reference } = await stage().refund(wanted);
      const outcome = await stage().ask(stage().refunds.send({ ...wanted, amount: '6' }));
      expectNothingReleased(outcome, [reference]);
    });

    it('is found by its id; an unknown refund is absent', async () => {
      const wanted = await stage().refundOrder();
      const { refundId, depositId } = wanted;
      const { reference } = await stage().refund(wanted);
      const event = { kind: 'refund', refundId, depositId, providerReference: reference };
      expect(await stage().eventsOfRefund(wanted)).toEqual([expect.objectContaining(event)]);
      const unknown = { ...wanted, refundId: uuidv7() };
      expect(await stage().ask(stage().refunds.status(unknown))).toEqual({ kind: 'absent' });
    });

    it('of more than what is left of the receipt is declined, and absent', async () => {
      const wanted = await stage().refundOrder({ amount: '20' });
      await stage().refund({ ...wanted, amount: '15' });
      const second = { ...wanted, refundId: uuidv7(), amount: '6' };
      const outcome = await stage().ask(stage().refunds.send(second));
      expect(outcome).toMatchObject({ kind: 'error', error: 'declined' });
      expect(await stage().ask(stage().refunds.status(second))).toEqual({ kind: 'absent' });
    });

    it.each(statuses)(
      'that is %s has this status, with the money if it was sent back',
      async (status) => {
        const wanted = await stage().refundOrder();
        const { refundId } = wanted;
        const { reference } = await stage().refund(wanted);
        await stage().provider.money.settleRefund?.(refundId, status);
        const refunded =
          status === 'completed'
            ? { amount: expect.stringMatching(/^20(\.0+)?$/), currency: order.currency }
            : null;
        const told = { refundId, providerReference: reference, status, refunded };
        const events = await stage().eventsOfRefund(wanted);
        expect(events).toEqual([expect.objectContaining(told)]);
        if (status === 'sent') return;
        await expect
          .poll(() => stage().notified(wanted.depositId))
          .toEqual(expect.arrayContaining(events));
        // The deposit's own status reports it as the same refund, or not at all.
        const ofDeposit = await stage().eventsOf(wanted.depositId);
        const taken = ofDeposit.filter(({ kind }) => kind === 'refund' || kind === 'reversal');
        expect(events).toEqual(expect.arrayContaining(taken));
      },
    );

    it('that voids the whole receipt is accepted, or declined if it is too late', async () => {
      const early = await stage().refundOrder({ kind: 'void' });
      const outcome = await stage().ask(stage().refunds.send(early));
      if (abilities.canVoid !== true) {
        // The provider refunds it instead, or declines it.
        if (outcome.kind === 'error') expect(outcome.error).toBe('declined');
        return;
      }
      expect(outcome).toMatchObject({ kind: 'accepted' });
      const late = await stage().refundOrder({ kind: 'void' });
      await stage().provider.money.settle?.(late.depositId);
      const declined = await stage().ask(stage().refunds.send(late));
      expect(declined, 'a void after the settlement').toMatchObject({
        kind: 'error',
        error: 'declined',
      });
      expect(await stage().ask(stage().refunds.status(late))).toEqual({ kind: 'absent' });
    });
  });
}
