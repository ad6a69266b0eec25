import { answerTimeoutMs } from '../../money/deposits/load-deposit.ts';
import { isOpen } from '../../money/states/deposit.machine.ts';
import { listDeposits } from './choose.ts';
import { canBeCanceled } from './simulated-connector.ts';
import type { World } from './world.ts';

/**
 * Checks that each deposit that has ended since a time, from which all requests succeed, can no
 * longer be paid at the provider, if the provider can cancel it. Returns the others as texts.
 */
export async function findPayable(world: World, since: Date): Promise<string[]> {
  // The follow-up cancels a deposit for a process that died before it did.
  const endedFrom = new Date(since.getTime() - answerTimeoutMs);
  const deposits = await listDeposits(world);
  return deposits.flatMap(({ id, connector, status, late_until, updated_at }) => {
    const payment = world.provider.find(connector, id);
    const hasEnded = !isOpen(status) && late_until !== null && updated_at >= endedFrom;
    const isPayable = payment?.status === 'pending' && canBeCanceled(payment);
    return hasEnded && isPayable ? [`deposit ${id} (${status}) can still be paid`] : [];
  });
}
