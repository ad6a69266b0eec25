/**
 * Works on a queue whose items are claimed by a function, with at most `width` in progress. It
 * sleeps until it is woken, and then continues until no item is left.
 */
export class Lane<Item> {
  readonly #width: number;
  readonly #claim: (limit: number) => Promise<Item[]>;
  readonly #work: (item: Item) => Promise<void>;
  readonly #underWay = new Set<Promise<void>>();
  #isFilling = false;
  #filled: Promise<void> = Promise.resolve();
  /** There may be new items. */
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

  /** Tells the lane that there may be items. */
  wake(): void {
    this.#isWoken = true;
    if (!this.#isFilling) this.#filled = this.#fill();
  }

  /** Resolves when all claimed items are done and no further ones were found. */
  async settle(): Promise<void> {
    while (this.#isFilling || this.#underWay.size > 0) {
      await this.#filled;
      await Promise.all(this.#underWay);
    }
  }

  /** Stops claiming, and waits for the items in progress. */
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
