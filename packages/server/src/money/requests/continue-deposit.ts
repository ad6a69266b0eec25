import { CallError, type CallRequest, compareDecimals } from '@kassa/contract';
import { addFilledIn, namesOf, requireFields } from '../../catalog/fields.ts';
import { requireMethodOn } from '../../catalog/method-switches.ts';
import { findBrandMethod } from '../../catalog/select-methods.ts';
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
import { canContinue, loadDeposit } from '../deposits/load-deposit.ts';
import { moveDeposit } from '../deposits/move-deposit.ts';
import { firstCheckMs, lifetimeMs } from '../deposits/plan-next-check.ts';

type Request = Pick<
  CallRequest<'deposit-create'>,
  'paymentType' | 'amount' | 'currency' | 'fields'
>;

/**
 * Whether a deposit waits for further fields and its player can still send them. It doesn't wait
 * while the provider's response to the latest fields is outstanding and may still arrive.
 */
function waitsForFields(
  deposit: Deposit,
  now: Date,
): deposit is Deposit & { required_fields: NonNullable<Deposit['required_fields']> } {
  return deposit.required_fields !== null && canContinue(deposit, now);
}

/**
 * Stores the fields that the player filled in for a provider that asked for them (design §3.6).
 * Only these fields are validated, since the rest of the deposit was validated and approved before.
 * `finishDeposit` then sends them to the provider. The caller has locked deposit and player.
 * @throws CallError deposit.notFound if it isn't the player's; deposit.notOpen if no fields are
 * asked for; player.blocked, player.selfExcluded; method.unavailable, method.maintenance if the
 * method was switched meanwhile; another method, amount or currency, or invalid fields, by their
 * own errors
 */
export async function continueDeposit(
  core: Core,
  tx: Tx,
  caller: Caller,
  depositId: string,
  request: Request,
): Promise<void> {
  const deposit = await loadDeposit(tx, caller, depositId);
  const now = core.now();
  if (!waitsForFields(deposit, now)) {
    const message = 'This deposit does not wait for fields of the player.';
    throw new CallError('deposit.notOpen', message, {}, deposit.reference);
  }
  requireSame(deposit, request);
  await requireNotBlocked(core, tx, caller, 'deposit');
  await requireMethodOn(core, tx, caller.brandId, deposit.payment_method);
  const method = findBrandMethod(core.catalogOf(deposit.brand_id), deposit.payment_method);
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
      // The page to pay on exists only from now on.
      expires_at: new Date(now.getTime() + lifetimeMs),
      next_check_at: new Date(now.getTime() + firstCheckMs),
      check_count: 0,
    },
  });
  // Corrected values must no longer be found by search.
  await unindexFields(tx, subject, [subject.id]);
  await indexFields(tx, core, subject, fields);
}

/**
 * Requires the same method, amount and currency, since the provider knows them already: of a package its
 * price.
 */
function requireSame(deposit: Deposit, { paymentType, amount, currency }: Request): void {
  const refuse = (code: 'method.unavailable' | 'currency.unsupported' | 'amount.invalid') =>
    new CallError(
      code,
      'The deposit was created with another method, currency or amount.',
      {},
      deposit.reference,
    );
  if (paymentType !== deposit.payment_method) throw refuse('method.unavailable');
  const ordered = {
    amount: deposit.price ?? deposit.amount,
    currency: deposit.price_currency ?? deposit.currency,
  };
  if (currency !== ordered.currency) throw refuse('currency.unsupported');
  if (compareDecimals(amount, ordered.amount) !== 0) throw refuse('amount.invalid');
}
