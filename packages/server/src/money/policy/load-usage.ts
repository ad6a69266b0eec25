import type { Decimal } from '@kassa/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { PlayerRef } from '../../players/lock-player.ts';
import type { LimitedTransaction, LimitPeriod } from '../../players/player-limits.ts';

/** How far each period looks back, in milliseconds. */
export const periodMs: Readonly<Record<LimitPeriod, number>> = {
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
export async function loadUsage(
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
