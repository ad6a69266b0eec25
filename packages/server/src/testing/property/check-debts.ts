import { addDecimals, compareDecimals, type Decimal, negateDecimal } from '@kassa/contract';
import type { StoredRows } from './load-stored-rows.ts';
import type { World } from './world.ts';

type StoredEvent = StoredRows['events'][number];

/**
 * Replays each player's events, whose numbers are the order of the changes, and checks what debts
 * must lead to: no payout is sent with a debt that came after its approval, and later deposits
 * settle what is owed.
 */
export function checkDebts({ wallet }: World, { players, events }: StoredRows): string[] {
  return players.flatMap(({ id }) => {
    const replay = new DebtReplay(wallet === null);
    for (const event of events.filter(({ player_id }) => player_id === id)) replay.take(event);
    return replay.problems;
  });
}

class DebtReplay {
  readonly problems: string[] = [];
  /** With Kassa's own ledger a credit settles at once; with a wallet when it was asked. */
  readonly #settlesAtOnce: boolean;
  #owed: Decimal = '0';
  /** The number of debts so far, and at the last approval of each withdrawal. */
  #debts = 0;
  readonly #debtsAtApproval = new Map<string, number>();
  readonly #statuses = new Map<string, string>();
  /** What the last credit must settle, by payment. */
  #due: { paymentId: string; amount: Decimal } | null = null;

  constructor(settlesAtOnce: boolean) {
    this.#settlesAtOnce = settlesAtOnce;
  }

  take({ type, data }: StoredEvent): void {
    const told = data as Record<string, string>;
    if (type === 'debt.settled') this.#settle(told);
    else this.#expectSettled();
    if (type === 'reversal.recorded' && compareDecimals(told.receivable ?? '0', '0') > 0) {
      this.#owed = addDecimals(this.#owed, told.receivable ?? '0');
      this.#debts += 1;
    }
    if (type === 'payment.credited') this.#credit(told);
    if (type === 'withdrawal.status') this.#move(told.withdrawalId ?? '', told.status ?? '');
  }

  #credit({ paymentId = '', processedAmount = '0' }: Record<string, string>): void {
    const isOwing = compareDecimals(this.#owed, '0') > 0;
    if (!this.#settlesAtOnce || !isOwing) return;
    const isEnough = compareDecimals(processedAmount, this.#owed) >= 0;
    this.#due = { paymentId, amount: isEnough ? this.#owed : processedAmount };
  }

  #settle({ transferId, paymentId, amount = '0', owed = '0' }: Record<string, string>): void {
    this.#owed = addDecimals(this.#owed, negateDecimal(amount));
    const isRight =
      this.#due === null
        ? !this.#settlesAtOnce
        : this.#due.paymentId === paymentId && compareDecimals(this.#due.amount, amount) === 0;
    if (!isRight) this.problems.push(`transfer ${transferId} of ${amount} was not due`);
    if (compareDecimals(this.#owed, owed) !== 0 || compareDecimals(owed, '0') < 0) {
      this.problems.push(`transfer ${transferId} leaves ${this.#owed}, and tells ${owed}`);
    }
    this.#due = null;
  }

  #expectSettled(): void {
    if (this.#due === null) return;
    this.problems.push(`payment ${this.#due.paymentId} should have settled ${this.#due.amount}`);
    this.#due = null;
  }

  #move(id: string, status: string): void {
    const before = this.#statuses.get(id);
    this.#statuses.set(id, status);
    // A withdrawal that was being sent is approved by nobody: it only waits again.
    if (status === 'approved' && before !== 'sending') this.#debtsAtApproval.set(id, this.#debts);
    if (status !== 'sending' || compareDecimals(this.#owed, '0') <= 0) return;
    if (this.#debts > (this.#debtsAtApproval.get(id) ?? 0)) {
      this.problems.push(`withdrawal ${id} was sent with a debt that came after its approval`);
    }
  }
}
