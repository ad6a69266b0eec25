import type {
  ChainPaymentNote,
  ChainTransaction,
  DepositSummary,
  Money,
  PaymentMethod,
  TransactionStatus,
} from '@kassa/contract';
import { isStanding } from './standing-payment.ts';

/** The ends of a deposit after which a payment to its address is still credited. */
const openEnds: ReadonlySet<TransactionStatus> = new Set(['expired', 'canceled']);

/**
 * Returns whether a payment on its chain is still to be credited: also one that came after its deposit
 * had ended without money.
 */
export function isOnItsWay(
  chain: Pick<ChainTransaction, 'state'> | undefined,
  status: TransactionStatus,
): boolean {
  if (chain === undefined) return false;
  return status === 'waiting' || (isStanding(chain) && openEnds.has(status));
}

type Amounts = Pick<DepositSummary, 'amount' | 'charged' | 'currency' | 'chain' | 'transactions'>;

/** Returns whether the player decides how much to send: the deposit's own amount is only the least. */
export function isOpenAmount(
  { chain }: Pick<DepositSummary, 'chain'>,
  method: Pick<PaymentMethod, 'coin'> | undefined,
): boolean {
  return chain !== undefined || method?.coin !== undefined;
}

/**
 * Returns the amount to show for a deposit: the sum that the player pays, or, where they decide how much
 * to send, what was sent by one payment; null where nothing, or several payments, were seen.
 */
export function shownAmount(
  deposit: Amounts,
  method: Pick<PaymentMethod, 'coin'> | undefined,
): Money | null {
  const { amount, charged = amount, currency, chain, transactions = [] } = deposit;
  if (!isOpenAmount(deposit, method)) return { amount: charged, currency };
  if (chain?.cryptoAmount === undefined || !isStanding(chain) || transactions.length > 1)
    return null;
  return { amount: chain.cryptoAmount, currency: chain.cryptoCurrency ?? currency };
}

/** The payments that are not credited by themselves. */
const decidedNotes: ReadonlySet<ChainPaymentNote> = new Set(['aboveMaximum', 'dust', 'otherCoin']);

/** Returns whether the operator decides on a payment, however many blocks confirm it. */
export function isDecidedByOperator({ note }: Pick<ChainTransaction, 'note'>): boolean {
  return note !== undefined && decidedNotes.has(note);
}
