import * as z from 'zod/mini';
import type { ProviderNotificationsTable } from '../database/tables/money.ts';
import { type SealContext, SealError, type Vault } from './vault.ts';

/** The fields that a player typed, by name. Payment details: never log, never show unmasked. */
export type Fields = Record<string, string>;

const fieldsSchema = z.record(z.string(), z.string());

/** Seals a row's fields for its column `fields_sealed`; null if there are none. */
export function sealFields(
  vault: Vault,
  context: SealContext,
  fields: Fields | undefined,
): string | null {
  if (fields === undefined || Object.keys(fields).length === 0) return null;
  return vault.seal(JSON.stringify(fields), context);
}

/**
 * Opens a row's column `fields_sealed`; null gives no fields.
 * @throws SealError if the text can't be opened, or doesn't hold fields.
 */
export function openFields(vault: Vault, context: SealContext, sealed: string | null): Fields {
  if (sealed === null) return {};
  const parsed = fieldsSchema.safeParse(JSON.parse(vault.open(sealed, context)));
  if (!parsed.success) throw new SealError();
  return parsed.data;
}

/** The deposit or withdrawal that a player typed payment details for. */
export interface FieldsSubject {
  kind: 'deposit' | 'withdrawal';
  brandId: string;
  /** The id of the deposit or withdrawal. */
  id: string;
  playerId: string;
}

/** The tables that have a column `fields_sealed`, by kind. */
export const sealedTables = { deposit: 'deposits', withdrawal: 'withdrawals' } as const;

/** Returns the context that binds a subject's sealed fields to its row. */
export function toSealContext({ kind, brandId, id }: Omit<FieldsSubject, 'playerId'>): SealContext {
  return { table: sealedTables[kind], brandId, id };
}

/**
 * Returns the context that binds a deposit's sealed step (`step_sealed`) to its row. It differs
 * from that of the fields in the same row, so that a sealed text of one column can't be opened as
 * the other.
 */
export function toStepContext(deposit: { brand_id: string; id: string }): SealContext {
  return { table: 'deposits.step', brandId: deposit.brand_id, id: deposit.id };
}

/** Returns the context that binds the player's data of a subject (`player_data_sealed`) to its row. */
export function toPlayerDataContext({
  kind,
  brandId,
  id,
}: Omit<FieldsSubject, 'playerId'>): SealContext {
  return { table: `${sealedTables[kind]}.player`, brandId, id };
}

/** Returns the context that binds a receipt's sealed instrument (`instrument_sealed`) to its row. */
export function toInstrumentContext(payment: { brand_id: string; id: string }): SealContext {
  return { table: 'payments.instrument', brandId: payment.brand_id, id: payment.id };
}

/** Returns the context that binds a bank transfer's details (`details_sealed`) to its row. */
export function toTransferContext(transfer: { brand_id: string; id: string }): SealContext {
  return { table: 'bank_transfers', brandId: transfer.brand_id, id: transfer.id };
}

/** Returns the context that binds a claim's sealed message (`message_sealed`) to its row. */
export function toClaimContext(claim: { brand_id: string; id: string }): SealContext {
  return { table: 'claims', brandId: claim.brand_id, id: claim.id };
}

/** Returns the context that binds a proof's sealed file (`content_sealed`) to its row. */
export function toProofContext(proof: { brand_id: string; id: string }): SealContext {
  return { table: 'claim_proofs', brandId: proof.brand_id, id: proof.id };
}

/** Returns the context that binds the player's words beside a proof (`comment_sealed`) to its row. */
export function toCommentContext(proof: { brand_id: string; id: string }): SealContext {
  return { table: 'claim_proofs.comment', brandId: proof.brand_id, id: proof.id };
}

/** Returns the context that binds a file of payouts (`content_sealed`) to its row. */
export function toBatchContext(batch: { brand_id: string; id: string }): SealContext {
  return { table: 'payout_batches', brandId: batch.brand_id, id: batch.id };
}

/** The columns needed to open a notification's body. */
export type SealedNotification = Pick<ProviderNotificationsTable, 'id' | 'brand_id' | 'body'>;

/** Returns the context that binds a notification's sealed body to its row. */
export function toNotificationContext(brandId: string, id: string): SealContext {
  return { table: 'provider_notifications', brandId, id };
}

/**
 * Returns a notification's body as the provider sent it; empty after its retention. The body names
 * payers and their accounts: never log or show it. Bodies stored before bodies were sealed are
 * returned as they are.
 * @throws SealError if no key of the ring opens it.
 */
export function openNotification(vault: Vault, { id, brand_id, body }: SealedNotification): string {
  return isSealed(body) ? vault.open(body, toNotificationContext(brand_id, id)) : body;
}

/** A sealed body. No provider's JSON, XML or form matches this. */
const isSealed = (body: string) => /^s1\.[^.\s]+\.[\w-]+$/.test(body);
