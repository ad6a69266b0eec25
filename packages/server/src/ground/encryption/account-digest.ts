import type { Payee } from '@kassa/contract';
import type { Vault } from './vault.ts';

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
