import { addDecimals, compareDecimals, negateDecimal } from '@kassa/contract';
import type {
  HoldRequest,
  RemoteWallet,
  WalletAnswer,
  WalletMovement,
  WalletPort,
  WalletRequest,
} from '../core/wallet-port.ts';

/** An operator's wallet in memory that a test can make misbehave. */
export interface FakeWallet extends WalletPort {
  remote: RemoteWallet;
  /** Balances by the operator's player id. */
  balances: Map<string, string>;
  /** Every transfer that the wallet performed, by id, in order. */
  transfers: Map<string, WalletRequest & { kind: WalletMovement }>;
  /**
   * How the wallet responds from now on. `silent`: it performs the transfer without a response;
   * `deaf`: it does neither. `refusing`: it rejects every transfer. `old`: it knows no debit.
   */
  mood: 'normal' | 'silent' | 'deaf' | 'refusing' | 'old';
}

const unknown: WalletAnswer = { kind: 'unknown', detail: 'no answer' };
const insufficient: WalletAnswer = {
  kind: 'refused',
  reason: 'insufficient',
  detail: 'insufficient: not enough',
};

/** Builds a wallet that performs each transfer id once, however often it is requested. */
export function buildFakeWallet(): FakeWallet {
  const balances = new Map<string, string>();
  const transfers: FakeWallet['transfers'] = new Map();
  const move = (kind: WalletMovement, request: WalletRequest | HoldRequest): WalletAnswer => {
    if (wallet.mood === 'deaf') return unknown;
    if (wallet.mood === 'refusing')
      return { kind: 'refused', reason: 'other', detail: 'refused: closed' };
    if (wallet.mood === 'old' && kind === 'debit') {
      return { kind: 'unknownOperation', detail: 'status 400 with an unreadable body' };
    }
    if (!transfers.has(request.transferId)) {
      const isTaken = kind === 'hold' || kind === 'debit';
      const amount = isTaken ? negateDecimal(request.money.amount) : request.money.amount;
      const changed = addDecimals(balances.get(request.externalId) ?? '0', amount);
      if (compareDecimals(changed, '0') < 0) return insufficient;
      if (kind !== 'capture') balances.set(request.externalId, changed);
      transfers.set(request.transferId, { ...request, kind });
    }
    return wallet.mood === 'silent' ? unknown : { kind: 'done' };
  };
  const wallet: FakeWallet = {
    balances,
    transfers,
    mood: 'normal',
    profile: async ({ externalId, currency, country }) => {
      const amount = balances.get(externalId) ?? '0';
      return {
        id: externalId,
        currency,
        country,
        balanceData: { primary: { amount, currency } },
      };
    },
    remote: {
      credit: async (request) => move('credit', request),
      debit: async (request) => move('debit', request),
      hold: async (request) => move('hold', request),
      capture: async (request) => move('capture', request),
      release: async (request) => move('release', request),
      balance: async ({ externalId }) =>
        wallet.mood === 'deaf' ? null : (balances.get(externalId) ?? '0'),
      hasDebits: true,
    },
  };
  return wallet;
}
