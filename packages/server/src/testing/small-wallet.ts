import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  negateDecimal,
  type WalletRefusal,
  type WalletRequest,
  walletRefusals,
  walletRequestSchema,
} from '@kassa/contract';
import type { EndpointAnswer, Received } from './operator-endpoint.ts';

/** A single fault that a wallet can have. */
export type WalletFlaw =
  | 'forgetsIds'
  | 'ignoresBodies'
  | 'forgetsRefusals'
  | 'overdraws'
  | 'floats'
  | 'looksThenWaits'
  | 'captureGivesBack'
  | 'endsHoldsTwice'
  | 'paysAnyAmount'
  | 'knowsEverybody'
  | 'showsEverybody'
  | 'wrongStatus'
  | 'anotherShape'
  /** It knows the operations and fields of the release before only, and ignores other fields. */
  | 'oldForm'
  /** It refuses fields that it doesn't know. */
  | 'refusesFields';

/** The fields of all transfers. */
const knownFields: ReadonlySet<string> = new Set(
  walletRequestSchema._zod.def.options.flatMap(({ shape }) => Object.keys(shape)),
);

type Transfer = Exclude<WalletRequest, { operation: 'profile' }>;

/**
 * An operator's wallet of one player in euros, correct but for its flaw. Its endpoint verifies
 * signatures.
 */
export class SmallWallet {
  static readonly player = 'player-7';
  balance: Decimal = '7.5';
  readonly #flaw: WalletFlaw | null;
  readonly #answers = new Map<string, { text: string; refusal: WalletRefusal | null }>();
  readonly #holds = new Map<string, { amount: Decimal; isEnded: boolean }>();

  constructor(flaw: WalletFlaw | null = null) {
    this.#flaw = flaw;
  }

  async answer({ text, body }: Received): Promise<EndpointAnswer> {
    const parsed = walletRequestSchema.safeParse(body);
    if (!parsed.success || this.#isUnread(parsed.data, body)) return { status: 400 };
    if (parsed.data.operation === 'profile') {
      const unknown = this.#flaw === 'showsEverybody' ? null : this.#findUnknown(parsed.data);
      if (unknown !== null) {
        return { status: walletRefusals[unknown], body: { error: { code: unknown } } };
      }
      const amount = this.#flaw === 'anotherShape' ? Number(this.balance) : this.balance;
      return { body: { playerId: SmallWallet.player, balance: { amount, currency: 'EUR' } } };
    }
    const refusal = await this.#move(parsed.data, text);
    if (refusal === null) return { body: { transferId: parsed.data.transferId, status: 'done' } };
    const status = this.#flaw === 'wrongStatus' ? 400 : walletRefusals[refusal];
    return { status, body: { error: { code: refusal } } };
  }

  #isUnread({ operation }: WalletRequest, body: object): boolean {
    if (this.#flaw === 'oldForm') return operation === 'debit';
    return this.#flaw === 'refusesFields' && !knownFields.isSupersetOf(new Set(Object.keys(body)));
  }

  async #move(transfer: Transfer, text: string): Promise<WalletRefusal | null> {
    const { transferId } = transfer;
    const before = this.#flaw === 'forgetsIds' ? undefined : this.#answers.get(transferId);
    if (before !== undefined) {
      const isSame = before.text === text || this.#flaw === 'ignoresBodies';
      return isSame ? before.refusal : 'transferReused';
    }
    const refusal = this.#validate(transfer);
    if (this.#flaw === 'looksThenWaits') await nextTurn();
    if (refusal === null) this.#apply(transfer);
    const isKept = refusal === null || this.#flaw !== 'forgetsRefusals';
    if (isKept) this.#answers.set(transferId, { text, refusal });
    return refusal;
  }

  #validate(transfer: Transfer): WalletRefusal | null {
    const unknown = this.#findUnknown(transfer);
    if (unknown !== null) return unknown;
    if (transfer.operation === 'credit') return null;
    if (transfer.operation === 'debit' || transfer.operation === 'hold') {
      const isShort = compareDecimals(this.balance, transfer.amount) < 0;
      return isShort && this.#flaw !== 'overdraws' ? 'insufficient' : null;
    }
    const hold = this.#holds.get(transfer.holdId);
    if (hold === undefined) return 'unknownHold';
    if (hold.isEnded && this.#flaw !== 'endsHoldsTwice') return 'holdEnded';
    const isSame = compareDecimals(hold.amount, transfer.amount) === 0;
    return isSame || this.#flaw === 'paysAnyAmount' ? null : 'amountMismatch';
  }

  #findUnknown({ playerId, currency }: Pick<Transfer, 'playerId' | 'currency'>) {
    const isKnown = playerId === SmallWallet.player || this.#flaw === 'knowsEverybody';
    if (!isKnown) return 'unknownPlayer';
    return currency === 'EUR' ? null : 'unknownCurrency';
  }

  #apply(transfer: Transfer): void {
    const { operation, amount } = transfer;
    if (operation === 'credit' || operation === 'release') this.#add(amount);
    if (operation === 'capture' && this.#flaw === 'captureGivesBack') this.#add(amount);
    if (operation === 'debit' || operation === 'hold') this.#add(negateDecimal(amount));
    if (operation === 'hold') {
      this.#holds.set(transfer.transferId, { amount, isEnded: false });
    } else if (operation === 'capture' || operation === 'release') {
      this.#holds.set(transfer.holdId, { amount, isEnded: true });
    }
  }

  #add(amount: Decimal): void {
    this.balance =
      this.#flaw === 'floats'
        ? String(Number(this.balance) + Number(amount))
        : addDecimals(this.balance, amount);
  }
}
