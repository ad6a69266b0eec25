import type { Connector, CreateOutcome, DepositOrder } from '../connector.ts';
import { defineFactory } from '../define-factory.ts';
import { type RequisitesConfig, requisitesConfigSchema } from './config.ts';
import { parseTransferNotification, verifyTransferNotification } from './webhook.ts';

/**
 * The connector to the operator's own cards, accounts, wallets and VPAs: each deposit is paid to the
 * one that Kassa has reserved for it. The money goes directly from the payer's bank to the
 * operator's.
 */
export const factory = defineFactory(requisitesConfigSchema, {
  isSimulated: false,
  usesRequisites: true,
  // The player is sent to no page, so no form is posted.
  build: (config) => ({ connector: buildRequisitesConnector(config), formOrigins: [] }),
});

function buildRequisitesConnector(config: RequisitesConfig): Connector {
  return {
    create: async (order) => createInvoice(config, order),
    // No bank knows deposits, so there is nothing to report.
    complete: async () => ({ kind: 'acknowledged' }),
    // The account stays payable.
    cancel: async () => ({ kind: 'cannotCancel' }),
    // Banks report by notification or statement, not on request.
    status: async () => ({ kind: 'known', events: [] }),
    checkNotification: (notification, now) =>
      verifyTransferNotification(notification, config.webhookSecret, now),
    parseNotification: parseTransferNotification,
    payouts: null,
    refunds: null,
  };
}

/** Writes the invoice from the order alone, without a request. */
function createInvoice(config: RequisitesConfig, order: DepositOrder): CreateOutcome {
  const { requisite = null, currency, reference, depositId } = order;
  if (requisite === null) {
    return { kind: 'error', error: 'rejected', detail: 'no account is reserved for the deposit' };
  }
  const { payee, amount, hasReference, reservedAt } = requisite;
  return {
    kind: 'accepted',
    providerReference: depositId,
    step: {
      kind: 'invoice',
      invoice: {
        card: { ...payee, ...(hasReference && { transaction_description: reference }) },
        payment_amount: amount,
        payment_currency: currency,
        created: reservedAt.toISOString(),
        lifetime: config.lifetimeSeconds,
        buttons: ['complete', 'cancel'],
      },
    },
  };
}
