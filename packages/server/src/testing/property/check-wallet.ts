import { addDecimals, compareDecimals, negateDecimal } from '@kassa/contract';
import type { StoredRows } from './load-stored-rows.ts';
import type { World } from './world.ts';

/**
 * Checks that the wallet's transfers match Kassa's rows one by one, and that each credit, debit,
 * hold, capture and release happened at most once for its subject.
 */
export function checkWallet({ wallet }: World, stored: StoredRows): string[] {
  if (wallet === null) return [];
  const { operations } = stored;
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
  return [
    ...problems,
    ...checkPayments(stored),
    ...checkHolds(stored),
    ...checkReversals(stored),
    ...checkCorrections(stored),
  ];
}

/**
 * Each credited payment has exactly one credit transfer of what it did not settle, unless it
 * settled a debt by all of its money. No other payment has one.
 */
function checkPayments({ payments, operations }: StoredRows): string[] {
  const credits = operations.filter(
    (row) => row.kind === 'credit' && row.deposit_id !== null && row.refund_id === null,
  );
  const done = new Map(
    credits.filter(({ status }) => status === 'done').map(({ id, amount }) => [id, amount]),
  );
  const problems: string[] = [];
  for (const { id, status, transfer_id, processed_amount, settled_debt } of payments) {
    const credited = done.get(transfer_id ?? '') ?? '0';
    done.delete(transfer_id ?? '');
    const rest = addDecimals(processed_amount ?? '0', negateDecimal(settled_debt ?? '0'));
    const expected = status === 'credited' ? rest : '0';
    if (compareDecimals(credited, expected) !== 0) {
      problems.push(`payment ${id} (${status}) was credited with ${credited}, not ${expected}`);
    }
  }
  return [...problems, ...[...done.keys()].map((id) => `credit ${id} belongs to no payment`)];
}

/**
 * A reversal took its covered part by one debit at most: its own, or that of the refund that it
 * completes.
 */
function checkReversals({ reversals, operations }: StoredRows): string[] {
  return reversals.flatMap(({ id, covered }) => {
    const own = operations.filter((row) => row.reversal_id === id);
    const ofRefund = operations.filter((row) => row.refund_id === id && row.status === 'done');
    const isGivenBack = ofRefund.some(({ kind }) => kind === 'credit');
    const done = [
      ...own.filter(({ status }) => status === 'done'),
      ...(isGivenBack ? [] : ofRefund),
    ];
    const taken = done.reduce((sum, { amount }) => addDecimals(sum, amount), '0');
    const isRight = done.length <= 1 && compareDecimals(taken, covered ?? '0') === 0;
    const isDebits = own.every(({ kind, purpose }) => kind === 'debit' && purpose !== null);
    return isRight && isDebits ? [] : [`reversal ${id} of ${covered} took ${taken} in the wallet`];
  });
}

/** A correction is one operation of the same amount, and ends as its operation did. */
function checkCorrections({ corrections, operations }: StoredRows): string[] {
  return corrections.flatMap(({ id, direction, amount, status }) => {
    const row = operations.find((operation) => operation.id === id);
    const isSame =
      row?.kind === direction &&
      row.purpose === 'correction' &&
      row.status === status &&
      compareDecimals(row.amount, amount) === 0;
    return isSame ? [] : [`correction ${id} (${status}) is ${JSON.stringify(row)}`];
  });
}

/** The hold of a withdrawal is captured if it was paid in time, and released if it was given up. */
function checkHolds({ withdrawals, operations, reversals }: StoredRows): string[] {
  return withdrawals.flatMap(({ id, status, failure_code, paid_amount }) => {
    const done = operations.filter((row) => row.withdrawal_id === id && row.status === 'done');
    const kinds = done.map(({ kind }) => kind).sort();
    const isReleased = kinds.includes('release');
    const isLate = reversals.some((row) => row.withdrawal_id === id);
    const expected = expectedKinds(status, {
      isLate,
      isReleased,
      isRefused: failure_code !== null,
    });
    // The rest of a payout in part.
    if (paid_amount !== null) expected.splice(1, 0, 'credit');
    return kinds.join() === expected.join()
      ? []
      : [`withdrawal ${id} (${status}) did ${kinds.join()} in the wallet, not ${expected.join()}`];
  });
}

function expectedKinds(
  status: string,
  { isLate, isRefused, isReleased }: Record<'isLate' | 'isRefused' | 'isReleased', boolean>,
): string[] {
  if (isRefused) return [];
  if (status === 'completed') return isLate ? ['hold', 'release'] : ['capture', 'hold'];
  if (status === 'returned' && isLate) return ['credit', 'hold', 'release'];
  // After a release, a payout that was paid and returned before Kassa knew moves nothing more.
  if (status === 'returned' && !isReleased) return ['capture', 'credit', 'hold'];
  return ['hold', 'release'];
}
