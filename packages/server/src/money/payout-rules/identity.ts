import { addDecimals, compareDecimals, type Decimal, type Money } from '@kassa/contract';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { endedUnpaid, type Rule } from './rule-subject.ts';

/** A player whose identity isn't verified withdraws no more than the setting, over all time. */
export const identity: Rule = async ({ db, settings, subject }) => {
  const { isVerified, money, withdrawalId } = subject;
  if (isVerified || settings.unverifiedUpTo === null) return null;
  const limit = settings.unverifiedUpTo[money.currency] ?? '0';
  const before = await sumOfWithdrawals(db, subject, money, withdrawalId);
  const total = addDecimals(before, money.amount);
  if (compareDecimals(total, limit) <= 0) return null;
  const { currency } = money;
  return { detail: `not verified, and ${total} ${currency} in all is above ${limit} ${currency}` };
};

/** Sums a player's withdrawals that didn't end unpaid, besides this one. */
async function sumOfWithdrawals(
  db: Db | Tx,
  { brandId, playerId }: PlayerRef,
  { currency }: Pick<Money, 'currency'>,
  withdrawalId: string | null,
): Promise<Decimal> {
  const { total } = await db
    .selectFrom('withdrawals')
    .select(({ fn }) => fn.sum<Decimal | null>('amount').as('total'))
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .where('status', 'not in', endedUnpaid)
    .$if(withdrawalId !== null, (query) => query.where('id', '<>', withdrawalId))
    .executeTakeFirstOrThrow();
  return total ?? '0';
}
