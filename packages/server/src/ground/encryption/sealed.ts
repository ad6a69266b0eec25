import * as z from 'zod/mini';
import type { ProviderNotificationsTable } from '../database/tables/money.ts';
import { type SealContext, SealError, type Vault } from './vault.ts';

/** What a player typed, by field name. Payment details: never log, never show unmasked. */
export type Fields = Record<string, string>;

const fieldsSchema = z.record(z.string(), z.string());

/** Seals a row's fields for its column `fields_sealed`; null where there are none. */
export function sealFields(
  vault: Vault,
  context: SealContext,
  fields: Fields | undefined,
): string | null {
  if (fields === undefined || Object.keys(fields).length === 0) return null;
  return vault.seal(JSON.stringify(fields), context);
}

/**
 * Opens a row's column `fields_sealed`; an empty one holds no fields.
 * @throws SealError where it can't be opened, or holds something else.
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
  /** The deposit's or withdrawal's. */
  id: string;
  playerId: string;
}

/** The tables whose rows have a column `fields_sealed`, by kind. */
export const sealedTables = { deposit: 'deposits', withdrawal: 'withdrawals' } as const;

/** What a subject's fields are sealed to. */
export function toSealContext({ kind, brandId, id }: Omit<FieldsSubject, 'playerId'>): SealContext {
  return { table: sealedTables[kind], brandId, id };
}

/**
 * What a deposit's step is sealed to (`step_sealed`): apart from the fields of the same row, so that
 * neither can be taken for the other.
 */
export function toStepContext(deposit: { brand_id: string; id: string }): SealContext {
  return { table: 'deposits.step', brandId: deposit.brand_id, id: deposit.id };
}

/** What is needed of a row to open its body. */
export type SealedNotification = Pick<ProviderNotificationsTable, 'id' | 'brand_id' | 'body'>;

/** What a notification's body is sealed to. */
export function toNotificationContext(brandId: string, id: string): SealContext {
  return { table: 'provider_notifications', brandId, id };
}

/**
 * What a provider sent, as it sent it; empty where it is kept no more. It names payers and their
 * accounts: never log, never show it. What was stored before bodies were sealed is taken as it is.
 * @throws SealError where no key of the ring opens it.
 */
export function openNotification(vault: Vault, { id, brand_id, body }: SealedNotification): string {
  return isSealed(body) ? vault.open(body, toNotificationContext(brand_id, id)) : body;
}

/** No provider's JSON, XML or form looks like that. */
const isSealed = (body: string) => /^s1\.[^.\s]+\.[\w-]+$/.test(body);
