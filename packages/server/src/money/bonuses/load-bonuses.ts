import { CallError, compareDecimals, type Decimal } from '@kassa/contract';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import type { PlayerRef } from '../../players/lock-player.ts';
import type { Bonus } from './move-bonus.ts';

/** All bonuses of a player, the newest first. */
export async function listBonuses(db: Db | Tx, { brandId, playerId }: PlayerRef): Promise<Bonus[]> {
  return db
    .selectFrom('bonuses')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** A player's own bonus; another's and one that never was are the same nothing. */
export async function findBonus(
  db: Db | Tx,
  { brandId, playerId }: PlayerRef,
  bonusId: string,
): Promise<Bonus | undefined> {
  if (!isUuid(bonusId)) return undefined;
  return db
    .selectFrom('bonuses')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .where('id', '=', bonusId)
    .executeTakeFirst();
}

/** A deposit as far as its bonus asks about it. */
interface BonusDeposit {
  /** Whether the player has switched the bonus on; one that is only named asks nothing more. */
  isActivated: boolean;
  /** Whether the method gives no bonuses (§4). */
  isBonusHidden: boolean;
  /** What is to be paid, in the account's currency. */
  accountAmount: Decimal;
}

/**
 * Lets a deposit pass that is to bring a bonus: it is the player's, still offered, in the currency of
 * their account, and, where it is switched on, one that this deposit can bring: the widget has judged
 * so (§4), and is not believed.
 * @throws CallError bonus.notFound, bonus.notOpen, bonus.notApplicable
 */
export async function requireBonus(
  core: Pick<Core, 'now'>,
  tx: Tx,
  caller: Caller,
  bonusId: string,
  deposit: BonusDeposit,
): Promise<Bonus> {
  const bonus = await findBonus(tx, caller, bonusId);
  if (bonus === undefined) throw new CallError('bonus.notFound', 'There is no such bonus.');
  if (!isOpen(bonus, core.now()) || bonus.currency !== caller.currency) {
    throw new CallError('bonus.notOpen', 'This bonus can no longer be had.');
  }
  if (deposit.isActivated) requireApplicable(bonus, deposit);
  return bonus;
}

function requireApplicable(bonus: Bonus, { isBonusHidden, accountAmount }: BonusDeposit): void {
  if (isBonusHidden) {
    throw new CallError('bonus.notApplicable', 'This payment method brings no bonus.');
  }
  if (compareDecimals(accountAmount, bonus.min_deposit) < 0) {
    const least = `${bonus.min_deposit} ${bonus.currency}`;
    throw new CallError('bonus.notApplicable', `This bonus takes a deposit of at least ${least}.`);
  }
}

/** Whether a bonus can still be accrued at this moment. */
export function isOpen({ status, must_accrue_before }: Bonus, now: Date): boolean {
  return status === 'offered' && must_accrue_before > now;
}
