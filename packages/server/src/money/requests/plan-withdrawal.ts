import {
  CallError,
  type CallRequest,
  compareDecimals,
  type Money,
  toCurrencyDecimals,
} from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Account } from '../../brands/accounts.ts';
import { ordinaryWithdrawals } from '../../brands/withdrawal-settings.ts';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { drawBy, routesOf } from '../../catalog/plan-routes.ts';
import { paysOut } from '../../catalog/read/offer-to.ts';
import { findMethod } from '../../catalog/select-methods.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { PlannedRoute } from '../../ground/database/tables/attempts.ts';
import { toPlayerNames } from '../../players/compare-names.ts';
import type { ConfirmedOrder } from '../../players/confirmation-codes.ts';
import { takeDailyUse } from '../../players/daily-uses.ts';
import { evaluateRules } from '../payout-rules/evaluate-rules.ts';
import type { RuleFinding } from '../payout-rules/rule-subject.ts';
import { askScreening, type ScreeningAnswer } from '../payout-rules/screening.ts';
import { requireWithdrawalAllowed } from '../policy/require-allowed.ts';
import { requireFirstAccount, routePayment } from '../policy/route-payment.ts';
import { describeDestination } from '../provider-events/recheck-rules.ts';
import { loadDestinationUse } from '../saved-details/destination-use.ts';
import { renewSpellings } from '../saved-details/old-spellings.ts';
import { type ResolvedDetails, resolveDetails } from '../saved-details/resolve-details.ts';
import { requireRedeemer } from '../sweepstake/redeemable.ts';
import { calculateCost, type PayoutCost } from '../withdrawals/payout-cost.ts';
import { readRateLock } from '../withdrawals/rate-lock.ts';
import { askHolder, holderOf } from './account-holder.ts';
import { requireDestination } from './require-destination.ts';

/**
 * How often a player's withdrawals are quoted and created within a day: others are asked each time. A
 * form renews its quote, which leaves the creations as they are.
 */
const mostOfDay = { withdrawalQuote: 1000, withdrawalCreation: 300 };

/** What a player orders; the creation also has the rate that they were promised. */
export type WithdrawalOrder = CallRequest<'withdrawal-quote'> & { rateLock?: string | undefined };

/** What a player orders, as it would be paid. */
export interface OrderedWithdrawal {
  method: CatalogMethod;
  account: Account;
  routePlan: PlannedRoute[];
  details: ResolvedDetails;
  /** What leaves the balance. */
  money: Money;
  cost: PayoutCost;
}

/** An order with the answers of others, which were asked outside of any transaction. */
export interface WithdrawalPlan extends OrderedWithdrawal {
  /** The account's holder, as its bank names them; null if it wasn't asked. */
  bankHolder: string | null;
  /** The player's names; null if none is known. */
  playerNames: { first: string | null; last: string | null } | null;
  screening: ScreeningAnswer | null;
}

/**
 * Resolves what a player orders: method, account, destination, fee and what arrives. Called outside
 * of transactions, as a chain's node is asked about an address.
 * @throws CallError if the method, its fields, the destination or the amount don't allow it
 */
export async function resolveOrder(
  core: Core,
  caller: Caller,
  order: WithdrawalOrder,
): Promise<OrderedWithdrawal> {
  const { brandId } = caller;
  await requireRedeemer(core, core.db, caller);
  const method = requireMethod(core, caller, order);
  const details = await resolveDetails(core, core.db, caller, method, 'withdrawal', order);
  const { account, routePlan } = requireAccount(core, caller, method, order, details);
  const money = {
    amount: toCurrencyDecimals(order.amount, order.currency),
    currency: order.currency,
  };
  // The amount is judged first: a fee of no amount would be named instead of it.
  await requireWithdrawalAllowed(core, core.db, caller, {
    method,
    amount: { amount: order.amount, currency: order.currency },
    fields: details.fields,
  });
  const pair = {
    player: caller,
    from: money.currency,
    to: method.coin?.currency ?? money.currency,
  };
  const lockedRate = readRateLock(core, pair, order.rateLock);
  const cost = await calculateCost(core, brandId, { method, account, money, lockedRate });
  const { currency } = cost.arrives;
  await requireDestination(core, brandId, { account, method, currency, fields: details.fields });
  return { method, account, routePlan, details, money, cost };
}

/**
 * Plans a withdrawal, for its quote and for its creation: resolves the order and asks the bank and
 * the operator's check about its destination. Called outside of transactions.
 * @throws CallError as {@link resolveOrder} and {@link askHolder}; rate.ofDay
 */
export async function planWithdrawal(
  core: Core,
  caller: Caller,
  order: WithdrawalOrder,
  use: keyof typeof mostOfDay,
): Promise<WithdrawalPlan> {
  const ordered = await resolveOrder(core, caller, order);
  const { method, details, money } = ordered;
  await takeDailyUse(core, caller, use, mostOfDay[use]);
  await renewSpellings(core, caller, method, details);
  const [bankHolder, playerNames] = await Promise.all([
    askHolder(core, caller, ordered),
    loadNames(core, caller),
  ]);
  // As the rule of names and a later check have it: not the player's word where the bank should say it.
  const holder = holderOf({ method, bankHolder, details });
  const names = [playerNames?.first, playerNames?.last].filter((it) => it != null).join(' ');
  const screening = await askScreening(core, {
    brandId: caller.brandId,
    playerId: caller.externalId,
    reference: null,
    money,
    paymentType: method.name,
    country: caller.country,
    name: holder ?? (names === '' ? null : names),
    destination: describeDestination(method, details.fields, details.masked),
  });
  return { ...ordered, bankHolder, playerNames, screening };
}

