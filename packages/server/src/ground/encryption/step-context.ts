import type { SealContext } from './vault.ts';

/**
 * What a deposit's step is sealed to (`step_sealed`): apart from the fields of the same row, so that
 * neither can be taken for the other.
 */
export function toStepContext(deposit: { brand_id: string; id: string }): SealContext {
  return { table: 'deposits.step', brandId: deposit.brand_id, id: deposit.id };
}
