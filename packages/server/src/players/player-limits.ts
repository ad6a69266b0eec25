import {
  CallError,
  compareDecimals,
  type Decimal,
  fitsCurrency,
  type Money,
} from '@kassa/contract';
import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../core/core.ts';
import type { Db, Tx } from '../ground/database/connect.ts';
import type { Operands, Reader } from '../ground/database/reader.ts';
import type { PlayerLimitsTable } from '../ground/database/tables/limits.ts';
import { lockPlayer, type PlayerRef } from './player-row.ts';

export type LimitPeriod = PlayerLimitsTable['period'];
export type LimitedTransaction = PlayerLimitsTable['transaction'];

/** Identifies a limit of a player. Each limit applies by itself, so the lowest one decides. */
export interface LimitKey {
  transaction: LimitedTransaction;
  period: LimitPeriod;
  /** Set by the operator, or by the player. */
  source: PlayerLimitsTable['source'];
  currency: string;
}

/** A limit in force. */
export interface PlayerLimit extends LimitKey {
  amount: Decimal;
  /** A player's pending request to loosen their own limit; `amount` null ends the limit. */
  pending: { amount: Decimal | null; from: Date } | null;
  reason: string;
  actor: string;
  updatedAt: Date;
}

/** A limit before and after a change; null: no limit. */
export interface LimitChange {
  before: PlayerLimit | null;
  after: PlayerLimit | null;
}

/** Cooling-off period before a player's own limit is loosened. */
const coolingOffMs = 24 * 60 * 60_000;

/** The actor and reason of a change. */
interface Decision {
  actor: string;
  reason: string;
}

/**
 * Sets a limit. A lower limit takes effect at once, as does any limit of the operator. A higher
 * limit of the player takes effect in 24 hours; until then the old one applies.
 * @throws CallError request.invalid if the amount isn't positive or has too many decimals.
 */
export async function setPlayerLimit(
  core: Pick<Core, 'now'>,
  tx: Tx,
  player: PlayerRef,
  limit: Omit<LimitKey, 'currency'> & Decision & { amount: Money },
): Promise<LimitChange> {
  const { amount, currency } = limit.amount;
  if (compareDecimals(amount, '0') <= 0 || !fitsCurrency(amount, currency)) {
    const message = `amount: must be more than zero, with no more decimals than ${currency} has`;
    throw new CallError('request.invalid', message, { field: 'amount' });
  }
  const before = await lockLimit(core, tx, player, { ...limit, currency });
  const mustWait =
    limit.source === 'player' && before !== null && compareDecimals(amount, before.amount) > 0;
  return writeLimit(core, tx, player, { ...limit, currency }, before, {
    amount: mustWait ? before.amount : amount,
    pending_amount: mustWait ? amount : null,
    pending_from: mustWait ? later(core.now()) : null,
  });
}

/**
 * Ends a limit: the operator's at once, the player's own in 24 hours. Both results are null if
 * there is no such limit.
 */
export async function clearPlayerLimit(
  core: Pick<Core, 'now'>,
  tx: Tx,
  player: PlayerRef,
  limit: LimitKey & Decision,
): Promise<LimitChange> {
  const before = await lockLimit(core, tx, player, limit);
  if (before === null) return { before, after: null };
  if (limit.source === 'player') {
    return writeLimit(core, tx, player, limit, before, {
      amount: before.amount,
      pending_amount: null,
      pending_from: later(core.now()),
    });
  }
  await tx
    .deleteFrom('player_limits')
    .where((expression) => expression.and(rowOf(player, limit)))
    .execute();
  return { before, after: null };
}

/** Lists a player's limits in force at this moment. */
export async function listPlayerLimits(
  db: Db | Tx,
  player: PlayerRef,
  now: Date,
): Promise<PlayerLimit[]> {
  return readLimits(await selectLimits(db, player).execute(), now);
}

/** Selects the rows of a player's limits. */
export function selectLimits(query: Reader, { brandId, playerId }: Operands<PlayerRef>) {
  return query
    .selectFrom('player_limits')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .orderBy('transaction')
    .orderBy('created_at');
}

/** Returns the limits that are in force at a time, of a player's rows. */
export function readLimits(
  rows: readonly Selectable<PlayerLimitsTable>[],
  now: Date,
): PlayerLimit[] {
  return rows.map((row) => readLimit(row, now)).filter((limit) => limit !== null);
}

const later = (now: Date) => new Date(now.getTime() + coolingOffMs);

/** The key columns of a limit's row. */
function rowOf({ brandId, playerId }: PlayerRef, limit: LimitKey) {
  const { transaction, period, source, currency } = limit;
  return { brand_id: brandId, player_id: playerId, transaction, period, source, currency };
}

/**
 * Locks the player and returns the limit in force. So each payment is validated either before or
 * after the change.
 */
async function lockLimit(
  core: Pick<Core, 'now'>,
  tx: Tx,
  player: PlayerRef,
  limit: LimitKey,
): Promise<PlayerLimit | null> {
  await lockPlayer(tx, player);
  const row = await tx
    .selectFrom('player_limits')
    .selectAll()
    .where((expression) => expression.and(rowOf(player, limit)))
    .executeTakeFirst();
  return row === undefined ? null : readLimit(row, core.now());
}

async function writeLimit(
  core: Pick<Core, 'now'>,
  tx: Tx,
  player: PlayerRef,
  limit: LimitKey & Decision,
  before: PlayerLimit | null,
  amounts: Pick<Selectable<PlayerLimitsTable>, 'amount' | 'pending_amount' | 'pending_from'>,
): Promise<LimitChange> {
  const { actor, reason } = limit;
  const now = core.now();
  const values = { ...amounts, actor, reason, updated_at: now };
  const row = await tx
    .insertInto('player_limits')
    .values({ id: uuidv7(), ...rowOf(player, limit), ...values, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['brand_id', 'player_id', 'transaction', 'period', 'source', 'currency'])
        .doUpdateSet(values),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return { before, after: readLimit(row, now) };
}

/** Returns the limit in force at a time: a pending change takes effect when its time has come. */
function readLimit(row: Selectable<PlayerLimitsTable>, now: Date): PlayerLimit | null {
  const { pending_from: from } = row;
  const isDue = from !== null && from <= now;
  const amount = isDue ? row.pending_amount : row.amount;
  if (amount === null) return null;
  return {
    transaction: row.transaction,
    period: row.period,
    source: row.source,
    currency: row.currency,
    amount,
    pending: from === null || isDue ? null : { amount: row.pending_amount, from },
    reason: row.reason,
    actor: row.actor,
    updatedAt: row.updated_at,
  };
}
