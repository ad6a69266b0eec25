import { addDecimals, compareDecimals, negateDecimal } from '@kassa/contract';
import type {
  HoldRequest,
  WalletAnswer,
  WalletMovement,
  WalletPort,
  WalletRequest,
} from '../../core/wallet-port.ts';
import type { MortalProcess } from './mortal-process.ts';

/** `…Before`: it did nothing and nobody knows; `…After`: it did what it was asked; `refuses`: it won't, for ever. */
export const walletFaults = ['silentBefore', 'silentAfter', 'refuses'] as const;
export type WalletFault = (typeof walletFaults)[number];

/** One transfer that the wallet did or refused: the same answer for ever. */
export interface WalletTransfer extends WalletRequest {
  kind: WalletMovement;
  holdId: string | null;
  answer: Exclude<WalletAnswer, { kind: 'unknown' }>;
}

/** An operator's wallet: the truth of what players have, and every transfer that it was asked for. */
export class SimulatedWallet {
  readonly balances = new Map<string, string>();
  readonly transfers = new Map<string, WalletTransfer>();
  /** What becomes of the next requests; none: all is well. */
  faults: WalletFault[] = [];
  /** What it was asked for and never should have been. */
  readonly offences: string[] = [];
  /** Holds that are neither captured nor released. */
  readonly #openHolds = new Set<string>();

  balanceOf(externalId: string): string {
    return this.balances.get(externalId) ?? '0';
  }

  /** The player bets, if there is so much; the wallet's balance moves without Kassa. */
  spend(externalId: string, amount: string): boolean {
    const left = addDecimals(this.balanceOf(externalId), negateDecimal(amount));
    if (compareDecimals(left, '0') < 0) return false;
    this.balances.set(externalId, left);
    return true;
  }

  answer(
    kind: WalletMovement,
    request: WalletRequest,
    holdId: string | null,
  ): Promise<WalletAnswer> {
    const fault = this.faults.shift();
    if (fault === 'silentBefore') return Promise.resolve(silence);
    const isNew = !this.transfers.has(request.transferId);
    const isRefused = isNew && fault === 'refuses';
    const answer = isRefused
      ? this.#keep(kind, request, holdId, refusal)
      : this.#act(kind, request, holdId);
    return Promise.resolve(fault === 'silentAfter' ? silence : answer);
  }

  /** Does a transfer once, however often it is asked for. */
  #act(
    kind: WalletMovement,
    request: WalletRequest,
    holdId: string | null,
  ): WalletTransfer['answer'] {
    const known = this.transfers.get(request.transferId);
    if (known !== undefined) {
      const isSame =
        known.kind === kind &&
        known.externalId === request.externalId &&
        compareDecimals(known.money.amount, request.money.amount) === 0;
      if (!isSame) this.offences.push(`transfer ${request.transferId} was two different things`);
      return known.answer;
    }
    return this.#keep(kind, request, holdId, this.#move(kind, request, holdId));
  }

  #move(
    kind: WalletMovement,
    { transferId, externalId, money }: WalletRequest,
    holdId: string | null,
  ): WalletTransfer['answer'] {
    const balance = this.balanceOf(externalId);
    switch (kind) {
      case 'credit':
        this.balances.set(externalId, addDecimals(balance, money.amount));
        return { kind: 'done' };
      case 'hold':
        if (!this.spend(externalId, money.amount)) return insufficient;
        this.#openHolds.add(transferId);
        return { kind: 'done' };
      case 'capture':
      case 'release':
        if (holdId === null || !this.#openHolds.delete(holdId)) {
          this.offences.push(`a ${kind} of a hold that isn't open`);
          return refusal;
        }
        if (kind === 'release') this.balances.set(externalId, addDecimals(balance, money.amount));
        return { kind: 'done' };
    }
  }

  #keep(
    kind: WalletMovement,
    request: WalletRequest,
    holdId: string | null,
    answer: WalletTransfer['answer'],
  ): WalletTransfer['answer'] {
    this.transfers.set(request.transferId, { ...request, kind, holdId, answer });
    return answer;
  }
}

const silence: WalletAnswer = { kind: 'unknown', detail: 'silence' };
const refusal = { kind: 'refused', reason: 'other', detail: 'closed' } as const;
const insufficient = { kind: 'refused', reason: 'insufficient', detail: 'not enough' } as const;

/** The wallet as one process has it: it may die before it is heard, and before it hears the answer. */
export function buildSimulatedWallet(wallet: SimulatedWallet, owner: MortalProcess): WalletPort {
  const ask = (kind: WalletMovement, request: WalletRequest | HoldRequest) =>
    owner.touch('wallet', () =>
      wallet.answer(kind, request, 'holdId' in request ? request.holdId : null),
    );
  return {
    profile: async ({ externalId, currency, country }) => ({
      id: externalId,
      currency,
      country,
      balanceData: { primary: { amount: wallet.balanceOf(externalId), currency } },
    }),
    remote: {
      credit: (request) => ask('credit', request),
      hold: (request) => ask('hold', request),
      capture: (request) => ask('capture', request),
      release: (request) => ask('release', request),
      balance: ({ externalId }) => owner.touch('wallet', async () => wallet.balanceOf(externalId)),
    },
  };
}
