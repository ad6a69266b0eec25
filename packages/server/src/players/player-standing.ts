import type { Selectable } from 'kysely';
import type { Operands, Reader } from '../ground/database/reader.ts';
import { type RowsInJson, readRows, rowsInJson } from '../ground/database/rows-in-json.ts';
import type { PlayerLimitsTable } from '../ground/database/tables/limits.ts';
import { type PlayerBlock, readBlocks, selectBlocks } from './player-blocks.ts';
import { type PlayerLimit, readLimits, selectLimits } from './player-limits.ts';
import type { PlayerRef } from './player-row.ts';

/** What restricts a player's payments. */
export interface PlayerStanding {
  /** Past ones included. */
  blocks: readonly PlayerBlock[];
  /** Those in force. */
  limits: readonly PlayerLimit[];
}

/** The columns of {@link selectStanding}. */
export interface StandingColumns {
  blocks: RowsInJson<PlayerBlock>;
  limits: RowsInJson<Selectable<PlayerLimitsTable>>;
}

/** Selects what restricts a player's payments, as columns of a statement that reads more. */
export function selectStanding(query: Reader, player: Operands<PlayerRef>) {
  return [
    rowsInJson(selectBlocks(query, player)).as('blocks'),
    rowsInJson(selectLimits(query, player)).as('limits'),
  ] as const;
}

export function readStanding({ blocks, limits }: StandingColumns, now: Date): PlayerStanding {
  return {
    blocks: readBlocks(blocks),
    limits: readLimits(readRows(limits, ['pending_from', 'created_at', 'updated_at']), now),
  };
}
