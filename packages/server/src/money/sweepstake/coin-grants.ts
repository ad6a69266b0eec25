import {
  addDecimals,
  type Coins,
  compareDecimals,
  type Decimal,
  divideDecimals,
  floorToCurrency,
  type Money,
  multiplyDecimals,
  negateDecimal,
} from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { Deposit, Payment } from '../../ground/database/tables/money.ts';
import type { CoinGrant } from '../../ground/database/tables/sweepstake.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { loadTurnover } from '../../players/player-turnover.ts';
import { loadDebt } from '../ledger/balances.ts';
import { type AccountRef, type Line, moveMoney } from '../ledger/transfers.ts';
import { loadSweepstake } from './load-sweepstake.ts';
import { loadPlayUsed } from './unplayed-coins.ts';

/** The account of what players paid for packages. */
export const salesAccount: AccountRef = { kind: 'sales', owner: 'packages' };

const issuance: AccountRef = { kind: 'issuance', owner: 'coins' };

/** A package's coins as they were at the order; null for a deposit of no package. */
export function coinsOf({
  gold_amount,
  sweep_amount,
}: Pick<Deposit, 'gold_amount' | 'sweep_amount'>): Coins | null {
  return gold_amount === null ? null : { gcAmount: gold_amount, scAmount: sweep_amount ?? '0' };
}

/** The coins as money, without a coin of which there is nothing. */
function listMoney({ gcAmount, scAmount }: Coins): Money[] {
  const both = [
    { amount: gcAmount, currency: 'QGC' },
    { amount: scAmount, currency: 'QSC' },
  ];
  return both.filter(({ amount }) => compareDecimals(amount, '0') > 0);
}

/**
 * Builds the lines that give a player coins. What the player owes of a coin is settled first, where the
 * brand settles debts. The caller has locked the player.
 */
export async function giveCoinsLines(
  core: Pick<Core, 'brands'>,
  tx: Tx,
  player: PlayerRef,
  coins: Coins,
): Promise<Line[]> {
  const settles = core.brands.get(player.brandId)?.deposits.settleDebts === true;
  const lines: Line[] = [];
  for (const money of listMoney(coins)) {
    const { owed } = settles
      ? await loadDebt(tx, { ...player, currency: money.currency })
      : { owed: '0' };
    const settled = compareDecimals(owed, money.amount) < 0 ? owed : money.amount;
    const rest = addDecimals(money.amount, negateDecimal(settled));
    const { currency } = money;
    lines.push(
      ...moveMoney({ amount: settled, currency }, issuance, receivableOf(player)),
      ...moveMoney({ amount: rest, currency }, issuance, balanceOf(player)),
    );
  }
  return lines.filter(({ money }) => compareDecimals(money.amount, '0') !== 0);
}

/** Builds the lines that take coins from a player: `covered` from the balance, the rest is owed. */
export function takeCoinsLines(player: PlayerRef, coins: Coins, covered: Coins): Line[] {
  const owed: Coins = {
    gcAmount: addDecimals(coins.gcAmount, negateDecimal(covered.gcAmount)),
    scAmount: addDecimals(coins.scAmount, negateDecimal(covered.scAmount)),
  };
  return [
    ...listMoney(covered).flatMap((money) => moveMoney(money, balanceOf(player), issuance)),
    ...listMoney(owed).flatMap((money) => moveMoney(money, receivableOf(player), issuance)),
  ];
}

const balanceOf = ({ playerId }: PlayerRef): AccountRef => ({ kind: 'player', owner: playerId });
const receivableOf = ({ playerId }: PlayerRef): AccountRef => ({
  kind: 'receivable',
  owner: playerId,
});

/** Returns how much of some coins a player's balances cover, and keeps them from changing. */
export async function loadCoveredCoins(
  tx: Tx,
  { brandId, playerId }: PlayerRef,
  { gcAmount, scAmount }: Coins,
): Promise<Coins> {
  const rows = await tx
    .selectFrom('ledger_accounts')
    .select(['currency', 'balance'])
    .where('brand_id', '=', brandId)
    .where('kind', '=', 'player')
    .where('owner', '=', playerId)
    .where('currency', 'in', ['QGC', 'QSC'])
    .orderBy('currency')
    .forUpdate()
    .execute();
  const most = (currency: string, wanted: Decimal) => {
    const balance = rows.find((row) => row.currency === currency)?.balance ?? '0';
    return compareDecimals(balance, wanted) < 0 ? balance : wanted;
  };
  return { gcAmount: most('QGC', gcAmount), scAmount: most('QSC', scAmount) };
}

