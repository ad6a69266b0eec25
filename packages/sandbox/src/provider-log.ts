import { randomUUID } from 'node:crypto';
import type { Behaviours } from './behaviours.ts';
import type { Delivery, Journal, JournalEntry } from './journal.ts';
import { applyEntry, type ProviderState, replayJournal } from './provider-state.ts';
import type { Timing } from './timing.ts';
import { createWebhookSender, type WebhookSender } from './webhook-sender.ts';

/** The content and the target of a notification. */
export interface Notice {
  type:
    | 'payment.updated'
    | 'receipt.created'
    | 'reversal.created'
    | 'payout.updated'
    | 'refund.updated';
  /** The subject's data, under the type's name before the dot. */
  content: Record<string, unknown>;
  url: string;
  /** Overrides the configured webhook behaviour for this notification. */
  webhook?: Behaviours['webhook'];
}

/** A notification's body as it is sent. */
interface OutgoingMessage {
  body: string;
  url: string;
  eventId?: string;
  webhook?: Behaviours['webhook'] | undefined;
  signatureHeader?: string;
  /** The earliest time to send, in epoch milliseconds; by default at once. */
  notBefore?: number;
}

/** A longer timer of Node would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

interface PlannedAct {
  dueAt: number;
  act: () => void;
  timer?: NodeJS.Timeout;
}

interface LogOptions {
  journal: Journal;
  timing: Timing;
  webhookSecret: string;
}

/**
 * The provider's state, and the only way to change it: a journal entry with the notifications that
 * it causes, written before anything is sent.
 */
export class ProviderLog {
  readonly timing: Timing;
  readonly state: ProviderState;
  readonly #journal: Journal;
  readonly #webhooks: WebhookSender;
  readonly #timers = new Set<NodeJS.Timeout>();
  /** What waits for a time of the provider's clock. */
  readonly #planned = new Set<PlannedAct>();

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

  /** Sends the unsent notifications of an earlier process. */
  resume(): void {
    for (const delivery of this.state.deliveries.values()) this.#webhooks.send(delivery);
  }

  record(entry: JournalEntry): void {
    this.#journal.append(entry);
    applyEntry(this.state, entry);
    if ('deliveries' in entry)
      for (const delivery of entry.deliveries) this.#webhooks.send(delivery);
  }

  /** Creates an event's notifications, to be recorded together with the event. */
  announce({ type, content, url, webhook }: Notice): Delivery[] {
    const eventId = `evt_${randomUUID()}`;
    const createdAt = new Date().toISOString();
    const body = JSON.stringify({ eventId, type, createdAt, ...content });
    return this.prepareDelivery({ body, url, eventId, webhook });
  }

  /** Returns the notifications for a body in another format. */
  prepareDelivery({
    body,
    url,
    eventId = `evt_${randomUUID()}`,
    webhook = this.state.behaviours.webhook,
    signatureHeader,
    notBefore = 0,
  }: OutgoingMessage): Delivery[] {
    if (webhook === 'lost') return [];
    const createdAt = Date.now();
    const isReordered = webhook === 'reordered' && !this.#webhooks.isHolding();
    const delayMs = isReordered || webhook === 'delayed' ? this.timing.webhookDelayMs : 0;
    const dueAt = Math.max(createdAt, notBefore) + delayMs;
    return Array.from({ length: webhook === 'duplicate' ? 2 : 1 }, () => ({
      id: randomUUID(),
      eventId,
      url,
      body,
      createdAt,
      ...(signatureHeader && { signatureHeader }),
      ...(dueAt > createdAt && { dueAt, isReordered }),
    }));
  }

  /**
   * The time of the provider's clock, in epoch milliseconds: the real one, and what the clock was
   * advanced by. Payments, payouts and refunds are dated and planned by it; notifications and the
   * player's bank keep the real time.
   */
  now(): number {
    return Date.now() + this.state.clockAheadMs;
  }

  /** Advances the provider's clock. What becomes due has happened when this returns, in order. */
  advanceClock(advanceMs: number): void {
    this.record({ kind: 'clockAdvanced', advanceMs });
    this.#runDue();
    for (const planned of this.#planned) this.#schedule(planned);
  }

  /** Calls a function at a time of the provider's clock, unless the provider closes before. */
  at(dueAt: number, act: () => void): void {
    const planned = { dueAt, act };
    this.#planned.add(planned);
    this.#schedule(planned);
  }

  #schedule(planned: PlannedAct): void {
    clearTimeout(planned.timer);
    planned.timer = setTimeout(
      () => this.#run(planned),
      Math.min(Math.max(0, planned.dueAt - this.now()), longestTimerMs),
    );
  }

  #run(planned: PlannedAct): void {
    if (planned.dueAt > this.now()) {
      this.#schedule(planned);
      return;
    }
    this.#runDue();
  }

  /** Runs what is due in its order: a timer may fire early, and its act wait for another one. */
  #runDue(): void {
    const due = [...this.#planned].filter(({ dueAt }) => dueAt <= this.now());
    for (const planned of due.sort((one, other) => one.dueAt - other.dueAt)) {
      clearTimeout(planned.timer);
      if (this.#planned.delete(planned)) planned.act();
    }
  }

  /** Calls a function after a real time, unless the provider closes before. */
  after(waitMs: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, waitMs);
    this.#timers.add(timer);
  }

  /** Stops timers, waits for notifications in progress, and closes the journal. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    for (const { timer } of this.#planned) clearTimeout(timer);
    await this.#webhooks.close();
    this.#journal.close();
  }
}
