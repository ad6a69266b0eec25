import * as z from 'zod/mini';

/**
 * Why a receipt isn't credited but parked until an operator decides: a closed set, for webhooks and
 * the operator's API. A parked receipt has a reason in words besides.
 */
export const parkedCodes = [
  /** It makes the deposit exceed what was asked for and the brand's margin, or the method's maximum. */
  'aboveCeiling',
  /** It is above what is left of the player's limits. */
  'aboveLimit',
  'playerBlocked',
  'selfExcluded',
  /** It is in another currency than the deposit. */
  'otherCurrency',
  'noRate',
  /** It is less than the smallest unit of the account's currency. */
  'tooSmall',
  /** It may be the same money as another receipt, since one of the two is an operator's. */
  'maybeKnown',
  /** It arrived at another of the operator's accounts than the money that was credited. */
  'otherAttempt',
  'walletRefused',
  /** It is less than the price of the coin package. */
  'belowPrice',
  /** It is the rest of a payment above the price of the coin package. */
  'abovePrice',
  /** The coin package was given for another payment, or can no longer be given. */
  'packageGone',
] as const;

export const parkedCodeSchema = z.enum(parkedCodes);

export type ParkedCode = z.infer<typeof parkedCodeSchema>;

/**
 * Why arrived money is returned to the player instead of credited. Each reason has its own text for
 * the player (`complete.return.<reason>`).
 */
export const returnReasonSchema = z.enum([
  'aboveLimit',
  'playerBlocked',
  'selfExcluded',
  'belowPrice',
  'abovePrice',
  'packageGone',
]);

export type ReturnReason = z.infer<typeof returnReasonSchema>;

/** Returns the reason for the player of a receipt that is parked for return; null for other codes. */
export function returnReasonOf(code: ParkedCode): ReturnReason | null {
  return returnReasonSchema.safeParse(code).data ?? null;
}
