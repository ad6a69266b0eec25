import { compareDecimals } from '@kassa/contract';
import type { Books } from './load-books.ts';
import type { World } from './world.ts';

/**
 * What the operator's wallet really did is what Kassa's rows say, transfer by transfer; each credit,
 * hold, capture and release happened at most once for what it belongs to.
 */
export function checkWallet({ wallet }: World, books: Books): string[] {
  if (wallet === null) return [];
  const { operations } = books;
  const known = new Map(operations.map((row) => [row.id, row]));
  const problems: string[] = [];
  for (const { transferId, kind, money, holdId, answer } of wallet.transfers.values()) {
    const row = known.get(transferId);
    const isSame =
      row !== undefined &&
      row.kind === kind &&
      row.hold_id === holdId &&
      row.status === answer.kind &&
      compareDecimals(row.amount, money.amount) === 0;
    if (!isSame) {
      problems.push(
        `the wallet's ${kind} ${transferId} (${answer.kind}) is ${JSON.stringify(row)}`,
      );
    }
  }
  for (const { id, kind, status } of operations) {
    if (status === 'done' && !wallet.transfers.has(id)) {
      problems.push(`the wallet never did the ${kind} ${id}`);
    }
  }
  return [...problems, ...checkPayments(books), ...checkHolds(books)];
}

/** A credited payment has been credited by exactly one transfer, and no other has been. */
function checkPayments({ payments, operations }: Books): string[] {
  const credits = operations.filter((row) => row.kind === 'credit' && row.deposit_id !== null);
  const done = new Set(credits.filter(({ status }) => status === 'done').map(({ id }) => id));
  const problems: string[] = [];
  for (const { id, status, transfer_id } of payments) {
    const isDone = transfer_id !== null && done.delete(transfer_id);
    if (isDone !== (status === 'credited')) problems.push(`payment ${id} is ${status} wrongly`);
  }
  return [...problems, ...[...done].map((id) => `credit ${id} belongs to no payment`)];
}

/** A withdrawal's hold is captured where it was paid in time, released where it was given up. */
function checkHolds({ withdrawals, operations, reversals }: Books): string[] {
  return withdrawals.flatMap(({ id, status, failure_code }) => {
    const done = operations.filter((row) => row.withdrawal_id === id && row.status === 'done');
    const kinds = done.map(({ kind }) => kind).sort();
    const isGivenUp = kinds.includes('release');
    const isLate = reversals.some((row) => row.withdrawal_id === id);
    const expected = expectedKinds(status, { isLate, isGivenUp, isRefused: failure_code !== null });
    return kinds.join() === expected.join()
      ? []
      : [`withdrawal ${id} (${status}) did ${kinds.join()} in the wallet, not ${expected.join()}`];
  });
}

function expectedKinds(
  status: string,
  { isLate, isRefused, isGivenUp }: Record<'isLate' | 'isRefused' | 'isGivenUp', boolean>,
): string[] {
  if (isRefused) return [];
  if (status === 'completed') return isLate ? ['hold', 'release'] : ['capture', 'hold'];
  if (status === 'returned' && isLate) return ['credit', 'hold', 'release'];
  // One that was given up, paid and sent back before Kassa heard of it has moved no money twice.
  if (status === 'returned' && !isGivenUp) return ['capture', 'credit', 'hold'];
  return ['hold', 'release'];
}
