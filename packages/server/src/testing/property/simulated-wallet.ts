import { addDecimals, compareDecimals, negateDecimal } from '@kassa/contract';
import type {
  HoldRequest,
  WalletAnswer,
  WalletMovement,
  WalletPort,
  WalletRequest,
} from '../../core/wallet-port.ts';
import type { KillableProcess } from './killable-process.ts';

/**
 * `…Before`: no effect, no response; `…After`: the effect without a response; `refuses`: a final
 * refusal.
 */
export const walletFaults = ['silentBefore', 'silentAfter', 'refuses'] as const;
export type WalletFault = (typeof walletFaults)[number];

/** A transfer that the wallet performed or refused; its response stays the same. */
export interface WalletTransfer extends WalletRequest {
  kind: WalletMovement;
  holdId: string | null;
  answer: Exclude<WalletAnswer, { kind: 'unknown' | 'unknownOperation' }>;
}

/** An operator's wallet: the players' real balances and every transfer that Kassa requested. */
export class SimulatedWallet {
  readonly balances = new Map<string, string>();
  readonly transfers = new Map<string, WalletTransfer>();
  /** The faults of the next requests, in order; without faults all requests succeed. */
  faults: WalletFault[] = [];
  /** Requests that Kassa never should have sent. */
  readonly offences: string[] = [];
  /** Holds that are neither captured nor released. */
  readonly #openHolds = new Set<string>();

  balanceOf(externalId: string): string {
    return this.balances.get(externalId) ?? '0';
  }

  /** The player bets if the balance allows it; the wallet's balance changes without Kassa. */
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

  /** Performs a transfer once, however often it is requested. */
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
      case 'debit':
        return this.spend(externalId, money.amount) ? { kind: 'done' } : insufficient;
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

/**
 * Builds the wallet of one process, which may be killed before a request is sent or before the
 * response arrives.
 */
export function buildSimulatedWallet(wallet: SimulatedWallet, owner: KillableProcess): WalletPort {
  const ask = (kind: WalletMovement, request: WalletRequest | HoldRequest) =>
    owner.access('wallet', () =>
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
      debit: (request) => ask('debit', request),
      hold: (request) => ask('hold', request),
      capture: (request) => ask('capture', request),
      release: (request) => ask('release', request),
      balance: ({ externalId }) => owner.access('wallet', async () => wallet.balanceOf(externalId)),
      hasDebits: true,
    },
  };
}
