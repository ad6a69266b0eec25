import {
  addDecimals,
  compareDecimals,
  type Money,
  negateDecimal,
  type OnrampOffer,
} from '@kassa/contract';

/** An offer as it is compared with the others. */
export interface RankedOffer extends OnrampOffer {
  /** No other offer brings more. */
  isBest: boolean;
  /** How much less the player receives than by the best offer; null for the best. */
  less: Money | null;
}

/**
 * Ranks offers by what the player really receives, the most first. Equal ones keep their order, and
 * only one is the best. Of a provider's offers, which look the same, the best stays.
 */
export function rankOffers(offers: readonly OnrampOffer[]): RankedOffer[] {
  const sorted = [...offers].sort((a, b) => compareDecimals(b.amount, a.amount));
  const most = sorted[0]?.amount ?? '0';
  const isFirst = ({ method }: OnrampOffer, index: number) =>
    sorted.findIndex((one) => one.method === method) === index;
  return sorted.filter(isFirst).map((offer, index) => {
    const amount = addDecimals(most, negateDecimal(offer.amount));
    const isEqual = compareDecimals(amount, '0') === 0;
    const less = isEqual ? null : { amount, currency: offer.currency };
    return { ...offer, isBest: index === 0, less };
  });
}

/** Returns the offer of the chosen provider, or else the best. */
export function findChosen(
  offers: readonly RankedOffer[],
  provider: string | null,
): RankedOffer | undefined {
  return offers.find(({ method }) => method === provider) ?? offers[0];
}

/** A provider and what the player receives from it. */
export type PricedOffer = Pick<OnrampOffer, 'title' | 'amount' | 'currency'>;

/** Returns the offer with what it really brings; null where that is what the list said. */
export function findOtherAmount(
  { title, amount, currency }: PricedOffer,
  received: Money | null,
): PricedOffer | null {
  if (received === null) return null;
  const isEqual = received.currency === currency && compareDecimals(received.amount, amount) === 0;
  return isEqual ? null : { title, ...received };
}

/** What fresh offers mean for the player's choice. */
export type OfferChange =
  /** The same provider gives the same. */
  | { kind: 'renewed' }
  /** The same provider gives another amount. */
  | { kind: 'changed'; offer: PricedOffer }
  /** The provider sells no longer. */
  | { kind: 'gone'; title: string };

/** Compares the chosen offer with fresh ones. */
export function describeChange(
  chosen: Pick<OnrampOffer, 'method' | 'title' | 'amount'>,
  fresh: readonly OnrampOffer[],
): OfferChange {
  const same = fresh.find(({ method }) => method === chosen.method);
  if (same === undefined) return { kind: 'gone', title: chosen.title };
  const isEqual = compareDecimals(same.amount, chosen.amount) === 0;
  return isEqual ? { kind: 'renewed' } : { kind: 'changed', offer: same };
}
