import * as z from 'zod/mini';
import { currencySchema } from '../currencies.ts';
import { decimalSchema } from '../money.ts';

const sharedShape = {
  boxId: z.string(),
  price: decimalSchema,
  priceCurrencyCode: currencySchema,
};

/** A coin package of the sweepstake cashier (§3): bought gold coins, free sweep coins. */
export const coinBoxSchema = z.object({
  ...sharedShape,
  gcAmount: decimalSchema,
  scAmount: decimalSchema,
});

export type CoinBox = z.infer<typeof coinBoxSchema>;

/** A line of `currenciesList` (§3): the main amount is sweep coins, the free one gold coins. */
const coinLineSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('main'), currency: z.literal('QSC'), amount: decimalSchema }),
  z.object({ type: z.literal('free'), currency: z.literal('QGC'), amount: decimalSchema }),
]);

type CoinLine = z.infer<typeof coinLineSchema>;

const hasOneOf = (lines: readonly CoinLine[], wanted: CoinLine['type']) =>
  lines.filter(({ type }) => type === wanted).length === 1;

/** A coin package on the wire (§3 "boxes list"); {@link decodeCoinBox} is its only reader. */
export const coinBoxOnWireSchema = z.object({
  ...sharedShape,
  currenciesList: z
    .array(coinLineSchema)
    .check(
      z.refine(
        (lines) => hasOneOf(lines, 'main') && hasOneOf(lines, 'free'),
        'must have one main and one free amount',
      ),
    ),
});

export type CoinBoxOnWire = z.infer<typeof coinBoxOnWireSchema>;

/** Decodes a coin package from the wire. */
export function decodeCoinBox({ currenciesList, ...box }: CoinBoxOnWire): CoinBox {
  const amountOf = (wanted: CoinLine['type']) =>
    currenciesList.find(({ type }) => type === wanted)?.amount ?? '0';
  return { ...box, gcAmount: amountOf('free'), scAmount: amountOf('main') };
}

/** Encodes a coin package for the wire. */
export function encodeCoinBox({ gcAmount, scAmount, ...box }: CoinBox): CoinBoxOnWire {
  return {
    ...box,
    currenciesList: [
      { type: 'main', currency: 'QSC', amount: scAmount },
      { type: 'free', currency: 'QGC', amount: gcAmount },
    ],
  };
}
