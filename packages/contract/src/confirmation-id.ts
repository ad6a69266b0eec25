import type { FieldRule } from './entities/field.ts';
import { holdsRule } from './field-rules.ts';

/** The methods for which §5 gives a pattern; it shows none for other methods. */
const methods: ReadonlySet<string> = new Set(['bkash_p2p', 'nagad_p2p']);

const rule: FieldRule = {
  regex: '^\\d{8,10}$',
  regex_error_key: 'paymentMethods.regex_error.confirmationId',
};

/**
 * Validates a confirmation id, the player's proof of payment from their bank (§5). Returns the
 * broken rule or null. Widget and server use this same rule; other methods' ids are validated by
 * the provider.
 */
export function validateConfirmationId(method: string, text: string): FieldRule | null {
  return methods.has(method) && !holdsRule(rule, text) ? rule : null;
}
