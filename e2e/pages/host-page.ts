import { formatMoney, type LocaleTag, parseAmount, resolveFormatLocale } from '@kassa/contract';
import { expect, type Locator, type Page } from '@playwright/test';
import { Cashier, cashierFrame } from './cashier.ts';
import { PayerBank } from './payer-bank.ts';

/** The playground's settings in its address. */
export interface HostSettings {
  player?: string;
  transport?: 'socket' | 'http';
  locale?: string;
  theme?: 'light' | 'dark';
  currency?: string;
  country?: string;
  /** Where a player of sweepstakes is. */
  region?: string;
  /** A preset of bonuses, and the bonus selected at first. */
  bonuses?: 'deposit' | 'freespin' | 'both' | 'expiring';
  bonusId?: string;
  /** The frame has its content's height. */
  autoHeight?: '1';
}

/** The demo's page, for players and integrators. */
export class HostPage {
  readonly page: Page;
  readonly cashier: Cashier;
  readonly #country: string;

  private constructor(page: Page, { locale = 'en', country = 'de' }: HostSettings) {
    this.page = page;
    this.cashier = new Cashier(page, locale);
    this.#country = country;
  }

  /**
   * Opens the page for a new player, or for a given one.
   * @param waitUntil - `commit` where the cashier's files are held
   */
  static async open(
    page: Page,
    settings: HostSettings = {},
    waitUntil: 'load' | 'commit' = 'load',
  ): Promise<HostPage> {
    const host = new HostPage(page, settings);
    const player = `e2e-${crypto.randomUUID()}`;
    // The log of events is one of the developer controls.
    const query = new URLSearchParams({ player, controls: '1', ...settings });
    await page.goto(`/?${query}`, { waitUntil });
    return host;
  }

  /** The page's text about the cashier: Loading, Ready, Failed … */
  get cashierState(): Locator {
    return this.page.locator('#cashier-state');
  }

  /** Opens the cashier at its withdrawals. */
  get withdrawButton(): Locator {
    return this.page.locator('#header-withdraw');
  }

  get balance(): Locator {
    return this.page.getByRole('banner').getByRole('status');
  }

  /**
   * Returns the messages between page and cashier, newest first; with `words`, only those with all
   * of them.
   */
  events(...words: string[]): Locator {
    const entries = this.page.getByRole('log', { name: 'Host events' }).getByRole('listitem');
    return words.reduce((found, word) => found.filter({ hasText: word }), entries);
  }

  /** Opens the player's bank by the link of the developer controls, in a new window. */
  async openBank(): Promise<PayerBank> {
    const opened = this.page.waitForEvent('popup');
    await this.page.getByRole('link', { name: 'Open the bank (simulated)' }).click();
    return new PayerBank(await opened);
  }

  /** Reopens the closed sheet, and waits until its animation ends: a press during it may miss. */
  async bringSheetBack(): Promise<void> {
    const header = this.page.getByRole('banner');
    await header.getByRole('link', { name: 'Deposit', exact: true }).click();
    await this.page
      .getByRole('region', { name: 'Cashier' })
      .evaluate((sheet) => Promise.all(sheet.getAnimations().map(({ finished }) => finished)));
  }

  /** Returns the player's balance in euros once it is shown. */
  async readBalance(): Promise<string> {
    await expect(this.balance).toContainText('€');
    const text = (await this.balance.textContent()) ?? '';
    return parseAmount(text.replace(/[^\d.,]/g, ''));
  }

  async expectBalance(amount: string, currency = 'EUR'): Promise<void> {
    // The site is in the cashier's language, with the numbers of the player's country.
    const language = ((await this.page.locator('html').getAttribute('lang')) ?? 'en') as LocaleTag;
    const locale = resolveFormatLocale(language, language, this.#country);
    const shown = formatMoney({ amount, currency }, locale);
    await expect(this.page.locator('#balance')).toHaveText(shown);
  }

  /** The cashier's frame in the page. */
  get frame(): Locator {
    return this.page.locator(cashierFrame);
  }

  /** Asserts that the frame has the cashier's last reported height. */
  async expectFollowed(): Promise<void> {
    const told = this.events('resize').first();
    await expect(async () => {
      const { height = 0 } = (await this.frame.boundingBox()) ?? {};
      await expect(told).toContainText(`"height": ${height}`, { timeout: 1000 });
    }).toPass();
  }

  async refreshToken(): Promise<void> {
    await this.page.getByRole('button', { name: 'Refresh token' }).click();
  }
}
