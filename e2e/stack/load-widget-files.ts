import path from 'node:path';

/** The names of built files, in pages, scripts and styles: `first.CFN2aZDl.js`. */
const fileName = /[\w.-]+[.-][\w-]{8}\.(?:js|css|json|svg)\b/g;

/** The requests of one load at the same time, as a browser makes them. */
const atOnce = 6;

/** A page and the files that it names, itself or by its scripts. */
export class WidgetLoad {
  private readonly base: string;
  readonly page: string;
  /** The files requested so far, with the status of the response. */
  readonly statuses = new Map<string, number>();
  private readonly waiting: string[];

  private constructor(base: string, page: string) {
    this.base = base;
    this.page = page;
    this.waiting = namesIn(page);
  }

  /** Requests the page; nothing else yet. */
  static async begin(base: string): Promise<WidgetLoad> {
    const response = await fetch(base);
    if (!response.ok) throw new Error(`The page responded with ${response.status}.`);
    return new WidgetLoad(base, await response.text());
  }

  /** Requests every file that the page, its routes and their styles name, however deep. */
  async finish(): Promise<void> {
    const loaders = Array.from({ length: atOnce }, () => this.loadWaiting());
    await Promise.all(loaders);
    // A loader may end before another one has found more files.
    if (this.waiting.length > 0) await this.finish();
  }

  /** Requests everything once more. */
  async again(): Promise<void> {
    this.waiting.push(...this.statuses.keys());
    this.statuses.clear();
    await this.finish();
  }

  /** Returns the files that could not be loaded. */
  get missing(): string[] {
    return [...this.statuses].flatMap(([file, status]) => (status === 200 ? [] : [file]));
  }

  /** Returns the scripts of screens, by path. */
  get screens(): string[] {
    return [...this.statuses.keys()].filter((file) => /\.screen[.-][\w-]{8}\.js$/.test(file));
  }

  private async loadWaiting(): Promise<void> {
    for (let file = this.waiting.pop(); file !== undefined; file = this.waiting.pop()) {
      if (this.statuses.has(file)) continue;
      this.statuses.set(file, 0);
      const response = await fetch(new URL(file, this.base));
      const text = await response.text();
      this.statuses.set(file, response.status);
      if (response.ok && /\.(js|css)$/.test(file)) this.waiting.push(...namesIn(text));
    }
  }
}

function namesIn(text: string): string[] {
  return [...new Set(text.match(fileName) ?? [])].map((name) =>
    path.posix.join(name.endsWith('.json') ? 'locales' : 'assets', name),
  );
}
