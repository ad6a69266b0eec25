import { type FieldDefinition, type FieldValues, isFieldAsked } from '@kassa/contract';
import { addFilledIn, nameForProvider, namesOf } from '../../catalog/name-for-provider.ts';
import { requireFields } from '../../catalog/require-fields.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { indexFields, unindexFields } from '../../ground/encryption/blind-index.ts';
import { type FieldsSubject, toSealContext } from '../../ground/encryption/fields-subject.ts';
import { openFields, sealFields } from '../../ground/encryption/seal-fields.ts';
import { isErased } from '../../players/is-erased.ts';
import type { PlayerRef } from '../../players/lock-player.ts';
import { loadDeposit, lockDeposit } from '../deposits/load-deposit.ts';
import { inputFieldsOf, readStep } from '../deposits/player-step.ts';

/**
 * Takes in what a player filled in beside an invoice (§2 "Unified form"), judged by what it asks for and
 * sealed with what they typed before. Who says again that they have paid, and nothing else, said it
 * before. Returns it by the provider's names.
 * @throws CallError banking.paymentMethodRegex, request.invalid, with the field's name in `params.field`
 */
export async function takeInvoiceFields(
  core: Core,
  owner: PlayerRef,
  deposit: Deposit,
  given: FieldValues,
): Promise<FieldValues> {
  const asked = inputFieldsOf(readStep(core, deposit));
  const isSaidAgain = deposit.status === 'awaitingConfirmation' && Object.keys(given).length === 0;
  if (isSaidAgain) return pickFilledIn(core, deposit, asked);
  const { methods } = core.catalogOf(deposit.brand_id);
  const method = methods.find(({ name }) => name === deposit.payment_method);
  const values = requireFields(asked, given, method);
  if (Object.keys(values).length > 0) {
    await core.db.transaction().execute((tx) => keep(core, tx, owner, deposit.id, asked, values));
  }
  return nameForProvider(namesOf(asked), values);
}

/** What was filled in when they said it first. */
function pickFilledIn(
  { vault }: Core,
  { id, brand_id: brandId, fields_sealed }: Deposit,
  asked: readonly FieldDefinition[],
): FieldValues {
  const context = toSealContext({ kind: 'deposit', id, brandId });
  const all = openFields(vault, context, fields_sealed);
  const values = Object.fromEntries(
    asked
      .filter((field) => isFieldAsked(asked, field, all))
      .flatMap(({ name }) => (all[name] === undefined ? [] : [[name, all[name]]])),
  );
  return nameForProvider(namesOf(asked), values);
}

async function keep(
  core: Core,
  tx: Tx,
  owner: PlayerRef,
  depositId: string,
  asked: readonly FieldDefinition[],
  values: FieldValues,
): Promise<void> {
  await lockDeposit(tx, owner, depositId);
  const deposit = await loadDeposit(tx, owner, depositId);
  // Who was erased meanwhile leaves nothing behind.
  if (await isErased(tx, owner)) return;
  const subject: FieldsSubject = { kind: 'deposit', id: depositId, ...owner };
  const context = toSealContext(subject);
  const before = openFields(core.vault, context, deposit.fields_sealed);
  const filledIn = addFilledIn(
    { names: deposit.field_names, values: before },
    { names: namesOf(asked), values },
  );
  await tx
    .updateTable('deposits')
    .set({
      fields_sealed: sealFields(core.vault, context, filledIn.values),
      field_names: JSON.stringify(filledIn.names),
      updated_at: core.now(),
    })
    .where('brand_id', '=', owner.brandId)
    .where('id', '=', depositId)
    .execute();
  await unindexFields(tx, subject, [depositId]);
  await indexFields(tx, core, subject, filledIn.values);
}
