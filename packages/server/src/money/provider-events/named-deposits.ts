import type { ProviderTransfer } from '../../connectors/provider-event.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { spellReferences } from '../../ground/read-reference.ts';
import { findReferences } from './find-references.ts';

/**
 * Returns the references of deposits that a transfer names: those that stand in its text exactly,
 * known or not, and known ones that its text or an id of its payer spells with other characters.
 */
export async function readReferences(
  tx: Tx,
  brandId: string,
  { text, ids = null }: Pick<ProviderTransfer, 'text' | 'ids'>,
): Promise<string[]> {
  const exact = findReferences(text);
  const spelled = spellReferences(`${text ?? ''} | ${ids ?? ''}`, 'KS').filter(
    (reference) => !exact.includes(reference),
  );
  if (spelled.length === 0) return exact;
  const known = await tx
    .selectFrom('deposits')
    .select('reference')
    .where('brand_id', '=', brandId)
    .where('reference', 'in', spelled)
    .orderBy('reference')
    .execute();
  return [...exact, ...known.map(({ reference }) => reference)];
}
