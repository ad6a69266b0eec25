import { compareDecimals } from '@kassa/contract';
import { hasEndedUndone } from '../../money/states/refund.machine.ts';
import { isListed } from './find-missed.ts';
import type { StoredRows } from './load-stored-rows.ts';
import type { World } from './world.ts';

/**
 * Each requested refund ends with the provider's status, or waits for a person: the money left at
 * most once, and the player has it back only if the refund certainly failed.
 */
export function checkRefunds(world: World, stored: StoredRows): string[] {
  const { provider, wallet } = world;
  const known = new Set(stored.refunds.map(({ id }) => id));
  const problems = [...provider.refunds.keys()]
    .filter((id) => !known.has(id))
    .map((id) => `the provider's refund ${id} was never requested`);
  for (const row of stored.refunds) {
    const { id, status, amount } = row;
    const real = provider.refunds.get(id);
    const truth = real?.status ?? 'failed';
    const isRight = truth === 'failed' ? hasEndedUndone(status) : status === truth;
    if (!isRight && !isListed(world, stored, real?.id ?? '')) {
      problems.push(`refund ${id} is ${status}, and really ${truth}`);
    }
    if (real !== undefined && compareDecimals(real.money.amount, amount) !== 0) {
      problems.push(`refund ${id} of ${amount} was done as ${real.money.amount}`);
    }
    if (wallet === null) continue;
    problems.push(...checkDebit(row, stored));
    // A refund that is done after it had failed is debited by its reversal, which has its id.
    const [credit = -1, lateDebit = -1] = [row.settle_id, id].map((transferId) =>
      [...wallet.transfers.keys()].indexOf(transferId),
    );
    if (lateDebit >= 0 && lateDebit < credit) {
      problems.push(`refund ${id} was debited again before it was credited`);
    }
  }
  return problems;
}

/** The wallet was debited for a refund, and credited again if the refund was given up. */
function checkDebit(
  { id, status, account_amount }: StoredRows['refunds'][number],
  { operations, refundMoves }: StoredRows,
): string[] {
  const done = operations.filter((row) => row.refund_id === id && row.status === 'done');
  const kinds = done.map(({ kind }) => kind).sort();
  const wasReleased = refundMoves.some((row) => row.refund_id === id && row.to_status === 'failed');
  const isHeld = account_amount !== null && refundMoves.some(isApproval(id));
  const held = status === 'completed' && !wasReleased ? ['debit'] : ['credit', 'debit'];
  const expected = isHeld ? held : [];
  return kinds.join() === expected.join()
    ? []
    : [`refund ${id} (${status}) did ${kinds.join()} in the wallet, not ${expected.join()}`];
}

const isApproval = (id: string) => (row: StoredRows['refundMoves'][number]) =>
  row.refund_id === id && row.to_status === 'approved';
