import {
  CallError,
  type Coins,
  compareDecimals,
  fitsCurrency,
  multiplyDecimals,
} from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { CoinGrant } from '../../ground/database/tables/sweepstake.ts';
import { lockPlayer, type PlayerRef } from '../../players/player-row.ts';
import { loadTurnover } from '../../players/player-turnover.ts';
import { postTransfer } from '../ledger/transfers.ts';
import { giveCoinsLines } from './coin-grants.ts';
import { loadSweepstake } from './load-sweepstake.ts';

/** A free entry that an operator grants: no purchase is necessary (§1). */
export interface FreeEntry extends PlayerRef {
  /** Also the id of the transfer. */
  id: string;
  /** The operator's id of the entry: it is granted once. */
  entry: string;
  coins: Coins;
  reason: string;
  actor: string;
}

/** `usedOtherwise`: the entry was granted with other coins, or to another player. */
export type Granted = { kind: 'granted'; grant: CoinGrant } | { kind: 'usedOtherwise' };

/**
 * Grants a free entry once. The same entry again returns the first grant.
 * @throws CallError amount.invalid; currency.unsupported for a brand without sweepstakes
 */
export async function grantFreeEntry(
  core: Core,
  tx: Tx,
  { brandId, playerId, ...act }: FreeEntry,
): Promise<Granted> {
  const player = { brandId, playerId };
  const { gcAmount: gold, scAmount: sweep } = act.coins;
  requireCoins(act.coins);
  const sweepstake = await loadSweepstake(core, tx, brandId);
  if (sweepstake === null || core.walletOf(brandId).remote !== null) {
    throw new CallError('currency.unsupported', 'This site has no sweepstakes.');
  }
  await lockPlayer(tx, player);
  const now = core.now();
  const inserted = await tx
    .insertInto('coin_grants')
    .values({
      id: act.id,
      brand_id: brandId,
      player_id: playerId,
      kind: 'freeEntry',
      deposit_id: null,
      entry: act.entry,
      gold,
      sweep,
      required_play: multiplyDecimals(sweep, sweepstake.playthrough),
      played_before: await loadTurnover(tx, { ...player, currency: 'QSC' }),
      status: 'done',
      reason: act.reason,
      actor: act.actor,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['brand_id', 'entry']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted === undefined) return findGranted(tx, player, act);
  await postTransfer(tx, {
    id: act.id,
    brandId,
    kind: 'freeEntry',
    playerId,
    // The operator's own words can be erased; the ledger can't.
    reason: 'free entry',
    lines: await giveCoinsLines(core, tx, player, act.coins),
  });
  return { kind: 'granted', grant: inserted };
}

async function findGranted(
  tx: Tx,
  { brandId, playerId }: PlayerRef,
  { entry, coins }: Pick<FreeEntry, 'entry' | 'coins'>,
): Promise<Granted> {
  const grant = await tx
    .selectFrom('coin_grants')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('entry', '=', entry)
    .executeTakeFirstOrThrow();
  const isSame =
    grant.player_id === playerId &&
    compareDecimals(grant.gold, coins.gcAmount) === 0 &&
    compareDecimals(grant.sweep, coins.scAmount) === 0;
  return isSame ? { kind: 'granted', grant } : { kind: 'usedOtherwise' };
}

function requireCoins({ gcAmount, scAmount }: Coins): void {
  const isWhole = fitsCurrency(gcAmount, 'QGC') && fitsCurrency(scAmount, 'QSC');
  const isSome = [gcAmount, scAmount].some((amount) => compareDecimals(amount, '0') > 0);
  const isNegative = [gcAmount, scAmount].some((amount) => compareDecimals(amount, '0') < 0);
  if (isWhole && isSome && !isNegative) return;
  throw new CallError('amount.invalid', 'A free entry has some coins, of two decimals at most.');
}
