import { expect, type Locator, type Page } from '@playwright/test';
import { stack } from '../stack/stack.ts';

/**
 * The console of the simulated provider's operator. It decides payments without a page of the
 * provider (a code, an invoice).
 */
export class ProviderConsole {
  private readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  /** Opens the payment of a deposit in a new window. */
  static async open(page: Page, depositId: string): Promise<ProviderConsole> {
    const console = await page.context().newPage();
    await console.goto(`${stack.sandboxUrl}/payments`);
    await console.getByRole('link', { name: depositId }).click();
    return new ProviderConsole(console);
  }

  /** The payment's status. */
  get state(): Locator {
    return this.page.getByRole('status');
  }

  async approve(): Promise<void> {
    await this.page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(this.state).toContainText('approved');
  }

  /** @param reason - as named in the provider's list; none by default */
  async decline(reason?: string): Promise<void> {
    if (reason !== undefined) await this.page.getByLabel('Reason').selectOption({ label: reason });
    await this.page.getByRole('button', { name: 'Decline' }).click();
    await expect(this.state).toContainText('declined');
  }
}
