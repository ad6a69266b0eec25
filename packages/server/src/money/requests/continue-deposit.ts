import { CallError, type CallRequest, compareDecimals } from '@kassa/contract';
import { addFilledIn, namesOf, requireFields } from '../../catalog/fields.ts';
import { requireMethodOn } from '../../catalog/method-switches.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { indexFields, unindexFields } from '../../ground/encryption/blind-index.ts';
import {
  type FieldsSubject,
  openFields,
  sealFields,
  toSealContext,
} from '../../ground/encryption/sealed.ts';
import { requireNotBlocked } from '../../players/player-blocks.ts';
import { lockCaller } from '../../players/player-row.ts';
import { canContinue, loadDeposit, lockDeposit } from '../deposits/load-deposit.ts';
import { moveDeposit } from '../deposits/move-deposit.ts';
import { firstCheckMs, lifetimeMs } from '../deposits/plan-next-check.ts';

type Request = Omit<CallRequest<'deposit-create'>, 'depositId'>;

/**
 * Whether a deposit waits for what its provider wants to know besides, and its player can still say
 * it. What was said last must have been answered before, or have waited in vain.
 */
function isAskingMore(
  deposit: Deposit,
  now: Date,
): deposit is Deposit & { required_fields: NonNullable<Deposit['required_fields']> } {
  return deposit.required_fields !== null && canContinue(deposit, now);
}

/**
 * Takes in what the player filled in of a deposit whose provider wanted to know more (design §3.6): the
 * same deposit, judged for its fields alone, since the rest was judged and approved before.
 * `finishDeposit` asks the provider then.
 * @throws CallError deposit.notFound where it isn't the player's; deposit.notOpen where nothing is
 * asked of them; player.blocked, player.selfExcluded; method.unavailable, method.maintenance where it was
 * switched meanwhile; another method, amount or currency, or fields, are refused by their name
 */
export async function continueDeposit(
  core: Core,
  tx: Tx,
  caller: Caller,
  depositId: string,
  request: Request,
): Promise<void> {
  await lockDeposit(tx, caller, depositId);
  await lockCaller(tx, caller);
  const deposit = await loadDeposit(tx, caller, depositId);
  const now = core.now();
  if (!isAskingMore(deposit, now)) {
    const message = 'Nothing is asked of the player for this deposit.';
    throw new CallError('deposit.notOpen', message, {}, deposit.reference);
  }
  requireSame(deposit, request);
  await requireNotBlocked(core, tx, caller, 'deposit');
  await requireMethodOn(core, tx, caller.brandId, deposit.payment_method);
  const { methods } = core.catalogOf(deposit.brand_id);
  const method = methods.find(({ name }) => name === deposit.payment_method);
  const given = requireFields(deposit.required_fields, request.fields ?? {}, method);
  const subject: FieldsSubject = { kind: 'deposit', id: deposit.id, ...caller };
  const context = toSealContext(subject);
  const { names, values: fields } = addFilledIn(
    {
      names: deposit.field_names,
      values: openFields(core.vault, context, deposit.fields_sealed),
    },
    { names: namesOf(deposit.required_fields), values: given },
  );
  await moveDeposit(core, tx, deposit, 'awaitingPlayer', {
    reason: 'the player filled in what the provider asked for',
    changes: {
      fields_sealed: sealFields(core.vault, context, fields),
      field_names: JSON.stringify(names),
      continued_at: now,
      // There is a page to be paid on only now.
      expires_at: new Date(now.getTime() + lifetimeMs),
      next_check_at: new Date(now.getTime() + firstCheckMs),
      check_count: 0,
    },
  });
  // What was corrected is found no more.
  await unindexFields(tx, subject, [subject.id]);
  await indexFields(tx, core, subject, fields);
}

/** What was agreed on stays: the provider knows it already. */
function requireSame(deposit: Deposit, { paymentType, amount, currency }: Request): void {
  const refuse = (code: 'method.unavailable' | 'currency.unsupported' | 'amount.invalid') =>
    new CallError(code, 'The deposit was begun with another one.', {}, deposit.reference);
  if (paymentType !== deposit.payment_method) throw refuse('method.unavailable');
  if (currency !== deposit.currency) throw refuse('currency.unsupported');
  if (compareDecimals(amount, deposit.amount) !== 0) throw refuse('amount.invalid');
}
