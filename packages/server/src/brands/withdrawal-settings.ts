import { compareDecimals, countrySchema, currencySchema, decimalSchema } from '@kassa/contract';
import * as z from 'zod/mini';
import { defineEndpoint } from '../ground/signed-http/endpoint-settings.ts';

const notNegative = decimalSchema.check(
  z.refine((amount) => compareDecimals(amount, '0') >= 0, 'must not be negative'),
);

/** What a broken rule of payouts leads to: a refusal, or the operator's review. */
const effectSchema = z._default(z.enum(['off', 'review', 'refuse']), 'off');

/** The rules and the review of withdrawals (docs/withdrawals.md). */
export const withdrawalSettingsSchema = z.strictObject({
  /** The highest amount, by currency, that needs no approval by the operator. */
  approveUpTo: z._default(z.record(currencySchema, decimalSchema), {}),
  /** Which withdrawals need the operator's approval whatever their amount. */
  review: z._default(
    z.strictObject({
      /** The player's first withdrawal. */
      first: z._default(z.boolean(), false),
      /** A withdrawal to a destination that the player never withdrew to, besides the first. */
      changedDetails: z._default(z.boolean(), false),
      /** More than so many withdrawals within so many hours. */
      velocity: z._default(
        z.nullable(
          z.strictObject({
            count: z.int().check(z.minimum(1), z.maximum(1000)),
            hours: z.int().check(z.minimum(1), z.maximum(720)),
          }),
        ),
        null,
      ),
    }),
    { first: false, changedDetails: false, velocity: null },
  ),
  /** Money goes back to its source, up to what came from there, before it goes elsewhere. */
  closedLoop: effectSchema,
  /** The holder of the destination has the player's name. */
  nameMatch: effectSchema,
  /**
   * What happens where the bank names another holder than the player typed: the player is asked
   * whether the account is right, or the withdrawal is refused. Names that can't be compared are asked
   * about.
   */
  typedHolder: z._default(z.enum(['ask', 'refuse']), 'ask'),
  /** The payers of the player's deposits have the player's name. */
  thirdParty: effectSchema,
  /** How many times the player's deposits must be wagered first; null: not at all. */
  turnover: z._default(z.nullable(notNegative), null),
  /**
   * The highest amount, by currency, that a player without the claim `verified` may withdraw; in
   * other currencies none. Null: any.
   */
  unverifiedUpTo: z._default(z.nullable(z.record(currencySchema, notNegative)), null),
  /** The operator's check of sanctions, and of addresses on chains; null: none. */
  screening: z._default(z.nullable(defineEndpoint({ fallbackMs: 3000, longestMs: 5000 })), null),
  /** The operator's channel for codes that confirm a withdrawal; null: no code is needed. */
  confirmation: z._default(z.nullable(defineEndpoint({ fallbackMs: 3000, longestMs: 5000 })), null),
  /** So many hours pass until money is sent to a destination that replaces an earlier one. */
  cooldownHours: z._default(z.int().check(z.minimum(0), z.maximum(720)), 0),
  /** How banks are asked whose account it is, where a method asks them. */
  nameEnquiry: z._default(
    z.strictObject({
      /** How often a player has a bank asked within a day: an answer names the holder of any account. */
      mostPerDay: z._default(z.int().check(z.minimum(0), z.maximum(10_000)), 20),
      /** Whether only players with a credited deposit have a bank asked. */
      needsDeposit: z._default(z.boolean(), false),
    }),
    { mostPerDay: 20, needsDeposit: false },
  ),
  /** The countries whose players can't cancel a withdrawal. */
  noCancelIn: z._default(z.array(countrySchema), []),
  /** Whether players' details are kept for the next payment. */
  keepDetails: z._default(z.boolean(), true),
});

export type WithdrawalSettings = z.infer<typeof withdrawalSettingsSchema>;

export const ordinaryWithdrawals: WithdrawalSettings = {
  approveUpTo: {},
  review: { first: false, changedDetails: false, velocity: null },
  closedLoop: 'off',
  nameMatch: 'off',
  typedHolder: 'ask',
  thirdParty: 'off',
  turnover: null,
  unverifiedUpTo: null,
  screening: null,
  confirmation: null,
  cooldownHours: 0,
  nameEnquiry: { mostPerDay: 20, needsDeposit: false },
  noCancelIn: [],
  keepDetails: true,
};
