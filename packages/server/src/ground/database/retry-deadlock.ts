const mostAttempts = 3;

/**
 * Runs a transaction again if PostgreSQL has ended it in a deadlock (SQLSTATE 40P01), or as `isRetried` says:
 * it was rolled back as a whole. `run` must do nothing else that lasts.
 */
export async function retryDeadlock<Result>(
  run: () => Promise<Result>,
  isRetried: (error: unknown) => boolean = () => false,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === '40P01';
      if ((!isDeadlock && !isRetried(error)) || attempt === mostAttempts) throw error;
    }
  }
}
