import type { WebhookSettings } from '../../brands/brand-config.ts';
import type { Brand } from '../../brands/load-brands.ts';
import type { Core, Outbox } from '../../core/core.ts';
import { type ClaimedEvent, claimEvents } from './claim-events.ts';
import { deliverEvent } from './deliver-event.ts';
import { Lane } from './lane.ts';

/** Maximum number of new events in progress, per brand and process. */
const newAtOnce = 16;
/** Separate from new events: however many retries hang, a new event is sent at once. */
const retriesAtOnce = 4;
/** Time beyond the request's timeout for recording the result. */
const leaseReserveMs = 30_000;

interface OutboxCore extends Pick<Core, 'db' | 'log' | 'now'> {
  /** Read at each use: a reload of the brands' files replaces it. */
  brands: ReadonlyMap<string, Pick<Brand, 'id' | 'webhook'>>;
}

/** An event, and the endpoint that the brand had when it was claimed. */
interface DueEvent {
  event: ClaimedEvent;
  webhook: WebhookSettings;
}

/**
 * Builds the outbox of this process: each brand has lanes of its own, so that no brand waits for
 * another.
 */
export function buildOutbox(core: OutboxCore): Outbox {
  const lanesOf = new Map<string, Lane<DueEvent>[]>();
  const wake = (brandId: string) => {
    if (!core.brands.get(brandId)?.webhook) return;
    const lanes = lanesOf.get(brandId) ?? buildLanes(core, brandId);
    lanesOf.set(brandId, lanes);
    for (const lane of lanes) lane.wake();
  };
  const all = () => [...lanesOf.values()].flat();
  let isStopped = false;
  return {
    wake: (brandId) => {
      if (isStopped) return;
      for (const id of brandId === undefined ? core.brands.keys() : [brandId]) wake(id);
    },
    settle: async () => {
      await Promise.all(all().map((lane) => lane.settle()));
    },
    stop: async () => {
      isStopped = true;
      await Promise.all(all().map((lane) => lane.stop()));
    },
  };
}

function buildLanes(core: OutboxCore, brandId: string): Lane<DueEvent>[] {
  let quietUntil = new Date(0);
  /** The endpoint that asked for the pause. */
  let quiet: WebhookSettings | null = null;
  let isGone = false;
  const claim = async (isRetry: boolean, limit: number): Promise<DueEvent[]> => {
    const now = core.now();
    const webhook = core.brands.get(brandId)?.webhook ?? null;
    if (webhook === null || (webhook === quiet && now < quietUntil)) return [];
    const leaseUntil = new Date(now.getTime() + webhook.timeoutMs + leaseReserveMs);
    try {
      const due = await claimEvents(core.db, { brandId, isRetry, limit, now, leaseUntil });
      return due.map((event) => ({ event, webhook }));
    } catch (error) {
      core.log.error({ brandId, error }, 'due webhook events could not be loaded; trying again');
      return [];
    }
  };
  const work = async ({ event, webhook }: DueEvent): Promise<void> => {
    try {
      const { outcome, quietForMs } = await deliverEvent(core, webhook, event);
      // Logged once, until an event is delivered again.
      if (outcome === 'gone' && !isGone) {
        core.log.error({ brandId }, 'the webhook endpoint responds with 410 (gone): check its URL');
      }
      if (outcome === 'gone' || outcome === 'delivered') isGone = outcome === 'gone';
      if (quietForMs > 0) {
        quiet = webhook;
        quietUntil = new Date(core.now().getTime() + quietForMs);
      }
    } catch (error) {
      core.log.error(
        { brandId, eventId: event.id, error },
        'the result of a webhook attempt could not be recorded',
      );
    }
  };
  return [
    new Lane(newAtOnce, (limit) => claim(false, limit), work),
    new Lane(retriesAtOnce, (limit) => claim(true, limit), work),
  ];
}
