import { CallError } from '@kassa/contract';
import { sql } from 'kysely';
import type { Core } from '../core/core.ts';
import type { PlayerRef } from './player-row.ts';

/** What a player's calls use up of others: an outside party's answers, or the time of a process. */
export type DailyUse =
  | 'captcha'
  | 'nameEnquiry'
  | 'preparation'
  | 'proof'
  | 'screen'
  | 'withdrawalCreation'
  | 'withdrawalQuote';

const dayMs = 24 * 3600_000;

/**
 * Counts a use against a player's limit of the day, before it is made: parallel requests stay within
 * the limit too. A day is the 24 hours from its first use. Nothing is given back before.
 * @param count - how much it counts; the last use of a day may exceed the limit by it
 * @throws CallError rate.ofDay, with the seconds until the day ends
 */
export async function takeDailyUse(
  { db, now }: Pick<Core, 'db' | 'now'>,
  { brandId, playerId }: PlayerRef,
  kind: DailyUse,
  most: number,
  count = 1,
): Promise<void> {
  const time = now();
  const dayAgo = new Date(time.getTime() - dayMs);
  const { rows } = await sql<{ isTaken: boolean; since: Date | null }>`
    with taken as (
      insert into daily_uses as u (brand_id, player_id, kind, since, uses)
      select ${brandId}, ${playerId}, ${kind}, ${time}::timestamptz, ${count}::integer
      where ${most}::integer > 0
      on conflict (brand_id, player_id, kind) do update set
        since = case when u.since > ${dayAgo}::timestamptz then u.since else excluded.since end,
        uses = case when u.since > ${dayAgo}::timestamptz then u.uses else 0 end + excluded.uses
      where u.since <= ${dayAgo}::timestamptz or u.uses < ${most}
      returning u.since)
    select exists (select from taken) as "isTaken", (
      select since from daily_uses
      where brand_id = ${brandId} and player_id = ${playerId} and kind = ${kind}) as since`.execute(
    db,
  );
  const [{ isTaken, since } = { isTaken: false, since: null }] = rows;
  if (isTaken) return;
  const leftMs = (since?.getTime() ?? time.getTime()) + dayMs - time.getTime();
  const message = 'The player has done this as often as one may in a day.';
  throw new CallError('rate.ofDay', message, { seconds: String(Math.ceil(leftMs / 1000)) });
}
