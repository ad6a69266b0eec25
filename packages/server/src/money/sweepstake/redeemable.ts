import {
  addDecimals,
  CallError,
  type CallResponse,
  compareDecimals,
  type Decimal,
  negateDecimal,
  type RecoupStatus,
  toCurrencyDecimals,
} from '@kassa/contract';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import { findBlock } from '../../players/player-blocks.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { loadBalance, loadDebt } from '../ledger/balances.ts';
import { findSweepstakeObstacle, loadSweepstake, requireTakesPart } from './load-sweepstake.ts';
import { loadUnplayedCoins } from './unplayed-coins.ts';

/** What of a player's sweep coins can be redeemed, and why not the rest. */
export interface Redeemable {
  balance: Decimal;
  /** What can be redeemed. */
  amount: Decimal;
  /** The coins that have still to be played. */
  unplayed: Decimal;
  /** The sum of bets that plays them. */
  missingPlay: Decimal;
  /** What the player owes. */
  owed: Decimal;
}

/**
 * Loads what a player can redeem now: the balance, less what is unplayed, owed, or goes back with the
 * money of its package.
 */
export async function loadRedeemable(db: Db | Tx, player: PlayerRef): Promise<Redeemable> {
  const currency = 'QSC';
  const { brandId, playerId } = player;
  const balance = await loadBalance(db, { brandId, kind: 'player', owner: playerId, currency });
  const { owed } = await loadDebt(db, { brandId, playerId, currency });
  const { missingPlay, refunding, ...coins } = await loadUnplayedCoins(db, player);
  const kept = atLeastZero(addDecimals(balance, negateDecimal(refunding)));
  // Coins that are lost in a game without a report, or that settled a debt, are no longer unplayed.
  const unplayed = compareDecimals(coins.unplayed, kept) > 0 ? kept : coins.unplayed;
  const rest = [unplayed, owed].map(negateDecimal).reduce(addDecimals, kept);
  const inCoins = (value: Decimal) => toCurrencyDecimals(value, currency);
  return {
    balance: inCoins(balance),
    amount: inCoins(atLeastZero(rest)),
    unplayed: inCoins(unplayed),
    missingPlay: inCoins(missingPlay),
    owed: inCoins(owed),
  };
}

const atLeastZero = (value: Decimal) => (compareDecimals(value, '0') > 0 ? value : '0');

/**
 * Returns how many coins a player can redeem now, and why not the rest.
 * @throws CallError currency.unsupported for money, or a brand without sweepstakes
 */
export async function loadRecoupSum(
  core: Core,
  caller: Caller,
  currency: string,
): Promise<CallResponse<'sweepstake-recoup-sum'>> {
  const sweepstake = await loadSweepstake(core, core.db, caller.brandId);
  if (sweepstake === null || (currency !== 'QSC' && currency !== 'QGC')) {
    throw new CallError('currency.unsupported', 'Only the coins of sweepstakes are redeemed.');
  }
  if (currency === 'QGC') return { data: await describeGold(core, caller) };
  const redeemable = await loadRedeemable(core.db, caller);
  const status =
    (await findBar(core, caller)) ??
    findSweepstakeObstacle(sweepstake, caller) ??
    (sweepstake.needsIdentity && !caller.isVerified ? 'unverified' : null);
  if (status !== null) return { data: { ...redeemable, status, amount: '0.00' } };
  return { data: { ...redeemable, status: describeRest(redeemable) } };
}

async function findBar(core: Core, caller: Caller): Promise<'blocked' | null> {
  return (await findBlock(core, core.db, caller, 'withdrawal')) === undefined ? null : 'blocked';
}

function describeRest({ unplayed, owed }: Redeemable): RecoupStatus {
  if (compareDecimals(owed, '0') > 0) return 'debt';
  return compareDecimals(unplayed, '0') > 0 ? 'playthrough' : 'available';
}

async function describeGold({ db }: Pick<Core, 'db'>, { brandId, playerId }: Caller) {
  const account = { brandId, kind: 'player', owner: playerId, currency: 'QGC' } as const;
  return {
    status: 'neverRedeemable' as const,
    amount: '0.00',
    balance: toCurrencyDecimals(await loadBalance(db, account), 'QGC'),
    unplayed: '0.00',
    missingPlay: '0.00',
    owed: '0.00',
  };
}

/**
 * Requires that a player may redeem coins at all. A player whose account is in money redeems none.
 * @throws CallError sweepstake.excluded, sweepstake.underage, payout.unverified; currency.unsupported
 * for a brand without sweepstakes
 */
export async function requireRedeemer(
  core: Pick<Core, 'catalogOf'>,
  db: Db | Tx,
  caller: Caller,
): Promise<void> {
  if (caller.currency !== 'QSC') return;
  const sweepstake = await loadSweepstake(core, db, caller.brandId);
  if (sweepstake === null) {
    throw new CallError('currency.unsupported', 'This site has no sweepstakes.');
  }
  requireTakesPart(sweepstake, caller);
  if (sweepstake.needsIdentity && !caller.isVerified) {
    throw new CallError('payout.unverified', "The player's identity isn't verified.");
  }
}
