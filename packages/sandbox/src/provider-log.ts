import { randomUUID } from 'node:crypto';
import type { Behaviours } from './behaviours.ts';
import type { Delivery, Journal, JournalEntry } from './journal.ts';
import { applyEntry, type ProviderState, replayJournal } from './provider-state.ts';
import type { Timing } from './timing.ts';
import { createWebhookSender, type WebhookSender } from './webhook-sender.ts';

/** What a notification tells, to whom. */
export interface Notice {
  type: 'payment.updated' | 'receipt.created' | 'reversal.created' | 'payout.updated';
  /** What it tells of, by the name that stands before the dot. */
  content: Record<string, unknown>;
  url: string;
  /** Overrides the sticky behaviour for this once. */
  webhook?: Behaviours['webhook'];
}

/** A body as it is sent. */
interface Letter {
  body: string;
  url: string;
  eventId?: string;
  webhook?: Behaviours['webhook'] | undefined;
  signatureHeader?: string;
}

interface LogOptions {
  journal: Journal;
  timing: Timing;
  webhookSecret: string;
}

/**
 * What the provider knows, and the one way to change it: an entry of the journal, written before
 * anyone hears of it, with the notifications that it causes.
 */
export class ProviderLog {
  readonly timing: Timing;
  readonly state: ProviderState;
  readonly #journal: Journal;
  readonly #webhooks: WebhookSender;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor({ journal, timing, webhookSecret }: LogOptions) {
    this.timing = timing;
    this.#journal = journal;
    this.state = replayJournal(journal.history);
    this.#webhooks = createWebhookSender({
      timing,
      secret: () =>
        this.state.behaviours.webhook === 'wrong-signature'
          ? `not ${webhookSecret}`
          : webhookSecret,
      onSettled: ({ id }) => this.record({ kind: 'deliverySettled', deliveryId: id }),
    });
  }

  /** Sends what an earlier process left unsent. */
  resume(): void {
    for (const delivery of this.state.deliveries.values()) this.#webhooks.send(delivery);
  }

  record(entry: JournalEntry): void {
    this.#journal.append(entry);
    applyEntry(this.state, entry);
    if ('deliveries' in entry)
      for (const delivery of entry.deliveries) this.#webhooks.send(delivery);
  }

  /** The notifications to record with what they tell of. */
  announce({ type, content, url, webhook }: Notice): Delivery[] {
    const eventId = `evt_${randomUUID()}`;
    const createdAt = new Date().toISOString();
    const body = JSON.stringify({ eventId, type, createdAt, ...content });
    return this.address({ body, url, eventId, webhook });
  }

  /** The same of a body in words of its own. */
  address({
    body,
    url,
    eventId = `evt_${randomUUID()}`,
    webhook = this.state.behaviours.webhook,
    signatureHeader,
  }: Letter): Delivery[] {
    if (webhook === 'lost') return [];
    const createdAt = Date.now();
    const isReordered = webhook === 'reordered' && !this.#webhooks.isHolding();
    const isLater = isReordered || webhook === 'delayed';
    return Array.from({ length: webhook === 'duplicate' ? 2 : 1 }, () => ({
      id: randomUUID(),
      eventId,
      url,
      body,
      createdAt,
      ...(signatureHeader && { signatureHeader }),
      ...(isLater ? { dueAt: createdAt + this.timing.webhookDelayMs, isReordered } : {}),
    }));
  }

  /** Does something at a time, unless the provider closes before. */
  at(dueAt: number, act: () => void): void {
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        act();
      },
      Math.max(0, dueAt - Date.now()),
    );
    this.#timers.add(timer);
  }

  /** Stops timers, waits for the notifications under way, and closes the journal. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#webhooks.close();
    this.#journal.close();
  }
}
