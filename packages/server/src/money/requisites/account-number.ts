import type { Payee } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { RequisiteRow } from '../../ground/database/tables/requisites.ts';
import type { Vault } from '../../ground/encryption/vault.ts';

/** The parts of a payee by which a bank names the account, the most exact first. */
const numberParts = ['iban', 'number', 'account_number', 'bank_account', 'vpa', 'phone'] as const;

/** Returns the number of a payee's account; null if it has none. */
export function numberOf(payee: Payee): string | null {
  const part = numberParts.find((name) => payee[name] !== undefined);
  return part === undefined ? null : (payee[part] ?? null);
}

/** The same for all brands, so that no account serves two. */
const scope = { brandId: '', kind: 'requisite number' };

/** Returns the digest under which an account's number is stored. Spaces and dashes are ignored. */
export function digestOfAccount(vault: Vault, number: string): string {
  return vault.blindIndex(scope, number);
}

/** Returns the digests of an account's number under every key of the ring. */
export function digestsOfAccount(vault: Vault, number: string): string[] {
  return vault.blindIndexes(scope, number);
}

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
