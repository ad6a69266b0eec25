import {
  addDecimals,
  compareDecimals,
  convertMoney,
  type Decimal,
  type Money,
  negateDecimal,
} from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { PlayerRef } from '../../players/lock-player.ts';
import {
  type LimitedTransaction,
  type LimitPeriod,
  listPlayerLimits,
  type PlayerLimit,
} from '../../players/player-limits.ts';
import { loadUsage, periodMs, type Usage } from './load-usage.ts';

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
