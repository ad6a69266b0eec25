import type { Withdrawal } from '../database/tables/withdrawals.ts';
import { type Fields, openFields, sealFields, toSealContext } from './sealed.ts';
import type { Vault } from './vault.ts';

/** What a withdrawal's payee is known by. Payment details: never log, never show unmasked. */
export interface Payee {
  /** What the player typed, by the names of the method's fields. */
  fields: Fields;
  /** The provider's token of the card or account of a deposit; null if it isn't paid to one. */
  instrumentToken: string | null;
  /** The holder of the destination, as the bank, the player or a receipt names them. */
  holder: string | null;
  /** The player's names, as the operator states them. */
  firstName: string | null;
  lastName: string | null;
}

/** The names of what Kassa adds to sealed fields; no field can have such a name. */
const reserved = {
  instrumentToken: '@instrument',
  holder: '@holder',
  firstName: '@firstName',
  lastName: '@lastName',
} as const;

/** Returns what the player typed of sealed fields, without what Kassa added. */
export function typedFieldsOf(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith('@')));
}

/** Returns sealed fields without the provider's token, which is good for payments. */
export function withoutToken(fields: Fields): Fields {
  const { [reserved.instrumentToken]: _, ...others } = fields;
  return others;
}

/** Seals a withdrawal's payee for its column `fields_sealed`; null if nothing is known. */
export function sealPayee(
  vault: Vault,
  withdrawal: { brandId: string; id: string },
  { fields, ...others }: Payee,
): string | null {
  const added = Object.entries(reserved).flatMap(([part, name]) => {
    const value = others[part as keyof typeof reserved];
    return value === null ? [] : [[name, value] as const];
  });
  const context = toSealContext({ kind: 'withdrawal', ...withdrawal });
  return sealFields(vault, context, { ...fields, ...Object.fromEntries(added) });
}

/**
 * Opens the payee of a withdrawal; nothing is known of one that was erased.
 * @throws SealError if no key of the ring opens it
 */
export function openPayee(
  vault: Vault,
  { id, brand_id: brandId, fields_sealed }: Pick<Withdrawal, 'id' | 'brand_id' | 'fields_sealed'>,
): Payee {
  const all = openFields(vault, toSealContext({ kind: 'withdrawal', brandId, id }), fields_sealed);
  return {
    fields: typedFieldsOf(all),
    instrumentToken: all[reserved.instrumentToken] ?? null,
    holder: all[reserved.holder] ?? null,
    firstName: all[reserved.firstName] ?? null,
    lastName: all[reserved.lastName] ?? null,
  };
}
