import type { RefundKind, RefundStatus } from '@kassa/contract';
import type { Generated, Selectable } from 'kysely';
import type { Amount, CreatedAt } from './money.ts';

/**
 * Money of a receipt that Kassa asks its provider to send back. If it is completed and the receipt was
 * credited, a reversal has its id.
 */
export interface RefundsTable {
  id: string;
  brand_id: string;
  player_id: string;
  deposit_id: string;
  /** The receipt, and the account at which it arrived. */
  payment_id: string;
  account: string;
  kind: RefundKind;
  /** In the currency of the receipt. */
  amount: Amount;
  currency: string;
  /** The money held of the player's balance; null if the receipt was never credited. */
  account_amount: Amount | null;
  account_currency: string | null;
  status: RefundStatus;
  /** The number of requests to the provider; each one after the first follows a certain failure. */
  send_count: Generated<number>;
  provider_reference: string | null;
  /** The transfers that hold the money, and that release it. */
  hold_id: string;
  settle_id: string;
  next_check_at: Date | null;
  check_count: Generated<number>;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
}

export interface RefundTransitionsTable {
  id: string;
  brand_id: string;
  refund_id: string;
  from_status: RefundStatus | null;
  to_status: RefundStatus;
  reason: string;
  created_at: CreatedAt;
}

export interface RefundTables {
  refunds: RefundsTable;
  refund_transitions: RefundTransitionsTable;
}

export type Refund = Selectable<RefundsTable>;
