import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { percentOf } from './amounts.ts';
import {
  canMovePayout,
  encodePayout,
  type PaidMoney,
  type Payout,
  type PayoutRequest,
  paidBy,
} from './payout.ts';
import type { ProviderLog } from './provider-log.ts';

/** Payouts with their planned or decided status changes. */
export class Payouts {
  readonly #log: ProviderLog;

  constructor(log: ProviderLog) {
    this.#log = log;
  }

  /** Schedules the planned status changes of an earlier process. */
  resume(): void {
    for (const payout of this.all()) this.#follow(payout);
  }

  /** Creates a payout, or returns the one that has this reference. */
  create(request: PayoutRequest): { kind: 'created' | 'existing' | 'conflict'; payout: Payout } {
    const existing = this.findByReference(request.merchantReference);
    if (existing !== undefined) {
      const isSame = isDeepStrictEqual(
        { ...existing.request, customer: null, reference: null },
        { ...request, customer: null, reference: null },
      );
      return { kind: isSame ? 'existing' : 'conflict', payout: existing };
    }
    const id = `out_${randomUUID()}`;
    const now = this.#log.now();
    const { feePercent } = this.#log.state.behaviours;
    const fee = /[1-9]/.test(feePercent) ? percentOf(request.amount, feePercent) : null;
    this.#log.record({
      kind: 'payoutCreated',
      payout: { id, request, fee, plan: this.#plan(now), createdAt: now },
    });
    if (this.#log.state.behaviours.payoutOutcome === 'completed-at-once') {
      this.decide(id, 'completed');
    }
    const payout = this.#get(id);
    this.#follow(payout);
    return { kind: 'created', payout };
  }

  find(id: string): Payout | undefined {
    return this.#log.state.payouts.get(id);
  }

  findByReference(merchantReference: string): Payout | undefined {
    return this.find(this.#log.state.payoutIdByReference.get(merchantReference) ?? '');
  }

  all(): Iterable<Payout> {
    return this.#log.state.payouts.values();
  }

  /**
   * Changes a payout's status and notifies; an invalid change has no effect. A payout is paid as
   * requested unless other money is given.
   */
  decide(id: string, status: Payout['status'], given: Partial<PaidMoney> = {}): void {
    const payout = this.#get(id);
    if (!canMovePayout(payout.status, status)) return;
    const paid = paidBy(payout, status, given);
    const deliveries = this.#log.announce({
      type: 'payout.updated',
      content: { payout: encodePayout({ ...payout, status, paid }) },
      url: payout.request.webhookUrl,
    });
    const at = this.#log.now();
    this.#log.record({ kind: 'payoutUpdated', payoutId: id, status, paid, at, deliveries });
  }

  #plan(now: number): Payout['plan'] {
    const { payoutStepMs, slowAnswerMs, lateReturnMs } = this.#log.timing;
    const inSteps = (steps: number) => now + steps * payoutStepMs;
    switch (this.#log.state.behaviours.payoutOutcome) {
      case 'completed-at-once':
      case 'undecided':
        return [];
      case 'completed':
        return [{ status: 'completed', dueAt: inSteps(1) }];
      case 'late':
        return [{ status: 'completed', dueAt: inSteps(1) + slowAnswerMs }];
      case 'hangs':
        return [{ status: 'sent', dueAt: inSteps(1) }];
      case 'failed':
        return [{ status: 'failed', dueAt: inSteps(1) }];
      case 'returned':
        return [
          { status: 'completed', dueAt: inSteps(1) },
          { status: 'returned', dueAt: inSteps(2) },
        ];
      case 'returned-later':
        return [
          { status: 'completed', dueAt: inSteps(1) },
          { status: 'returned', dueAt: inSteps(1) + lateReturnMs },
        ];
    }
  }

  /** Changes that already happened, or that a decision made invalid, have no effect. */
  #follow({ id, plan }: Payout): void {
    for (const { status, dueAt } of plan) this.#log.at(dueAt, () => this.decide(id, status));
  }

  #get(id: string): Payout {
    const payout = this.find(id);
    if (payout === undefined) throw new Error(`There is no payout ${id}`);
    return payout;
  }
}
