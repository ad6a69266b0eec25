import { compareDecimals } from '@kassa/contract';
import { loadRedeemable } from '../sweepstake/redeemable.ts';
import type { Rule } from './rule-subject.ts';

/**
 * Sweep coins are played before they are redeemed. It is judged once, at the request: coins that are
 * played later are no reason against it.
 */
export const playthrough: Rule = async ({ db, subject }) => {
  const { money, requestedAt } = subject;
  if (money.currency !== 'QSC' || requestedAt !== null) return null;
  const { amount, balance, unplayed, owed } = await loadRedeemable(db, subject);
  if (compareDecimals(money.amount, amount) <= 0) return null;
  // Without coins at all the balance says it better.
  if (compareDecimals(money.amount, balance) > 0) return null;
  return {
    params: { amount, currency: 'QSC' },
    detail: `${amount} QSC can be redeemed, ${unplayed} are unplayed, ${owed} are owed`,
  };
};
