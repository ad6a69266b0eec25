import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { RequisiteRow } from '../../ground/database/tables/requisites.ts';
import { digestsOfAccount } from '../../ground/encryption/account-digest.ts';

/** Finds a brand's account by its number, also one that is off or removed; the newest first. */
export function findByNumber(
  { vault }: Pick<Core, 'vault'>,
  db: Db | Tx,
  { brandId, account }: { brandId: string; account: string },
  number: string,
): Promise<RequisiteRow | undefined> {
  return db
    .selectFrom('requisites')
    .selectAll()
    .where('digest', 'in', digestsOfAccount(vault, number))
    .where('brand_id', '=', brandId)
    .where('account', '=', account)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Masks a number for people: `•••• 4242`; of a VPA or other address the part after `@` stays. */
export function maskAccount(number: string): string {
  const [name = '', domain] = number.split('@');
  if (domain !== undefined) return `${name.slice(0, 2)}•••@${domain}`;
  return `•••• ${number.replace(/[\s\p{Pd}]/gu, '').slice(-4)}`;
}
