import { compareDecimals } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { expectNothingReleased } from './checks.ts';
import type { ConnectorDescription, ProviderUnderTest } from './description.ts';
import type { Stage } from './stage.ts';

/** Payouts: sent at most once, with every status reported. */
export function registerPayoutTests<Provider extends ProviderUnderTest>(
  description: ConnectorDescription<Provider>,
  stage: () => Stage<Provider>,
): void {
  if (description.payoutOrder === null) {
    it('has no payouts', () => {
      expect(stage().connector.payouts, 'it has payouts: give their `payoutOrder`').toBeNull();
    });
    return;
  }

  describe('a payout', () => {
    it('sent twice with one id is one payout, also in parallel', async () => {
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

    // The first payout may have been paid: this response must not release the player's money.
    it('with the id of another payout never gives an error that means “nothing was paid”', async () => {
      const order = stage().payoutOrder();
      const { reference } = await stage().send(order);
      const other = { ...order, notificationUrl: `${order.notificationUrl}/other` };
      expectNothingReleased(await stage().ask(stage().payouts.send(other)), [reference]);
    });

    registerEnquiryTests(description, stage);

    it('is found by its withdrawal id; an unknown payout is absent', async () => {
      const { id, reference } = await stage().send();
      expect(await stage().eventsOfPayout(id)).toEqual([
        expect.objectContaining({ kind: 'payout', withdrawalId: id, providerReference: reference }),
      ]);
      const unknown = await stage().ask(stage().payouts.status(uuidv7()));
      expect(unknown).toEqual({ kind: 'absent' });
    });

    it.each(description.abilities.payoutStatuses)(
      'that is %s has this status, with the paid money if it was paid',
      async (status) => {
        const { amount, currency } = stage().payoutOrder();
        const { id, reference } = await stage().send();
        await stage().provider.money.settlePayout(id, status);
        const events = await stage().eventsOfPayout(id);
        const isPaid = status === 'completed' || status === 'returned';
        const paid = isPaid ? { amount: expect.any(String), currency } : null;
        expect(events).toEqual([
          expect.objectContaining({ withdrawalId: id, providerReference: reference, status, paid }),
        ]);
        for (const event of events) {
          const reported = event.kind === 'payout' ? event.paid : null;
          if (reported !== null) expect(compareDecimals(reported.amount, amount)).toBe(0);
        }
        await expect.poll(() => stage().notified(id)).toEqual(expect.arrayContaining(events));
      },
    );
  });
}

/** The question whose account it is, if the provider answers it. */
function registerEnquiryTests<Provider extends ProviderUnderTest>(
  { enquiry }: ConnectorDescription<Provider>,
  stage: () => Stage<Provider>,
): void {
  if (enquiry === undefined) {
    it('can’t ask whose account it is', () => {
      const hint = 'it has `enquireName`: describe it in `enquiry`';
      expect(stage().payouts.enquireName, hint).toBeUndefined();
    });
    return;
  }
  it('goes to an account whose holder its bank names; an unknown account is absent', async () => {
    const { fields, holder, absent } = enquiry;
    const named = { kind: 'named', holder };
    expect(await stage().ask(stage().enquire(fields))).toEqual(named);
    expect(await stage().ask(stage().enquire(fields))).toEqual(named);
    expect(await stage().ask(stage().enquire(absent))).toEqual({ kind: 'absent' });
  });
}
