/**
 * Returns whether tests are skipped because programs are missing, and the reason for their names: a
 * list of skipped tests shows nothing else. In CI they aren't skipped, and fail.
 */
export function skipWithout(missing: readonly string[]): { isSkipped: boolean; reason: string } {
  const isSkipped = !process.env.CI && missing.length > 0;
  const reason = isSkipped ? ` (skipped, this machine lacks: ${missing.join(', ')})` : '';
  return { isSkipped, reason };
}
