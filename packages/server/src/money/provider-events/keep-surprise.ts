import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { ProviderEvent } from '../../connectors/connector.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { toNotificationContext } from '../../ground/encryption/seal-notification.ts';
import { type Evidence, type Outcome, surprising } from '../../providers/evidence.ts';
import { statusAnswerHeaders } from './read-notification.ts';

/**
 * Keeps what a provider said when it was asked, where that led to nothing and a person must look at
 * it: beside the notifications that did, and once however often it says so. What was no surprise is
 * left alone.
 */
export async function keepSurprise(
  core: Core,
  tx: Tx,
  { brandId, connector }: Evidence,
  event: ProviderEvent,
  outcome: Outcome,
): Promise<void> {
  if (!surprising.has(outcome)) return;
  const id = uuidv7();
  const body = JSON.stringify(event);
  const now = core.now();
  const kept = await tx
    .insertInto('provider_notifications')
    .values({
      id,
      brand_id: brandId,
      connector,
      notification_id: `status answer ${createHash('sha256').update(body).digest('hex')}`,
      headers: JSON.stringify(statusAnswerHeaders),
      body: core.vault.seal(body, toNotificationContext(brandId, id)),
      outcome,
      received_at: now,
      processed_at: now,
      next_attempt_at: now,
      subject_ids: [event.kind === 'payout' ? event.withdrawalId : event.depositId],
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (kept === undefined) return;
  const fields = { notificationId: id, brandId, connector, outcome };
  core.log.error(fields, "a provider's answer led to nothing");
}
