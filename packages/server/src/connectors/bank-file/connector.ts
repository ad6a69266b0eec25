import type { Connector } from '../connector.ts';
import type { ConnectorError } from '../connector-outcome.ts';
import { defineFactory } from '../define-factory.ts';
import type { PayoutConnector } from '../payout-connector.ts';
import { type BankFileConfig, bankFileConfigSchema } from './config.ts';
import { readPayeeAccount } from './payee.ts';
import { readPain002 } from './read-pain002.ts';
import { writePain001 } from './write-pain001.ts';

/**
 * The connector to a bank that takes payouts by file and answers by file (ISO 20022). It asks
 * nobody: an operator has the files written, and takes them to the bank (money/payout-files/).
 */
export const factory = defineFactory(bankFileConfigSchema, {
  isSimulated: false,
  // The player is sent to no page, so no form is posted.
  build: (config) => ({ connector: buildBankFileConnector(config), formOrigins: [] }),
});

const refuse = (detail: string): ConnectorError => ({ kind: 'error', error: 'rejected', detail });

function buildBankFileConnector(config: BankFileConfig): Connector {
  return {
    create: async () => refuse('the bank takes payouts only'),
    complete: async () => refuse('the bank takes payouts only'),
    // No deposit was ever created here, so none can be paid.
    cancel: async () => ({ kind: 'canceled' }),
    status: async () => ({ kind: 'absent' }),
    checkNotification: () => ({ kind: 'refused', detail: 'the bank sends no notifications' }),
    parseNotification: () => ({ kind: 'unreadable', detail: 'the bank sends no notifications' }),
    payouts,
    payoutFile: {
      debtor: { name: config.debtorName, number: config.iban ?? config.accountNumber ?? '' },
      format: config.format,
      mostPayouts: config.mostPayouts,
      write: (batch) => writePain001(config, batch),
      read: readPain002,
    },
    refunds: null,
  };
}

const payouts: PayoutConnector = {
  send: async () => refuse('payouts of this account are made by file'),
  // The bank reports by file, not on request.
  status: async () => ({ kind: 'known', events: [] }),
  checkDestination: (destination) => {
    const account = readPayeeAccount(destination);
    return 'field' in account ? account : null;
  },
};
