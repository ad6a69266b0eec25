import { addDecimals, compareDecimals, type Decimal, negateDecimal } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { endedUnpaid, type Rule, type RuleSubject } from './rule-subject.ts';

type Before = Pick<RuleSubject, 'withdrawalId' | 'requestedAt'>;

/** A player whose identity isn't verified withdraws no more than the setting, over all time. */
export const identity: Rule = async ({ core, db, subject }) => {
  const { isVerified, money } = subject;
  const { currency } = money;
  if (isVerified) return null;
  const rest = await findUnverifiedRest(core, db, { ...subject, currency }, subject);
  if (rest === null || compareDecimals(money.amount, rest) <= 0) return null;
  return { detail: `not verified, which leaves ${rest} ${currency}` };
};

/**
 * Returns what a player whose identity isn't verified may still withdraw, zero or more; null if
 * the brand has no such limit.
 * @param before - the withdrawal before which others count, if it isn't all of them
 */
export async function findUnverifiedRest(
  core: Pick<Core, 'brands'>,
  db: Db | Tx,
  player: PlayerRef & { currency: string },
  before: Before = { withdrawalId: null, requestedAt: null },
): Promise<Decimal | null> {
  const limits = core.brands.get(player.brandId)?.withdrawals.unverifiedUpTo ?? null;
  if (limits === null) return null;
  const used = await sumOfWithdrawals(db, player, before);
  const rest = addDecimals(limits[player.currency] ?? '0', negateDecimal(used));
  return compareDecimals(rest, '0') > 0 ? rest : '0';
}

/** Sums a player's withdrawals that didn't end unpaid. */
async function sumOfWithdrawals(
  db: Db | Tx,
  { brandId, playerId, currency }: PlayerRef & { currency: string },
  { withdrawalId, requestedAt }: Before,
): Promise<Decimal> {
  const { total } = await db
    .selectFrom('withdrawals')
    .select(({ fn }) => fn.sum<Decimal | null>('amount').as('total'))
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .where('status', 'not in', endedUnpaid)
    .$if(withdrawalId !== null, (query) => query.where('id', '<>', withdrawalId))
    .$if(requestedAt !== null, (query) => query.where('created_at', '<=', requestedAt))
    .executeTakeFirstOrThrow();
  return total ?? '0';
}
