import { v7 as uuidv7 } from 'uuid';
import type { PayoutOrder } from '../connectors/payout-connector.ts';
import { makeReference } from '../ground/make-reference.ts';

/** Builds a payout to a bank account; the parts that a test leaves out are as usual. */
export function buildPayoutOrder(part: Partial<PayoutOrder> = {}): PayoutOrder {
  return {
    withdrawalId: uuidv7(),
    reference: makeReference('KW'),
    playerId: uuidv7(),
    player: { ipAddress: null, userAgent: null, locale: null, country: 'de', profile: null },
    paymentMethod: 'bank_withdrawal',
    amount: '40',
    currency: 'EUR',
    fields: { iban: 'DE89370400440532013000', holder: 'Ada Lovelace' },
    instrumentToken: null,
    notificationUrl: 'https://kassa.example/notifications',
    ...part,
  };
}
