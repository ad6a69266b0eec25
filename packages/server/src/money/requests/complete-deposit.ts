import {
  CallError,
  type FieldDefinition,
  type FieldValues,
  isFieldAsked,
  validateConfirmationId,
} from '@kassa/contract';
import { addFilledIn, nameForProvider, namesOf, requireFields } from '../../catalog/fields.ts';
import { findBrandMethod } from '../../catalog/select-methods.ts';
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
import { publishDeposit } from '../../messages/realtime/publish.ts';
import { isErased, type PlayerRef } from '../../players/player-row.ts';
import { askProvider, fewRetries, requestOf } from '../../providers/ask-provider.ts';
import { endDeposit } from '../deposits/end-deposit.ts';
import { loadDeposit, lockDeposit } from '../deposits/load-deposit.ts';
import { moveDeposit } from '../deposits/move-deposit.ts';
import { lifetimeMs } from '../deposits/plan-next-check.ts';
import { inputFieldsOf, readStep } from '../deposits/player-step.ts';
import { cancelAtProvider } from '../provider-events/follow-up-deposit.ts';
import { hasMoney, isOpen } from '../states/deposit.machine.ts';

/** The details that the player sends: a confirmation id, and the fields beside an invoice. */
export interface CompleteDetails {
  confirmationId: string | null;
  fields: FieldValues;
}

/**
 * Completes a deposit: the player says that they have paid. This moves the screen and requests the
 * provider's status sooner, but never changes the ledger (design §3.2). A repeat has no further
 * effect.
 * @throws CallError deposit.notFound; deposit.notOpen if it has ended without money or its provider
 * waits for further fields; banking.paymentMethodRegex and request.invalid for the fields beside
 * its invoice and for a confirmation id; provider.unavailable or provider.timeout if a provider
 * that must know of it can't be reached.
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
  // Nobody can have paid while the provider waits for further fields or for a choice.
  if (deposit.required_fields !== null) throw notOpen(deposit);
  if (readStep(core, deposit)?.kind === 'offers') throw notOpen(deposit);
  requireConfirmationId(core, deposit, details.confirmationId);
  const fields = await storeInvoiceFields(core, owner, deposit, details.fields);
  await completeAtProvider(core, deposit, { ...details, fields });
  if (deposit.status === 'awaitingConfirmation') return deposit;
  // A payment of the last minute needs time until it is reported.
  const expires_at = later(deposit.expires_at, new Date(core.now().getTime() + lifetimeMs));
  const completed = await core.db.transaction().execute((tx) =>
    moveDeposit(core, tx, deposit, 'awaitingConfirmation', {
      reason: 'the player says that they have paid',
      changes: { expires_at, next_check_at: core.now() },
    }),
  );
  if (completed === null) return loadDeposit(core.db, owner, deposit.id);
  publishDeposit(core, completed);
  return completed;
}

/**
 * Cancels a deposit for its player. Money that arrives nevertheless is still credited (design
 * §3.3).
 * @throws CallError deposit.notFound; deposit.notOpen once money has arrived or it has ended
 * otherwise.
 */
export async function cancelDeposit(
  core: Core,
  owner: PlayerRef,
  depositId: string,
): Promise<Deposit> {
  const deposit = await loadDeposit(core.db, owner, depositId);
  if (deposit.status === 'canceled') return deposit;
  if (!isOpen(deposit.status)) throw notOpen(deposit);
  const canceled = await core.db
    .transaction()
    .execute((tx) =>
      endDeposit(core, tx, deposit, 'canceled', { reason: 'canceled by the player' }),
    );
  if (canceled === null) return loadDeposit(core.db, owner, deposit.id);
  publishDeposit(core, canceled);
  await cancelAtProvider(core, canceled);
  // The provider may have said that nobody paid, or that somebody did.
  return loadDeposit(core.db, owner, deposit.id);
}

/**
 * Requires a valid confirmation id for a method that needs one (§5). A repeat may leave it out.
 * @throws CallError banking.paymentMethodRegex, with the message key in `params.key`
 */
function requireConfirmationId(
  core: Core,
  { status, brand_id, payment_method }: Deposit,
  confirmationId: string | null,
): void {
  if (confirmationId === null && status === 'awaitingConfirmation') return;
  const method = findBrandMethod(core.catalogOf(brand_id), payment_method);
  const broken = validateConfirmationId(method ?? {}, confirmationId ?? '');
  if (broken === null) return;
  throw new CallError(
    'banking.paymentMethodRegex',
    'confirmationId: is not valid for this method',
    {
      field: 'confirmationId',
      problem: 'rule',
      ...(broken.regex_error_key !== undefined && { key: broken.regex_error_key }),
    },
  );
}

async function completeAtProvider(
  core: Core,
  deposit: Deposit,
  details: CompleteDetails,
): Promise<void> {
  const outcome = await askProvider(
    core,
    requestOf(deposit, 'update'),
    (connector) => connector.complete(refOf(deposit), details),
    fewRetries,
  );
  if (outcome.kind !== 'error') return;
  const isUnclear = outcome.error === 'timeoutUnknown' || outcome.error === 'malformed';
  const code = isUnclear ? 'provider.timeout' : 'provider.unavailable';
  const message = 'The payment could not be confirmed at the payment provider.';
  throw new CallError(code, message, {}, deposit.reference);
}

function notOpen(deposit: Deposit): CallError {
  const message = "The deposit has ended, or can't be paid yet.";
  return new CallError('deposit.notOpen', message, {}, deposit.reference);
}

const later = (one: Date, other: Date) => (one > other ? one : other);

const refOf = (deposit: Deposit) => ({
  depositId: deposit.id,
  providerReference: deposit.provider_reference,
});

/**
 * Validates the fields that a player filled in beside an invoice (§2 "Unified form") against the
 * invoice's definitions, and stores them encrypted with the earlier fields. A repeat without fields
 * uses the stored ones. Returns them by the provider's names.
 * @throws CallError banking.paymentMethodRegex, request.invalid, with the field's name in
 * `params.field`
 */
async function storeInvoiceFields(
  core: Core,
  owner: PlayerRef,
  deposit: Deposit,
  given: FieldValues,
): Promise<FieldValues> {
  const asked = inputFieldsOf(readStep(core, deposit));
  const isRepeat = deposit.status === 'awaitingConfirmation' && Object.keys(given).length === 0;
  if (isRepeat) return loadInvoiceFields(core, deposit, asked);
  const method = findBrandMethod(core.catalogOf(deposit.brand_id), deposit.payment_method);
  const values = requireFields(asked, given, method);
  if (Object.keys(values).length > 0) {
    await core.db.transaction().execute((tx) => store(core, tx, owner, deposit.id, asked, values));
  }
  return nameForProvider(namesOf(asked), values);
}

/** Returns the fields that the player filled in the first time. */
function loadInvoiceFields(
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

async function store(
  core: Core,
  tx: Tx,
  owner: PlayerRef,
  depositId: string,
  asked: readonly FieldDefinition[],
  values: FieldValues,
): Promise<void> {
  await lockDeposit(tx, owner, depositId);
  const deposit = await loadDeposit(tx, owner, depositId);
  // Nothing is stored for a player who was erased meanwhile.
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
