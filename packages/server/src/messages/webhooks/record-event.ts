import type { WebhookData, WebhookType } from '@kassa/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';

/** An event for the operator, as in docs/webhooks.md. */
export interface OutgoingEvent<Type extends WebhookType> {
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
  { brandId, playerId, type, data }: OutgoingEvent<Type>,
): Promise<void> {
  if (core.brands.get(brandId)?.webhook === null) return;
  const { event_sequence: sequence } = await tx
    .updateTable('players')
    .set({ event_sequence: sql<string>`event_sequence + 1` })
    .where('brand_id', '=', brandId)
    .where('id', '=', playerId)
    .returning('event_sequence')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('webhook_events')
    .values({
      id: uuidv7(),
      brand_id: brandId,
      player_id: playerId,
      sequence,
      type,
      data: JSON.stringify(data),
    })
    .execute();
}
