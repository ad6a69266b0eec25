import type { CallRequest } from '@kassa/contract';
import type { Caller } from '../core/caller.ts';
import type { Core } from '../core/core.ts';

/** Writes a player's analytics events to the log, one line each, for the operator's pipeline. */
export function logAnalytics(
  core: Pick<Core, 'log'>,
  { brandId, externalId }: Caller,
  { events, ...sender }: CallRequest<'events'>,
): void {
  for (const event of events) {
    core.log.info({ brandId, player: externalId, ...sender, ...event }, 'analytics event');
  }
}
