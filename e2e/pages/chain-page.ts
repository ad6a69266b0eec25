import { expect, type Page } from '@playwright/test';
import { stack } from '../stack/stack.ts';

/** The sandbox's page of a blockchain: send to an address, mine. */
export class ChainPage {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  /** Opens the page in a tab of its own. */
  static async open(page: Page, blockchain: string): Promise<ChainPage> {
    const tab = await page.context().newPage();
    await tab.goto(`${stack.sandboxUrl}/chains/${blockchain}`);
    return new ChainPage(tab);
  }

  /** Sends a payment, which waits for a block. */
  async send(address: string, amount: string, currency: string): Promise<void> {
    const form = this.page.getByRole('form', { name: 'Send' });
    await form.getByLabel('To address').fill(address);
    await form.getByLabel('Amount').fill(amount);
    await form.getByLabel('Coin').selectOption(currency);
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    await this.#expectDone();
  }

  /** Mines blocks, one after the other. */
  async mine(count: number): Promise<void> {
    await this.page.getByLabel('Blocks', { exact: true }).fill(String(count));
    await this.page.getByRole('button', { name: 'Mine them' }).click();
    await this.#expectDone();
  }

  async #expectDone(): Promise<void> {
    await expect(this.page.getByRole('status')).toBeVisible();
  }
}
