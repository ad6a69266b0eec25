import type { MoneyTables } from './tables/money.ts';

/** Every table, by its domain. */
export type Database = MoneyTables;
