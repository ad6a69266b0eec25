import {
  type CallResponse,
  type DecodedDeposit,
  type DepositSummary,
  defaultInvoiceSeconds,
} from '@kassa/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '../../session/session.ts';
import type { DepositOrder } from './deposit-attempt.ts';
import { depositQuery } from './unfinished.queries.ts';

interface CreatedDeposit {
  order: DepositOrder;
  /** As the server answered, and as it was decoded. */
  created: CallResponse<'deposit-create'>;
  decoded: DecodedDeposit;
}

/**
 * Keeps what a creation answered where the page that follows looks for its deposit, so that it
 * shows at once. It counts as old: the page asks for the rest.
 */
export function cacheDeposit(
  queryClient: QueryClient,
  { transport }: Session,
  { order, created, decoded }: CreatedDeposit,
): void {
  const now = Date.now();
  const deposit: DepositSummary = {
    depositId: created.depositId,
    reference: created.reference,
    status: 'PENDING',
    amount: order.amount,
    currency: order.currency,
    paymentMethod: order.paymentType,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(guessEnd(decoded, now)).toISOString(),
    canContinue: true,
  };
  const { queryKey } = depositQuery(transport, created.depositId);
  queryClient.setQueryData(queryKey, { deposit, created, clockAheadMs: null }, { updatedAt: 0 });
}

/** Farther off than any payment lives, and no date that can't be written down. */
const longestMs = 365 * 24 * 3_600_000;

function guessEnd({ next }: DecodedDeposit, now: number): number {
  const stated =
    next.kind === 'code'
      ? next.expiresAtMs
      : next.kind === 'unifiedForm'
        ? next.form.expiresAtMs
        : null;
  return Math.min(stated ?? now + defaultInvoiceSeconds * 1000, now + longestMs);
}
