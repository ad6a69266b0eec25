import * as z from 'zod/mini';
import type { Bonus } from '../../money/bonuses/move-bonus.ts';
import { instantSchema } from '../instants.ts';

/** A bonus as operators see it. */
export const bonusSchema = z.object({
  id: z.string(),
  kind: z.enum(['deposit', 'freespin']),
  status: z.enum(['offered', 'accrued', 'revoked', 'expired']),
  title: z.string(),
  subtitle: z.nullable(z.string()),
  currency: z.string(),
  minDeposit: z.string(),
  percent: z.nullable(z.string()),
  maxBonusAmount: z.nullable(z.string()),
  spins: z.nullable(z.int()),
  maxSpinWin: z.nullable(z.string()),
  games: z.array(z.string()),
  wagerMultiplier: z.nullable(z.string()),
  payoutMultiplier: z.nullable(z.string()),
  mustAccrueBefore: instantSchema,
  depositId: z.nullable(z.string()),
  accruedAmount: z.nullable(z.string()),
  revokedAmount: z.nullable(z.string()),
  actor: z.string(),
  reason: z.string(),
  createdAt: instantSchema,
});

export function describeBonus(bonus: Bonus): z.infer<typeof bonusSchema> {
  return {
    id: bonus.id,
    kind: bonus.kind,
    status: bonus.status,
    title: bonus.title,
    subtitle: bonus.subtitle,
    currency: bonus.currency,
    minDeposit: bonus.min_deposit,
    percent: bonus.percent,
    maxBonusAmount: bonus.max_bonus_amount,
    spins: bonus.spins,
    maxSpinWin: bonus.max_spin_win,
    games: bonus.games,
    wagerMultiplier: bonus.wager_multiplier,
    payoutMultiplier: bonus.payout_multiplier,
    mustAccrueBefore: bonus.must_accrue_before.toISOString(),
    depositId: bonus.deposit_id,
    accruedAmount: bonus.accrued_amount,
    revokedAmount: bonus.revoked_amount,
    actor: bonus.actor,
    reason: bonus.reason,
    createdAt: bonus.created_at.toISOString(),
  };
}
