import { webhookEventSchema } from '@kassa/contract';
import type { EventLog } from './event-log.ts';

/** Shows in the log what Kassa tells the demo's backend by webhook. */
export interface WebhookStream {
  /** Follows one player, and no other any more. */
  follow(player: string): void;
}

export function createWebhookStream(log: EventLog): WebhookStream {
  let followed: { player: string; source: EventSource } | null = null;
  return {
    follow(player) {
      if (followed?.player === player) return;
      followed?.source.close();
      // It connects again by itself; what came meanwhile is not shown.
      const source = new EventSource(`/webhooks?${new URLSearchParams({ playerId: player })}`);
      source.onmessage = ({ data }) => {
        const event = webhookEventSchema.safeParse(JSON.parse(String(data)));
        if (!event.success) return;
        const { type, sequence, data: payload } = event.data;
        log.add({ direction: 'told', type, payload: { sequence, ...payload } });
      };
      followed = { player, source };
    },
  };
}
