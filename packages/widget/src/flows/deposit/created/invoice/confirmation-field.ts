import { confirmationIdRules, type FieldOf, type PaymentMethod } from '@kassa/contract';
import type { PaymentProof } from '../use-payment.ts';

const name = 'confirmationId';

/**
 * Returns the field for the confirmation id, the proof of payment from the player's bank (§2); null
 * for a method that needs none.
 */
export function buildConfirmationField(method: PaymentMethod | undefined): FieldOf<'text'> | null {
  if (method?.needsConfirmationId !== true) return null;
  return {
    type: 'text',
    name,
    category: 'number',
    placeholder_key: 'requisite.confirmationId',
    validations: confirmationIdRules(method),
  };
}

/** Takes the confirmation id out of a form's values: the call has it beside the fields. */
export function splitProof(
  values: Record<string, string>,
  method: PaymentMethod | undefined,
): PaymentProof {
  const { [name]: confirmationId, ...rest } = values;
  const hasId = confirmationId !== undefined && method?.needsConfirmationId === true;
  const fields = hasId ? rest : values;
  return {
    ...(hasId && { confirmationId }),
    ...(Object.keys(fields).length > 0 && { fields }),
  };
}
