import * as z from 'zod/mini';
import { amountSchema, currencySchema } from '../amounts.ts';
import type { Payment, PaymentRequest } from '../payment.ts';

/** The offer of one seller of crypto. */
export const offerSchema = z.object({
  id: z.string(),
  /** The seller's id and name: `moonpay`, `MoonPay (simulated)`. */
  seller: z.string(),
  title: z.string(),
  /** What arrives for the merchant, in the payment's currency. */
  amount: amountSchema,
  currency: currencySchema,
  /** The seller's fee, in the payment's currency. */
  fee: amountSchema,
  coin: currencySchema,
  coinAmount: amountSchema,
  /** The seller's price of one coin in the payment's currency. */
  rate: amountSchema,
});

export type Offer = z.infer<typeof offerSchema>;

/** The offers of a payment at one time. */
export const offerListSchema = z.object({
  offers: z.array(offerSchema),
  /** How many lists the payment has had, this one included. */
  round: z.int(),
  /** Epoch milliseconds. */
  createdAt: z.number(),
  lifetimeMs: z.number(),
});

export type OfferList = z.infer<typeof offerListSchema>;

/** The merchant's card view type of methods that sell crypto. */
const onrampViewType = 13;

/** Whether a payment buys crypto, so that its payer chooses an offer first. */
export function buysCrypto({ cardViewType }: Pick<PaymentRequest, 'cardViewType'>): boolean {
  return cardViewType === onrampViewType;
}

/** Returns what arrives for the merchant if the payer pays what was asked for. */
export function arrivingOf({ request, takenOffer }: Payment): string {
  return takenOffer?.amount ?? request.amount;
}

/** Encodes the offers to choose from, or the one that is taken. */
export function encodeOffers({ offerList, takenOffer }: Payment) {
  if (takenOffer !== null) return { takenOffer };
  if (offerList === null) return {};
  const { offers, createdAt, lifetimeMs } = offerList;
  return {
    offers: {
      list: offers,
      createdAt: new Date(createdAt).toISOString(),
      expiresInSeconds: lifetimeMs / 1000,
    },
  };
}
