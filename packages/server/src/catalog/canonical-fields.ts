import {
  type Blockchain,
  type FieldDefinition,
  type FieldValues,
  toCanonicalValue,
  toCapitals,
  validateField,
} from '@kassa/contract';
import { toChainAddress } from '../connectors/chain-address.ts';

/** The field of a method that holds the player's address on a chain. */
export const addressField = 'address';

/** The part of a method that says on which chain its addresses are. */
export interface OnChain {
  coin?: { blockchain: Blockchain } | undefined;
}

/**
 * Returns what a player typed, each value in its one form, without empty values. A value that only
 * its typed form makes valid is kept as typed: then the field's own rules leave one form.
 */
export function toCanonicalFields(
  definitions: readonly FieldDefinition[],
  given: FieldValues,
  { coin }: OnChain,
): FieldValues {
  const entries = Object.entries(given).map(([name, value]) => {
    const field = definitions.find((one) => one.name === name);
    return [name, field === undefined ? value.trim() : toForm(field, value, given, coin)] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

function toForm(
  field: FieldDefinition,
  value: string,
  given: FieldValues,
  coin: OnChain['coin'],
): string {
  const trimmed = value.trim();
  const typed = field.type === 'text_uppercase' ? toCapitals(trimmed) : trimmed;
  // A text of any length can be sent, and none that is too long is worth the work.
  if (validateField(field, typed)?.kind === 'tooLong') return typed;
  const text = toCanonicalValue(field, value, given);
  const isOnChain = coin !== undefined && field.name === addressField;
  const form = isOnChain ? (toChainAddress(text, coin.blockchain) ?? text) : text;
  const isWorse =
    form !== '' && validateField(field, form) !== null && validateField(field, typed) === null;
  return isWorse ? typed : form;
}
