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
import type { PlayerLimitsTable } from '../ground/database/tables/limits.ts';
import { lockPlayer, type PlayerRef } from './player-row.ts';

export type LimitPeriod = PlayerLimitsTable['period'];
export type LimitedTransaction = PlayerLimitsTable['transaction'];

/** Which of a player's limits is meant: each stands by itself, and the lowest wins. */
export interface LimitKey {
  transaction: LimitedTransaction;
  period: LimitPeriod;
  /** Set by the operator, or by the player's own wish. */
  source: PlayerLimitsTable['source'];
  currency: string;
}

/** A limit in force. */
export interface PlayerLimit extends LimitKey {
  amount: Decimal;
  /** What a player asked for that loosens their own limit; `amount` null is its end. */
  pending: { amount: Decimal | null; from: Date } | null;
  reason: string;
  actor: string;
  updatedAt: Date;
}

/** How a limit was and is; null where there was or is none. */
export interface LimitChange {
  before: PlayerLimit | null;
  after: PlayerLimit | null;
}

/** What looser limits of a player's own wish wait for: time to think again. */
const coolingOffMs = 24 * 60 * 60_000;

/** Who decided it and why. */
interface Decision {
  actor: string;
  reason: string;
}

/**
 * Sets a limit. A lower one holds at once, as does any of the operator's; a higher one of the
 * player's own holds in 24 hours, and until then the limit stays as it is.
 * @throws CallError request.invalid where no such amount can be paid.
 */
export async function setPlayerLimit(
  core: Pick<Core, 'now'>,
  tx: Tx,
  player: PlayerRef,
  limit: Omit<LimitKey, 'currency'> & Decision & { amount: Money },
): Promise<LimitChange> {
  const { amount, currency } = limit.amount;
  if (compareDecimals(amount, '0') <= 0 || !fitsCurrency(amount, currency)) {
    const message = `amount: must be more than zero, in units that ${currency} has`;
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
 * Ends a limit: the operator's at once, the player's own in 24 hours. Both null where there is none.
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

/** A player's limits as they hold at this moment. */
export async function listPlayerLimits(
  db: Db | Tx,
  { brandId, playerId }: PlayerRef,
  now: Date,
): Promise<PlayerLimit[]> {
  const rows = await db
    .selectFrom('player_limits')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .orderBy('transaction')
    .orderBy('created_at')
    .execute();
  return rows.map((row) => readLimit(row, now)).filter((limit) => limit !== null);
}

const later = (now: Date) => new Date(now.getTime() + coolingOffMs);

/** What identifies the row of a limit. */
function rowOf({ brandId, playerId }: PlayerRef, limit: LimitKey) {
  const { transaction, period, source, currency } = limit;
  return { brand_id: brandId, player_id: playerId, transaction, period, source, currency };
}

/** The limit as it holds, with the player locked: a payment is judged before or after its change. */
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

/** What a row says at a moment: a change that was waited for holds by itself when its time comes. */
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
