/**
 * Works off a queue whose items are claimed from outside, with at most `width` under way at once.
 * It sleeps until it is woken, and then goes on until nothing is left to claim.
 */
export class Lane<Item> {
  readonly #width: number;
  readonly #claim: (limit: number) => Promise<Item[]>;
  readonly #work: (item: Item) => Promise<void>;
  readonly #underWay = new Set<Promise<void>>();
  #isFilling = false;
  #filled: Promise<void> = Promise.resolve();
  /** There may be items that nobody has looked for yet. */
  #isWoken = false;
  #isStopped = false;

  /** Neither `claim` nor `work` may throw. */
  constructor(
    width: number,
    claim: (limit: number) => Promise<Item[]>,
    work: (item: Item) => Promise<void>,
  ) {
    this.#width = width;
    this.#claim = claim;
    this.#work = work;
  }

  /** Says that there may be something to do. */
  wake(): void {
    this.#isWoken = true;
    if (!this.#isFilling) this.#filled = this.#fill();
  }

  /** Resolves once everything that was claimed is done and nothing more was found. */
  async settle(): Promise<void> {
    while (this.#isFilling || this.#underWay.size > 0) {
      await this.#filled;
      await Promise.all(this.#underWay);
    }
  }

  /** Claims nothing more, and waits for what is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.settle();
  }

  async #fill(): Promise<void> {
    this.#isFilling = true;
    while (this.#isWoken && !this.#isStopped && this.#underWay.size < this.#width) {
      this.#isWoken = false;
      const free = this.#width - this.#underWay.size;
      const items = await this.#claim(free);
      if (items.length === free) this.#isWoken = true;
      for (const item of items) this.#start(item);
    }
    this.#isFilling = false;
  }

  #start(item: Item): void {
    const working = this.#work(item).finally(() => {
      this.#underWay.delete(working);
      if (this.#isWoken) this.wake();
    });
    this.#underWay.add(working);
  }
}
