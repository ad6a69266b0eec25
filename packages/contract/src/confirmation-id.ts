import type { FieldRule } from './entities/field.ts';
import type { PaymentMethod } from './entities/payment-method.ts';
import { holdsRule } from './field-rules.ts';

const rule: FieldRule = {
  regex: '^\\d{8,10}$',
  regex_error_key: 'paymentMethods.regex_error.confirmationId',
};

type Confirmed = Pick<PaymentMethod, 'needsConfirmationId'>;

/**
 * Returns the rules of a method's confirmation id (§5). Widget and server use these same rules; the
 * ids of methods without `needsConfirmationId` are validated by the provider.
 */
export function confirmationIdRules({ needsConfirmationId = false }: Confirmed): FieldRule[] {
  return needsConfirmationId ? [rule] : [];
}

/**
 * Validates a confirmation id, the player's proof of payment from their bank (§5). Returns the
 * broken rule or null.
 */
export function validateConfirmationId(method: Confirmed, text: string): FieldRule | null {
  return confirmationIdRules(method).find((one) => !holdsRule(one, text)) ?? null;
}
