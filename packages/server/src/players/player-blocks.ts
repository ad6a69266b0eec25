import { CallError, type PlayerBlock as ShownBlock } from '@kassa/contract';
import type { Selectable } from 'kysely';
import type { Caller } from '../core/caller.ts';
import type { Core } from '../core/core.ts';
import type { Db, Tx } from '../ground/database/connect.ts';
import type { Operands, Reader } from '../ground/database/reader.ts';
import { type RowsInJson, readRows } from '../ground/database/rows-in-json.ts';
import type { PlayerBlocksTable } from '../ground/database/tables/limits.ts';
import { isUuid } from '../ground/is-uuid.ts';
import type { LimitedTransaction } from './player-limits.ts';
import { lockPlayer, type PlayerRef } from './player-row.ts';

export type PlayerBlock = Selectable<PlayerBlocksTable>;

interface NewBlock
  extends Pick<PlayerBlock, 'id' | 'what' | 'source' | 'until' | 'reason' | 'actor'> {}

/**
 * Blocks a player's deposits, withdrawals or both. Blocks don't replace each other: the player is
 * blocked while any block is in force.
 * @throws CallError request.invalid if its end has passed.
 */
export async function blockPlayer(
  core: Pick<Core, 'now'>,
  tx: Tx,
  player: PlayerRef,
  block: NewBlock,
): Promise<PlayerBlock> {
  const now = core.now();
  if (block.until !== null && block.until <= now) {
    throw new CallError('request.invalid', 'until: must be in the future', { field: 'until' });
  }
  await lockPlayer(tx, player);
  return tx
    .insertInto('player_blocks')
    .values({
      ...block,
      brand_id: player.brandId,
      player_id: player.playerId,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The result of lifting a block. `over`: it is no longer in force. */
export type Unblocked =
  | { kind: 'lifted'; before: PlayerBlock; after: PlayerBlock }
  | { kind: 'notFound' | 'over' }
  /** A self-exclusion stays in force until the end that the player chose. */
  | { kind: 'selfExclusion'; until: Date | null };

/** Lifts an operator's block before its end. */
export async function unblockPlayer(
  core: Pick<Core, 'now'>,
  tx: Tx,
  player: PlayerRef,
  { id, actor }: { id: string; actor: string },
): Promise<Unblocked> {
  if (!isUuid(id)) return { kind: 'notFound' };
  await lockPlayer(tx, player);
  const before = await tx
    .selectFrom('player_blocks')
    .selectAll()
    .where('brand_id', '=', player.brandId)
    .where('player_id', '=', player.playerId)
    .where('id', '=', id)
    .executeTakeFirst();
  const now = core.now();
  if (before === undefined) return { kind: 'notFound' };
  if (!isInForce(before, now)) return { kind: 'over' };
  if (before.source === 'selfExclusion') return { kind: 'selfExclusion', until: before.until };
  const after = await tx
    .updateTable('player_blocks')
    .set({ lifted_at: now, lifted_by: actor })
    .where('brand_id', '=', player.brandId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { kind: 'lifted', before, after };
}

/** Lists all blocks of a player, past ones included, newest first. */
export async function listPlayerBlocks(db: Db | Tx, player: PlayerRef): Promise<PlayerBlock[]> {
  return selectBlocks(db, player).execute();
}

/** Selects all blocks of a player, newest first. */
export function selectBlocks(query: Reader, { brandId, playerId }: Operands<PlayerRef>) {
  return query
    .selectFrom('player_blocks')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
}

/** Reads the rows of {@link selectBlocks} from a column. */
export function readBlocks(rows: RowsInJson<PlayerBlock>): PlayerBlock[] {
  return readRows(rows, ['until', 'lifted_at', 'created_at']);
}

/** Whether a block is in force at this moment. */
export function isInForce({ until, lifted_at }: PlayerBlock, now: Date): boolean {
  return lifted_at === null && (until === null || until > now);
}

/**
 * Returns the block that is in force for a player's deposits or withdrawals, if any; of several,
 * the one that ends last.
 */
export async function findBlock(
  { now }: Pick<Core, 'now'>,
  db: Db | Tx,
  player: PlayerRef,
  transaction: LimitedTransaction,
): Promise<PlayerBlock | undefined> {
  return chooseBlock(await listPlayerBlocks(db, player), transaction, now());
}

/** Returns the block among a player's that is in force, as {@link findBlock} does. */
export function chooseBlock(
  blocks: readonly PlayerBlock[],
  transaction: LimitedTransaction,
  now: Date,
): PlayerBlock | undefined {
  const what = transaction === 'deposit' ? 'deposits' : 'withdrawals';
  const [block] = blocks
    .filter((block) => isInForce(block, now) && (block.what === 'all' || block.what === what))
    .sort((left, right) => endOf(right) - endOf(left));
  return block;
}

/**
 * Requires that a player isn't blocked.
 * @throws CallError player.blocked, player.selfExcluded; with `until` if the block has an end.
 */
export async function requireNotBlocked(
  core: Pick<Core, 'now'>,
  db: Db | Tx,
  player: PlayerRef,
  transaction: LimitedTransaction,
): Promise<void> {
  refuseBlocked(await findBlock(core, db, player, transaction), transaction);
}

/** @throws CallError as {@link requireNotBlocked} if there is a block */
export function refuseBlocked(
  block: PlayerBlock | undefined,
  transaction: LimitedTransaction,
): void {
  if (block === undefined) return;
  const params: Record<string, string> =
    block.until === null ? {} : { until: block.until.toISOString() };
  throw block.source === 'selfExclusion'
    ? new CallError('player.selfExcluded', 'The player has excluded themselves.', params)
    : new CallError('player.blocked', `The player's ${transaction}s are blocked.`, params);
}

/**
 * Describes a block to its player: without the operator's own note, and after an exclusion with the brand's
 * help lines of the player's country.
 */
export function showBlock(
  { source, until }: Pick<PlayerBlock, 'source' | 'until'>,
  { brands }: Pick<Core, 'brands'>,
  { brandId, country }: Pick<Caller, 'brandId' | 'country'>,
): ShownBlock {
  const isExcluded = source === 'selfExclusion';
  const helpLines = (brands.get(brandId)?.helpLines ?? [])
    .filter(({ countries }) => countries === undefined || countries.includes(country))
    .map(({ name, url }) => ({ name, url }));
  return {
    reason: isExcluded ? 'selfExcluded' : 'blocked',
    ...(until !== null && { until: until.toISOString() }),
    ...(isExcluded && helpLines.length > 0 && { helpLines }),
  };
}

const endOf = ({ until }: PlayerBlock) => until?.getTime() ?? Number.POSITIVE_INFINITY;
