import { webhookEventSchema } from '@kassa/contract';
import type { EventLog } from './event-log.ts';

/** Shows Kassa's webhooks to the demo's backend in the log. */
export interface WebhookStream {
  /** Follows one player, and stops following any other. */
  follow(player: string): void;
}

/** `onEvent` is called after each webhook: it may have changed the balance, also from another tab. */
export function createWebhookStream(log: EventLog, onEvent: () => void): WebhookStream {
  let followed: { player: string; source: EventSource } | null = null;
  return {
    follow(player) {
      if (followed?.player === player) return;
      followed?.source.close();
      // The stream reconnects by itself; webhooks in between are not shown.
      const source = new EventSource(`/webhooks?${new URLSearchParams({ playerId: player })}`);
      source.onmessage = ({ data }) => {
        const event = webhookEventSchema.safeParse(JSON.parse(String(data)));
        if (!event.success) return;
        const { type, sequence, data: payload } = event.data;
        log.add({ direction: 'told', type, payload: { sequence, ...payload } });
        onEvent();
      };
      followed = { player, source };
    },
  };
}
