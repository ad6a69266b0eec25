import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { ResolvedDetails } from './resolve-details.ts';

/** What is known of the details of a payment that was created. */
export interface KeptDetails {
  detailsId: string;
  /** The player never used this destination before. */
  isNew: boolean;
  /** It is new, and the player withdrew to another one before. */
  replacesEarlier: boolean;
  firstUsedAt: Date;
}

/** Null if the brand keeps no details. */
export async function keepDetails(
  _core: Core,
  _tx: Tx,
  _caller: Pick<Caller, 'brandId' | 'playerId'>,
  _method: CatalogMethod,
  _transaction: CatalogMethod['transaction'],
  _resolved: ResolvedDetails,
): Promise<KeptDetails | null> {
  return null;
}
