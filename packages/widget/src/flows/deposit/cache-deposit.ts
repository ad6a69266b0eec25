import {
  type CallResponse,
  chargedSum,
  type DecodedDeposit,
  type DepositSummary,
  defaultInvoiceSeconds,
  type PaymentMethod,
} from '@kassa/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '../../session/session.ts';
import type { DepositOrder } from './deposit-attempt.ts';
import { resolvePaidHere } from './next-page.ts';
import { depositQuery } from './unfinished.queries.ts';

interface CreatedDeposit {
  method: PaymentMethod;
  order: DepositOrder;
  /** The server's response, and its decoded form. */
  created: CallResponse<'deposit-create'>;
  decoded: DecodedDeposit;
}

/**
 * Caches the response of a creation for the page that follows, so that it shows at once. The cached
 * deposit counts as stale: the page loads the rest.
 */
export function cacheDeposit(
  queryClient: QueryClient,
  { transport }: Session,
  { method, order, created, decoded }: CreatedDeposit,
): void {
  const now = Date.now();
  const deposit: DepositSummary = {
    depositId: created.depositId,
    reference: created.reference,
    status: 'PENDING',
    amount: order.amount,
    currency: order.currency,
    charged: chargedSum(method, order.amount, order.currency),
    paymentMethod: order.paymentType,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(guessEnd(decoded, method, now)).toISOString(),
    canContinue: true,
    ...(order.box && { coins: order.box.coins }),
  };
  const { queryKey } = depositQuery(transport, created.depositId);
  queryClient.setQueryData(queryKey, { deposit, created, clockAheadMs: null }, { updatedAt: 0 });
}

/** Longer than any payment is open, and still a valid date. */
const longestMs = 365 * 24 * 3_600_000;

function guessEnd({ next }: DecodedDeposit, method: PaymentMethod, now: number): number {
  const stated = resolvePaidHere(next, method)?.expiresAtMs ?? null;
  return Math.min(stated ?? now + defaultInvoiceSeconds * 1000, now + longestMs);
}
