import {
  type AmountLimits,
  addDecimals,
  compareDecimals,
  convertMoney,
  type Decimal,
  divideDecimals,
  floorToCurrency,
  type Money,
  negateDecimal,
  smallestAmount,
} from '@kassa/contract';
import { sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import {
  type LimitedTransaction,
  type LimitPeriod,
  listPlayerLimits,
  type PlayerLimit,
} from '../../players/player-limits.ts';
import type { PlayerRef } from '../../players/player-row.ts';

/** The parts of the core that limits need. */
export type LimitsCore = Pick<Core, 'now' | 'ratesOf' | 'log'>;

/** The rest of one of a player's limits at this moment. */
export interface Window {
  period: LimitPeriod;
  source: PlayerLimit['source'];
  max: Decimal;
  /** The remaining amount, zero or more. */
  remaining: Decimal;
  /** The time at which the first counted amount counts no more; null if nothing counts. */
  resetsAt: Date | null;
  /** Whether more is counted than the limit allows; false without a rate to compare with. */
  isExceeded: boolean;
  /** The last change of the limit. */
  changedAt: Date;
}

interface WindowQuery extends PlayerRef {
  transaction: LimitedTransaction;
  /** The currency of the player's account; the windows are in it. */
  currency: string;
  /** A deposit whose requested amount doesn't count, since its money is arriving. */
  withoutOrder?: string;
}

/**
 * Loads what each of the player's limits leaves, the lowest first; empty without limits.
 * @param known - the player's limits in force, if they are loaded already
 */
export async function loadWindows(
  core: LimitsCore,
  db: Db | Tx,
  asked: WindowQuery,
  known?: readonly PlayerLimit[],
): Promise<Window[]> {
  const now = core.now();
  const limits = (known ?? (await listPlayerLimits(db, asked, now))).filter(
    ({ transaction }) => transaction === asked.transaction,
  );
  if (limits.length === 0) return [];
  const usage = await loadUsage(db, asked, now);
  const windows = await Promise.all(limits.map((limit) => buildWindow(core, asked, limit, usage)));
  return windows.sort(
    (left, right) =>
      compareDecimals(left.remaining, right.remaining) ||
      // Of two equal rests, the one with the later reset comes first.
      (right.resetsAt?.getTime() ?? 0) - (left.resetsAt?.getTime() ?? 0),
  );
}

async function buildWindow(
  core: LimitsCore,
  { brandId, currency }: WindowQuery,
  limit: PlayerLimit,
  usage: readonly Usage[],
): Promise<Window> {
  const { period, source, updatedAt: changedAt } = limit;
  const counted = usage.filter((used) => used.period === period);
  const ends = counted.flatMap(({ since, late_until }) => [
    since.getTime() + periodMs[period],
    ...(late_until === null ? [] : [late_until.getTime()]),
  ]);
  const resetsAt = ends.length === 0 ? null : new Date(Math.min(...ends));
  const max = await convert(core, brandId, limit, currency);
  let used: Decimal | null = '0';
  for (const money of counted) {
    const exact = await convert(core, brandId, money, currency);
    used = used === null || exact === null ? null : addDecimals(used, exact);
  }
  if (max === null || used === null) {
    // A limit that can't be compared allows nothing, since it protects the player.
    core.log.warn({ brandId, period, currency }, 'a limit without an exchange rate leaves nothing');
    const unknown = { remaining: '0', isExceeded: false };
    return { period, source, max: max ?? '0', ...unknown, resetsAt, changedAt };
  }
  const left = addDecimals(max, negateDecimal(used));
  const remaining = compareDecimals(left, '0') > 0 ? left : '0';
  const isExceeded = compareDecimals(left, '0') < 0;
  return { period, source, max, remaining, resetsAt, isExceeded, changedAt };
}

/** Converts money to another currency without rounding; null without a rate. */
async function convert(
  core: LimitsCore,
  brandId: string,
  money: Money,
  currency: string,
): Promise<Decimal | null> {
  if (money.currency === currency) return money.amount;
  const rates = core.ratesOf(brandId);
  const found = await rates.rate(money.currency, currency, core.now());
  if (found === null) {
    // No money becomes sweep coins, but a limit in money is compared with what they are worth.
    if (currency !== 'QSC') return null;
    const worth = await rates.rate(currency, money.currency, core.now());
    return worth && divideDecimals(money.amount, worth.rate);
  }
  const { money: converted, rounding } = convertMoney(money, found.rate, currency);
  return addDecimals(converted.amount, rounding);
}

/** The length of each period, which ends now, in milliseconds. */
const periodMs: Readonly<Record<LimitPeriod, number>> = {
  day: 24 * 60 * 60_000,
  week: 7 * 24 * 60 * 60_000,
  month: 30 * 24 * 60 * 60_000,
};

/** The sum of a player's counted amounts within a period, in one currency of their account. */
export interface Usage {
  period: LimitPeriod;
  currency: string;
  amount: Decimal;
  /** The creation or arrival of the first counted amount. */
  since: Date;
  /** The first end of a late window; null if no deposit has one. */
  late_until: Date | null;
}

/**
 * The amounts that count towards deposit limits, in the account's currency:
 * - receipts that are credited or being credited, at the time of their arrival, even if they are
 *   late or of another amount than ordered. Chargebacks and refunds don't reduce the usage: the
 *   limit is on money paid in.
 * - the ordered amount of a deposit that may still bring money, at the time of its creation, since
 *   several could otherwise pass together: an open or parked deposit, and one that has ended until
 *   its late window is over. A canceled one of an older release has no late window and counts until
 *   it expires. Money that is parked for return doesn't count. Neither does the order of an address for
 *   coins: it is the least that may be sent, and asking for it is no intent to pay.
 */
const countDeposits = (now: Date, withoutOrder: string | undefined) => sql`
  select d.account_currency as currency, d.created_at, d.account_amount as amount,
    case when d.status in ('canceled', 'autoCanceled', 'declined')
      then coalesce(d.late_until, d.expires_at) end as late_until, d.brand_id, d.player_id
  from deposits d
  where (d.status in ('created', 'awaitingPlayer', 'awaitingConfirmation')
      or d.status = 'parked' and d.return_reason is null
      or d.status in ('canceled', 'autoCanceled', 'declined') and d.late_until > ${now}
      or d.status = 'canceled' and d.late_until is null and d.expires_at > ${now})
    and d.id is distinct from ${withoutOrder ?? null}::uuid
    and d.chain_address_id is null
  union all
  select p.processed_currency, p.created_at, p.processed_amount, null, d.brand_id, d.player_id
  from payments p join deposits d on d.brand_id = p.brand_id and d.id = p.deposit_id
  where p.status in ('crediting', 'credited')`;

/** Withdrawals count unless they ended unpaid or were returned. */
const withdrawals = sql`
  select currency, created_at, amount, null::timestamptz as late_until, brand_id, player_id
  from withdrawals
  where status not in ('rejected', 'canceled', 'failed', 'returned')`;

/** Loads the usage of a player's limits, by period and currency, without zero sums. */
async function loadUsage(
  db: Db | Tx,
  { brandId, playerId, transaction, withoutOrder }: WindowQuery,
  now: Date,
): Promise<Usage[]> {
  const from = (period: LimitPeriod) => new Date(now.getTime() - periodMs[period]);
  const counted = transaction === 'deposit' ? countDeposits(now, withoutOrder) : withdrawals;
  const { rows } = await sql<Usage>`
    select period, currency, sum(amount) as amount, min(created_at) as since,
      min(late_until) as late_until
    from (
      select * from (${counted}) as counted
      where brand_id = ${brandId} and player_id = ${playerId} and created_at > ${from('month')}
    ) as asked
    join (
      values ('day', ${from('day')}::timestamptz), ('week', ${from('week')}), ('month', ${from('month')})
    ) as periods (period, begins) on asked.created_at > periods.begins
    group by period, currency
  `.execute(db);
  return rows;
}

/** The limits of the next payment, and the limit that determines them. */
export interface EffectiveLimits extends AmountLimits {
  limitedBy: 'method' | Window['period'];
  /** The rest of the player's lowest own limit; null if they have none. */
  remaining: Decimal | null;
  /** The time from which that limit leaves more. */
  resetsAt: Date | null;
}

/**
 * Returns the lower one of the method's limit and the player's own, all in `currency`. If less is
 * left than the method's minimum, `max` is below `min`. Both zero would mean "unknown" (design
 * §3.1), so `min` is never less than the smallest amount of the currency.
 */
export function resolveLimits(
  rule: AmountLimits,
  windows: readonly Window[],
  currency: string,
): EffectiveLimits {
  const [lowest] = windows;
  if (compareDecimals(rule.max, '0') <= 0) {
    return { min: '0', max: '0', limitedBy: 'method', remaining: null, resetsAt: null };
  }
  const isLower = lowest !== undefined && compareDecimals(lowest.remaining, rule.max) < 0;
  const least = smallestAmount(currency);
  return {
    min: compareDecimals(rule.min, least) < 0 ? least : rule.min,
    max: isLower ? floorToCurrency(lowest.remaining, currency) : rule.max,
    limitedBy: isLower ? lowest.period : 'method',
    remaining: lowest === undefined ? null : floorToCurrency(lowest.remaining, currency),
    resetsAt: lowest?.resetsAt ?? null,
  };
}
