import {
  compareDecimals,
  cryptoAddressSchema,
  decimalsOf,
  fieldDefinitionSchema,
  onrampOffersSchema,
  paymentCodeSchema,
  requisiteSchema,
  transferInvoiceSchema,
  unifiedFlowSchema,
} from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it, vi } from 'vitest';
import type { PlayerStep } from '../../connectors/connector.ts';
import type { ProviderEvent, ProviderReversal } from '../../connectors/provider-event.ts';
import { keepReadable } from '../../money/deposits/instruments.ts';
import { expectNothingReleased } from './checks.ts';
import type { ConnectorDescription, ProviderUnderTest } from './description.ts';
import type { Stage } from './stage.ts';

/** Amounts that a currency of so many decimals can have; no float can hold the first one. */
function amountsOf(decimals: number): string[] {
  const fraction = (digits: string) => (decimals === 0 ? '' : `.${digits.slice(0, decimals)}`);
  return [`900719925474099${fraction('31000000')}`, `7${fraction('10000000')}`, '20'];
}

/** Create, status, complete and cancel of deposits, and the money that arrives for them. */
export function registerDepositTests<Provider extends ProviderUnderTest>(
  description: ConnectorDescription<Provider>,
  stage: () => Stage<Provider>,
): void {
  const { otherSteps = [] } = description;
  const { currency } = description.order;
  const { isPaidRepeatedly, reversals, declineReasons = [] } = description.abilities;
  const { knowsMoneyAlone = false, cannotCancel = false } = description.abilities;
  const { namesInstrument = false, hasIdempotencyKey = false } = description.abilities;

  describe('creating a deposit', () => {
    it('is accepted, with the provider’s reference and the player’s next step', async () => {
      const outcome = await stage().connector.create(stage().order());
      if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome));
      expect(outcome.providerReference).toMatch(/^.{1,128}$/);
      if (outcome.step !== null) expectPlayable(outcome.step);
    });

    if (otherSteps.length > 0) {
      it.each(otherSteps)('of $paymentMethod has a next step of its own kind', async (method) => {
        const usual = await stage().connector.create(stage().order());
        const order = { ...stage().order(), ...method };
        const outcome = await stage().connector.create(order);
        if (outcome.kind !== 'accepted' || !outcome.step) throw new Error(JSON.stringify(outcome));
        expectPlayable(outcome.step);
        expect(usual).not.toMatchObject({ step: { kind: outcome.step.kind } });
        expect(await stage().connector.create(order)).toEqual(outcome);
      });
    }

    it('twice with one id gives the same payment, also in parallel', async () => {
      const order = stage().order();
      const first = await stage().ask(stage().connector.create(order));
      expect(first.kind).toBe('accepted');
      const again = await Promise.all(
        Array.from({ length: 3 }, () => stage().ask(stage().connector.create(order))),
      );
      expect(again).toEqual([first, first, first]);
    });

    // The first payment may be paid: this response must not lead to another account.
    it('with the id of another payment never gives an error that means “nothing can be paid”', async () => {
      const order = stage().order({ amount: '20' });
      const first = await stage().create(order);
      const { amount } = description.order;
      const other = { ...order, amount, notificationUrl: `${order.notificationUrl}/other` };
      const outcome = await stage().ask(stage().connector.create(other));
      expectNothingReleased(outcome, [first.reference]);
    });

    if (hasIdempotencyKey) {
      it('in another attempt has another idempotency key', async () => {
        const order = stage().order();
        const { reference } = await stage().create(order);
        const attemptId = `${order.depositId}-2`;
        const outcome = await stage().ask(stage().connector.create({ ...order, attemptId }));
        if (outcome.kind === 'error') return expectNothingReleased(outcome, []);
        if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome));
        const message = 'the provider took it for the first attempt: its key is the `attemptId`';
        expect(outcome.providerReference, message).not.toBe(reference);
      });
    }

    if (description.factory.canChargeFee === true) {
      it('charges the player the fee on top, and the amount is what is paid', async () => {
        const fee = { amount: '20', payerFee: '3', charged: '23' };
        const orders = [stage().order({ amount: '20' }), stage().order(fee)];
        for (const { depositId, ...order } of orders) {
          await stage().create({ depositId, ...order });
          const charged = await stage().provider.charged?.(depositId);
          expect(compareDecimals(charged ?? '0', order.charged)).toBe(0);
          await stage().provider.money.arrive(depositId, '20');
          const [paid] = paidOf(await stage().eventsOf(depositId));
          expect(compareDecimals(paid?.paid.amount ?? '0', '20')).toBe(0);
        }
      });
    }

    it('with two ids gives two payments', async () => {
      const [first, second] = [await stage().create(), await stage().create()];
      expect(first.reference).not.toBe(second.reference);
    });
  });

  if (description.preparing !== undefined) {
    const { preparing } = description;
    it('prepares details and fields that a form supports', async () => {
      const { prepare } = stage().connector;
      if (prepare === undefined) throw new Error('the connector prepares nothing');
      const outcome = await stage().ask(prepare({ playerId: uuidv7(), ...preparing }));
      if (outcome.kind !== 'prepared') throw new Error(JSON.stringify(outcome));
      for (const detail of outcome.details) expect(requisiteSchema.parse(detail)).toEqual(detail);
      for (const field of outcome.fields) expect(fieldDefinitionSchema.parse(field)).toEqual(field);
      expect(outcome.details.length + outcome.fields.length).toBeGreaterThan(0);
    });
  }

  describe('the status of a deposit', () => {
    it('that nobody paid yet is unpaid, by either id', async () => {
      const { id, reference } = await stage().create();
      const events = await stage().eventsOf(id);
      for (const event of events) expect(event).toMatchObject({ status: 'pending', paid: null });
      const found = await stage().ask(
        stage().connector.status({ depositId: id, providerReference: reference }),
      );
      expect(found).toEqual({ kind: 'known', events });
    });

    it('that the provider doesn’t know is absent, or unpaid if it learns of received money only', async () => {
      const unknown = { depositId: uuidv7(), providerReference: null };
      const outcome = await stage().ask(stage().connector.status(unknown));
      expect(outcome).toEqual(knowsMoneyAlone ? { kind: 'known', events: [] } : { kind: 'absent' });
    });
  });

  describe('to complete', () => {
    const complete = (depositId: string, providerReference: string | null) => {
      const details = { confirmationId: 'confirmed-1', fields: {} };
      return stage().ask(stage().connector.complete({ depositId, providerReference }, details));
    };

    it('is acknowledged, also twice and without the provider’s reference', async () => {
      const { id, reference } = await stage().create();
      expect(await complete(id, reference)).toEqual({ kind: 'acknowledged' });
      expect(await complete(id, null)).toEqual({ kind: 'acknowledged' });
      expect(paidOf(await stage().eventsOf(id))).toEqual([]);
    });

    it('an unknown deposit gives an outcome and doesn’t throw', async () => {
      const { kind } = await complete(uuidv7(), null);
      expect(['acknowledged', 'error']).toContain(kind);
    });
  });

  describe('to cancel', () => {
    const cancel = (depositId: string, providerReference: string | null) =>
      stage().ask(stage().connector.cancel({ depositId, providerReference }));
    const kind = cannotCancel ? 'cannotCancel' : 'canceled';

    it(`answers ${kind}, also twice and without the provider’s reference`, async () => {
      const { id, reference } = await stage().create();
      expect(await cancel(id, reference)).toEqual({ kind });
      expect(await cancel(id, null)).toEqual({ kind });
      expect(paidOf(await stage().eventsOf(id))).toEqual([]);
    });

    it(`answers ${kind} for a deposit that the provider doesn’t know`, async () => {
      expect(await cancel(uuidv7(), null)).toEqual({ kind });
    });

    it('answers cannotCancel for a paid deposit, whose money stays', async () => {
      const { id, reference } = await stage().create();
      await stage().provider.money.arrive(id, '20');
      const paid = paidOf(await stage().eventsOf(id));
      expect(await cancel(id, reference)).toEqual({ kind: 'cannotCancel' });
      expect(await cancel(id, null)).toEqual({ kind: 'cannotCancel' });
      expect(paidOf(await stage().eventsOf(id))).toEqual(paid);
    });

    const canDecline = !cannotCancel && !knowsMoneyAlone;
    if (canDecline)
      it('answers canceled for a declined deposit', async () => {
        const { id, reference } = await stage().create();
        await stage().provider.money.decline(id);
        expect(await cancel(id, reference)).toEqual({ kind: 'canceled' });
      });
  });

  describe('money', () => {
    it.each(amountsOf(decimalsOf(currency)))('of %s arrives exactly', async (amount) => {
      const { id } = await stage().create({ amount: '20' });
      await stage().provider.money.arrive(id, amount);
      const paid = paidOf(await stage().eventsOf(id));
      expect(paid).toHaveLength(1);
      expect(paid[0]?.paid.currency).toBe(currency);
      expect(compareDecimals(paid[0]?.paid.amount ?? '0', amount)).toBe(0);
      await expect.poll(() => stage().notified(id)).toEqual(expect.arrayContaining(paid));
    });

    if (namesInstrument) {
      it('names what it was paid with, in every report', async () => {
        const { id } = await stage().create();
        await stage().provider.money.arrive(id, '20');
        const [paid] = paidOf(await stage().eventsOf(id));
        const { instrument } = paid ?? {};
        if (instrument == null) throw new Error('the receipt has no instrument');
        const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
        const place = { brandId: 'casino', connector: description.name, depositId: id };
        // Kassa keeps all of it: nothing is too long, and nothing contains a card number.
        expect(keepReadable({ log }, instrument, place)).toEqual(instrument);
        await expect.poll(() => stage().notified(id)).toContainEqual(paid);
      });
    }

    if (isPaidRepeatedly) {
      it('that arrives again is a receipt of its own', async () => {
        const { id } = await stage().create();
        await stage().provider.money.arrive(id, '20');
        const before = paidOf(await stage().eventsOf(id));
        await stage().provider.money.arrive(id, '30');
        const after = paidOf(await stage().eventsOf(id));
        expect(after.map(({ paid }) => compareDecimals(paid.amount, '30')).sort()).toEqual([-1, 0]);
        expect(after).toEqual(expect.arrayContaining(before));
        expect(new Set(after.map(({ providerReference }) => providerReference)).size).toBe(2);
        await expect.poll(() => stage().notified(id)).toEqual(expect.arrayContaining(after));
      });
    }

    if (!knowsMoneyAlone) {
      it('that is declined is not paid', async () => {
        const { id } = await stage().create();
        await stage().provider.money.decline(id);
        const events = await stage().eventsOf(id);
        expect(events).toContainEqual(expect.objectContaining({ status: 'declined', paid: null }));
        expect(paidOf(events)).toEqual([]);
        await expect.poll(() => stage().notified(id)).toEqual(expect.arrayContaining(events));
      });
    }

    it.each(declineReasons)(
      'that is declined because of %s has this reason',
      async (declineReason) => {
        const { id } = await stage().create();
        await stage().provider.money.decline(id, declineReason);
        const events = await stage().eventsOf(id);
        expect(events).toContainEqual(
          expect.objectContaining({ status: 'declined', declineReason }),
        );
        await expect.poll(() => stage().notified(id)).toEqual(expect.arrayContaining(events));
      },
    );

    it.each(reversals)('that a %s takes back is a separate event', async (reversal) => {
      const { id } = await stage().create();
      await stage().provider.money.arrive(id, '20');
      const paid = paidOf(await stage().eventsOf(id));
      await stage().provider.money.takeBack(id, reversal, '5');
      await stage().provider.money.takeBack(id, reversal, '6');
      const events = await stage().eventsOf(id);
      // A receipt stays a receipt; its reversal is a separate record.
      expect(paidOf(events)).toEqual(paid);
      const taken = reversalsOf(events);
      expect(taken.map((event) => event.reversal)).toEqual([reversal, reversal]);
      expect(taken.map(({ amount }) => compareDecimals(amount.amount, '6')).sort()).toEqual([
        -1, 0,
      ]);
      // If the reversal names a receipt, the provider has reported that receipt.
      for (const { paymentReference } of taken) {
        expect([paid[0]?.providerReference, null]).toContain(paymentReference);
      }
      const references = [...paid, ...taken].map(({ providerReference }) => providerReference);
      expect(new Set(references).size).toBe(3);
      await expect
        .poll(() => reversalsOf(stage().notified(id)))
        .toEqual(expect.arrayContaining(taken));
    });
  });
}

