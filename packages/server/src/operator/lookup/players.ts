import { bonusOnWithdrawalSchema, coinsSchema, currencySchema } from '@kassa/contract';
import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { PlayersTable } from '../../ground/database/tables/money.ts';
import type { CoinGrant } from '../../ground/database/tables/sweepstake.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import type { Bonus } from '../../money/bonuses/bonuses.ts';
import { isInForce, type PlayerBlock } from '../../players/player-blocks.ts';
import type { PlayerLimit } from '../../players/player-limits.ts';
import type { TokenRevocation } from '../../players/token-revocations.ts';
import { OperatorError } from '../operator-error.ts';
import { instantSchema } from '../request-fields.ts';

export type PlayerRow = Selectable<PlayersTable>;

/** The path parameter for a player: Kassa's id, or the operator's own. */
export const playerField = {
  player: z.string().check(z.minLength(1), z.maxLength(200), z.describe("your id or Kassa's")),
};

/**
 * Loads a player of the brand. The operator's own id is tried first, since it may look like
 * Kassa's.
 * @throws OperatorError player.notFound, also for a player of another brand
 */
export async function findPlayer(db: Db | Tx, brandId: string, player: string): Promise<PlayerRow> {
  const players = db.selectFrom('players').selectAll().where('brand_id', '=', brandId);
  const found =
    (await players.where('external_id', '=', player).executeTakeFirst()) ??
    (isUuid(player) ? await players.where('id', '=', player).executeTakeFirst() : undefined);
  if (found === undefined) {
    const message =
      'There is no such player. You can register a player who never opened the cashier.';
    throw new OperatorError('player.notFound', message);
  }
  return found;
}

/** Loads a player of the brand as the reference that domain functions expect. */
export async function findPlayerRef(
  db: Db | Tx,
  brandId: string,
  player: string,
): Promise<{ brandId: string; playerId: string }> {
  const { id } = await findPlayer(db, brandId, player);
  return { brandId, playerId: id };
}

/** The fields that identify one of a player's limits. */
export const limitFields = {
  transaction: z.enum(['deposit', 'withdrawal']),
  period: z.enum(['day', 'week', 'month']).check(z.describe('the last 24 hours, 7 or 30 days')),
  source: z._default(
    z
      .enum(['operator', 'player'])
      .check(z.describe("who set it; the operator's and the player's limits are independent")),
    'operator',
  ),
  currency: currencySchema,
};

/** A limit as operators see it. */
export const limitSchema = z.object({
  transaction: z.enum(['deposit', 'withdrawal']),
  period: z.enum(['day', 'week', 'month']),
  source: z.enum(['operator', 'player']),
  amount: z.string(),
  currency: z.string(),
  /**
   * A looser limit that the player requested, and the time from which it applies; null removes the
   * limit.
   */
  pending: z.nullable(z.object({ amount: z.nullable(z.string()), from: instantSchema })),
  reason: z.string(),
  actor: z.string(),
  updatedAt: instantSchema,
});

export function describeLimit(limit: PlayerLimit): z.infer<typeof limitSchema> {
  const { pending, updatedAt, ...rest } = limit;
  return {
    ...rest,
    pending: pending && { amount: pending.amount, from: pending.from.toISOString() },
    updatedAt: updatedAt.toISOString(),
  };
}

/** A block as operators see it. */
export const blockSchema = z.object({
  id: z.string(),
  what: z.enum(['deposits', 'withdrawals', 'all']),
  source: z.enum(['operator', 'selfExclusion']),
  isInForce: z.boolean(),
  /** Null: permanent. */
  until: z.nullable(instantSchema),
  reason: z.string(),
  actor: z.string(),
  createdAt: instantSchema,
  liftedAt: z.nullable(instantSchema),
  liftedBy: z.nullable(z.string()),
});

export function describeBlock(block: PlayerBlock, now: Date): z.infer<typeof blockSchema> {
  return {
    id: block.id,
    what: block.what,
    source: block.source,
    isInForce: isInForce(block, now),
    until: block.until?.toISOString() ?? null,
    reason: block.reason,
    actor: block.actor,
    createdAt: block.created_at.toISOString(),
    liftedAt: block.lifted_at?.toISOString() ?? null,
    liftedBy: block.lifted_by,
  };
}

/** A revocation of a player's tokens as operators see it. */
export const tokenRevocationSchema = z.object({
  /** The revoked token's `jti`; null: all tokens that were issued up to `issuedUntil`. */
  jti: z.nullable(z.string()),
  issuedUntil: z.nullable(instantSchema),
  reason: z.string(),
  actor: z.string(),
  createdAt: instantSchema,
});

export function describeTokenRevocation(
  revocation: TokenRevocation,
): z.infer<typeof tokenRevocationSchema> {
  return {
    jti: revocation.jti,
    issuedUntil: revocation.issued_until?.toISOString() ?? null,
    reason: revocation.reason,
    actor: revocation.actor,
    createdAt: revocation.created_at.toISOString(),
  };
}

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
  onWithdrawal: bonusOnWithdrawalSchema,
  mustAccrueBefore: instantSchema,
  depositId: z.nullable(z.string()),
  accruedAmount: z.nullable(z.string()),
  revokedAmount: z.nullable(z.string()),
  wageredAt: z.nullable(instantSchema),
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
    onWithdrawal: bonus.on_withdrawal,
    mustAccrueBefore: bonus.must_accrue_before.toISOString(),
    depositId: bonus.deposit_id,
    accruedAmount: bonus.accrued_amount,
    revokedAmount: bonus.revoked_amount,
    wageredAt: bonus.wagered_at?.toISOString() ?? null,
    actor: bonus.actor,
    reason: bonus.reason,
    createdAt: bonus.created_at.toISOString(),
  };
}

/** Coins that a player received at once, as operators see them. */
export const coinGrantSchema = z.object({
  id: z.string(),
  kind: z.enum(['package', 'freeEntry']),
  /** The deposit of a package; null for a free entry. */
  depositId: z.nullable(z.string()),
  /** Your id of a free entry; null for a package. */
  entry: z.nullable(z.string()),
  ...coinsSchema.shape,
  /** The coins that reversals of the package have taken back. */
  taken: coinsSchema,
  /** The sum of bets in sweep coins after which they can be redeemed. */
  requiredPlay: z.string(),
  reason: z.nullable(z.string()),
  actor: z.nullable(z.string()),
  createdAt: instantSchema,
});

export function describeCoinGrant(grant: CoinGrant): z.infer<typeof coinGrantSchema> {
  return {
    id: grant.id,
    kind: grant.kind,
    depositId: grant.deposit_id,
    entry: grant.entry,
    gcAmount: grant.gold,
    scAmount: grant.sweep,
    taken: { gcAmount: grant.gold_taken, scAmount: grant.sweep_taken },
    requiredPlay: grant.required_play,
    reason: grant.reason,
    actor: grant.actor,
    createdAt: grant.created_at.toISOString(),
  };
}
