/** The id of a deposit's attempt, which its provider gets: the deposit's own for the first one. */
export function attemptIdOf(depositId: string, attempt: number): string {
  return attempt === 1 ? depositId : `${depositId}-${attempt}`;
}
