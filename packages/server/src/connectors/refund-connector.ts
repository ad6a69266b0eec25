import type { Decimal, Money, RefundKind } from '@kassa/contract';
import type { ConnectorError, StatusOutcome } from './connector-outcome.ts';

/*
 * The part of the port to providers that sends the money of a receipt back to its payer.
 */

/** A refund that was or will be requested from the provider. */
export interface RefundRef {
  /** Kassa's unique id: the provider must treat it as the idempotency key. */
  refundId: string;
  depositId: string;
  /** The provider's id of the receipt whose money is sent back. */
  paymentReference: string;
}

/** Money of a receipt to be sent back to its payer. */
export interface RefundOrder extends RefundRef {
  /**
   * `void`: the whole receipt is to be canceled before the provider settles it. A provider that can
   * no longer do that declines. A connector whose provider makes no difference may refund.
   */
  kind: RefundKind;
  amount: Decimal;
  currency: string;
  notificationUrl: string;
}

export type RefundOutcome =
  | { kind: 'accepted'; providerReference: string; status: 'sent' }
  /** Sent back at once; `refunded` as in `ProviderRefund`. */
  | {
      kind: 'accepted';
      providerReference: string;
      status: 'completed';
      refunded: Money | null;
    }
  | ConnectorError;

/** Refunds; separate from deposits, as some providers or methods have none. */
export interface RefundConnector {
  send: (order: RefundOrder) => Promise<RefundOutcome>;
  /** Asks by Kassa's id, so that a refund whose response was lost can be found too. */
  status: (refund: RefundRef) => Promise<StatusOutcome>;
}
