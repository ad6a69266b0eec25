import {
  type Decimal,
  type DepositStatus,
  encodeStatusWord,
  padToCurrency,
  type WebhookData,
} from '@kassa/contract';
import { type Insertable, type QueryCreator, sql, type Updateable } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Database } from '../../ground/database/schema.ts';
import type {
  Deposit,
  DepositsTable,
  Payment,
  PaymentsTable,
} from '../../ground/database/tables/money.ts';
import { defineChange } from '../../messages/webhooks/record-change.ts';
import type { OutgoingEvent } from '../../messages/webhooks/record-event.ts';
import {
  type Transfer,
  type TransferRows,
  toTransferRows,
  withTransfer,
} from '../ledger/transfers.ts';
import { freeRequisite } from '../requisites/free-requisite.ts';
import { canMove, hasMoney, isOpen } from '../states/deposit.machine.ts';
import { coinsOf } from '../sweepstake/coin-grants.ts';
import { creditClaim, hasClaim } from './claims.ts';
import { planNextCheck } from './plan-next-check.ts';

/** The reason of a transition, and other columns that change with it. */
export interface Move {
  reason: string;
  changes?: Changes;
  /** The operator's events of what led to it; they come before that of the transition. */
  events?: readonly OutgoingEvent[];
  /** The receipt that leads to it, and the transfer that credits it. */
  booking?: Booking;
  /**
   * The player's further fields that the provider has answered to: the deposit moves only if there are no
   * later ones, and if its player was not erased.
   */
  answeredTo?: Pick<Deposit, 'continued_at'>;
  /** Why the attempt under way ends, for the operator. */
  error?: AttemptError;
}

export interface AttemptError {
  error: string;
  detail: string | null;
}

/** A receipt that is written by the statement of a move. Without it nothing is moved or posted. */
export interface Booking {
  receipt: { insert: Insertable<PaymentsTable> } | { credit: CreditedReceipt };
  transfer: Transfer;
}

/** The receipt that becomes credited. */
type CreditedReceipt = Pick<Payment, 'brand_id' | 'id' | 'updated_at'>;

type Changes = Omit<Updateable<DepositsTable>, 'status' | 'id' | 'brand_id' | 'player_id'>;

/**
 * Moves a deposit to another status, if it still has its present one in the database, and writes a
 * row of history and the operator's event by the same statement. Returns null if another transaction
 * moved it first, if the receipt of the booking isn't written, or if the answer is out of date.
 * @throws if the machine doesn't allow the transition, which is a bug of the caller.
 */
export async function moveDeposit(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  to: DepositStatus,
  { reason, changes = {}, events = [], booking, answeredTo, error }: Move,
): Promise<Deposit | null> {
  if (!canMove(deposit.status, to)) {
    throw new Error(`A deposit can't go from ${deposit.status} to ${to} (${reason})`);
  }
  // Every status is followed up, only at different intervals, so that a lost notification loses no
  // money.
  const late_until = hasMoney(to) ? null : (changes.late_until ?? deposit.late_until);
  const next_check_at = planNextCheck({ ...deposit, late_until, status: to }, core.now());
  const written = {
    next_check_at,
    // The fields that the provider asked for are obsolete once the deposit can't continue.
    ...(isOpen(to) ? {} : { required_fields: null, continued_at: null }),
    ...changes,
    late_until,
    status: to,
    updated_at: core.now(),
  };
  // The event is described ahead: the caller's row is as in the database, or its status is not.
  const row = await recordTransition(core, tx, {
    write: { update: written, row: deposit },
    deposit: { ...deposit, ...written },
    from: deposit.status,
    reason,
    events,
    more: {
      booking: booking && {
        receipt: booking.receipt,
        transfer: toTransferRows(booking.transfer),
      },
      answeredTo: answeredTo && { continued_at: answeredTo.continued_at },
      error: error && { error: error.error, detail: error.detail },
    },
  });
  if (row === undefined) return null;
  const { has_claim, ...returned } = row;
  // A booking writes no column that is read in another form, such as JSON.
  const moved = booking === undefined ? returned : { ...deposit, ...(written as Partial<Deposit>) };
  if (moved.requisite_id !== null && !isOpen(to)) {
    await freeRequisite(core, tx, moved, { isPaid: hasMoney(to) });
  }
  if (to === 'processed' && has_claim) await creditClaim(core, tx, moved);
  return moved;
}

/** The columns that the operator's event describes, and those that identify the deposit. */
type DescribedDeposit = Pick<
  Deposit,
  | 'id'
  | 'brand_id'
  | 'player_id'
  | 'reference'
  | 'status'
  | 'payment_method'
  | 'amount'
  | 'currency'
  | 'credited_amount'
  | 'reversed_amount'
  | 'refunded_amount'
  | 'charged_back_amount'
  | 'account_currency'
  | 'decline_reason'
  | 'box_id'
  | 'gold_amount'
  | 'sweep_amount'
>;

