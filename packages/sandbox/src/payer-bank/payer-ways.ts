import { percentOf } from '../amounts.ts';
import type { TransferOrder } from './bank-transfer.ts';

/** How a transfer departs from the exact payment of an invoice. */
interface Way {
  label: string;
  hint: string;
  /** The transfers, in percent of the amount. */
  shares: readonly string[];
  isLate?: true;
  isWrongAccount?: true;
  isForgotten?: true;
}

/** The payer's buttons. */
export const payerWays = {
  pay: { label: 'Pay', hint: '', shares: ['100'] },
  'pay-less': { label: 'Pay less', hint: 'Half of it', shares: ['50'] },
  'pay-more': { label: 'Pay more', hint: '1½ times the sum', shares: ['150'] },
  'pay-twice': { label: 'Pay twice', hint: 'Two transfers', shares: ['100', '100'] },
  'pay-wrong-account': {
    label: 'Wrong account',
    hint: 'Last digit changed',
    shares: ['100'],
    isWrongAccount: true,
  },
  'pay-unannounced': {
    label: 'The bank forgets to notify',
    hint: 'Only the statement has the transfer',
    shares: ['100'],
    isForgotten: true,
  },
  'pay-late': {
    label: 'Pay late',
    hint: 'After the delay',
    shares: ['100'],
    isLate: true,
  },
} as const satisfies Record<string, Way>;

export type PayerWay = keyof typeof payerWays;

/** The delays of a late transfer, in seconds. After 16 minutes most invoices have ended. */
export const delays = {
  '10': '10 seconds',
  '60': '1 minute',
  '960': '16 minutes',
  '3600': '1 hour',
} as const;

export type Delay = keyof typeof delays;

/** A payer's order once it is clear where each transfer goes, how much and when. */
export interface PlannedOrder extends Omit<TransferOrder, 'amount'> {
  amounts: string[];
  delayMs: number;
  isForgotten: boolean;
}

/** Returns the transfers of a button. */
export function planOrder(order: TransferOrder, name: PayerWay, delay: Delay): PlannedOrder {
  const { account, amount, ...texts } = order;
  const way: Way = payerWays[name];
  return {
    ...texts,
    account: way.isWrongAccount ? mistype(account) : account,
    amounts: way.shares.map((share) => percentOf(amount, share)),
    delayMs: way.isLate ? Number(delay) * 1000 : 0,
    isForgotten: way.isForgotten === true,
  };
}

/** Changes the last digit, or the last letter of an account without digits. */
function mistype(account: string): string {
  const changed = account.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
  return changed === account
    ? `${account.slice(0, -1)}${/x$/i.test(account) ? 'y' : 'x'}`
    : changed;
}
