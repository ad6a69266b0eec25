import { addDecimals, compareDecimals, type Decimal } from '@kassa/contract';
import type { Payment } from '../../ground/database/tables/money.ts';
import type { StoredRows } from './load-stored-rows.ts';
import type { World } from './world.ts';

/**
 * A time during which a player is protected. Its bounds are UUIDv7s that were made after the
 * protection had begun and before it was ended: ids in between were made while it was in force.
 */
interface Protection {
  playerId: string;
  after: string;
  /** Null: not ended by anybody. */
  before: string | null;
}

/** A block of a player's deposits. */
export interface Blocked extends Protection {
  /** The end that was set with the block. */
  until: Date | null;
}

/** A limit of a player's deposits within a day, in the currency of their account. */
export interface Limited extends Protection {
  max: Decimal;
}

const dayMs = 24 * 3600_000;

/**
 * No receipt is credited that arrives during a block, or that is above the limit of that moment,
 * unless an operator credits it.
 */
export function checkProtection(
  { blocked, limited }: World,
  { payments, deposits }: StoredRows,
): string[] {
  const playerOf = new Map(deposits.map(({ id, player_id }) => [id, player_id]));
  const credited = payments.filter(
    (row) => row.status === 'credited' && row.resolved_reason === null,
  );
  return credited.flatMap((row) => {
    const playerId = playerOf.get(row.deposit_id);
    const own = credited.filter((other) => playerOf.get(other.deposit_id) === playerId);
    const isIn = (it: Protection) =>
      it.playerId === playerId && it.after < row.id && (it.before === null || row.id < it.before);
    const isBlocked = blocked.some(
      (it) => isIn(it) && (it.until === null || row.created_at < it.until),
    );
    const isAbove = limited.some(
      (it) => isIn(it) && compareDecimals(sumOfDay(own, row), it.max) > 0,
    );
    return [
      ...(isBlocked ? [`receipt ${row.provider_payment_id} is credited during a block`] : []),
      ...(isAbove ? [`receipt ${row.provider_payment_id} is credited above the limit`] : []),
    ];
  });
}

/** The sum that had arrived within the day before a receipt, itself included. */
function sumOfDay(own: readonly Payment[], last: Payment): Decimal {
  const from = last.created_at.getTime() - dayMs;
  return own
    .filter(({ id, created_at }) => id <= last.id && created_at.getTime() > from)
    .reduce((sum, { processed_amount }) => addDecimals(sum, processed_amount ?? '0'), '0');
}
