import {
  addDecimals,
  compareDecimals,
  convertMoney,
  multiplyDecimals,
  negateDecimal,
} from '@kassa/contract';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import { spentOf } from '../../money/withdrawals/payout-money.ts';
import { checkAttempts } from './check-attempts.ts';
import { checkBonuses } from './check-bonuses.ts';
import { checkDebts } from './check-debts.ts';
import { checkMessages } from './check-messages.ts';
import { checkEvidence, checkPayouts } from './check-payouts.ts';
import { checkProtection } from './check-protection.ts';
import { checkRefunds } from './check-refunds.ts';
import { checkWallet } from './check-wallet.ts';
import { isListed } from './find-missed.ts';
import { loadStoredRows, type StoredRows } from './load-stored-rows.ts';
import { isMisreported } from './provider-records.ts';
import type { World } from './world.ts';

/**
 * Compares Kassa's rows, after the world has settled, with what really happened. Returns all
 * problems as texts.
 */
export async function checkWorld(world: World): Promise<string[]> {
  const stored = await loadStoredRows(world);
  noteSeen(world, stored);
  const problems = await checkLedger(world.db, { brandId: world.brandId });
  return [
    ...world.findings,
    ...world.provider.offences,
    ...(world.wallet?.offences ?? []),
    ...problems.map(({ rule, subject }) => `ledger: violated: ${rule}: ${subject}`),
    ...checkReceipts(world, stored),
    ...checkCeilings(world, stored),
    ...(await checkAttempts(world, stored)),
    ...checkReversals(world, stored),
    ...checkPayouts(world, stored),
    ...checkRefunds(world, stored),
    ...checkEvidence(world, stored),
    ...checkProtection(world, stored),
    ...checkDebts(world, stored),
    ...(await checkBalances(world, stored)),
    ...checkWallet(world, stored),
    ...checkMessages(world, stored),
    ...checkBonuses(world, stored),
  ];
}

/**
 * Each real receipt is one payment row of the same money, credited or returned. No other row
 * exists.
 */
function checkReceipts({ provider }: World, { payments }: StoredRows): string[] {
  const problems: string[] = [];
  const rest = new Set(payments);
  for (const { id, account, money, fee, depositId } of provider.receipts) {
    const rows = payments.filter((row) => row.provider_payment_id === id);
    for (const row of rows) rest.delete(row);
    const [row] = rows;
    if (rows.length !== 1 || row === undefined) {
      problems.push(`receipt ${id} of ${depositId} is ${rows.length} payments`);
      continue;
    }
    const isSame =
      row.deposit_id === depositId &&
      row.connector === account &&
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
  return [
    ...problems,
    ...[...rest].map((row) => `payment ${row.provider_payment_id} never happened`),
  ];
}

/** The margin above the requested amount, with the default factor of a brand. */
const ceilingFactor = '1.1';

/**
 * Without an operator's decision no more is credited than was asked for and the margin, and only in
 * the currency that was asked for.
 */
function checkCeilings({ provider, seen }: World, { payments }: StoredRows): string[] {
  return provider.deposits.flatMap(({ depositId, asked }) => {
    const own = payments.filter((row) => row.deposit_id === depositId);
    for (const { parked_code } of own) if (parked_code !== null) seen.add(`parked ${parked_code}`);
    const credited = own.filter((row) => row.status === 'credited' && row.resolved_reason === null);
    const total = credited.reduce((sum, { amount }) => addDecimals(sum, amount), '0');
    const isAbove = compareDecimals(total, multiplyDecimals(asked.amount, ceilingFactor)) > 0;
    const isOther = credited.some(({ currency }) => currency !== asked.currency);
    return isAbove || isOther ? [`${total} is credited to ${depositId} of ${asked.amount}`] : [];
  });
}

/**
 * Each real reversal is booked once, or returned a parked receipt, or waits for a person as a
 * notification without effect; never two of these.
 */
function checkReversals(world: World, stored: StoredRows): string[] {
  const { reversals, payments } = stored;
  return world.provider.reversals.flatMap(({ id, account, kind, money, depositId }) => {
    const booked = reversals.filter((row) => row.provider_reversal_id === id);
    const returned = payments.filter((row) => row.returned_reference === id);
    const times = booked.length + returned.length;
    if (times > 1) return [`${kind} ${id} is booked ${times} times`];
    if (times === 0 && !isListed(world, stored, id))
      return [`${kind} ${id} is neither booked nor listed for a person`];
    const isOther = booked.some(
      (row) =>
        row.deposit_id !== depositId ||
        row.connector !== account ||
        compareDecimals(row.amount, money.amount) !== 0,
    );
    return isOther ? [`${kind} ${id} is booked as something else`] : [];
  });
}

/**
 * A player's balance is the sum of credits and corrections less what settled debts, was reversed,
 * paid out and bet.
 */
async function checkBalances(world: World, stored: StoredRows): Promise<string[]> {
  const { deposits, payments, reversals, withdrawals, corrections, balances } = stored;
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
        .flatMap((row) => [row.processed_amount ?? '0', negateDecimal(row.settled_debt ?? '0')]),
      ...reversals
        .filter((row) => row.player_id === playerId)
        .map((row) => negateDecimal(row.covered ?? '0')),
      ...corrections
        .filter((row) => row.player_id === playerId && row.status === 'done')
        .map(({ direction, amount }) => (direction === 'credit' ? amount : negateDecimal(amount))),
      ...withdrawals
        .filter((row) => row.player_id === playerId)
        .map((row) => {
          const truth = world.provider.payouts.get(row.id)?.status;
          if (truth === 'completed') return late.has(row.id) ? '0' : negateDecimal(spentOf(row));
          return truth === 'returned' && late.has(row.id) ? row.amount : '0';
        }),
    ];
    const expected = gains.reduce((sum, gain) => addDecimals(sum, gain), '0');
    const actual = world.wallet?.balanceOf(externalId) ?? balances.get(playerId) ?? '0';
    if (compareDecimals(expected, actual) === 0) return [];
    return [`player ${externalId} has ${actual}, and should have ${expected}`];
  });
}

