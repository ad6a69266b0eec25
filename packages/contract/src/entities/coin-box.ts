import * as z from 'zod/mini';
import { currencySchema } from '../currencies.ts';
import { decimalSchema } from '../money.ts';

/** The marks of a coin package in the list. */
export const coinBoxBadges = ['bestValue', 'popular', 'new', 'limited'] as const;

const sharedShape = {
  boxId: z.string().check(z.minLength(1), z.maxLength(64)),
  price: decimalSchema,
  priceCurrencyCode: currencySchema,
  /** The price that is crossed out beside the present one. */
  fullPrice: z.optional(decimalSchema),
  badge: z.optional(z.enum(coinBoxBadges)),
  /** When the offer ends: epoch milliseconds. */
  endsAt: z.optional(z.number()),
  /** How many are left for all players. */
  left: z.optional(z.number()),
  /** How many the player may still buy. */
  leftForPlayer: z.optional(z.number()),
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

/** Why a player may neither buy packages nor redeem coins at all. */
export const sweepstakeObstacles = ['region', 'regionUnknown', 'age'] as const;

export type SweepstakeObstacle = (typeof sweepstakeObstacles)[number];
