import { formatMoney } from '@kassa/contract';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Cashier } from './cashier.ts';
import { HostPage, type HostSettings } from './host-page.ts';

/** The demo's sweepstake casino. */
export class LagoonPage {
  readonly page: Page;
  readonly cashier: Cashier;

  private constructor({ page, cashier }: HostPage) {
    this.page = page;
    this.cashier = cashier;
  }

  /** Opens the page for a new player; the base URL is the site's. */
  static async open(
    page: Page,
    settings: HostSettings = {},
    waitUntil: 'load' | 'commit' = 'load',
  ): Promise<LagoonPage> {
    return new LagoonPage(await HostPage.open(page, settings, waitUntil));
  }

  /** A package of the list, by its gold coins. */
  box(gold: string): Locator {
    const links = this.cashier.frame.getByRole('listitem').getByRole('link');
    return links.filter({ hasText: new RegExp(`(?<![\\d,])${gold}`) });
  }

  /** The heading after the coins of a package have arrived. */
  get received(): Locator {
    const { frame, words } = this.cashier;
    return frame.getByRole('heading', { name: words('package.received.title') });
  }

  /** Asserts both balances in the site's header. */
  async expectCoins({ sweep, gold }: { sweep: string; gold: string }): Promise<void> {
    const locale = (await this.page.locator('html').getAttribute('lang')) ?? 'en';
    const inCoins = (amount: string, currency: string) =>
      formatMoney({ amount, currency }, `${locale}-US-u-nu-latn`);
    const shown = [inCoins(sweep, 'QSC'), inCoins(gold, 'QGC')];
    await expect(this.page.locator('#balance > span')).toHaveText(shown);
  }

  /** Plays a round, and waits for its end. */
  async play(game: 'pearls' | 'tide', coin: 'QSC' | 'QGC'): Promise<void> {
    const answered = this.page.waitForResponse((response) => response.url().endsWith('/play'));
    await this.page.locator(`[data-game=${game}][data-coin=${coin}]`).click();
    expect((await answered).status()).toBe(200);
  }

  /** Opens the redemption by the site's button. */
  async openRedemption(): Promise<void> {
    await this.page.locator('#header-withdraw').click();
    await expect(this.cashier.text('redemption.redeemable')).toBeVisible();
  }
}
