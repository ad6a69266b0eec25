import type { WebhookData, WebhookType } from '@kassa/contract';
import { type QueryCreator, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';

/** An event for the operator, as in docs/webhooks.md. */
export interface OutgoingEvent<Type extends WebhookType = WebhookType> {
  brandId: string;
  playerId: string;
  type: Type;
  data: WebhookData<Type>;
}

/** The rows of a player's events. */
export interface EventRows {
  count: number;
  ids: string[];
  types: string[];
  data: string[];
}

/** Returns the rows of events of one player, in their order; undefined for brands without a webhook. */
export function toEventRows(
  { brands }: Pick<Core, 'brands'>,
  events: readonly OutgoingEvent[],
): EventRows | undefined {
  const [first] = events;
  if (first === undefined || brands.get(first.brandId)?.webhook === null) return undefined;
  return {
    count: events.length,
    ids: events.map(() => uuidv7()),
    types: events.map(({ type }) => type),
    data: events.map((event) => JSON.stringify(event.data)),
  };
}

/**
 * Writes an event for the operator in the transaction of the change that it reports, with the next
 * number of the player's sequence. Writes nothing for brands without a webhook.
 */
export async function recordEvent<Type extends WebhookType>(
  core: Pick<Core, 'brands'>,
  tx: Tx,
  event: OutgoingEvent<Type>,
): Promise<void> {
  const { brandId, playerId } = event;
  const rows = toEventRows(core, [event]);
  if (rows === undefined) return;
  const statement = tx.with('changed', (query) =>
    query
      .selectFrom('players')
      .select(['brand_id', 'id as player_id'])
      .where('brand_id', '=', brandId)
      .where('id', '=', playerId),
  );
  await withEvents(statement, rows).selectFrom('changed').select('brand_id').execute();
}

/**
 * Adds events to a statement whose expression `changed` returns the `brand_id` and `player_id` of a changed
 * row. They are written if it returns one.
 */
export function withEvents<Schema>(
  statement: QueryCreator<Schema>,
  { count, ids, types, data }: EventRows,
): QueryCreator<Schema> {
  return statement
    .with(
      'numbered',
      () => sql<object>`(update players set event_sequence = event_sequence + ${count}
        from changed where players.brand_id = changed.brand_id and players.id = changed.player_id
        returning players.brand_id, players.id, event_sequence)`,
    )
    .with(
      'events',
      () => sql<object>`(insert into webhook_events (id, brand_id, player_id, sequence, type, data)
        select e.id, n.brand_id, n.id, n.event_sequence - ${count} + e.number, e.type, e.data
        from numbered n, (
          select * from unnest(${ids}::uuid[], ${types}::text[], ${data}::jsonb[])
            with ordinality as e (id, type, data, number) limit ${count}) e)`,
    ) as QueryCreator<Schema>;
}
