import type { CallRequest } from '@kassa/contract';
import type { Caller } from '../core/caller.ts';
import type { Core } from '../core/core.ts';

/** Writes a player's analytics events to the log, one line each, for the operator's pipeline. */
export function logAnalytics(
  core: Pick<Core, 'log'>,
  { brandId, externalId }: Caller,
  { events, isNative, platform }: CallRequest<'events'>,
): void {
  for (const event of events) {
    core.log.info({ brandId, player: externalId, isNative, platform, ...event }, 'analytics event');
  }
}
