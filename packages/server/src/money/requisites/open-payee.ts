import { type Payee, payeeSchema } from '@kassa/contract';
import type { RequisiteRow } from '../../ground/database/tables/requisites.ts';
import type { Vault } from '../../ground/encryption/vault.ts';

/**
 * Opens the payee of a requisite: what players are shown of it.
 * @throws SealError if its encryption key is missing in the key ring
 */
export function openPayee(
  vault: Vault,
  { id, brand_id: brandId, payee_sealed }: Pick<RequisiteRow, 'id' | 'brand_id' | 'payee_sealed'>,
): Payee {
  const opened = vault.open(payee_sealed, { table: 'requisites', brandId, id });
  return payeeSchema.parse(JSON.parse(opened));
}
