import * as z from 'zod/mini';
import { currencySchema } from '../currencies.ts';
import { defineCall } from '../define-call.ts';
import { decimalSchema } from '../money.ts';

/** What is in the way of redeeming the whole balance; `available`: nothing. */
export const recoupStatuses = [
  'available',
  /** Sweep coins have still to be played. */
  'playthrough',
  /** The player owes coins of a package whose payment was taken back. */
  'debt',
  /** The player's region is excluded, or isn't known. */
  'region',
  'regionUnknown',
  'age',
  /** The player's identity isn't verified. */
  'unverified',
  /** The player's withdrawals are blocked. */
  'blocked',
  /** Gold coins are never redeemed. */
  'neverRedeemable',
] as const;

export type RecoupStatus = (typeof recoupStatuses)[number];

export const sweepstakeRecoupSum = defineCall({
  name: 'sweepstake-recoup-sum',
  method: 'POST',
  summary: 'Returns how many coins the player can redeem now, and why not the rest.',
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({ currency: currencySchema }),
  response: z.object({
    data: z.object({
      status: z.enum(recoupStatuses),
      /** What can be redeemed. */
      amount: decimalSchema,
      /** The whole balance. */
      balance: decimalSchema,
      /** The coins of the balance that have still to be played. */
      unplayed: decimalSchema,
      /** The sum of bets that plays them. */
      missingPlay: decimalSchema,
      /** What the player owes. */
      owed: decimalSchema,
    }),
  }),
});