/** Records what the sequence covered. */
function noteSeen({ seen, provider }: World, stored: StoredRows): void {
  for (const { to_status } of stored.depositMoves) seen.add(`deposit ${to_status}`);
  for (const { from_status, to_status, reason } of stored.withdrawalMoves) {
    seen.add(`withdrawal ${to_status}`);
    const isDebt = from_status === 'approved' && reason.startsWith('the player owes');
    if (isDebt) seen.add('a debt came after the approval');
  }
  for (const { to_status } of stored.refundMoves) seen.add(`refund ${to_status}`);
  for (const { outcome } of stored.notifications) seen.add(`notification ${outcome}`);
  for (const { status, settled_debt, processed_amount } of stored.payments) {
    seen.add(`payment ${status}`);
    if (status !== 'credited' || settled_debt === null) continue;
    const isWhole = compareDecimals(settled_debt, processed_amount ?? '0') === 0;
    seen.add(`a deposit settled a debt by ${isWhole ? 'all' : 'a part'} of its money`);
  }
  noteLatePayments(seen, stored);
  for (const { kind, receivable } of stored.reversals) {
    seen.add(`reversal ${kind}`);
    if (compareDecimals(receivable ?? '0', '0') > 0) seen.add('a player owes');
  }
  noteWithdrawals(seen, stored);
  for (const payout of provider.payouts.values()) {
    if (!isMisreported(payout)) continue;
    const isOther = payout.money.currency !== payout.reported.currency;
    seen.add(`a payout of another ${isOther ? 'currency' : 'amount'}`);
  }
  for (const { status, direction } of stored.corrections) {
    seen.add(`correction by ${direction} ${status}`);
  }
  for (const { status, attempts } of stored.operations) {
    if (status === 'refused') seen.add('the wallet refused');
    if (attempts > 1) seen.add('the wallet was unclear');
  }
}

/** Records by which methods withdrawals were paid. */
function noteWithdrawals(seen: World['seen'], { withdrawals }: StoredRows): void {
  for (const { status, payment_method, paid_amount } of withdrawals) {
    if (status !== 'completed') continue;
    seen.add(`paid by ${payment_method}`);
    if (paid_amount !== null) seen.add(`paid in part by ${payment_method}`);
  }
}

/** Records for which reasons a deposit had ended that was paid nevertheless. */
function noteLatePayments(
  seen: World['seen'],
  { deposits, depositMoves, payments }: StoredRows,
): void {
  const paid = new Set(payments.map(({ deposit_id }) => deposit_id));
  for (const { deposit_id, to_status, reason } of depositMoves) {
    if (paid.has(deposit_id) && lateEndings.has(to_status)) seen.add(`paid after: ${reason}`);
  }
  const isStuck = deposits.some(
    (row) => row.provider_cancel === 'cannotCancel' && paid.has(row.id),
  );
  if (isStuck) seen.add('paid after: the provider could not cancel it');
}

const lateEndings: ReadonlySet<string> = new Set(['canceled', 'autoCanceled']);
