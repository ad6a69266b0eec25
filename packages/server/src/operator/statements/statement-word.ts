import { isSignedFile } from '../../brands/second-approval.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { BankStatement, BankTransfer } from '../../ground/database/tables/requisites.ts';
import type { Evidence } from '../../providers/evidence.ts';
import type { MovedMoney } from '../define-endpoint.ts';
import { findSharedOrigin } from '../keys/find-shared-origin.ts';
import type { Operator } from '../scopes.ts';

/**
 * Whose word the lines of an uploaded statement are. Nothing in a file proves that it comes from the
 * bank, unless the brand says so of the account's files.
 */
export function resolveWord(
  core: Pick<Core, 'brands'>,
  brandId: string,
  account: string,
): 'uploader' | 'bank' {
  return isSignedFile(core, brandId, account) ? 'bank' : 'uploader';
}

/** Whether a statement's lines are credited only once all of them are matched. */
export function holdsLines(
  { brands }: Pick<Core, 'brands'>,
  { brand_id, word }: Pick<BankStatement, 'brand_id' | 'word'>,
): boolean {
  return word === 'uploader' && brands.get(brand_id)?.secondApproval != null;
}

/**
 * Builds the evidence of a statement's line. It remains a report of the bank's movement, which a
 * notification of the same transfer repeats, and no person's confirmation of a deposit: so two lines
 * are two payments. But its source is the uploader, who stands in the receipt.
 */
export function evidenceOf(
  { id, brand_id, account, actor, approved_by, word }: BankStatement,
  line: number | null,
): Evidence {
  const people = approved_by === null ? actor : `${actor}, approved by ${approved_by}`;
  const place = line === null ? `statement ${id}` : `statement ${id}, line ${line}`;
  return {
    brandId: brand_id,
    connector: account,
    source: `${place}, uploaded by ${people}`,
    confirmedBy: 'provider',
    ...(word === 'uploader' && { uploadedBy: people }),
  };
}

/** Loads the statement of a transfer that only an uploaded file reports; undefined for all others. */
export async function findUploaded(
  tx: Tx,
  { brand_id, statement_id, paired_reference }: BankTransfer,
): Promise<BankStatement | undefined> {
  // A notification has reported it, too: it is the bank's own word.
  if (statement_id === null || paired_reference !== null) return undefined;
  const statement = await tx
    .selectFrom('bank_statements')
    .selectAll()
    .where('brand_id', '=', brand_id)
    .where('id', '=', statement_id)
    .executeTakeFirst();
  return statement?.word === 'uploader' ? statement : undefined;
}

/**
 * The assignment of a line by its own uploader counts together with the lines that the uploader's files
 * credit by themselves; so does one by a key of the same origin. Another person's act counts alone.
 */
export async function countTogether(
  tx: Tx,
  { brandId, keyId }: Operator,
  transfer: BankTransfer,
): Promise<Pick<MovedMoney, 'together'>> {
  const uploader = (await findUploaded(tx, transfer))?.uploaded_by_key ?? null;
  if (uploader === null || keyId === null) return {};
  const isOwn =
    uploader === keyId || (await findSharedOrigin(tx, brandId, [uploader, keyId])) !== null;
  return isOwn ? { together: { pot: 'statement', subjectId: transfer.id } } : {};
}
