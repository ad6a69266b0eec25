import {
  CallError,
  type DepositState,
  encodeStatusWord,
  type FieldValues,
  isReceived,
  judgeConfirmationId,
} from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { credited, declined, publishDeposit } from '../../messages/realtime/publish.ts';
import type { PlayerRef } from '../../players/lock-player.ts';
import { askProvider, patient } from '../../providers/ask-provider.ts';
import { requestOf } from '../../providers/request-of.ts';
import { hasMoney, isOpen } from '../deposits/deposit.machine.ts';
import { loadDeposit } from '../deposits/load-deposit.ts';
import { type Move, moveDeposit } from '../deposits/move-deposit.ts';
import { lifetimeMs } from '../deposits/plan-next-check.ts';
import { cancelAtProvider } from '../provider-events/cancel-at-provider.ts';
import { takeInvoiceFields } from './take-invoice-fields.ts';

/** A deposit on the wire, as `deposit-status` answers. */
export function showDeposit(deposit: Deposit): DepositState {
  return {
    depositId: deposit.id,
    reference: deposit.reference,
    status: encodeStatusWord(deposit.status),
    ...(isReceived(deposit.status) && { isReceived: true }),
    amount: deposit.amount,
    currency: deposit.currency,
    ...credited(deposit),
    ...declined(deposit),
  };
}

/** What the player says with it: their proof, and what they filled in beside an invoice. */
export interface CompleteDetails {
  confirmationId: string | null;
  fields: FieldValues;
}

/**
 * The player says that they have paid: it moves the screen, and asks the provider sooner; never the
 * ledger (design §3.2). Saying it twice is saying it once.
 * @throws CallError deposit.notFound; deposit.notOpen where it has ended without money,
 * or its provider wants to know more first; banking.paymentMethodRegex and request.invalid for what is
 * filled in beside its invoice, and for a confirmation id; provider.unavailable or provider.timeout where a provider that must hear of it does not.
 */
export async function completeDeposit(
  core: Core,
  owner: PlayerRef,
  depositId: string,
  details: CompleteDetails,
): Promise<Deposit> {
  const deposit = await loadDeposit(core.db, owner, depositId);
  if (hasMoney(deposit.status)) return deposit;
  if (!isOpen(deposit.status) || deposit.status === 'created') throw notOpen(deposit);
  // Nobody can have paid what the provider wants to know more of first.
  if (deposit.required_fields !== null) throw notOpen(deposit);
  requireConfirmationId(deposit, details.confirmationId);
  const fields = await takeInvoiceFields(core, owner, deposit, details.fields);
  await tell(core, deposit, { ...details, fields });
  if (deposit.status === 'awaitingConfirmation') return deposit;
  // What was paid in the last minute takes its time to be heard of.
  const expires_at = later(deposit.expires_at, new Date(core.now().getTime() + lifetimeMs));
  const reason = 'the player says it is paid';
  return move(core, owner, deposit, 'awaitingConfirmation', { reason, changes: { expires_at } });
}

/**
 * The player gives up. Money that arrives all the same is still credited (design §3.3).
 * @throws CallError deposit.notFound; deposit.notOpen once money is there or it has ended otherwise.
 */
export async function cancelDeposit(
  core: Core,
  owner: PlayerRef,
  depositId: string,
): Promise<Deposit> {
  const deposit = await loadDeposit(core.db, owner, depositId);
  if (deposit.status === 'canceled') return deposit;
  if (!isOpen(deposit.status)) throw notOpen(deposit);
  const canceled = await move(core, owner, deposit, 'canceled', {
    reason: 'given up by the player',
  });
  if (canceled.status === 'canceled') await cancelAtProvider(core, canceled);
  return canceled;
}

/** @throws CallError banking.paymentMethodRegex, with the words' message key in `params.key` */
function requireConfirmationId({ payment_method }: Deposit, confirmationId: string | null): void {
  const broken =
    confirmationId === null ? null : judgeConfirmationId(payment_method, confirmationId);
  if (broken === null) return;
  throw new CallError('banking.paymentMethodRegex', 'confirmationId: is none of this method', {
    field: 'confirmationId',
    problem: 'rule',
    ...(broken.regex_error_key !== undefined && { key: broken.regex_error_key }),
  });
}

async function move(
  core: Core,
  owner: PlayerRef,
  deposit: Deposit,
  to: 'canceled' | 'awaitingConfirmation',
  { reason, changes }: Move,
): Promise<Deposit> {
  const next_check_at = core.now();
  const moved = await core.db
    .transaction()
    .execute((tx) =>
      moveDeposit(core, tx, deposit, to, { reason, changes: { ...changes, next_check_at } }),
    );
  if (moved === null) return loadDeposit(core.db, owner, deposit.id);
  publishDeposit(core, moved);
  return moved;
}

async function tell(core: Core, deposit: Deposit, details: CompleteDetails): Promise<void> {
  const outcome = await askProvider(
    core,
    requestOf(deposit, 'update'),
    (connector) => connector.complete(refOf(deposit), details),
    patient,
  );
  if (outcome.kind !== 'error') return;
  const isUnclear = outcome.error === 'timeoutUnknown' || outcome.error === 'malformed';
  const code = isUnclear ? 'provider.timeout' : 'provider.unavailable';
  const message = 'The payment provider could not be told of the payment.';
  throw new CallError(code, message, {}, deposit.reference);
}

function notOpen(deposit: Deposit): CallError {
  const message = 'The deposit has ended, or has no page to be paid on yet.';
  return new CallError('deposit.notOpen', message, {}, deposit.reference);
}

const later = (one: Date, other: Date) => (one > other ? one : other);

const refOf = (deposit: Deposit) => ({
  depositId: deposit.id,
  providerReference: deposit.provider_reference,
});
