import type { Insertable, Selectable } from 'kysely';
import * as z from 'zod/mini';
import { movementKinds } from '../../connectors/provider-event.ts';
import type {
  BankStatement,
  BankStatementLinesTable,
} from '../../ground/database/tables/requisites.ts';
import type { SealContext, Vault } from '../../ground/encryption/vault.ts';
import type { StatementLine } from '../../money/requisites/statement-line.ts';

export type StoredLine = Selectable<BankStatementLinesTable>;

const detailsSchema = z.object({
  text: z.nullable(z.string()),
  payerName: z.nullable(z.string()),
  // Lines of earlier releases have none.
  payerAccount: z._default(z.nullable(z.string()), null),
  movement: z._default(z.enum(movementKinds), 'payment'),
  ids: z._default(z.nullable(z.string()), null),
});

const contextOf = (line: Pick<StoredLine, 'brand_id' | 'statement_id' | 'line'>): SealContext => ({
  table: 'bank_statement_lines',
  brandId: line.brand_id,
  id: `${line.statement_id} ${line.line}`,
});

/** Returns the row of a statement's payment, whose personal data is sealed. */
export function sealLine(
  vault: Vault,
  { id, brand_id }: Pick<BankStatement, 'id' | 'brand_id'>,
  { line, bankReference, amount, currency, bookedAt, ...details }: StatementLine,
): Insertable<BankStatementLinesTable> {
  const key = { brand_id, statement_id: id, line };
  return {
    ...key,
    bank_reference: bankReference,
    amount,
    currency,
    booked_at: bookedAt,
    details_sealed: vault.seal(JSON.stringify(detailsSchema.parse(details)), contextOf(key)),
  };
}

/**
 * Opens the personal data of a statement's payment.
 * @throws SealError if its encryption key is missing in the key ring
 */
export function openLine(vault: Vault, line: StoredLine): z.infer<typeof detailsSchema> {
  return detailsSchema.parse(JSON.parse(vault.open(line.details_sealed, contextOf(line))));
}
