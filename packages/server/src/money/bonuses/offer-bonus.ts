import { CallError, compareDecimals, type Decimal, fitsCurrency } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../ground/database/connect.ts';
import { lockPlayer, type PlayerRef } from '../../players/player-row.ts';
import { moveMoney, postTransfer } from '../ledger/transfers.ts';
import { canMoveBonus } from '../states/bonus.machine.ts';
import { type Bonus, type BonusCore, findBonus, moveBonus, recordBonusEvent } from './bonuses.ts';

interface Terms {
  /** A UUIDv7; the host page passes it to the widget. */
  id: string;
  title: string;
  subtitle: string | null;
  /** The currency of the player's account. */
  currency: string;
  /** The least deposit, in `currency`. */
  minDeposit: Decimal;
  /** How often the bonus must be wagered, for the operator's games. */
  wagerMultiplier: Decimal | null;
  /** How many times the bonus can be paid out at most, for the operator's games. */
  payoutMultiplier: Decimal | null;
  /** What becomes of the accrued bonus if the player withdraws before its wagering is done. */
  onWithdrawal: Bonus['on_withdrawal'];
  mustAccrueBefore: Date;
  actor: string;
  reason: string;
}

/** The terms of a bonus (§3 Bonus). */
export type BonusOffer = Terms &
  (
    | { kind: 'deposit'; percent: Decimal; maxBonusAmount: Decimal | null }
    | { kind: 'freespin'; spins: number; maxSpinWin: Decimal | null; games: readonly string[] }
  );

/**
 * Offers a bonus to a player.
 * @throws CallError request.invalid, with the field, if the terms can't be met
 */
export async function offerBonus(
  core: BonusCore,
  tx: Tx,
  player: PlayerRef,
  offer: BonusOffer,
): Promise<Bonus> {
  const now = core.now();
  requireTerms(offer, now);
  await lockPlayer(tx, player);
  const bonus = await tx
    .insertInto('bonuses')
    .values({
      id: offer.id,
      brand_id: player.brandId,
      player_id: player.playerId,
      kind: offer.kind,
      title: offer.title,
      subtitle: offer.subtitle,
      currency: offer.currency,
      min_deposit: offer.minDeposit,
      wager_multiplier: offer.wagerMultiplier,
      payout_multiplier: offer.payoutMultiplier,
      on_withdrawal: offer.onWithdrawal,
      must_accrue_before: offer.mustAccrueBefore,
      status: 'offered',
      revoke_id: uuidv7(),
      actor: offer.actor,
      reason: offer.reason,
      created_at: now,
      updated_at: now,
      ...(offer.kind === 'deposit'
        ? { percent: offer.percent, max_bonus_amount: offer.maxBonusAmount, games: [] }
        : { spins: offer.spins, max_spin_win: offer.maxSpinWin, games: [...offer.games] }),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordBonusEvent(core, tx, bonus);
  return bonus;
}

function requireTerms(offer: BonusOffer, now: Date): void {
  if (offer.mustAccrueBefore <= now) reject('mustAccrueBefore', 'must be in the future');
  requireAmount('minDeposit', offer.minDeposit, offer.currency);
  if (offer.kind === 'deposit') {
    if (compareDecimals(offer.percent, '0') <= 0) reject('percent', 'must be more than zero');
    requireAmount('maxBonusAmount', offer.maxBonusAmount, offer.currency);
  } else {
    if (!Number.isSafeInteger(offer.spins) || offer.spins <= 0) {
      reject('spins', 'must be a whole number above zero');
    }
    requireAmount('maxSpinWin', offer.maxSpinWin, offer.currency);
  }
  const { wagerMultiplier: wager, payoutMultiplier: payout } = offer;
  if (wager !== null && compareDecimals(wager, '0') < 0) {
    reject('wagerMultiplier', 'must not be negative');
  }
  if (payout !== null && compareDecimals(payout, '0') <= 0) {
    reject('payoutMultiplier', 'must be more than zero');
  }
}

function requireAmount(field: string, amount: Decimal | null, currency: string): void {
  if (amount === null) return;
  if (compareDecimals(amount, '0') <= 0 || !fitsCurrency(amount, currency)) {
    reject(field, `must be more than zero, in units that ${currency} has`);
  }
}

function reject(field: string, message: string): never {
  throw new CallError('request.invalid', `${field}: ${message}`, { field });
}

/** The outcome of revoking a bonus. `over`: it was revoked or has expired. */
export type Revoked =
  | { kind: 'revoked'; before: Bonus; after: Bonus }
  | { kind: 'notFound' }
  | { kind: 'over'; bonus: Bonus };

/** Revokes a bonus: an offer ends, and the rest of an accrued bonus is taken back. */
export async function revokeBonus(
  core: BonusCore,
  tx: Tx,
  player: PlayerRef,
  { id, actor, reason }: { id: string; actor: string; reason: string },
): Promise<Revoked> {
  await lockPlayer(tx, player);
  const before = await findBonus(tx, player, id);
  if (before === undefined) return { kind: 'notFound' };
  if (!canMoveBonus(before.status, 'revoked')) return { kind: 'over', bonus: before };
  const left = before.accrued_amount === null ? null : await loadLeft(tx, before);
  const after = await moveBonus(core, tx, before, 'revoked', {
    revoked_amount: left,
    actor,
    reason,
  });
  // All other transitions take the player's lock, too.
  if (after === null) throw new Error(`Bonus ${id} was moved without the player's lock.`);
  if (left !== null && compareDecimals(left, '0') > 0) {
    await postTransfer(tx, {
      id: before.revoke_id,
      brandId: before.brand_id,
      kind: 'bonusRevoked',
      playerId: before.player_id,
      reason,
      lines: moveMoney(
        { amount: left, currency: before.currency },
        { kind: 'bonus', owner: before.player_id },
        { kind: 'promotions', owner: 'bonuses' },
      ),
    });
  }
  return { kind: 'revoked', before, after };
}

/** Loads the rest of an accrued bonus. */
async function loadLeft(tx: Tx, bonus: Bonus): Promise<Decimal> {
  const account = await tx
    .selectFrom('ledger_accounts')
    .select('balance')
    .where('brand_id', '=', bonus.brand_id)
    .where('kind', '=', 'bonus')
    .where('owner', '=', bonus.player_id)
    .where('currency', '=', bonus.currency)
    .forUpdate()
    .executeTakeFirst();
  return leftOf(bonus, account?.balance ?? '0');
}

/**
 * Returns the rest of an accrued bonus, which revoking it takes back: at most the balance of the
 * player's bonus account.
 */
export function leftOf({ accrued_amount: accrued }: Bonus, balance: Decimal): Decimal {
  if (accrued === null) return '0';
  return compareDecimals(balance, accrued) < 0 ? balance : accrued;
}
