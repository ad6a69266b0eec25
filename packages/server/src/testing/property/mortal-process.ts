/** What a process does to the outside. */
export const touches = ['statement', 'commit', 'provider', 'wallet'] as const;
export type Touch = (typeof touches)[number];

/**
 * Where a process dies: at its n-th touch of a kind, counted from when the crash was planned.
 * `before`: the touch never happened. `after`: it happened, and its answer was never seen.
 */
export interface CrashPoint {
  touch: Touch;
  nth: number;
  side: 'before' | 'after';
}

/** What never comes back: a dead process runs no further line, not even a catch block. */
const never = () => new Promise<never>(() => {});

/** A server process that can be killed at any of its awaits; its memory is lost with it. */
export class MortalProcess {
  #isDead = false;
  #lastTouch: string | null = null;
  /** Touches of the planned kind so far. */
  #count = 0;
  #plan: CrashPoint | null = null;
  readonly #undo = new Set<() => Promise<unknown>>();
  readonly #death = Promise.withResolvers<'died'>();
  #buried: Promise<unknown> = Promise.resolve();

  get isDead(): boolean {
    return this.#isDead;
  }

  /** What it died of: `before commit`; null while it lives. */
  get cause(): string | null {
    return this.#isDead ? this.#lastTouch : null;
  }

  /** Plans the next death; null takes the plan back. */
  plan(crash: CrashPoint | null): void {
    this.#count = 0;
    this.#plan = crash;
  }

  /** Does something outside of the process's own memory. Never settles once the process is dead. */
  async touch<Result>(kind: Touch, act: () => Promise<Result>): Promise<Result> {
    if (this.#isDead) return never();
    const side = this.#judge(kind);
    if (side !== null) this.#lastTouch = `${side} ${kind}`;
    if (side === 'before') return this.die();
    try {
      const result = await act();
      if (side === 'after') return this.die();
      return this.#isDead ? never() : result;
    } catch (error) {
      if (side === 'after') return this.die();
      if (this.#isDead) return never();
      throw error;
    }
  }

  /** On which side of this touch the process dies; null where it lives on. */
  #judge(kind: Touch): CrashPoint['side'] | null {
    if (this.#plan?.touch !== kind) return null;
    this.#count += 1;
    return this.#count > this.#plan.nth ? this.#plan.side : null;
  }

  /** Waits for something that the process does, or for its death. */
  async outlive<Result>(work: Promise<Result>): Promise<Result | 'died'> {
    return Promise.race([work, this.#death.promise]);
  }

  /** Says what the operating system does when the process dies; returns how to take that back. */
  onDeath(undo: () => Promise<unknown>): () => void {
    this.#undo.add(undo);
    return () => this.#undo.delete(undo);
  }

  /** `kill -9`. */
  die(): Promise<never> {
    if (!this.#isDead) {
      this.#isDead = true;
      this.#buried = Promise.allSettled([...this.#undo].map((undo) => undo()));
      this.#death.resolve('died');
    }
    return never();
  }

  /** Resolves when all that the process had open is closed. */
  async bury(): Promise<void> {
    this.die();
    await this.#buried;
  }
}
