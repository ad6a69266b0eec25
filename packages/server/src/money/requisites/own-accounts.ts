import type { Payee } from '@kassa/contract';
import { sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { RequisiteRow } from '../../ground/database/tables/requisites.ts';
import {
  digestsOfAccount,
  hasIbanForm,
  toNumberForm,
} from '../../ground/encryption/account-digest.ts';
import { nullIfUnreadable, type Vault } from '../../ground/encryption/vault.ts';
import { openPayee } from './open-payee.ts';

/** The operator's own accounts of a brand: by the numbers that banks write, and by their owners. */
interface OwnAccounts {
  /** Of the rows: the digests of their numbers, also of those that can't be opened. */
  digests: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
  names: ReadonlySet<string>;
}

/** A payer, as a bank reports it. */
export interface Payer {
  payerName: string | null;
  payerAccount: string | null;
}

/**
 * Whether a payer is the operator: by the number of one of the brand's accounts, also one that was
 * switched off or removed, or of an account that pays by file; or by the name of such an account's
 * owner. A name alone may also be that of a player.
 */
export async function findOwnPayer(
  core: Pick<Core, 'brands' | 'vault'>,
  db: Db | Tx,
  brandId: string,
  { payerName, payerAccount }: Payer,
): Promise<'account' | 'name' | null> {
  if (payerName === null && payerAccount === null) return null;
  const pool = await loadPool(core, db, brandId);
  const accounts = [...(core.brands.get(brandId)?.accounts.values() ?? [])];
  const debtors = accounts.flatMap(({ connector }) => connector.payoutFile?.debtor ?? []);
  if (payerAccount !== null) {
    const own = new Set(debtors.flatMap(({ number }) => writtenAs(number)));
    const number = toNumberForm(payerAccount);
    const isOwn = own.has(number) || pool.numbers.has(number);
    const digests = digestsOfAccount(core.vault, payerAccount);
    if (isOwn || digests.some((digest) => pool.digests.has(digest))) return 'account';
  }
  const names = keysOfName(payerName ?? '');
  const isNamed = names.some(
    (key) => pool.names.has(key) || debtors.some(({ name }) => keysOfName(name).includes(key)),
  );
  return isNamed ? 'name' : null;
}

/** The accounts of each brand, as they were when `stamp` was read; in this process alone. */
const known = new WeakMap<Vault, Map<string, { stamp: string; pool: OwnAccounts }>>();

/** Loads a brand's accounts. They are opened again only after one of them has changed. */
async function loadPool(
  { vault }: Pick<Core, 'vault'>,
  db: Db | Tx,
  brandId: string,
): Promise<OwnAccounts> {
  const { rows } = await sql<{ stamp: string }>`
    select count(*) || ' ' || coalesce(sum(extract(epoch from updated_at)), 0)
      || ' ' || coalesce(max(id::text), '') as stamp
    from requisites where brand_id = ${brandId}`.execute(db);
  const stamp = rows[0]?.stamp ?? '';
  const ofVault = known.get(vault) ?? new Map();
  known.set(vault, ofVault);
  const before = ofVault.get(brandId);
  if (before?.stamp === stamp) return before.pool;
  const requisites = await db
    .selectFrom('requisites')
    .select(['id', 'brand_id', 'digest', 'owner', 'payee_sealed'])
    .where('brand_id', '=', brandId)
    .execute();
  const pool = describePool(vault, requisites);
  ofVault.set(brandId, { stamp, pool });
  return pool;
}

type PoolRow = Pick<RequisiteRow, 'id' | 'brand_id' | 'digest' | 'owner' | 'payee_sealed'>;

function describePool(vault: Vault, rows: readonly PoolRow[]): OwnAccounts {
  const payees = rows.map((row) => nullIfUnreadable(() => openPayee(vault, row)) ?? {});
  const owners = [...rows.map(({ owner }) => owner), ...payees.map(({ fullName }) => fullName)];
  return {
    digests: new Set(rows.map(({ digest }) => digest)),
    numbers: new Set(payees.flatMap(numbersOf)),
    names: new Set(owners.flatMap((owner) => keysOfName(owner ?? ''))),
  };
}

/** Every number by which a bank may name an account, not only the one that it is found by. */
function numbersOf(payee: Payee): string[] {
  const { iban, number, account_number, bank_account, vpa, phone } = payee;
  const all = [iban, number, account_number, bank_account, vpa, phone];
  return all.flatMap((it) => (it === undefined ? [] : writtenAs(it)));
}

/** An IBAN is also written without its country and check digits. */
function writtenAs(number: string): string[] {
  const plain = toNumberForm(number);
  if (plain === '') return [];
  return hasIbanForm(plain) ? [plain, plain.slice(4)] : [plain];
}

/** Shorter names are too common to be anybody's. */
const shortestName = 4;

/**
 * Returns the spellings by which names are compared: without case, accents, marks and spaces, in
 * the given order of words and in that of the alphabet. `Case, S.L.` is `CASESL`.
 */
function keysOfName(name: string): string[] {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase();
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const keys = [words.join(''), words.toSorted().join('')];
  return keys.filter((key) => key.length >= shortestName);
}
