import { addDecimals, compareDecimals, convertMoney, negateDecimal } from '@kassa/contract';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import { checkMessages } from './check-messages.ts';
import { checkWallet } from './check-wallet.ts';
import { isListed } from './find-unfound.ts';
import { type Books, loadBooks } from './load-books.ts';
import type { World } from './world.ts';

/**
 * Holds Kassa's books, at rest, against what really happened. Returns all that is wrong, in words.
 */
export async function checkWorld(world: World): Promise<string[]> {
  const books = await loadBooks(world);
  noteSeen(world, books);
  const problems = await checkLedger(world.db, { brandId: world.brandId });
  return [
    ...world.findings,
    ...world.provider.offences,
    ...(world.wallet?.offences ?? []),
    ...problems.map(({ rule, subject }) => `ledger: not so: ${rule}: ${subject}`),
    ...checkReceipts(world, books),
    ...checkReversals(world, books),
    ...checkPayouts(world, books),
    ...(await checkBalances(world, books)),
    ...checkWallet(world, books),
    ...checkMessages(world, books),
  ];
}

/** Each real receipt is one payment row, of the same money, credited or returned; and no other is. */
function checkReceipts({ provider }: World, { payments }: Books): string[] {
  const problems: string[] = [];
  const rest = new Set(payments);
  for (const { id, money, fee, depositId } of provider.receipts) {
    const rows = payments.filter((row) => row.provider_payment_id === id);
    for (const row of rows) rest.delete(row);
    const [row] = rows;
    if (rows.length !== 1 || row === undefined) {
      problems.push(`receipt ${id} of ${depositId} is ${rows.length} payments`);
      continue;
    }
    const isSame =
      row.deposit_id === depositId &&
      row.currency === money.currency &&
      compareDecimals(row.amount, money.amount) === 0;
    if (!isSame) problems.push(`receipt ${id} is another payment: ${JSON.stringify(row)}`);
    if (row.status !== 'credited' && row.status !== 'returned') {
      problems.push(`receipt ${id} is still ${row.status}`);
    }
    if (compareDecimals(row.fee ?? '0', fee?.amount ?? '0') !== 0) {
      problems.push(`receipt ${id} has a fee of ${row.fee}, not ${fee?.amount}`);
    }
    if (row.status !== 'credited') continue;
    const { amount } = convertMoney(money, row.rate ?? '0', row.processed_currency ?? '').money;
    if (compareDecimals(amount, row.processed_amount ?? '0') !== 0) {
      problems.push(`receipt ${id} is credited with ${row.processed_amount}, not ${amount}`);
    }
  }
  return [...problems, ...[...rest].map((row) => `payment ${row.provider_payment_id} never was`)];
}

/**
 * Each real reversal is booked once, or took parked money away, or waits for a person as a
 * notification that led to nothing; never two of these.
 */
function checkReversals(world: World, books: Books): string[] {
  const { reversals, payments } = books;
  return world.provider.reversals.flatMap(({ id, kind, money, depositId }) => {
    const booked = reversals.filter((row) => row.provider_reversal_id === id);
    const returned = payments.filter((row) => row.returned_reference === id);
    const times = booked.length + returned.length;
    if (times > 1) return [`${kind} ${id} is booked ${times} times`];
    if (times === 0 && !isListed(world, books, id))
      return [`${kind} ${id} is not booked, and nobody knows of it`];
    const isOther = booked.some(
      (row) => row.deposit_id !== depositId || compareDecimals(row.amount, money.amount) !== 0,
    );
    return isOther ? [`${kind} ${id} is booked as something else`] : [];
  });
}

/** Each withdrawal ends as the provider ended it, and one that it never paid gave its money back. */
function checkPayouts({ provider }: World, { withdrawals }: Books): string[] {
  const known = new Set(withdrawals.map(({ id }) => id));
  const strangers = [...provider.payouts.keys()].filter((id) => !known.has(id));
  const problems = strangers.map((id) => `payout ${id} belongs to no withdrawal`);
  const unpaid = new Set<string>(['rejected', 'failed', 'canceled']);
  for (const { id, status, amount } of withdrawals) {
    const payout = provider.payouts.get(id);
    const truth = payout?.status ?? 'failed';
    const isRight = truth === 'failed' ? unpaid.has(status) : status === truth;
    if (!isRight) problems.push(`withdrawal ${id} is ${status}, and really ${truth}`);
    if (payout !== undefined && compareDecimals(payout.money.amount, amount) !== 0) {
      problems.push(`withdrawal ${id} of ${amount} was paid as ${payout.money.amount}`);
    }
  }
  return problems;
}

/** What each player has is what they were given, less what was taken back, paid out and bet. */
async function checkBalances(world: World, books: Books): Promise<string[]> {
  const { deposits, payments, reversals, withdrawals, balances } = books;
  const playerOf = new Map(deposits.map(({ id, player_id }) => [id, player_id]));
  return world.players.flatMap(({ playerId, externalId }) => {
    const late = new Set(
      reversals.filter(({ kind }) => kind === 'latePayout').map((row) => row.withdrawal_id),
    );
    const gains = [
      world.seeds.get(playerId) ?? '0',
      negateDecimal(world.spent.get(playerId) ?? '0'),
      ...payments
        .filter((row) => row.status === 'credited' && playerOf.get(row.deposit_id) === playerId)
        .map((row) => row.processed_amount ?? '0'),
      ...reversals
        .filter((row) => row.player_id === playerId)
        .map((row) => negateDecimal(row.covered ?? '0')),
      ...withdrawals
        .filter((row) => row.player_id === playerId)
        .map(({ id, amount }) => {
          const truth = world.provider.payouts.get(id)?.status;
          if (truth === 'completed') return late.has(id) ? '0' : negateDecimal(amount);
          return truth === 'returned' && late.has(id) ? amount : '0';
        }),
    ];
    const expected = gains.reduce((sum, gain) => addDecimals(sum, gain), '0');
    const actual = world.wallet?.balanceOf(externalId) ?? balances.get(playerId) ?? '0';
    if (compareDecimals(expected, actual) === 0) return [];
    return [`player ${externalId} has ${actual}, and should have ${expected}`];
  });
}

/** Writes down what the sequence went through. */
function noteSeen({ seen }: World, books: Books): void {
  for (const { to_status } of books.depositMoves) seen.add(`deposit ${to_status}`);
  for (const { to_status } of books.withdrawalMoves) seen.add(`withdrawal ${to_status}`);
  for (const { outcome } of books.notifications) seen.add(`notification ${outcome}`);
  for (const { status } of books.payments) seen.add(`payment ${status}`);
  for (const { kind, receivable } of books.reversals) {
    seen.add(`reversal ${kind}`);
    if (compareDecimals(receivable ?? '0', '0') > 0) seen.add('a player owes');
  }
  for (const { status, attempts } of books.operations) {
    if (status === 'refused') seen.add('the wallet refused');
    if (attempts > 1) seen.add('the wallet was unclear');
  }
}