/** What the limits and rules say of a plan at this moment. */
export interface Verdict {
  findings: RuleFinding[];
  /** It is sent no earlier, as the destination is new; null: as soon as it is approved. */
  sendsAfter: Date | null;
}

/**
 * Judges a plan by the limits and the brand's rules. For a creation the caller has locked the
 * player's row.
 * @throws CallError as {@link requireWithdrawalAllowed}; a broken rule is in the verdict
 */
export async function judgeWithdrawal(
  core: Core,
  db: Db | Tx,
  caller: Caller,
  plan: WithdrawalPlan,
): Promise<Verdict> {
  const { method, money, details, playerNames, screening } = plan;
  await requireWithdrawalAllowed(core, db, caller, {
    method,
    amount: money,
    fields: details.fields,
  });
  const findings = await evaluateRules(core, db, {
    brandId: caller.brandId,
    playerId: caller.playerId,
    withdrawalId: null,
    requestedAt: null,
    method,
    money,
    country: caller.country,
    isVerified: caller.isVerified,
    playerNames,
    holder: holderOf(plan),
    destinationDigest: details.digest,
    instrumentDigests: details.instrument?.digests ?? [],
    screening,
  });
  return { findings, sendsAfter: await findCooldown(core, db, caller, details) };
}

/** Builds what a code confirms. */
export function toConfirmedOrder(
  { method, money, details }: OrderedWithdrawal,
  locale: string | null,
): ConfirmedOrder {
  return {
    money,
    paymentType: method.name,
    destinationMasked: details.masked,
    destinationDigest: details.digest,
    locale,
  };
}

/**
 * Requires that no less arrives than the player was told.
 * @throws CallError quote.changed
 */
export function requireExpected({ cost }: WithdrawalPlan, expected: Money | undefined): void {
  if (expected === undefined) return;
  const { amount, currency } = cost.arrives;
  const isLess = compareDecimals(amount, expected.amount) < 0;
  if (!isLess && currency === expected.currency) return;
  throw new CallError('quote.changed', 'Less would arrive than the player was told.', {
    amount,
    currency,
  });
}

/** Returns when money may be sent to a destination that is new beside an earlier one. */
async function findCooldown(
  core: Core,
  db: Db | Tx,
  caller: Caller,
  details: ResolvedDetails,
): Promise<Date | null> {
  const { cooldownHours } = settingsOf(core, caller);
  if (cooldownHours === 0) return null;
  const { firstUsedAt, hasOther } = await loadDestinationUse(db, caller, details);
  if (!hasOther) return null;
  const now = core.now();
  const free = new Date((firstUsedAt ?? now).getTime() + cooldownHours * 3600_000);
  return free > now ? free : null;
}

/**
 * Returns the player's names; null too if no rule of the brand compares them. The token takes precedence over the
 * wallet, which is asked only where the brand's settings say so.
 */
async function loadNames(core: Core, caller: Caller): Promise<WithdrawalPlan['playerNames']> {
  const { nameMatch, thirdParty, screening } = settingsOf(core, caller);
  if (nameMatch === 'off' && thirdParty === 'off' && screening === null) return null;
  const names = toPlayerNames(caller.stated.profile);
  if (names !== null) return names;
  if (core.brands.get(caller.brandId)?.playerData?.fromWallet !== true) return null;
  const stated = await core.walletOf(caller.brandId).person?.(caller);
  return stated == null ? null : toPlayerNames(stated.profile);
}

const settingsOf = ({ brands }: Core, { brandId }: Caller) =>
  brands.get(brandId)?.withdrawals ?? ordinaryWithdrawals;

/** Returns the offered method of an order. */
function requireMethod(core: Core, caller: Caller, order: WithdrawalOrder): CatalogMethod {
  if (order.currency !== caller.currency) {
    const message = "Only the currency of the player's account can be withdrawn.";
    throw new CallError('currency.unsupported', message);
  }
  const method = findMethod(
    core.catalogOf(caller.brandId),
    {
      name: order.paymentType,
      countries: [caller.country, order.selectedCountry ?? caller.country],
      currency: order.currency,
      accountType: caller.accountType,
    },
    'withdrawal',
  );
  if (method === undefined) throw unavailable();
  return method;
}

/**
 * Returns the account of a payout. A card or account of a receipt is known to the provider's own
 * account alone.
 */
function requireAccount(
  core: Core,
  caller: Caller,
  method: CatalogMethod,
  order: WithdrawalOrder,
  { instrument }: ResolvedDetails,
): { account: Account; routePlan: PlannedRoute[] } {
  const routes = routesOf(method).filter(
    (route) => instrument === null || route.account === instrument.account,
  );
  const draw = drawBy(uuidv7());
  const routePlan = routePayment(core, caller, { ...method, routes: [...routes] }, order, draw);
  const name = requireFirstAccount(routePlan);
  const account = core.brands.get(caller.brandId)?.accounts.get(name);
  if (account === undefined || !paysOut(account)) throw unavailable();
  return { account, routePlan };
}

const unavailable = () =>
  new CallError('method.unavailable', 'This withdrawal method is not offered here.');
