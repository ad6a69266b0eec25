import {
  type AmountLimits,
  addDecimals,
  compareDecimals,
  convertMoney,
  type Decimal,
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

/** What judging limits needs of the core. */
export type LimitsCore = Pick<Core, 'now' | 'ratesOf' | 'log'>;

/** What a limit of the player's leaves at this moment. */
export interface Window {
  period: LimitPeriod;
  source: PlayerLimit['source'];
  max: Decimal;
  /** Zero where nothing is left; never less. */
  remaining: Decimal;
  /** When the first of what counts leaves the period, or null where nothing counts. */
  resetsAt: Date | null;
}

interface Asked extends PlayerRef {
  transaction: LimitedTransaction;
  /** That of the player's account; the windows are in it. */
  currency: string;
}

/** What the player's limits leave, the lowest first. Without limits of theirs: none. */
export async function loadWindows(core: LimitsCore, db: Db | Tx, asked: Asked): Promise<Window[]> {
  const now = core.now();
  const limits = (await listPlayerLimits(db, asked, now)).filter(
    ({ transaction }) => transaction === asked.transaction,
  );
  if (limits.length === 0) return [];
  const usage = await loadUsage(db, asked, asked.transaction, now);
  const windows = await Promise.all(limits.map((limit) => buildWindow(core, asked, limit, usage)));
  return windows.sort(
    (left, right) =>
      compareDecimals(left.remaining, right.remaining) ||
      // Of two that leave the same, the one that stays so longer.
      (right.resetsAt?.getTime() ?? 0) - (left.resetsAt?.getTime() ?? 0),
  );
}

async function buildWindow(
  core: LimitsCore,
  { brandId, currency }: Asked,
  limit: PlayerLimit,
  usage: readonly Usage[],
): Promise<Window> {
  const { period, source } = limit;
  const counted = usage.filter((used) => used.period === period);
  const since = counted.map((used) => used.since.getTime());
  const resetsAt = since.length === 0 ? null : new Date(Math.min(...since) + periodMs[period]);
  const max = await convert(core, brandId, limit, currency);
  let used: Decimal | null = '0';
  for (const money of counted) {
    const exact = await convert(core, brandId, money, currency);
    used = used === null || exact === null ? null : addDecimals(used, exact);
  }
  if (max === null || used === null) {
    // What can't be compared must not be passed: a limit protects someone.
    core.log.warn({ brandId, period, currency }, 'a limit without a rate leaves nothing');
    return { period, source, max: max ?? '0', remaining: '0', resetsAt };
  }
  const left = addDecimals(max, negateDecimal(used));
  const remaining = compareDecimals(left, '0') > 0 ? left : '0';
  return { period, source, max, remaining, resetsAt };
}

/** The exact worth of money in another currency, or null without a rate. */
async function convert(
  core: LimitsCore,
  brandId: string,
  money: Money,
  currency: string,
): Promise<Decimal | null> {
  if (money.currency === currency) return money.amount;
  const found = await core.ratesOf(brandId).rate(money.currency, currency, core.now());
  if (found === null) return null;
  const { money: converted, rounding } = convertMoney(money, found.rate, currency);
  return addDecimals(converted.amount, rounding);
}

/** How far each period looks back, in milliseconds. */
const periodMs: Readonly<Record<LimitPeriod, number>> = {
  day: 24 * 60 * 60_000,
  week: 7 * 24 * 60 * 60_000,
  month: 30 * 24 * 60 * 60_000,
};

/** What a player has paid or asked for within a period, in one currency of their account. */
export interface Usage {
  period: LimitPeriod;
  currency: string;
  amount: Decimal;
  /** When the first of it was asked for, or arrived. */
  since: Date;
}

/**
 * What counts, in the account's currency:
 * - money that arrived and is credited, or being credited, by the moment at which it arrived, be it more
 *   or less than was asked for, or late. Chargebacks and refunds give nothing back: the limit is on what
 *   goes in.
 * - a deposit that may still bring money with the amount asked for, by the moment at which it was asked
 *   for, else several would pass together: an open or parked one, and one that the player gave up while
 *   its page may still be open, which is until it expires or its provider says that it is closed.
 */
const countDeposits = (now: Date) => sql`
  select d.account_currency as currency, d.created_at, d.account_amount as amount,
    d.brand_id, d.player_id
  from deposits d
  where d.status in ('created', 'awaitingPlayer', 'awaitingConfirmation', 'parked')
    or d.status = 'canceled' and d.expires_at > ${now}
  union all
  select p.processed_currency, p.created_at, p.processed_amount, d.brand_id, d.player_id
  from payments p join deposits d on d.brand_id = p.brand_id and d.id = p.deposit_id
  where p.status in ('crediting', 'credited')`;

/** Withdrawals count until they have ended unpaid, or came back. */
const withdrawals = sql`
  select currency, created_at, amount, brand_id, player_id
  from withdrawals
  where status not in ('rejected', 'canceled', 'failed', 'returned')`;

/** What counts towards a player's limits, by period and currency; what is nothing is left out. */
async function loadUsage(
  db: Db | Tx,
  { brandId, playerId }: PlayerRef,
  transaction: LimitedTransaction,
  now: Date,
): Promise<Usage[]> {
  const from = (period: LimitPeriod) => new Date(now.getTime() - periodMs[period]);
  const counted = transaction === 'deposit' ? countDeposits(now) : withdrawals;
  const { rows } = await sql<Usage>`
    select period, currency, sum(amount) as amount, min(created_at) as since
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

/** What a player may pay now, and which limit it is that says so. */
export interface EffectiveLimits extends AmountLimits {
  limitedBy: 'method' | Window['period'];
  /** What the player's lowest own limit leaves, or null where they have none. */
  remaining: Decimal | null;
  /** When that limit begins to leave more. */
  resetsAt: Date | null;
}

/**
 * The lowest of the method's limit and the player's own, all in `currency`. Where less is left than
 * the method takes at least, `max` is below `min`; both zero would mean "unknown" (design §3.1), so
 * `min` is never less than the smallest amount there is.
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
