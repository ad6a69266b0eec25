import type { FieldRule } from './entities/field.ts';
import { holdsRule } from './field-rules.ts';

/** §5 says it of two methods; the pattern of others is not shown there. */
const methods: ReadonlySet<string> = new Set(['bkash_p2p', 'nagad_p2p']);

const rule: FieldRule = {
  regex: '^\\d{8,10}$',
  regex_error_key: 'paymentMethods.regex_error.confirmationId',
};

/**
 * The rule that a confirmation id breaks, which the player's bank gave them as proof, or null (§5). The
 * widget and the server judge by it alike; of methods without a rule the provider judges it.
 */
export function judgeConfirmationId(method: string, text: string): FieldRule | null {
  return methods.has(method) && !holdsRule(rule, text) ? rule : null;
}
