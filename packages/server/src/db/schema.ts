import type { MoneyTables } from './tables/money.ts';
import type { WebhookTables } from './tables/webhooks.ts';

/** Every table, by its domain. */
export type Database = MoneyTables & WebhookTables;
