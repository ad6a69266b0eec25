import { CallError, type CallRequest, type Decimal, type Money } from '@kassa/contract';
import type { Insertable } from 'kysely';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { paysPackages } from '../../catalog/select-methods.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { PlannedRoute } from '../../ground/database/tables/attempts.ts';
import type { DepositsTable } from '../../ground/database/tables/money.ts';
import { convertToAccount } from '../../providers/rates/convert-to-account.ts';
import { resolveCeiling } from '../deposits/ceiling.ts';
import { requireFirstAccount } from '../policy/route-payment.ts';
import { type OrderedPackage, requirePackage } from '../sweepstake/offered-packages.ts';
import { amountWorth, coinDecimals } from '../sweepstake/price-in-coin.ts';

/** A player's order, by any of the calls that create deposits. */
export type DepositRequest = Omit<CallRequest<'deposit-create'>, 'depositId'> &
  Pick<CallRequest<'deposit-create-p2p'>, 'bank'> &
  Partial<Pick<CallRequest<'deposit-create-sweepstake'>, 'boxId' | 'coins'>>;

/** What a player pays, and what is credited for it. */
export interface Ordered {
  /** The sum that the provider is asked for. */
  money: Money;
  /** The same sum in the currency that is credited, in which limits count. */
  account: Money;
  /** The coin package; null for a deposit of the player's choice. */
  package: OrderedPackage | null;
  /** The columns of `deposits` that follow from it. */
  columns: Partial<Insertable<DepositsTable>>;
}

/**
 * Resolves what an order is about. A package is paid at its price, which is fixed with the creation; in
 * a coin it is paid at the present rate, which holds for a while.
 * @throws CallError currency.unsupported; {@link requirePackage}'s; bonus.notApplicable with a package
 */
export async function resolveOrdered(
  core: Core,
  db: Db | Tx,
  caller: Caller,
  method: CatalogMethod,
  request: DepositRequest,
  routePlan: readonly PlannedRoute[],
): Promise<Ordered> {
  const { boxId, amount, currency } = request;
  if (boxId === undefined) return resolveDeposit(core, caller, method, request);
  if (request.bonusId !== undefined) {
    throw new CallError('bonus.notApplicable', 'A coin package has no bonus besides its coins.');
  }
  if (!paysPackages(method)) {
    throw new CallError('method.unavailable', 'No coin package can be paid with this method.');
  }
  const ordered = await requirePackage(core, db, caller, { ...request, boxId });
  const price = { amount, currency };
  const paid = await priceOf(core, caller, method, price, routePlan, ordered.priceLockSeconds);
  const { box } = ordered;
  return {
    money: paid.money,
    account: price,
    package: ordered,
    columns: {
      box_id: box.boxId,
      gold_amount: box.gcAmount,
      sweep_amount: box.scAmount,
      price: box.price,
      price_currency: box.priceCurrencyCode,
      box_per_player: box.perPlayer,
      is_amount_open: false,
      ...paid.columns,
    },
  };
}

async function resolveDeposit(
  core: Core,
  caller: Caller,
  method: CatalogMethod,
  { amount, currency, ...request }: DepositRequest,
): Promise<Ordered> {
  requireMoney(caller.currency);
  requireCoin(method, currency);
  const money = { amount, currency };
  const converted = await convertToAccount(core, caller, money);
  const ceiling = resolveCeiling(core, {
    brandId: caller.brandId,
    method,
    amount: money,
    country: caller.country,
    fields: request.fields ?? {},
  });
  return {
    money,
    account: { amount: converted, currency: caller.currency },
    package: null,
    columns: { ceiling, is_amount_open: method.hasOpenAmount === true },
  };
}

/** Coins of a sweepstake are in packages only: they are never bought by the amount. */
function requireMoney(accountCurrency: string): void {
  if (accountCurrency !== 'QSC' && accountCurrency !== 'QGC') return;
  const message = "The player's account is in coins, which come with packages.";
  throw new CallError('currency.unsupported', message);
}

/**
 * Requires a deposit of coins to be created in the coin.
 * @throws CallError currency.unsupported
 */
function requireCoin({ coin }: CatalogMethod, currency: string): void {
  if (coin === undefined || coin.currency === currency) return;
  throw new CallError('currency.unsupported', `This method is paid in ${coin.currency}.`);
}

interface Price {
  money: Money;
  columns: { price_rate?: Decimal; price_rate_until?: Date };
}

/** Returns what is to be paid for a price by a method. */
async function priceOf(
  core: Core,
  { brandId }: Caller,
  method: CatalogMethod,
  price: Money,
  routePlan: readonly PlannedRoute[],
  lockSeconds: number,
): Promise<Price> {
  if (method.coin === undefined) return { money: price, columns: {} };
  const { currency } = method.coin;
  const now = core.now();
  const found = await core.ratesOf(brandId).rate(currency, price.currency, now);
  if (found === null) {
    throw new CallError('currency.unsupported', "There is no rate to the package's price.");
  }
  const decimals = coinDecimals(core, brandId, requireFirstAccount(routePlan), currency);
  return {
    money: { amount: amountWorth(price.amount, found.rate, decimals), currency },
    columns: {
      price_rate: found.rate,
      price_rate_until: new Date(now.getTime() + lockSeconds * 1000),
    },
  };
}
