/**
 * Counts the blocks that confirm a payment: its own block is the first. Zero for a payment in no
 * block.
 */
export function countConfirmations(newestHeight: number | null, height: number | null): number {
  return newestHeight === null || height === null ? 0 : Math.max(newestHeight - height + 1, 0);
}
