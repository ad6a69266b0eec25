import type { Behaviours } from '../behaviours.ts';
import type { PaymentRequest } from '../payment.ts';
import type { Payments } from '../payments.ts';
import type { ProviderLog } from '../provider-log.ts';
import { buysCrypto } from './offer.ts';
import { quoteOffers } from './quote-offers.ts';

type OfferBehaviour = Behaviours['offers'];

/** Amounts whose last two digits before the decimal point choose a behaviour. */
const behaviourByEnding: Readonly<Record<string, OfferBehaviour>> = {
  '02': 'changed',
  '03': 'away',
  '04': 'declined',
  '05': 'none',
};

/** The rise of all prices between a list and a press. */
const priceRise = '1.02';

/** The offers of sellers of crypto for payments that buy some. */
export class Offers {
  readonly #log: ProviderLog;
  readonly #payments: Payments;

  constructor({ log, payments }: { log: ProviderLog; payments: Payments }) {
    this.#log = log;
    this.#payments = payments;
  }

  /** Whether nobody sells crypto for a payment that would buy some. */
  hasNone(request: PaymentRequest): boolean {
    if (!buysCrypto(request)) return false;
    return this.#behaviourFor(request) === 'none' || quoteOffers(request).length === 0;
  }

  /** Makes the first offers of a payment that buys crypto, and fresh ones once those have ended. */
  prepare(paymentId: string): void {
    const payment = this.#payments.find(paymentId);
    if (payment === undefined || !buysCrypto(payment.request)) return;
    if (payment.takenOffer === null && !this.#areFresh(paymentId)) this.renew(paymentId);
  }

  /** Makes fresh offers. Does nothing for a payment that has ended or has its offer. */
  renew(paymentId: string, change: Parameters<typeof quoteOffers>[1] = {}): void {
    const payment = this.#payments.find(paymentId);
    if (payment?.status !== 'pending' || payment.takenOffer !== null) return;
    const offerList = {
      offers: quoteOffers(payment.request, change),
      round: (payment.offerList?.round ?? 0) + 1,
      createdAt: Date.now(),
      lifetimeMs: this.#log.timing.offerLifetimeMs,
    };
    this.#log.record({ kind: 'offersMade', paymentId, offerList });
  }

  /**
   * Takes an offer. A payment keeps its first one. An offer that has ended or changed, or whose
   * seller is away, leads to fresh offers. Returns whether all sellers decline.
   */
  take(paymentId: string, offerId: string): 'done' | 'declined' {
    const payment = this.#payments.find(paymentId);
    if (payment?.status !== 'pending' || payment.takenOffer !== null) return 'done';
    const { offerList, request } = payment;
    const offer = offerList?.offers.find(({ id }) => id === offerId);
    const behaviour = this.#behaviourFor(request);
    if (behaviour === 'declined' || behaviour === 'none') return 'declined';
    const isFirst = offerList?.round === 1;
    if (offer === undefined || !this.#areFresh(paymentId)) this.renew(paymentId);
    else if (isFirst && behaviour === 'changed') this.renew(paymentId, { priceRise });
    else if (isFirst && behaviour === 'away') this.renew(paymentId, { without: offer.seller });
    else this.#log.record({ kind: 'offerTaken', paymentId, offer });
    return 'done';
  }

  #areFresh(paymentId: string): boolean {
    const { offerList = null } = this.#payments.find(paymentId) ?? {};
    return offerList !== null && offerList.createdAt + offerList.lifetimeMs > Date.now();
  }

  #behaviourFor({ amount }: PaymentRequest): OfferBehaviour {
    const { offers } = this.#log.state.behaviours;
    if (offers !== 'normal') return offers;
    const [whole = ''] = amount.split('.');
    return behaviourByEnding[whole.slice(-2)] ?? 'normal';
  }
}
