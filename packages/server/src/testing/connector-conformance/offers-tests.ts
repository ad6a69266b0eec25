import { type OnrampOffer, onrampOfferSchema, onrampOffersSchema } from '@kassa/contract';
import { describe, expect, it } from 'vitest';
import type { DepositRef, OffersOutcome } from '../../connectors/connector.ts';
import type { ConnectorDescription, ProviderUnderTest } from './description.ts';
import type { Stage } from './stage.ts';

/** The offers of a provider that sells crypto: fresh ones, and the choice of one. */
export function registerOffersTests<Provider extends ProviderUnderTest>(
  description: ConnectorDescription<Provider>,
  stage: () => Stage<Provider>,
): void {
  const { offering } = description;
  if (offering === undefined) return;

  const quote = async (deposit: DepositRef) =>
    expectValid(await stage().ask(stage().offers.quote(deposit)));
  const choose = async (deposit: DepositRef, offer: OnrampOffer) =>
    expectValid(await stage().ask(stage().offers.choose(deposit, offer)));

  describe('offers', () => {
    it('are the next step of a deposit, the same for a repeated request', async () => {
      const order = stage().order(offering);
      const first = await stage().ask(stage().connector.create(order));
      expect(first).toMatchObject({ kind: 'accepted', step: { kind: 'offers' } });
      expect(await stage().ask(stage().connector.create(order))).toEqual(first);
    });

    it('are made afresh, also without the provider’s reference', async () => {
      const { deposit, offers } = await stage().createWithOffers();
      for (const providerReference of [deposit.providerReference, null]) {
        const outcome = await quote({ ...deposit, providerReference });
        if (outcome.kind !== 'offered') throw new Error(JSON.stringify(outcome));
        const methods = outcome.offers.paymentMethodOffers.map(({ method }) => method);
        expect(methods.sort()).toEqual(offers.map(({ method }) => method).sort());
      }
    });

    it('lead to the page of the chosen one, also again and without the provider’s reference', async () => {
      const { deposit, offers } = await stage().createWithOffers();
      const [offer] = offers;
      const chosen = await choose(deposit, offer);
      expect(chosen).toMatchObject({ kind: 'chosen', offer });
      expect(await choose({ ...deposit, providerReference: null }, offer)).toEqual(chosen);
      // A choice is no evidence of money.
      for (const event of await stage().eventsOf(deposit.depositId)) {
        expect(event).toMatchObject({ status: 'pending', paid: null });
      }
    });

    it('are chosen once: every later request has the first choice', async () => {
      const { deposit, offers } = await stage().createWithOffers();
      const outcomes = await Promise.all(offers.map((offer) => choose(deposit, offer)));
      const [first] = outcomes;
      expect(first).toMatchObject({ kind: 'chosen' });
      expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
      expect(await quote(deposit)).toEqual(first);
    });

    it('are made afresh for an unknown one', async () => {
      const { deposit, offers } = await stage().createWithOffers();
      const unknown = { ...offers[0], offerId: 'offer-that-nobody-made' };
      expect((await choose(deposit, unknown)).kind).toBe('offered');
    });

    it('of a canceled deposit can’t be chosen', async () => {
      const { deposit, offers } = await stage().createWithOffers();
      await stage().ask(stage().connector.cancel(deposit));
      const declined = { kind: 'error', error: 'declined' };
      expect(await choose(deposit, offers[0])).toMatchObject(declined);
      expect(await quote(deposit)).toMatchObject(declined);
    });
  });
}

/** Validates an outcome against the schemas that the widget uses. */
function expectValid(outcome: OffersOutcome): OffersOutcome {
  if (outcome.kind === 'offered') {
    expect(onrampOffersSchema.parse(outcome.offers)).toEqual(outcome.offers);
  } else if (outcome.kind === 'chosen') {
    expect(onrampOfferSchema.parse(outcome.offer)).toEqual(outcome.offer);
    expect(outcome.page.url).toMatch(/^https?:\/\//);
  }
  return outcome;
}
