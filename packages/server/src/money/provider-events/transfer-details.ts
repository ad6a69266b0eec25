import * as z from 'zod/mini';
import type { ProviderTransfer } from '../../connectors/provider-event.ts';
import { toTransferContext } from '../../ground/encryption/sealed.ts';
import type { Vault } from '../../ground/encryption/vault.ts';

const detailsSchema = z.object({
  accountNumber: z.string(),
  text: z.nullable(z.string()),
  payerName: z.nullable(z.string()),
  // Rows of earlier releases have none.
  payerAccount: z._default(z.nullable(z.string()), null),
  ids: z.optional(z.string()),
});

/** What a bank says of a transfer beside its amount. Personal data: never log. */
export type TransferDetails = z.infer<typeof detailsSchema>;

type Row = { id: string; brand_id: string };

/** Seals a transfer's details for its column `details_sealed`. */
export function sealDetails(vault: Vault, row: Row, details: TransferDetails): string {
  return vault.seal(JSON.stringify(details), toTransferContext(row));
}

/**
 * Opens a transfer's details; null if they have been deleted.
 * @throws SealError if no key of the ring opens them
 */
export function openDetails(
  vault: Vault,
  row: Row & { details_sealed: string | null },
): TransferDetails | null {
  if (row.details_sealed === null) return null;
  return detailsSchema.parse(JSON.parse(vault.open(row.details_sealed, toTransferContext(row))));
}

/** Joins the reports of two sources on one transfer: the first one counts where both say something. */
export function joinDetails(
  first: TransferDetails | null,
  { accountNumber, text, payerName, payerAccount, ids: reported }: ProviderTransfer,
): TransferDetails {
  const ids = first?.ids ?? reported ?? null;
  return {
    accountNumber: first?.accountNumber ?? accountNumber,
    text: first?.text ?? text,
    payerName: first?.payerName ?? payerName,
    payerAccount: first?.payerAccount ?? payerAccount,
    ...(ids !== null && { ids }),
  };
}