/**
 * Validates a step against the schemas that the widget uses, so that the widget can show all of it.
 */
function expectPlayable(step: PlayerStep): void {
  if (step.kind === 'page') expect(step.url).toMatch(/^https?:\/\//);
  else if (step.kind === 'unifiedForm') {
    expect(unifiedFlowSchema.parse(step.form)).toEqual(step.form);
  } else if (step.kind === 'invoice') {
    expect(transferInvoiceSchema.parse(step.invoice)).toEqual(step.invoice);
  } else if (step.kind === 'offers') {
    const { kind: _, ...offers } = step;
    expect(onrampOffersSchema.parse(offers)).toEqual(offers);
  } else if (step.kind === 'address') {
    expect(cryptoAddressSchema.parse(step.address)).toEqual(step.address);
  } else {
    expect(step.data.qrCodeText ?? step.data.qrDataURL ?? step.data.buttonPay).toBeDefined();
    expect(paymentCodeSchema.parse(step.data)).toEqual(step.data);
  }
}

function paidOf(events: ProviderEvent[]) {
  return events.flatMap((event) =>
    event.kind === 'payment' && event.paid !== null ? [{ ...event, paid: event.paid }] : [],
  );
}

function reversalsOf(events: ProviderEvent[]): ProviderReversal[] {
  return events.filter((event) => event.kind === 'reversal');
}
