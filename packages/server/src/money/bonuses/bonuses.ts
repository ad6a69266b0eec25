import { CallError, compareDecimals, type Decimal, padToCurrency } from '@kassa/contract';
import type { Selectable, Updateable } from 'kysely';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { Reader } from '../../ground/database/reader.ts';
import { type RowsInJson, readRows, rowsInJson } from '../../ground/database/rows-in-json.ts';
import type { BonusesTable } from '../../ground/database/tables/bonuses.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { defineChange } from '../../messages/webhooks/record-change.ts';
import { type OutgoingEvent, recordEvent } from '../../messages/webhooks/record-event.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { type BonusStatus, canMoveBonus } from '../states/bonus.machine.ts';

/** Loads bonuses of a player, newest first: those before an id, or the newest ones. */
export async function listBonuses(
  db: Db | Tx,
  { brandId, playerId }: PlayerRef,
  { before, limit }: { before: string | null; limit: number },
): Promise<Bonus[]> {
  return db
    .selectFrom('bonuses')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .$if(before !== null, (query) => query.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/**
 * Loads a player's own bonus. Undefined for an unknown id and for a bonus of another player or
 * brand.
 */
export async function findBonus(
  db: Db | Tx,
  { brandId, playerId }: PlayerRef,
  bonusId: string,
): Promise<Bonus | undefined> {
  if (!isUuid(bonusId)) return undefined;
  return selectBonus(db, { brandId, playerId }, bonusId).executeTakeFirst();
}

function selectBonus(query: Reader, { brandId, playerId }: PlayerRef, bonusId: string | null) {
  return query
    .selectFrom('bonuses')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .where('id', '=', bonusId);
}

/** Selects the bonus of a new deposit, if it has one with a UUID, as a column of a statement that reads more. */
export function selectRequestedBonus(query: Reader, player: PlayerRef, bonusId: string | null) {
  return rowsInJson(selectBonus(query, player, bonusId)).as('bonus');
}

/** The data of a deposit that a bonus depends on. */
interface BonusDeposit {
  /** Whether the player has activated the bonus; otherwise the deposit only names it. */
  isActivated: boolean;
  /** Whether the method excludes bonuses (§4). */
  isBonusHidden: boolean;
  /** The requested amount in the account's currency. */
  /** Null if its sender decides it. */
  accountAmount: Decimal | null;
}

/**
 * Validates the bonus of a new deposit: it belongs to the player, is still offered, and has the
 * currency of their account. An activated bonus must also apply to this deposit. The widget applies
 * the same rule (§4), but the server doesn't trust it.
 * @param column - that of {@link selectRequestedBonus}
 * @throws CallError bonus.notFound, bonus.notOpen, bonus.notApplicable
 */
export function requireBonus(
  core: Pick<Core, 'now'>,
  caller: Caller,
  column: RowsInJson<Bonus>,
  deposit: BonusDeposit,
): void {
  const [bonus] = readRows(
    column,
    ['must_accrue_before', 'wagered_at', 'created_at', 'updated_at'],
    ['spins'],
  );
  if (bonus === undefined) throw new CallError('bonus.notFound', 'There is no such bonus.');
  if (!isOpen(bonus, core.now()) || bonus.currency !== caller.currency) {
    throw new CallError('bonus.notOpen', 'This bonus is no longer available.');
  }
  if (deposit.isActivated) requireApplicable(bonus, deposit);
}

function requireApplicable(bonus: Bonus, { isBonusHidden, accountAmount }: BonusDeposit): void {
  if (isBonusHidden) {
    throw new CallError('bonus.notApplicable', 'This payment method excludes bonuses.');
  }
  if (accountAmount !== null && compareDecimals(accountAmount, bonus.min_deposit) < 0) {
    const least = `${bonus.min_deposit} ${bonus.currency}`;
    throw new CallError('bonus.notApplicable', `This bonus needs a deposit of at least ${least}.`);
  }
}

/** Whether a bonus can still be accrued. */
export function isOpen({ status, must_accrue_before }: Bonus, now: Date): boolean {
  return status === 'offered' && must_accrue_before > now;
}

export type Bonus = Selectable<BonusesTable>;

/** The parts of the core that bonuses use. */
export type BonusCore = Pick<Core, 'now' | 'brands'>;

type Changes = Pick<
  Updateable<BonusesTable>,
  'deposit_id' | 'accrued_amount' | 'revoked_amount' | 'actor' | 'reason'
>;

/**
 * Moves a bonus to another state if it is still in its present one, and records the operator's
 * event. Returns null if another transaction moved it first. The caller has locked the player.
 * @throws Error on a forbidden transition, which is a bug in the caller.
 */
export async function moveBonus(
  core: BonusCore,
  tx: Tx,
  bonus: Bonus,
  to: BonusStatus,
  changes: Changes = {},
): Promise<Bonus | null> {
  if (!canMoveBonus(bonus.status, to)) {
    throw new Error(`A bonus can't move from ${bonus.status} to ${to}.`);
  }
  const written = { ...changes, status: to, updated_at: core.now() };
  const moved = await recordBonus(core, tx, {
    write: { update: written, row: bonus },
    events: [describeChange({ ...bonus, ...written })],
  });
  return moved ?? null;
}

const recordBonus = defineChange('bonuses');

/** Records the operator's event of a change of a bonus: `bonus.offered`, `bonus.accrued` … */
export async function recordBonusEvent(
  core: BonusCore,
  tx: Tx,
  bonus: Bonus,
  change?: BonusStatus | 'wagered',
): Promise<void> {
  await recordEvent(core, tx, describeChange(bonus, change));
}

function describeChange(
  bonus: Bonus,
  change: BonusStatus | 'wagered' = bonus.status,
): OutgoingEvent {
  const pad = (amount: Decimal | null) =>
    amount === null ? null : padToCurrency(amount, bonus.currency);
  return {
    brandId: bonus.brand_id,
    playerId: bonus.player_id,
    type: `bonus.${change}`,
    data: {
      bonusId: bonus.id,
      kind: bonus.kind,
      currency: bonus.currency,
      depositId: bonus.deposit_id,
      accruedAmount: pad(bonus.accrued_amount),
      revokedAmount: pad(bonus.revoked_amount),
      spins: bonus.spins,
      wagerMultiplier: bonus.wager_multiplier,
      payoutMultiplier: bonus.payout_multiplier,
      onWithdrawal: bonus.on_withdrawal,
      wageredAt: bonus.wagered_at?.toISOString() ?? null,
    },
  };
}
