import {
  CallError,
  type CallRequest,
  type CallResponse,
  type CoinBox,
  compareDecimals,
  encodeCoinBox,
} from '@kassa/contract';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { CatalogCoinBox } from '../../catalog/catalog-schema.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { Database } from '../../ground/database/schema.ts';
import { openStatuses } from '../states/deposit.machine.ts';
import { findSweepstakeObstacle, loadSweepstake, requireTakesPart } from './load-sweepstake.ts';

/** Returns the coin packages that a player can buy now. */
export async function listPackages(
  core: Core,
  caller: Caller,
): Promise<CallResponse<'sweepstake-boxes'>> {
  const sweepstake = await loadSweepstake(core, core.db, caller.brandId);
  if (sweepstake === null) return { boxes: [] };
  const obstacle = findSweepstakeObstacle(sweepstake, caller);
  if (obstacle !== null) return { boxes: [], obstacle };
  const onSale = sweepstake.boxes.filter((box) => isOnSale(box, caller, core.now()));
  const shown = await Promise.all(onSale.map((box) => showPackage(core.db, caller, box)));
  return { boxes: shown.filter((box) => box !== null).map(encodeCoinBox) };
}

/** Whether a package is on sale in a player's country at a time, as long as there are any left. */
function isOnSale(
  { countries, startsAt, endsAt }: CatalogCoinBox,
  { country }: Pick<Caller, 'country'>,
  now: Date,
): boolean {
  if (countries !== undefined && !countries.includes(country)) return false;
  if (startsAt !== undefined && new Date(startsAt) > now) return false;
  return endsAt === undefined || new Date(endsAt) > now;
}

/** Shows a package to a player; null if none is left for them. */
async function showPackage(db: Db, caller: Caller, box: CatalogCoinBox): Promise<CoinBox | null> {
  const { countries: _, startsAt: __, endsAt, stock, perPlayer, ...shown } = box;
  const left = stock === undefined ? undefined : stock - (await countSold(db, caller, box));
  const leftForPlayer =
    perPlayer === undefined ? undefined : perPlayer - (await countBought(db, caller, box));
  if ((left ?? 1) <= 0 || (leftForPlayer ?? 1) <= 0) return null;
  return {
    ...shown,
    ...(endsAt !== undefined && { endsAt: new Date(endsAt).getTime() }),
    ...(left !== undefined && { left }),
    ...(leftForPlayer !== undefined && { leftForPlayer }),
  };
}

/**
 * Counts the deposits for a package that were paid or can be, up to its stock: those that ended
 * without money give their place back.
 */
export function countSold(
  db: Db | Tx,
  { brandId }: Pick<Caller, 'brandId'>,
  { boxId, stock = 0 }: CatalogCoinBox,
): Promise<number> {
  return countRows(db, soldOf(db, brandId, boxId).limit(stock));
}

/** Counts a player's deposits for a package, up to the number that they may have. */
export function countBought(
  db: Db | Tx,
  { brandId, playerId }: Pick<Caller, 'brandId' | 'playerId'>,
  { boxId, perPlayer = 0 }: Pick<CatalogCoinBox, 'boxId' | 'perPlayer'>,
  { without }: { without?: string } = {},
): Promise<number> {
  const query = soldOf(db, brandId, boxId).where('player_id', '=', playerId).limit(perPlayer);
  return countRows(db, without === undefined ? query : query.where('id', '<>', without));
}

/** Selects the deposits of the index `deposits_of_package`, and of these only what it holds. */
function soldOf(db: Db | Tx, brandId: string, boxId: string) {
  return db
    .selectFrom('deposits')
    .select('player_id')
    .where('brand_id', '=', brandId)
    .where('box_id', '=', boxId)
    .where(sql<boolean>`status not in ('declined', 'failed', 'canceled', 'autoCanceled')`);
}

async function countRows(
  db: Db | Tx,
  rows: SelectQueryBuilder<Database, 'deposits', { player_id: string }>,
): Promise<number> {
  const { count } = await db
    .selectFrom(rows.as('rows'))
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

type PackageOrder = Pick<
  CallRequest<'deposit-create-sweepstake'>,
  'boxId' | 'coins' | 'amount' | 'currency'
>;

/** A package that a player may have, with the factor by which its sweep coins are played. */
export interface OrderedPackage {
  box: CatalogCoinBox;
  /** For how many seconds the rate of a payment in a coin holds. */
  priceLockSeconds: number;
}

/**
 * Finds the package of an order. Whether there are any left shows only under the locks of its creation:
 * {@link requirePackageLeft}.
 * @throws CallError package.unavailable, package.changed, sweepstake.excluded, sweepstake.underage;
 * currency.unsupported if the brand has no sweepstakes
 */
export async function requirePackage(
  core: Pick<Core, 'catalogOf' | 'walletOf' | 'now'>,
  db: Db | Tx,
  caller: Caller,
  { boxId, coins, amount, currency }: PackageOrder,
): Promise<OrderedPackage> {
  const sweepstake = await loadSweepstake(core, db, caller.brandId);
  // The operator's wallet has no operation for both coins at once.
  if (sweepstake === null || core.walletOf(caller.brandId).remote !== null) {
    throw new CallError('currency.unsupported', 'This site has no coin packages.');
  }
  requireTakesPart(sweepstake, caller);
  const box = sweepstake.boxes.find((one) => one.boxId === boxId);
  if (box === undefined || !isOnSale(box, caller, core.now())) throw unavailable();
  const isSame =
    currency === box.priceCurrencyCode &&
    compareDecimals(amount, box.price) === 0 &&
    compareDecimals(coins?.gcAmount ?? '0', box.gcAmount) <= 0 &&
    compareDecimals(coins?.scAmount ?? '0', box.scAmount) <= 0;
  if (!isSame) {
    throw new CallError('package.changed', 'The package is not what the player saw.', {
      price: box.price,
      currency: box.priceCurrencyCode,
    });
  }
  return { box, priceLockSeconds: sweepstake.priceLockSeconds };
}

/**
 * How many open orders of a package a player may have, those that they say to have paid included: each
 * holds a place of the stock, or an address of a chain.
 */
const mostUnpaid = 2;
const mostOpen = 5;

/**
 * Requires that a package is left for a player, who has paid or canceled most orders of it. The
 * caller has locked the player's row. The last ones of a stock are given out one player after the
 * other: the lock on the package is taken after that on the player, by everybody, and only where the
 * package has a stock.
 * @throws CallError package.unavailable, deposits.tooMany
 */
export async function requirePackageLeft(
  tx: Tx,
  caller: Caller,
  { box }: OrderedPackage,
): Promise<void> {
  const { boxId, stock, perPlayer } = box;
  if (perPlayer !== undefined && (await countBought(tx, caller, box)) >= perPlayer) {
    throw unavailable();
  }
  const open = await soldOf(tx, caller.brandId, boxId)
    .select('status')
    .where('player_id', '=', caller.playerId)
    .where('status', 'in', openStatuses)
    .limit(mostOpen)
    .execute();
  const unpaid = open.filter(({ status }) => status !== 'awaitingConfirmation');
  if (unpaid.length >= mostUnpaid || open.length >= mostOpen) {
    const message = 'The player has too many open orders of this package.';
    throw new CallError('deposits.tooMany', message, { count: String(open.length) });
  }
  if (stock === undefined) return;
  const name = `package ${caller.brandId} ${boxId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
  if ((await countSold(tx, caller, box)) >= stock) throw unavailable();
}

const unavailable = () =>
  new CallError('package.unavailable', 'The package is no longer on offer.');
