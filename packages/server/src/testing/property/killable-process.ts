/** The kinds of access of a process to the outside. */
export const accesses = ['statement', 'commit', 'provider', 'wallet'] as const;
export type Access = (typeof accesses)[number];

/**
 * The point at which a process is killed: its n-th access of a kind, counted from the plan.
 * `before`: the access never happened. `after`: it happened, but the process never saw the result.
 */
export interface CrashPoint {
  access: Access;
  nth: number;
  side: 'before' | 'after';
}

/** Never settles: a killed process runs no further line, not even a catch block. */
const never = () => new Promise<never>(() => {});

/** A server process that can be killed at any of its awaits and then loses its memory. */
export class KillableProcess {
  #isKilled = false;
  #lastAccess: string | null = null;
  /** The number of accesses of the planned kind so far. */
  #count = 0;
  #plan: CrashPoint | null = null;
  readonly #undo = new Set<() => Promise<unknown>>();
  readonly #killed = Promise.withResolvers<'died'>();
  #ended: Promise<unknown> = Promise.resolve();

  get isKilled(): boolean {
    return this.#isKilled;
  }

  /** The crash point, such as `before commit`; null while the process runs. */
  get cause(): string | null {
    return this.#isKilled ? this.#lastAccess : null;
  }

  /** Plans the next kill; null cancels the plan. */
  plan(crash: CrashPoint | null): void {
    this.#count = 0;
    this.#plan = crash;
  }

  /** Performs an access to the outside. Never settles once the process is killed. */
  async access<Result>(kind: Access, act: () => Promise<Result>): Promise<Result> {
    if (this.#isKilled) return never();
    const side = this.#crashSide(kind);
    if (side !== null) this.#lastAccess = `${side} ${kind}`;
    if (side === 'before') return this.kill();
    try {
      const result = await act();
      if (side === 'after') return this.kill();
      return this.#isKilled ? never() : result;
    } catch (error) {
      if (side === 'after') return this.kill();
      if (this.#isKilled) return never();
      throw error;
    }
  }

  /** Returns the side of this access on which the process is killed, or null. */
  #crashSide(kind: Access): CrashPoint['side'] | null {
    if (this.#plan?.access !== kind) return null;
    this.#count += 1;
    return this.#count > this.#plan.nth ? this.#plan.side : null;
  }

  /** Resolves with the result of the work, or with `died` once the process is killed. */
  async untilDone<Result>(work: Promise<Result>): Promise<Result | 'died'> {
    return Promise.race([work, this.#killed.promise]);
  }

  /**
   * Registers what the operating system does when the process dies. Returns a function that
   * unregisters it.
   */
  onKill(undo: () => Promise<unknown>): () => void {
    this.#undo.add(undo);
    return () => this.#undo.delete(undo);
  }

  /** Kills the process, like `kill -9`. */
  kill(): Promise<never> {
    if (!this.#isKilled) {
      this.#isKilled = true;
      this.#ended = Promise.allSettled([...this.#undo].map((undo) => undo()));
      this.#killed.resolve('died');
    }
    return never();
  }

  /** Kills the process and resolves once everything that it had open is closed. */
  async end(): Promise<void> {
    this.kill();
    await this.#ended;
  }
}
