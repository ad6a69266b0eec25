import type { Delivery } from './journal.ts';
import type { Timing } from './timing.ts';
import { signWebhook } from './webhook-signature.ts';

export interface WebhookSender {
  /** Starts sending at once, or when the delivery is due. */
  send(delivery: Delivery): void;
  /** Whether a delivery is delayed until another one was accepted. */
  isHolding(): boolean;
  /**
   * Stops retrying and waits for attempts in progress. Unsettled deliveries are sent again after a
   * restart.
   */
  close(): Promise<void>;
}

interface WebhookSenderOptions {
  timing: Timing;
  /**
   * Called for each attempt, so that retries are signed correctly once the behaviour is normal
   * again.
   */
  secret: () => string;
  /** Called when the merchant accepted the delivery (2xx), or it was dropped. */
  onSettled: (delivery: Delivery) => void;
}

/**
 * Sends notifications over HTTP until the merchant responds with 2xx: at least once, in no fixed
 * order.
 */
export function createWebhookSender({
  timing,
  secret,
  onSettled,
}: WebhookSenderOptions): WebhookSender {
  const timers = new Set<NodeJS.Timeout>();
  /** Functions that start the delayed deliveries. */
  const held = new Set<() => void>();
  const attempts = new Set<Promise<void>>();
  let isClosed = false;

  async function attempt(delivery: Delivery, retryMs: number): Promise<void> {
    const isTaken = await post(delivery, secret(), timing.attemptTimeoutMs);
    if (isTaken || Date.now() - delivery.createdAt >= timing.giveUpAfterMs) {
      onSettled(delivery);
      for (const release of held) release();
    } else if (!isClosed) {
      startLater(delivery, retryMs, Math.min(retryMs * 2, timing.longestRetryMs));
    }
  }

  /** Starts an attempt after a delay. Returns a function that starts it earlier. */
  function startLater(delivery: Delivery, waitMs: number, retryMs: number): () => void {
    const release = () => {
      clearTimeout(timer);
      timers.delete(timer);
      held.delete(release);
      start(delivery, retryMs);
    };
    const timer = setTimeout(release, waitMs);
    timers.add(timer);
    return release;
  }

  function start(delivery: Delivery, retryMs: number): void {
    if (isClosed) return;
    const running = attempt(delivery, retryMs).finally(() => attempts.delete(running));
    attempts.add(running);
  }

  return {
    send: (delivery) => {
      const waitMs = (delivery.dueAt ?? 0) - Date.now();
      if (waitMs <= 0) {
        start(delivery, timing.firstRetryMs);
        return;
      }
      const release = startLater(delivery, waitMs, timing.firstRetryMs);
      if (delivery.isReordered) held.add(release);
    },
    isHolding: () => held.size > 0,
    close: async () => {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(attempts);
    },
  };
}

/** Makes one attempt. Any failure returns false. */
async function post(delivery: Delivery, secret: string, timeoutMs: number): Promise<boolean> {
  const unixSeconds = Math.floor(Date.now() / 1000);
  try {
    const response = await fetch(delivery.url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'sandbox-event-id': delivery.eventId,
        [delivery.signatureHeader ?? 'sandbox-signature']: signWebhook(
          secret,
          unixSeconds,
          delivery.body,
        ),
      },
      body: delivery.body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    // Reads to the end so that the connection can be reused.
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
