import { expect, type Locator, type Page } from '@playwright/test';
import { stack } from '../stack/stack.ts';

const moreActions = ['Pay a part', 'Pay more', 'Notify twice'] as const;

export type ProviderAction = 'Approve' | 'Decline' | 'Leave pending' | (typeof moreActions)[number];

/** The simulated provider's hosted page, in its popup. */
export class ProviderPage {
  readonly popup: Page;

  private constructor(popup: Page) {
    this.popup = popup;
  }

  /** The page in a window that was opened, once it is there: at the provider's own address. */
  static async arrive(popup: Page): Promise<ProviderPage> {
    await popup.waitForURL(`${stack.sandboxUrl}/pay/**`);
    await expect(popup.getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
    return new ProviderPage(popup);
  }

  button(action: ProviderAction): Locator {
    return this.popup.getByRole('button', { name: action, exact: action === 'Approve' });
  }

  /** Presses a button. The provider sends the player back, where the popup closes itself. */
  async press(action: ProviderAction): Promise<void> {
    const closed = this.popup.waitForEvent('close');
    if (moreActions.some((more) => more === action)) {
      await this.popup.getByText('More behaviours').click();
    }
    await this.button(action).click();
    await closed;
  }

  /** Declines for a reason, as the provider's list names it. */
  async decline(reason: string): Promise<void> {
    await this.popup.getByLabel('Reason').selectOption({ label: reason });
    await this.press('Decline');
  }

  /** The player closes the window without deciding anything. */
  async close(): Promise<void> {
    await this.popup.close();
  }
}
