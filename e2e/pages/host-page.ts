import { formatMoney, parseAmount } from '@kassa/contract';
import { expect, type Locator, type Page } from '@playwright/test';
import { Cashier } from './cashier.ts';

/** What the playground can be set to by its address. */
export interface HostSettings {
  player?: string;
  transport?: 'socket' | 'http';
  locale?: string;
  theme?: 'light' | 'dark';
  currency?: string;
  country?: string;
  /** A preset of bonuses, and the one of them that is chosen at first. */
  bonuses?: 'deposit' | 'freespin' | 'both' | 'expiring';
  bonusId?: string;
  /** The frame is as high as its content. */
  autoHeight?: '1';
}

/** The demo's page, as a player and an integrator see it. */
export class HostPage {
  readonly page: Page;
  readonly cashier: Cashier;

  private constructor(page: Page, locale: string) {
    this.page = page;
    this.cashier = new Cashier(page, locale);
  }

  /** Opens the page for a new player, or for one that is named. */
  static async open(page: Page, settings: HostSettings = {}): Promise<HostPage> {
    const host = new HostPage(page, settings.locale ?? 'en');
    const player = `e2e-${crypto.randomUUID()}`;
    await page.goto(`/?${new URLSearchParams({ player, ...settings })}`);
    return host;
  }

  /** What the page says of the cashier: Loading, Ready, Failed … */
  get cashierState(): Locator {
    return this.page.getByRole('region', { name: 'Cashier' }).getByRole('status');
  }

  get balance(): Locator {
    return this.page.getByRole('banner').getByRole('status');
  }

  /** The messages between page and cashier, newest first; `words` narrows them to those with all of these. */
  events(...words: string[]): Locator {
    const entries = this.page.getByRole('log', { name: 'Host events' }).getByRole('listitem');
    return words.reduce((found, word) => found.filter({ hasText: word }), entries);
  }

  /** Opens the sheet that was put aside, and waits until it stands: a press on what still moves may miss it. */
  async bringSheetBack(): Promise<void> {
    await this.page.getByRole('link', { name: 'Deposit', exact: true }).click();
    await this.page
      .getByRole('region', { name: 'Cashier' })
      .evaluate((sheet) => Promise.all(sheet.getAnimations().map(({ finished }) => finished)));
  }

  /** The player's balance in euros, once it is shown. */
  async readBalance(): Promise<string> {
    await expect(this.balance).toContainText('€');
    const text = (await this.balance.textContent()) ?? '';
    return parseAmount(text.replace(/[^\d.,]/g, ''));
  }

  async expectBalance(amount: string): Promise<void> {
    const shown = formatMoney({ amount, currency: 'EUR' }, 'en');
    await expect(this.balance).toHaveText(new RegExp(`Balance\\s+${RegExp.escape(shown)}$`));
  }

  /** The cashier's frame in the page. */
  get frame(): Locator {
    return this.page.getByTitle('Cashier', { exact: true });
  }

  /** The frame has the height that the cashier told last. */
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
