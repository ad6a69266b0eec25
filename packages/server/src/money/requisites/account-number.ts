import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { RequisiteRow } from '../../ground/database/tables/requisites.ts';
import {
  digestsOfAccount,
  isSameAccount,
  numberOf,
} from '../../ground/encryption/account-digest.ts';
import { nullIfUnreadable } from '../../ground/encryption/vault.ts';
import { openPayee } from './open-payee.ts';

/** Finds a brand's account by its number, also one that is off or removed; the newest first. */
export async function findByNumber(
  { vault }: Pick<Core, 'vault'>,
  db: Db | Tx,
  { brandId, account }: { brandId: string; account: string },
  number: string,
): Promise<RequisiteRow | undefined> {
  const rows = await db
    .selectFrom('requisites')
    .selectAll()
    .where('digest', 'in', digestsOfAccount(vault, number))
    .where('brand_id', '=', brandId)
    .where('account', '=', account)
    .orderBy('id', 'desc')
    .execute();
  const isExactly = (row: RequisiteRow) =>
    hasNumber({ vault }, { ...row, kind: 'bankAccount' }, number);
  // A bank's number that begins with two zeros comes before a phone that is dialled so.
  return rows.find(isExactly) ?? rows.find((row) => hasNumber({ vault }, row, number));
}

/** Whether a row found by a number's digests is that of the number; its digest decides if its key is missing. */
export function hasNumber(
  { vault }: Pick<Core, 'vault'>,
  requisite: Pick<RequisiteRow, 'payee_sealed' | 'brand_id' | 'id' | 'kind'>,
  number: string,
): boolean {
  const payee = nullIfUnreadable(() => openPayee(vault, requisite));
  const own = payee && numberOf(payee);
  return own === null || isSameAccount(own, number, requisite.kind === 'bankAccount');
}

/** Masks a number for people: `•••• 4242`; of a VPA or other address the part after `@` stays. */
export function maskAccount(number: string): string {
  const [name = '', domain] = number.split('@');
  if (domain !== undefined) return `${name.slice(0, 2)}•••@${domain}`;
  return `•••• ${number.replace(/[\s\p{Pd}]/gu, '').slice(-4)}`;
}
