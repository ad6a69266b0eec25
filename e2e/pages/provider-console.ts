import { expect, type Locator, type Page } from '@playwright/test';
import { stack } from '../stack/stack.ts';

/**
 * The simulated provider's own people: what the player pays in no page of the provider's (a code, an
 * invoice) is decided here.
 */
export class ProviderConsole {
  private readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  /** Opens the payment behind a deposit, in a window of its own. */
  static async open(page: Page, depositId: string): Promise<ProviderConsole> {
    const console = await page.context().newPage();
    await console.goto(`${stack.sandboxUrl}/payments`);
    await console.getByRole('link', { name: depositId }).click();
    return new ProviderConsole(console);
  }

  /** What has become of the payment. */
  get state(): Locator {
    return this.page.getByRole('status');
  }

  async approve(): Promise<void> {
    await this.page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(this.state).toContainText('approved');
  }

  /** @param reason - as the provider's list names it; none where it is left out */
  async decline(reason?: string): Promise<void> {
    if (reason !== undefined) await this.page.getByLabel('Reason').selectOption({ label: reason });
    await this.page.getByRole('button', { name: 'Decline' }).click();
    await expect(this.state).toContainText('declined');
  }
}
