import {
  addDecimals,
  compareDecimals,
  type Decimal,
  negateDecimal,
  type WalletRefusal,
  type WalletRequest,
} from '@kassa/contract';

export interface WalletAccount {
  playerId: string;
  currency: string;
}

export type WalletTransfer = Exclude<WalletRequest, { operation: 'profile' }>;

/** A transfer and its final result: null means "done". */
export interface DecidedTransfer {
  transfer: WalletTransfer;
  refusal: WalletRefusal | null;
}

interface Hold extends WalletAccount {
  amount: Decimal;
  isEnded: boolean;
}

/**
 * Balances and the rules of transfers (docs/wallet.md), in memory. All methods are synchronous, so
 * calls run one after another.
 */
export class WalletLedger {
  /** By player, then currency. */
  readonly #balances = new Map<string, Map<string, Decimal>>();
  readonly #decided = new Map<string, DecidedTransfer>();
  readonly #holds = new Map<string, Hold>();

  /** Opens an empty account. Returns false if it exists. */
  open({ playerId, currency }: WalletAccount): boolean {
    const balances = this.#balances.get(playerId) ?? new Map<string, Decimal>();
    if (balances.has(currency)) return false;
    this.#balances.set(playerId, balances.set(currency, '0'));
    return true;
  }

  /** Returns the balance of an account, or the reason for its absence. */
  find({ playerId, currency }: WalletAccount): Decimal | { refusal: WalletRefusal } {
    const balances = this.#balances.get(playerId);
    if (balances === undefined) return { refusal: 'unknownPlayer' };
    return balances.get(currency) ?? { refusal: 'unknownCurrency' };
  }

  /** Returns the result of an earlier transfer with this id, or undefined for a new one. */
  recall(transfer: WalletTransfer): WalletRefusal | null | undefined {
    const before = this.#decided.get(transfer.transferId);
    if (before === undefined) return undefined;
    return isSame(before.transfer, transfer) ? before.refusal : 'transferReused';
  }

  /** Returns the result for a new transfer, without changing anything. */
  decide(transfer: WalletTransfer): WalletRefusal | null {
    const balance = this.find(transfer);
    if (typeof balance !== 'string') return balance.refusal;
    switch (transfer.operation) {
      case 'credit':
        return null;
      case 'debit':
      case 'hold':
        return compareDecimals(balance, transfer.amount) < 0 ? 'insufficient' : null;
      case 'capture':
      case 'release':
        return this.#decideEnd(transfer, transfer.holdId);
    }
  }

  /** Applies a decided transfer, and remembers it. */
  apply(decided: DecidedTransfer): void {
    const { transfer, refusal } = decided;
    this.#decided.set(transfer.transferId, decided);
    if (refusal !== null) return;
    const { playerId, currency, amount } = transfer;
    switch (transfer.operation) {
      case 'credit':
        this.#add(transfer, amount);
        break;
      case 'debit':
        this.#add(transfer, negateDecimal(amount));
        break;
      case 'hold':
        this.#add(transfer, negateDecimal(amount));
        this.#holds.set(transfer.transferId, { playerId, currency, amount, isEnded: false });
        break;
      case 'release':
        this.#add(transfer, amount);
        this.#endHold(transfer.holdId);
        break;
      case 'capture':
        this.#endHold(transfer.holdId);
    }
  }

  #decideEnd({ playerId, currency, amount }: WalletTransfer, holdId: string): WalletRefusal | null {
    const hold = this.#holds.get(holdId);
    if (hold?.playerId !== playerId || hold.currency !== currency) return 'unknownHold';
    if (hold.isEnded) return 'holdEnded';
    return compareDecimals(hold.amount, amount) === 0 ? null : 'amountMismatch';
  }

  #endHold(holdId: string): void {
    const hold = this.#holds.get(holdId);
    if (hold !== undefined) hold.isEnded = true;
  }

  #add({ playerId, currency }: WalletAccount, amount: Decimal): void {
    const balances = this.#balances.get(playerId);
    balances?.set(currency, addDecimals(balances.get(currency) ?? '0', amount));
  }
}

/** Whether a transfer repeats another one: further fields, and the amount's spelling, may differ. */
function isSame(one: WalletTransfer, other: WalletTransfer): boolean {
  return (
    one.operation === other.operation &&
    holdOf(one) === holdOf(other) &&
    one.playerId === other.playerId &&
    compareDecimals(one.amount, other.amount) === 0 &&
    one.currency === other.currency &&
    one.subjectId === other.subjectId
  );
}

const holdOf = (transfer: WalletTransfer) => ('holdId' in transfer ? transfer.holdId : null);
