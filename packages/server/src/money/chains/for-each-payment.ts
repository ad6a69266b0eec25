import { ChainError } from '../../connectors/chain-rail.ts';
import type { Core } from '../../core/core.ts';
import type { ChainPayment } from '../../ground/database/tables/chains.ts';
import { LeaseLost } from './lease.ts';
import { ChainPaused } from './pause.ts';

/**
 * Works on payments one after the other. One that fails holds up no other; the first failure is thrown
 * at the end. What concerns the whole chain ends the work at once.
 */
export async function forEachPayment(
  { log }: Pick<Core, 'log'>,
  payments: readonly ChainPayment[],
  work: (payment: ChainPayment) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const payment of payments) {
    try {
      await work(payment);
    } catch (error) {
      const isOfChain =
        error instanceof ChainError || error instanceof ChainPaused || error instanceof LeaseLost;
      if (isOfChain) throw error;
      log.error({ chainPaymentId: payment.id, error }, 'a payment of a chain failed');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
