import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../ground/database/connect.ts';
import type { Difference } from './compare-movement.ts';
import type { Run } from './find-run.ts';

const batchSize = 500;

/** Writes down what differs, in the order in which it was found. */
export async function recordDifferences(
  tx: Tx,
  { id, brand_id }: Pick<Run, 'id' | 'brand_id'>,
  differences: readonly Difference[],
): Promise<void> {
  for (let start = 0; start < differences.length; start += batchSize) {
    const rows = differences
      .slice(start, start + batchSize)
      .map((difference) => ({ ...difference, id: uuidv7(), brand_id, run_id: id }));
    await tx.insertInto('reconciliation_differences').values(rows).execute();
  }
}
