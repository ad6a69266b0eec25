import {
  type AmountProblem,
  amountFieldRules,
  CallError,
  compareDecimals,
  convertMoney,
  divideDecimals,
  type FieldValues,
  floorToCurrency,
  limitsForFields,
  type Money,
  methodLimits,
  validateAmount,
} from '@kassa/contract';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import {
  type MethodSwitch,
  refuseSwitched,
  selectSwitches,
} from '../../catalog/method-switches.ts';
import type { Caller } from '../../core/caller.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import { asPrepared } from '../../ground/database/prepared.ts';
import type { Reader } from '../../ground/database/reader.ts';
import { type RowsInJson, readRows, rowsInJson } from '../../ground/database/rows-in-json.ts';
import { chooseBlock, refuseBlocked } from '../../players/player-blocks.ts';
import type { LimitedTransaction } from '../../players/player-limits.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import {
  readStanding,
  type StandingColumns,
  selectStanding,
} from '../../players/player-standing.ts';
import { type LimitsCore, loadWindows, type Window } from './usage.ts';

interface Payment {
  method: Pick<CatalogMethod, 'name' | 'amount_rules' | 'fields'>;
  /** The amount in the method's currency. */
  amount: Money;
  /** The same amount in the currency of the player's account. */
  accountAmount: Money;
  /** The values of the method's fields: a network chosen there has limits of its own (§5). */
  fields?: FieldValues | undefined;
}

/** The columns of {@link selectAllowance}. */
export interface AllowanceColumns extends StandingColumns {
  switches: RowsInJson<MethodSwitch>;
}

/**
 * Selects what a payment's permission depends on, the usage of limits apart, as columns of a statement
 * that reads more.
 */
export function selectAllowance(query: Reader, player: PlayerRef, now: Date) {
  return [
    ...selectStanding(query, player),
    rowsInJson(selectSwitches(query, player.brandId, now)).as('switches'),
  ] as const;
}

/**
 * Validates a deposit before it is inserted: the method's switch, the player's blocks and limits,
 * the method's limits (for the chosen network) and its rules for the amount. Of several violated
 * limits the error names the lowest. The caller has locked the player's row (`lockPlayer`), so that
 * no two deposits use the same rest of a limit.
 * @param columns - those of `selectAllowance`, if they were read under that lock
 * @throws CallError player.blocked, player.selfExcluded, limit.exceeded, amount.aboveMax,
 * amount.belowMin, amount.invalid, banking.paymentMethodRegex, method.maintenance,
 * method.unavailable (off, or without limits in this currency)
 */
export function requireDepositAllowed(
  core: LimitsCore,
  tx: Tx,
  caller: Caller,
  payment: Payment,
  columns?: AllowanceColumns,
): Promise<void> {
  return requireAllowed(core, tx, caller, 'deposit', payment, columns);
}

/**
 * Validates a withdrawal in the same way, in the currency of the player's account. Without the lock
 * the answer holds for this moment only.
 */
export function requireWithdrawalAllowed(
  core: LimitsCore,
  tx: Db | Tx,
  caller: Caller,
  payment: Pick<Payment, 'method' | 'amount' | 'fields'>,
): Promise<void> {
  const { amount } = payment;
  return requireAllowed(core, tx, caller, 'withdrawal', { ...payment, accountAmount: amount });
}

async function requireAllowed(
  core: LimitsCore,
  tx: Db | Tx,
  caller: Caller,
  transaction: LimitedTransaction,
  payment: Payment,
  known?: AllowanceColumns,
): Promise<void> {
  const now = core.now();
  const columns =
    known ??
    (await tx
      .selectNoFrom([...selectAllowance(tx, caller, now)])
      .modifyEnd(asPrepared)
      .executeTakeFirstOrThrow());
  const { blocks, limits: ofPlayer } = readStanding(columns, now);
  refuseSwitched(readRows(columns.switches, ['until', 'updated_at']), payment.method.name);
  refuseBlocked(chooseBlock(blocks, transaction, now), transaction);
  const { method, fields = {} } = payment;
  const { amount, currency } = payment.amount;
  const ofMethod = methodLimits(method, currency, caller.country);
  const limits = limitsForFields(method, fields, ofMethod, currency);
  const problem = validateAmount(amount, currency, limits, amountFieldRules(method));
  if (problem !== null && !isOfTheMethod(problem)) throw describeAmountProblem(problem, currency);
  const { accountAmount } = payment;
  const asked = { ...caller, transaction, currency: accountAmount.currency };
  const [lowest] = await loadWindows(core, tx, asked, ofPlayer);
  const isAboveWindow =
    lowest !== undefined && compareDecimals(accountAmount.amount, lowest.remaining) > 0;
  const isAboveMethod = problem?.kind === 'aboveMax';
  if (isAboveWindow && !(isAboveMethod && isLower(limits.max, lowest, payment))) {
    throw describeWindow(lowest, accountAmount.currency);
  }
  if (problem !== null) throw describeAmountProblem(problem, currency);
}

/** Whether another amount would be valid: then a violated limit of the player is named first. */
function isOfTheMethod({ kind }: AmountProblem): boolean {
  return kind === 'belowMin' || kind === 'aboveMax' || kind === 'rule';
}

/** Whether the method's limit leaves less than the player's, which is in the account's currency. */
function isLower(max: string, { remaining }: Window, { amount, accountAmount }: Payment): boolean {
  const rate = divideDecimals(amount.amount, accountAmount.amount);
  const left = { amount: remaining, currency: accountAmount.currency };
  return compareDecimals(max, convertMoney(left, rate, amount.currency).money.amount) < 0;
}

function describeWindow(window: Window, currency: string): CallError {
  const { period, source, max, remaining, resetsAt } = window;
  return new CallError('limit.exceeded', "The amount is above the rest of the player's limit.", {
    limit: period,
    source,
    max: floorToCurrency(max, currency),
    remaining: floorToCurrency(remaining, currency),
    currency,
    ...(resetsAt === null ? {} : { resetsAt: resetsAt.toISOString() }),
  });
}

/** Builds the error of an invalid amount. */
function describeAmountProblem(problem: AmountProblem, currency: string): CallError {
  switch (problem.kind) {
    case 'belowMin':
    case 'aboveMax':
      return new CallError(`amount.${problem.kind}`, 'The amount is outside the limits.', {
        limit: problem.limit,
        currency,
      });
    case 'rule':
      return new CallError(
        'banking.paymentMethodRegex',
        'The amount violates a rule of the method.',
        {
          field: 'amount',
          problem: 'rule',
        },
      );
    case 'limitsUnknown':
      return new CallError('method.unavailable', 'This method has no limits in this currency.');
    default:
      return new CallError('amount.invalid', 'The amount is not valid.');
  }
}
