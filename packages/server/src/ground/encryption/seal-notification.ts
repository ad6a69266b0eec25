import type { ProviderNotificationsTable } from '../database/tables/money.ts';
import type { SealContext, Vault } from './vault.ts';

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
