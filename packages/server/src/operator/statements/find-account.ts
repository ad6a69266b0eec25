import { CallError } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { RequisiteRow } from '../../ground/database/tables/requisites.ts';
import {
  digestsOfAccount,
  isSameAccount,
  numberOf,
} from '../../ground/encryption/account-digest.ts';
import { findByNumber, maskAccount } from '../../money/requisites/account-number.ts';
import { openPayee } from '../../money/requisites/open-payee.ts';
import { OperatorError } from '../operator-error.ts';

/** The account that a request says a statement is of; without a requisite its number decides. */
export interface SaidAccount {
  account: string;
  requisite: RequisiteRow | null;
}

/**
 * Finds the account that a request names: a requisite, or an account of the brand's settings.
 * @throws OperatorError requisite.notFound, connector.notFound; CallError request.invalid if the
 * request names none, or a requisite of another account
 */
export async function findSaidAccount(
  core: Pick<Core, 'db' | 'brands'>,
  brandId: string,
  { account, requisiteId }: { account?: string | undefined; requisiteId?: string | undefined },
): Promise<SaidAccount> {
  if (requisiteId === undefined) {
    if (account === undefined) {
      const message = 'requisiteId: name the requisite, or the account that it is in';
      throw new CallError('request.invalid', message, { field: 'requisiteId' });
    }
    if (core.brands.get(brandId)?.accounts.get(account)?.usesRequisites === true) {
      return { account, requisite: null };
    }
    const message = `There is no account "${account}" with requisites.`;
    throw new OperatorError('connector.notFound', message);
  }
  const requisite = await core.db
    .selectFrom('requisites')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', requisiteId)
    .executeTakeFirst();
  if (requisite === undefined) {
    throw new OperatorError('requisite.notFound', 'There is no such requisite.');
  }
  if (account !== undefined && account !== requisite.account) {
    const message = `account: the requisite is in the account "${requisite.account}"`;
    throw new CallError('request.invalid', message, { field: 'account' });
  }
  return { account: requisite.account, requisite };
}

/**
 * Finds the requisite that a statement is of, by the number in the file.
 * @throws OperatorError statement.otherAccount if the number is another one; CallError
 * request.invalid if neither the file nor the request says which it is
 */
export async function requireRequisite(
  core: Pick<Core, 'db' | 'vault'>,
  brandId: string,
  said: SaidAccount,
  number: string | null,
): Promise<RequisiteRow> {
  const { account, requisite } = said;
  if (number === null) {
    if (requisite !== null) return requisite;
    const message = 'requisiteId: the file names no account, so name the requisite';
    throw new CallError('request.invalid', message, { field: 'requisiteId' });
  }
  if (requisite === null) {
    const found = await findByNumber(core, core.db, { brandId, account }, number);
    if (found !== undefined) return found;
    const message = `The statement is of the account ${maskAccount(number)}, which is none of "${account}".`;
    throw new OperatorError('statement.otherAccount', message);
  }
  if (await isOf(core, core.db, requisite, number)) return requisite;
  const message = `The statement is of the account ${maskAccount(number)}, not of ${requisite.masked}.`;
  throw new OperatorError('statement.otherAccount', message);
}

/**
 * Whether a statement with this number is one of a requisite. A card, wallet or VPA belongs to an
 * account with another number, so any number that is no other requisite's fits.
 */
async function isOf(
  { vault }: Pick<Core, 'vault'>,
  db: Db | Tx,
  requisite: RequisiteRow,
  number: string,
): Promise<boolean> {
  const numbers = Object.values(openPayee(vault, requisite));
  const isBank = requisite.kind === 'bankAccount';
  if (numbers.some((own) => isSameAccount(String(own), number, isBank))) return true;
  if (isBank) return false;
  const other = await db
    .selectFrom('requisites')
    .select('id')
    .where('digest', 'in', digestsOfAccount(vault, number))
    .executeTakeFirst();
  return other === undefined;
}

/**
 * Returns a requisite's number, as it was added.
 * @throws SealError if its encryption key is missing in the key ring
 */
export function openNumber({ vault }: Pick<Core, 'vault'>, requisite: RequisiteRow): string {
  return numberOf(openPayee(vault, requisite)) ?? '';
}
