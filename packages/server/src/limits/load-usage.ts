import type { Decimal } from '@kassa/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/connect.ts';
import type { PlayerRef } from '../players/lock-player.ts';
import type { LimitedTransaction, LimitPeriod } from './player-limits.ts';

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
  /** When the first of it was asked for. */
  since: Date;
}

/**
 * What counts, by the moment it was asked for, in the account's currency:
 * - a deposit that may still bring money (open, crediting, parked), with the amount asked for: else
 *   several at once would pass together;
 * - a processed one with what was credited, be it more or less than was asked for;
 * - one that ended without money not at all. What was credited late counts again from then on.
 * Chargebacks and refunds give nothing back: the limit is on what goes in.
 */
const deposits = sql`
  select account_currency as currency, created_at,
    case
      when status in ('declined', 'failed', 'canceled', 'autoCanceled', 'processed')
        then credited_amount
      else greatest(account_amount, credited_amount)
    end as amount
  from deposits`;

/** Withdrawals count until they have ended unpaid, or came back. */
const withdrawals = sql`
  select currency, created_at,
    case
      when status in ('rejected', 'canceled', 'failed', 'returned') then 0
      else amount
    end as amount
  from withdrawals`;

/** What counts towards a player's limits, by period and currency; what is nothing is left out. */
export async function loadUsage(
  db: Db | Tx,
  { brandId, playerId }: PlayerRef,
  transaction: LimitedTransaction,
  now: Date,
): Promise<Usage[]> {
  const from = (period: LimitPeriod) => new Date(now.getTime() - periodMs[period]);
  const counted = transaction === 'deposit' ? deposits : withdrawals;
  const { rows } = await sql<Usage>`
    select period, currency, sum(amount) as amount, min(created_at) as since
    from (
      ${counted}
      where brand_id = ${brandId} and player_id = ${playerId} and created_at > ${from('month')}
    ) as asked
    join (
      values ('day', ${from('day')}::timestamptz), ('week', ${from('week')}), ('month', ${from('month')})
    ) as periods (period, begins) on asked.created_at > periods.begins
    where amount > 0
    group by period, currency
  `.execute(db);
  return rows;
}
