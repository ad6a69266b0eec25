import { sql } from 'kysely';
import type { PaymentInstrument } from '../../connectors/provider-event.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit, PayerMatch, Payment } from '../../ground/database/tables/money.ts';
import { digestsOfPayer } from '../../ground/encryption/blind-index.ts';
import { nullIfUnreadable } from '../../ground/encryption/vault.ts';
import { compareNames } from '../../players/compare-names.ts';
import { openNames } from '../../players/player-data.ts';

/*
 * Whether a receipt was paid by its player. The answer is stored with the receipt, so that neither later
 * deposits nor a later name nor the end of retention changes it.
 */

/** Whether an answer breaks the rule of payouts `thirdParty` until a person clears the payer. */
export const isUnmatched = (match: PayerMatch | null): boolean =>
  match === 'different' || match === 'unclear' || match === 'unknown';

/** The same of the receipt `p`, without those that are cleared; in the words of an index. */
export const isUnmatchedReceipt = sql<boolean>`(p.payer_cleared_at is null
  and p.payer_match in ('different', 'unclear', 'unknown'))`;

type Payer = Pick<PaymentInstrument, 'token' | 'payerName'>;
type Subject = Pick<Deposit, 'id' | 'brand_id' | 'player_data_sealed'>;

export type PayerColumns = Pick<Payment, 'payer_match' | 'payer_digest'>;

/** Compares the payer of a receipt with the names that were stated of the player with its deposit. */
export function matchPayer(
  { vault }: Pick<Core, 'vault'>,
  deposit: Subject,
  payer: Payer | null,
): PayerColumns {
  if (payer?.payerName == null) return { payer_match: 'unnamed', payer_digest: null };
  const names = nullIfUnreadable(() => openNames(vault, 'deposit', deposit));
  const payer_match = names === null ? 'unknown' : compareNames(names, payer.payerName);
  if (!isUnmatched(payer_match)) return { payer_match, payer_digest: null };
  return { payer_match, payer_digest: digestsOfPayer(vault, deposit.brand_id, payer)[0] ?? null };
}

/**
 * Returns when a person cleared the payer of an earlier receipt of the same player; null if nobody did,
 * or if the brand compares no payers.
 */
export async function findClearing(
  core: Pick<Core, 'brands' | 'vault'>,
  tx: Tx,
  { brand_id: brandId, player_id: playerId }: Pick<Deposit, 'brand_id' | 'player_id'>,
  payer: Payer,
): Promise<Date | null> {
  const isCompared = (core.brands.get(brandId)?.withdrawals.thirdParty ?? 'off') !== 'off';
  const digests = isCompared ? digestsOfPayer(core.vault, brandId, payer) : [];
  if (digests.length === 0) return null;
  const cleared = await tx
    .selectFrom('payments as p')
    .innerJoin('deposits as d', 'd.id', 'p.deposit_id')
    .select('p.payer_cleared_at')
    .where('p.brand_id', '=', brandId)
    .where('p.payer_digest', 'in', digests)
    .where('p.payer_cleared_at', 'is not', null)
    .where('d.player_id', '=', playerId)
    .limit(1)
    .executeTakeFirst();
  return cleared?.payer_cleared_at ?? null;
}

/**
 * Clears the payer of a receipt: it, its parts and the player's other receipts of the same payer, by name
 * and token, no longer break the rule. If the payer is no longer known, all
 * receipts of the player whose payer can't be compared are cleared. The caller has locked the player.
 * @returns the ids of the cleared receipts
 */
export async function clearPayer(
  core: Pick<Core, 'now'>,
  tx: Tx,
  payment: Pick<Payment, 'id' | 'brand_id' | 'payer_match' | 'payer_digest' | 'part_of'>,
  playerId: string,
): Promise<string[]> {
  const { id, brand_id: brandId, payer_match: match, payer_digest: digest } = payment;
  const ofPlayer = tx
    .selectFrom('payments as p')
    .innerJoin('deposits as d', 'd.id', 'p.deposit_id')
    .select('p.id')
    .where('d.brand_id', '=', brandId)
    .where('d.player_id', '=', playerId)
    .where(isUnmatchedReceipt);
  const same =
    digest !== null
      ? await ofPlayer
          .where('p.brand_id', '=', brandId)
          .where('p.payer_digest', '=', digest)
          .execute()
      : match === 'different'
        ? []
        : await ofPlayer
            .where('p.payer_digest', 'is', null)
            .where('p.payer_match', '<>', 'different')
            .execute();
  const whole = payment.part_of ?? id;
  const ids = [...new Set([id, whole, ...same.map((one) => one.id)])];
  const cleared = await tx
    .updateTable('payments as p')
    .set({ payer_cleared_at: core.now(), updated_at: core.now() })
    .where('p.brand_id', '=', brandId)
    .where((eb) => eb.or([eb('p.id', 'in', ids), eb('p.part_of', 'in', ids)]))
    .where(isUnmatchedReceipt)
    .returning('p.id')
    .execute();
  return cleared.map((one) => one.id).sort();
}
