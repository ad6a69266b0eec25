import type { LastPaid } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import { nullIfUnreadable } from '../../ground/encryption/vault.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { openInstrument } from '../deposits/instruments.ts';
import { loadLastPaid } from '../policy/last-paid.ts';

/**
 * Shows the player's last paid deposit with the saved details, or else the card or account, that it was
 * paid with; null if they have paid none.
 */
export async function showLastPaid(
  { db, vault }: Pick<Core, 'db' | 'vault'>,
  { brandId, playerId }: PlayerRef,
): Promise<LastPaid | null> {
  const last = await loadLastPaid(db, { brandId, playerId });
  if (last === null) return null;
  const { depositId, paymentMethod, amount, currency, details } = last;
  const masked = details?.masked ?? (await findMask({ db, vault }, brandId, depositId));
  return {
    ...{ paymentMethod, amount, currency },
    ...(masked !== null && { masked }),
    ...(details !== null && { detailsId: details.detailsId }),
  };
}

async function findMask(
  { db, vault }: Pick<Core, 'db' | 'vault'>,
  brandId: string,
  depositId: string,
): Promise<string | null> {
  const receipt = await db
    .selectFrom('payments')
    .select(['id', 'brand_id', 'instrument_sealed'])
    .where('brand_id', '=', brandId)
    .where('deposit_id', '=', depositId)
    .where('status', '=', 'credited')
    .where('instrument_sealed', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (receipt === undefined) return null;
  return nullIfUnreadable(() => openInstrument(vault, receipt))?.masked ?? null;
}