/** What the statement of a move writes or requires besides. */
interface MoreOfMove {
  booking?: { receipt: Booking['receipt']; transfer: TransferRows } | undefined;
  answeredTo?: Pick<Deposit, 'continued_at'> | undefined;
  error?: AttemptError | undefined;
}

/**
 * Inserts or updates a deposit, appends a row to its history and records the operator's event, by one
 * statement. Returns the written row and whether it has a claim, or undefined if there is none. Of a deposit
 * that is booked for, only the id is returned.
 */
export async function recordTransition(
  core: Core,
  tx: Tx,
  {
    write,
    deposit,
    from,
    reason,
    events = [],
    more = {},
    isLast = false,
  }: {
    write: Parameters<typeof recordDeposit>[2]['write'];
    deposit: DescribedDeposit;
    from: DepositStatus | null;
    reason: string;
    events?: readonly OutgoingEvent[];
    more?: MoreOfMove;
    isLast?: boolean;
  },
): Promise<(Deposit & { has_claim: boolean }) | undefined> {
  const event: OutgoingEvent<'deposit.status'> = {
    brandId: deposit.brand_id,
    playerId: deposit.player_id,
    type: 'deposit.status',
    data: describeDeposit(deposit),
  };
  const record = 'insert' in write ? recordDeposit : recordMove;
  const row = await record(core, tx, {
    write,
    transition: { from, to: deposit.status, reason },
    events: [...events, event],
    extra: more,
    isLast,
  });
  return row && { has_claim: false, ...row };
}

const recordDeposit = defineChange<'deposits', MoreOfMove>('deposits');

const recordMove = defineChange<'deposits', MoreOfMove>('deposits', {
  before: (query, { booking }) =>
    booking === undefined
      ? query
      : (query.with('receipt', (inner) => writeReceipt(inner, booking.receipt)) as never),
  update: (query, { booking, answeredTo }) =>
    query
      .$if(booking !== undefined, (update) =>
        update.where(sql<boolean>`exists (select from receipt)`),
      )
      .$if(answeredTo !== undefined, (update) =>
        update.where(sql<boolean>`continued_at is not distinct from ${answeredTo?.continued_at}
          and exists (select from players where players.brand_id = deposits.brand_id
            and players.id = deposits.player_id and players.erased_at is null)`),
      )
      .returning((row) => hasClaim(row).as('has_claim')) as never,
  after: (query, { booking, error }) => {
    const booked = booking === undefined ? query : withTransfer(query, booking.transfer, 'changed');
    return error === undefined ? booked : booked.with('why', () => recordError(error));
  },
  // The row that is booked for is known: it is locked, and nothing else is written to it.
  columns: ({ booking }, row) => [...(booking === undefined ? row : ['id']), 'has_claim'],
});

/** Only as long as the attempt under way is open. */
const recordError = ({ error, detail }: AttemptError) => sql<object>`(
  update deposit_attempts a set error = ${error}, detail = ${detail} from changed
  where a.brand_id = changed.brand_id and a.deposit_id = changed.id
    and a.number = changed.attempt and a.outcome is null)`;

function writeReceipt(query: QueryCreator<Database>, receipt: Booking['receipt']) {
  if ('insert' in receipt) return insertReceipt(query, receipt.insert) as never;
  const { brand_id, id, updated_at } = receipt.credit;
  return query
    .updateTable('payments')
    .set({ status: 'credited', updated_at })
    .where('brand_id', '=', brand_id)
    .where('id', '=', id)
    .returning('id') as never;
}

/** Inserts a receipt, unless there is one with its reference. */
export function insertReceipt(
  query: Pick<QueryCreator<Database>, 'insertInto'>,
  row: Insertable<PaymentsTable>,
) {
  return query
    .insertInto('payments')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id');
}

/** Builds the webhook data of a deposit. */
function describeDeposit(deposit: DescribedDeposit): WebhookData<'deposit.status'> {
  const inAccount = (amount: Decimal) => padToCurrency(amount, deposit.account_currency);
  return {
    depositId: deposit.id,
    reference: deposit.reference,
    status: deposit.status,
    word: encodeStatusWord(deposit.status),
    paymentType: deposit.payment_method,
    paymentMethod: deposit.payment_method,
    amount: padToCurrency(deposit.amount, deposit.currency),
    currency: deposit.currency,
    creditedAmount: inAccount(deposit.credited_amount),
    reversedAmount: inAccount(deposit.reversed_amount),
    refundedAmount: inAccount(deposit.refunded_amount),
    chargedBackAmount: inAccount(deposit.charged_back_amount),
    accountCurrency: deposit.account_currency,
    declineReason: deposit.status === 'declined' ? deposit.decline_reason : null,
    ...describePackage(deposit),
  };
}

function describePackage(
  deposit: DescribedDeposit,
): Pick<WebhookData<'deposit.status'>, 'package'> {
  const { box_id: boxId } = deposit;
  const coins = coinsOf(deposit);
  return boxId === null || coins === null ? {} : { package: { boxId, ...coins } };
}
