import { randomBytes, randomUUID } from 'node:crypto';
import type { Behaviours } from './behaviours.ts';
import type { Delivery, Journal, JournalEntry } from './journal.ts';
import { encodePayment, type Payment, type PaymentRequest, type PaymentStatus } from './payment.ts';
import { applyEntry, type ProviderState, replayJournal } from './provider-state.ts';
import type { Timing } from './timing.ts';
import { createWebhookSender, type WebhookSender } from './webhook-sender.ts';

/** What happens to a pending payment. `webhook` overrides the sticky behaviour for this once. */
export interface Decision {
  status: PaymentStatus;
  paidAmount: string | null;
  webhook?: Behaviours['webhook'];
}

interface ProviderOptions {
  journal: Journal;
  timing: Timing;
  webhookSecret: string;
}

/** The payment provider without its HTTP. Every change is journaled before anyone hears of it. */
export class Provider {
  readonly #journal: Journal;
  readonly #timing: Timing;
  readonly #state: ProviderState;
  readonly #webhooks: WebhookSender;
  readonly #lateApprovals = new Map<string, NodeJS.Timeout>();

  constructor({ journal, timing, webhookSecret }: ProviderOptions) {
    this.#journal = journal;
    this.#timing = timing;
    this.#state = replayJournal(journal.history);
    this.#webhooks = createWebhookSender({
      timing,
      secret: () =>
        this.behaviours.webhook === 'wrong-signature' ? `not ${webhookSecret}` : webhookSecret,
      onSettled: ({ id }) => this.#record({ kind: 'deliverySettled', deliveryId: id }),
    });
  }

  /** Starts what an earlier process left undone. */
  resume(): void {
    for (const delivery of this.#state.deliveries.values()) this.#webhooks.send(delivery);
    for (const { id, status, approvalDueAt } of this.#state.payments.values()) {
      if (status === 'pending' && approvalDueAt !== null) this.#awaitApproval(id, approvalDueAt);
    }
  }

  /** Creates a payment, or finds the one that this reference already names. */
  create(request: PaymentRequest): { kind: 'created' | 'existing' | 'conflict'; payment: Payment } {
    const existing = this.findByReference(request.merchantReference);
    if (existing !== undefined) {
      const isSame = JSON.stringify(existing.request) === JSON.stringify(request);
      return { kind: isSame ? 'existing' : 'conflict', payment: existing };
    }
    const payment: Payment = {
      id: `pay_${randomUUID()}`,
      token: randomBytes(24).toString('base64url'),
      request,
      status: 'pending',
      paidAmount: null,
      approvalDueAt: null,
    };
    this.#record({ kind: 'paymentCreated', payment });
    return { kind: 'created', payment };
  }

  find(id: string): Payment | undefined {
    return this.#state.payments.get(id);
  }

  findByReference(merchantReference: string): Payment | undefined {
    return this.find(this.#state.idByReference.get(merchantReference) ?? '');
  }

  /** Decides a pending payment and notifies the merchant. A finished payment stays as it is. */
  decide(id: string, { status, paidAmount, webhook }: Decision): void {
    const payment = this.find(id);
    if (payment?.status !== 'pending') return;
    const deliveries = createDeliveries(
      { ...payment, status, paidAmount },
      webhook ?? this.behaviours.webhook,
    );
    this.#record({ kind: 'paymentUpdated', paymentId: id, status, paidAmount, deliveries });
    for (const delivery of deliveries) this.#webhooks.send(delivery);
  }

  /** Approves a pending payment in full, but only after a while. */
  approveLate(id: string): void {
    const payment = this.find(id);
    if (payment?.status !== 'pending' || payment.approvalDueAt !== null) return;
    const dueAt = Date.now() + this.#timing.lateApprovalMs;
    this.#record({ kind: 'approvalScheduled', paymentId: id, dueAt });
    this.#awaitApproval(id, dueAt);
  }

  get behaviours(): Behaviours {
    return this.#state.behaviours;
  }

  changeBehaviours(change: Partial<Behaviours>): void {
    this.#record({ kind: 'behavioursChanged', behaviours: { ...this.behaviours, ...change } });
  }

  /** Stops timers, waits for the notifications under way, and closes the journal. */
  async close(): Promise<void> {
    for (const timer of this.#lateApprovals.values()) clearTimeout(timer);
    await this.#webhooks.close();
    this.#journal.close();
  }

  #record(entry: JournalEntry): void {
    this.#journal.append(entry);
    applyEntry(this.#state, entry);
  }

  #awaitApproval(id: string, dueAt: number): void {
    const approve = () => {
      this.#lateApprovals.delete(id);
      const payment = this.find(id);
      if (payment !== undefined) {
        this.decide(id, { status: 'approved', paidAmount: payment.request.amount });
      }
    };
    this.#lateApprovals.set(id, setTimeout(approve, Math.max(0, dueAt - Date.now())));
  }
}

function createDeliveries(payment: Payment, webhook: Behaviours['webhook']): Delivery[] {
  if (webhook === 'lost') return [];
  const createdAt = Date.now();
  const eventId = `evt_${randomUUID()}`;
  const body = JSON.stringify({
    eventId,
    type: 'payment.updated',
    createdAt: new Date(createdAt).toISOString(),
    payment: encodePayment(payment),
  });
  return Array.from({ length: webhook === 'duplicate' ? 2 : 1 }, () => ({
    id: randomUUID(),
    eventId,
    url: payment.request.webhookUrl,
    body,
    createdAt,
  }));
}
