import type { FeedRatesConfig } from '../../brands/rates-settings.ts';
import type { Rate, RatePort } from '../../core/rate-port.ts';
import type { Log } from '../../ground/log.ts';
import { crossRate, type DatedRates, decodeRateFeed, findJump } from './rate-feed.ts';

const requestTimeoutMs = 5000;
/**
 * After a failure the feed is requested again within this time, however long its refresh interval.
 */
const longestRetryMs = 10_000;

interface Surroundings {
  brandId: string;
  log: Log;
  now: () => Date;
}

/**
 * Rates from an HTTP feed, held in memory and refreshed in the background, so that no payment waits
 * for the feed. If a refresh fails, the last rates are used until they are too old. A table whose
 * rates moved too far from the last one is rejected until a person accepts it.
 */
export class FeedRates implements RatePort {
  readonly config: FeedRatesConfig;
  readonly #surroundings: Surroundings;
  readonly #host: string;
  readonly #stopped = new AbortController();
  #held: DatedRates | null = null;
  #timer: NodeJS.Timeout | undefined;
  #refreshing: Promise<void> = Promise.resolve();

  /** @param before - a feed of other settings, whose rates go on if the new ones allow it */
  constructor(config: FeedRatesConfig, surroundings: Surroundings, before?: FeedRates) {
    this.config = config;
    this.#surroundings = surroundings;
    this.#host = new URL(config.url).host;
    // With another `maxChangePercent`, the first response is compared with nothing.
    const { url, maxChangePercent } = before?.config ?? {};
    if (before && url === config.url && maxChangePercent === config.maxChangePercent) {
      this.#held = before.#held;
    }
  }

  /** Starts the refreshes. Resolves when the first request has ended, successfully or not. */
  start(): Promise<void> {
    this.#refreshing = this.#refresh();
    return this.#refreshing;
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    clearTimeout(this.#timer);
    await this.#refreshing;
  }

  async rate(from: string, to: string, at: Date): Promise<Rate | null> {
    const held = this.#held;
    if (held === null) return null;
    if (at.getTime() - held.at.getTime() > this.config.maxAgeSeconds * 1000) return null;
    const rate = crossRate(held, from, to);
    return rate === null ? null : { rate, source: `${this.#host} ${held.at.toISOString()}` };
  }

  async #refresh(): Promise<void> {
    const regularMs = this.config.refreshSeconds * 1000;
    let nextMs = regularMs;
    try {
      this.#hold(decodeRateFeed(await this.#ask()));
    } catch (error) {
      if (this.#stopped.signal.aborted) return;
      const { brandId, log } = this.#surroundings;
      log.warn(
        { brandId, host: this.#host, problem: describe(error) },
        'the rates feed could not be refreshed',
      );
      nextMs = Math.min(regularMs, longestRetryMs);
    }
    if (this.#stopped.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#refreshing = this.#refresh();
    }, nextMs);
    this.#timer.unref();
  }

  #hold(rates: DatedRates): void {
    // A feed whose clock is ahead must not keep its rates valid for longer than since their
    // arrival.
    const now = this.#surroundings.now();
    const at = rates.at < now ? rates.at : now;
    const held = this.#held;
    if (held !== null && at < held.at) return;
    const jump = held && findJump(held, rates, this.config.maxChangePercent);
    if (jump === null) {
      this.#held = { ...rates, at };
      return;
    }
    const { brandId, log } = this.#surroundings;
    log.error(
      { brandId, host: this.#host, ...jump },
      "the feed's rates moved too far and are rejected: check whether they are right",
    );
  }

  async #ask(): Promise<string> {
    const { url, token } = this.config;
    const response = await fetch(url, {
      headers: {
        accept: 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(requestTimeoutMs), this.#stopped.signal]),
    });
    const body = await response.text();
    if (!response.ok) throw new Error(`it responded with status ${response.status}`);
    return body;
  }
}

/** Describes an error without the request or response: neither belongs in a log. */
function describe(error: unknown): string {
  if (error instanceof SyntaxError) return 'the response is not JSON';
  return error instanceof Error ? error.message : 'unknown';
}
