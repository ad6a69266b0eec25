import type { CallRequest } from '@kassa/contract';
import type { Caller } from '../core/caller.ts';
import type { Core } from '../core/core.ts';

/**
 * Writes a player's analytics events to the log, one line each, for the operator's pipeline. The
 * log names the player by Kassa's id, since an erasure can't reach the operator's id there.
 */
export function logAnalytics(
  core: Pick<Core, 'log'>,
  { brandId, playerId }: Caller,
  { events, userId: _, ...sender }: CallRequest<'events'>,
): void {
  for (const event of events) {
    core.log.info({ brandId, playerId, ...sender, ...event }, 'analytics event');
  }
}
