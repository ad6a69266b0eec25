import {
  sealedTables,
  toBatchContext,
  toClaimContext,
  toCommentContext,
  toPlayerDataContext,
  toProofContext,
  toStepContext,
  toTransferContext,
} from './sealed.ts';
import type { SealContext } from './vault.ts';

/** A column whose sealed text is sealed anew as it is. */
export interface SealedColumn {
  table:
    | 'deposits'
    | 'withdrawals'
    | 'bank_transfers'
    | 'claims'
    | 'claim_proofs'
    | 'payout_batches';
  column:
    | 'step_sealed'
    | 'player_data_sealed'
    | 'details_sealed'
    | 'message_sealed'
    | 'content_sealed'
    | 'comment_sealed';
  toContext: (row: { id: string; brand_id: string }) => SealContext;
  /** Rows at a time, if the texts are long. */
  batch?: number;
}

/** The columns that hold nothing but a sealed text, without an index of its content. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'deposits', column: 'step_sealed', toContext: toStepContext },
  { table: 'bank_transfers', column: 'details_sealed', toContext: toTransferContext },
  { table: 'claims', column: 'message_sealed', toContext: toClaimContext },
  { table: 'claim_proofs', column: 'comment_sealed', toContext: toCommentContext },
  { table: 'claim_proofs', column: 'content_sealed', toContext: toProofContext, batch: 2 },
  { table: 'payout_batches', column: 'content_sealed', toContext: toBatchContext, batch: 2 },
  ...(['deposit', 'withdrawal'] as const).map(
    (kind): SealedColumn => ({
      table: sealedTables[kind],
      column: 'player_data_sealed',
      toContext: ({ brand_id: brandId, id }) => toPlayerDataContext({ kind, brandId, id }),
    }),
  ),
];
