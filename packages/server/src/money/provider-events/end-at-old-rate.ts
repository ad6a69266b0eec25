import { compareDecimals, multiplyDecimals } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { lockWithdrawal } from '../withdrawals/load-withdrawal.ts';
import { moveWithdrawal } from '../withdrawals/move-withdrawal.ts';

/*
 * The rate of a converted payout is promised at the request, and the player can cancel while the
 * payout waits. Without a limit that is a free option on the price, at the operator's cost.
 */

/** The name of this reason in the history of a withdrawal, beside those of the rules of payouts. */
const rateRule = 'rate';

/** How much more than at today's rate a payout may bring without a person's approval. */
const mostGain = '1.02';

/**
 * Moves a converted payout to review that brings its player over 2 % more than today's rate would.
 * An operator's approval covers that. The withdrawal waits (null) while no rate is known.
 * @param mostUnanswered - the sweeps without a rate after which a person decides
 */
export async function endAtOldRate(
  core: Core,
  withdrawal: Withdrawal,
  mostUnanswered: number,
): Promise<Withdrawal | null | 'approved'> {
  const { brand_id, currency, rate, payout_currency, approved_by, reviewed_rules } = withdrawal;
  if (rate === null || payout_currency === null) return 'approved';
  if (approved_by !== 'settings' && reviewed_rules.includes(rateRule)) return 'approved';
  const today = await core.ratesOf(brand_id).rate(currency, payout_currency, core.now());
  if (today === null && withdrawal.check_count < mostUnanswered) return null;
  if (today !== null && compareDecimals(rate, multiplyDecimals(today.rate, mostGain)) <= 0) {
    return 'approved';
  }
  const found = today === null ? 'no rate is known now' : `${rate} was promised, ${today.rate} now`;
  return core.db.transaction().execute(async (tx) => {
    const current = await lockWithdrawal(tx, brand_id, withdrawal.id);
    if (current?.status !== 'approved') return null;
    return moveWithdrawal(core, tx, current, 'inReview', {
      reason: `rule ${rateRule}: ${found}`,
      changes: {
        next_check_at: null,
        reviewed_rules: JSON.stringify([...new Set([...current.reviewed_rules, rateRule])]),
      },
    });
  });
}
