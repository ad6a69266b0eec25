import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  negateDecimal,
  type WalletRefusal,
  type WalletRequest,
  walletPurposes,
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
  /** It takes a repeated id for the same transfer if all but the operation is the same. */
  | 'ignoresOperations'
  /** Only its refusals as `insufficient` are final. */
  | 'forgetsUnknowns'
  /** It stores requests that it can't read as refused. */
  | 'storesUnread'
  /** It ends a hold for every player. */
  | 'sharesHolds'
  /** It compares all fields of repeated requests, and amounts as numbers. */
  | 'comparesKinds'
  /** It compares amounts as text. */
  | 'comparesText'
  /** It accepts only the kinds that it knows. */
  | 'refusesKinds'
  /** It knows the operations and fields of the release before only, and ignores other fields. */
  | 'oldForm'
  /** It refuses fields that it doesn't know. */
  | 'refusesFields';

/** A request that was sent at the same time may arrive some turns later: it may have to connect. */
async function passTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
}

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
  /** A player without money, for whom the wallet only answers captures and releases. */
  static readonly otherPlayer = 'player-8';
  balance: Decimal = '7.5';
  readonly #flaw: WalletFlaw | null;
  readonly #answers = new Map<string, { identity: string; refusal: WalletRefusal | null }>();
  readonly #holds = new Map<string, { playerId: string; amount: Decimal; isEnded: boolean }>();

  constructor(flaw: WalletFlaw | null = null) {
    this.#flaw = flaw;
  }

  async answer({ body }: Received): Promise<EndpointAnswer> {
    const parsed = walletRequestSchema.safeParse(body);
    if (!parsed.success || this.#isUnread(parsed.data, body)) {
      if (this.#flaw === 'storesUnread' && body?.transferId !== undefined) {
        this.#answers.set(body.transferId, { identity: '', refusal: 'refused' });
      }
      return { status: 400 };
    }
    if (parsed.data.operation === 'profile') {
      const unknown = this.#flaw === 'showsEverybody' ? null : this.#findUnknown(parsed.data);
      if (unknown !== null) {
        return { status: walletRefusals[unknown], body: { error: { code: unknown } } };
      }
      const amount = this.#flaw === 'anotherShape' ? Number(this.balance) : this.balance;
      return { body: { playerId: SmallWallet.player, balance: { amount, currency: 'EUR' } } };
    }
    const refusal = await this.#move(parsed.data);
    if (refusal === null) return { body: { transferId: parsed.data.transferId, status: 'done' } };
    const status = this.#flaw === 'wrongStatus' ? 400 : walletRefusals[refusal];
    return { status, body: { error: { code: refusal } } };
  }

  #isUnread(request: WalletRequest, body: object): boolean {
    if (this.#flaw === 'oldForm') return request.operation === 'debit';
    if (this.#flaw === 'refusesKinds' && request.operation !== 'profile') {
      return !walletPurposes.some((known) => known === request.kind);
    }
    return this.#flaw === 'refusesFields' && !knownFields.isSupersetOf(new Set(Object.keys(body)));
  }

  async #move(transfer: Transfer): Promise<WalletRefusal | null> {
    const { transferId } = transfer;
    const identity = this.#identify(transfer);
    const before = this.#flaw === 'forgetsIds' ? undefined : this.#answers.get(transferId);
    if (before !== undefined) {
      const isSame = before.identity === identity || this.#flaw === 'ignoresBodies';
      return isSame ? before.refusal : 'transferReused';
    }
    const refusal = this.#validate(transfer);
    if (this.#flaw === 'looksThenWaits') await passTurns();
    if (refusal === null) this.#apply(transfer);
    if (this.#isFinal(refusal)) this.#answers.set(transferId, { identity, refusal });
    return refusal;
  }

  #isFinal(refusal: WalletRefusal | null): boolean {
    if (this.#flaw === 'forgetsUnknowns') return refusal === null || refusal === 'insufficient';
    return refusal === null || this.#flaw !== 'forgetsRefusals';
  }

  /** Writes down what the repeats of a transfer have in common. */
  #identify(transfer: Transfer): string {
    const { operation, playerId, currency, subjectId, brand, kind, reference } = transfer;
    const further = [brand, kind, reference, transfer.paymentType];
    return JSON.stringify([
      this.#flaw === 'ignoresOperations' ? null : operation,
      'holdId' in transfer ? transfer.holdId : null,
      playerId,
      this.#flaw === 'comparesText' ? transfer.amount : addDecimals(transfer.amount, '0'),
      currency,
      subjectId,
      this.#flaw === 'comparesKinds' ? further : null,
    ]);
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
    const isOwn = hold?.playerId === transfer.playerId || this.#flaw === 'sharesHolds';
    if (hold === undefined || !isOwn) return 'unknownHold';
    if (hold.isEnded && this.#flaw !== 'endsHoldsTwice') return 'holdEnded';
    const isSame = compareDecimals(hold.amount, transfer.amount) === 0;
    return isSame || this.#flaw === 'paysAnyAmount' ? null : 'amountMismatch';
  }

  #findUnknown({ playerId, currency }: Pick<Transfer, 'playerId' | 'currency'>) {
    const known: string[] = [SmallWallet.player, SmallWallet.otherPlayer];
    if (!known.includes(playerId) && this.#flaw !== 'knowsEverybody') return 'unknownPlayer';
    return currency === 'EUR' ? null : 'unknownCurrency';
  }

  #apply(transfer: Transfer): void {
    const { operation, playerId, amount } = transfer;
    if (operation === 'credit' || operation === 'release') this.#add(amount);
    if (operation === 'capture' && this.#flaw === 'captureGivesBack') this.#add(amount);
    if (operation === 'debit' || operation === 'hold') this.#add(negateDecimal(amount));
    if (operation === 'hold') {
      this.#holds.set(transfer.transferId, { playerId, amount, isEnded: false });
    } else if (operation === 'capture' || operation === 'release') {
      this.#holds.set(transfer.holdId, { playerId, amount, isEnded: true });
    }
  }

  #add(amount: Decimal): void {
    this.balance =
      this.#flaw === 'floats'
        ? String(Number(this.balance) + Number(amount))
        : addDecimals(this.balance, amount);
  }
}
