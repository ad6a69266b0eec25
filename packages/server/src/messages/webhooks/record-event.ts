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
  if (!hasEndpoint(core, brandId)) return;
  const statement = tx.with('changed', (query) =>
    query
      .selectFrom('players')
      .select(['brand_id', 'id as player_id'])
      .where('brand_id', '=', brandId)
      .where('id', '=', playerId),
  );
  await withEvents(core, statement, [event]).selectFrom('changed').select('brand_id').execute();
}

/**
 * Adds events of one player, in their order, to a statement whose expression `changed` returns the
 * `brand_id` and `player_id` of a changed row. They are written if it returns one.
 */
export function withEvents<Schema>(
  core: Pick<Core, 'brands'>,
  statement: QueryCreator<Schema>,
  events: readonly OutgoingEvent[],
): QueryCreator<Schema> {
  const [first] = events;
  if (first === undefined || !hasEndpoint(core, first.brandId)) return statement;
  const ids = events.map(() => uuidv7());
  const types = events.map(({ type }) => type);
  const data = events.map((event) => JSON.stringify(event.data));
  return statement
    .with(
      'numbered',
      () => sql<object>`(update players set event_sequence = event_sequence + ${events.length}
        from changed where players.brand_id = changed.brand_id and players.id = changed.player_id
        returning players.brand_id, players.id, event_sequence)`,
    )
    .with(
      'events',
      () => sql<object>`(insert into webhook_events (id, brand_id, player_id, sequence, type, data)
        select e.id, n.brand_id, n.id, n.event_sequence - ${events.length} + e.number, e.type, e.data
        from numbered n, unnest(${ids}::uuid[], ${types}::text[], ${data}::jsonb[])
          with ordinality as e (id, type, data, number))`,
    ) as QueryCreator<Schema>;
}

function hasEndpoint({ brands }: Pick<Core, 'brands'>, brandId: string): boolean {
  return brands.get(brandId)?.webhook !== null;
}