/**
 * Records that a package's coins were given. A second time for the same deposit violates a constraint.
 * @param transferId - that of the transfer that gives them
 */
export async function recordPackageGrant(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  transferId: string,
): Promise<void> {
  const coins = coinsOf(deposit);
  if (coins === null) throw new Error(`Deposit ${deposit.id} is of no package`);
  const brandId = deposit.brand_id;
  const playthrough = (await loadSweepstake(core, tx, brandId))?.playthrough ?? '1';
  const player = { brandId, playerId: deposit.player_id };
  await tx
    .insertInto('coin_grants')
    .values({
      id: transferId,
      brand_id: brandId,
      player_id: deposit.player_id,
      kind: 'package',
      deposit_id: deposit.id,
      entry: null,
      gold: coins.gcAmount,
      sweep: coins.scAmount,
      required_play: multiplyDecimals(coins.scAmount, playthrough),
      played_before: await loadTurnover(tx, { ...player, currency: 'QSC' }),
      status: 'done',
      reason: null,
      actor: null,
      created_at: core.now(),
      updated_at: core.now(),
    })
    .execute();
}

/** Whether a deposit's package was given and not taken back whole. */
export async function hasGivenPackage(tx: Tx, { id, brand_id }: Deposit): Promise<boolean> {
  const grant = await tx
    .selectFrom('coin_grants')
    .select('id')
    .where('brand_id', '=', brand_id)
    .where('deposit_id', '=', id)
    .whereRef('gold_taken', '<', 'gold')
    .executeTakeFirst();
  return grant !== undefined;
}

/** Lists the grants of a player, newest first, up to a number of them. */
export function listCoinGrants(
  db: Db,
  { brandId, playerId }: PlayerRef,
  limit: number,
): Promise<CoinGrant[]> {
  return db
    .selectFrom('coin_grants')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The coins that a reversal takes back, of the grant of the receipt. */
export interface TakenCoins extends Coins {
  grantId: string;
}

/**
 * Finds the coins that a reversal takes back: the part of the package that is the reversed part of its
 * receipt, less what earlier reversals took. The last one takes all the rest.
 * @param reversed - the sum of the receipt's reversals, this one included
 */
export async function findCoinsToTake(
  tx: Tx,
  { brand_id, amount, transfer_id }: Pick<Payment, 'brand_id' | 'amount' | 'transfer_id'>,
  reversed: Decimal,
): Promise<TakenCoins> {
  const grant = await tx
    .selectFrom('coin_grants')
    .selectAll()
    .where('brand_id', '=', brand_id)
    .where('id', '=', transfer_id)
    .executeTakeFirstOrThrow();
  const rest = (coins: Decimal, taken: Decimal) =>
    addDecimals(partOf(coins, reversed, amount), negateDecimal(taken));
  return {
    grantId: grant.id,
    gcAmount: rest(grant.gold, grant.gold_taken),
    scAmount: rest(grant.sweep, grant.sweep_taken),
  };
}

/** Records with a package's grant that coins of it were taken back, and the bets that played them. */
export async function recordTakenCoins(
  core: Pick<Core, 'now'>,
  tx: Tx,
  player: PlayerRef,
  { grantId, gcAmount, scAmount }: TakenCoins,
): Promise<void> {
  const play_used = await loadPlayUsed(tx, player, grantId);
  await tx
    .updateTable('coin_grants')
    .set((expression) => ({
      gold_taken: expression('gold_taken', '+', gcAmount),
      sweep_taken: expression('sweep_taken', '+', scAmount),
      play_used,
      updated_at: core.now(),
    }))
    .where('brand_id', '=', player.brandId)
    .where('id', '=', grantId)
    .execute();
}

/** Returns the part of coins that is `reversed` of `received`, rounded down; all of them at the end. */
function partOf(coins: Decimal, reversed: Decimal, received: Decimal): Decimal {
  if (compareDecimals(reversed, received) >= 0) return coins;
  return floorToCurrency(divideDecimals(multiplyDecimals(coins, reversed), received), 'QSC');
}
