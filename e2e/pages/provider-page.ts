import { expect, type Locator, type Page } from '@playwright/test';
import { stack } from '../stack/stack.ts';

const moreActions = ['Pay a part', 'Notify twice'] as const;

export type ProviderAction = 'Approve' | 'Decline' | 'Leave pending' | (typeof moreActions)[number];

/** The simulated provider's hosted page, in its popup. */
export class ProviderPage {
  readonly popup: Page;

  private constructor(popup: Page) {
    this.popup = popup;
  }

  /** Waits until a window has the provider's address; returns false if it closes before. */
  static isReached(window: Page): Promise<boolean> {
    return window.waitForURL(`${stack.sandboxUrl}/pay/**`, { waitUntil: 'commit' }).then(
      () => true,
      () => false,
    );
  }

  /** Returns the page in an opened window once it has loaded the provider's address. */
  static async arrive(popup: Page): Promise<ProviderPage> {
    await popup.waitForURL(`${stack.sandboxUrl}/pay/**`);
    await expect(popup.getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
    return new ProviderPage(popup);
  }

  button(action: ProviderAction): Locator {
    return this.popup.getByRole('button', { name: action, exact: action === 'Approve' });
  }

  /** Presses a button. The provider returns the player, and the popup closes itself. */
  async press(action: ProviderAction): Promise<void> {
    const closed = this.popup.waitForEvent('close');
    if (moreActions.some((more) => more === action)) {
      await this.popup.getByText('More behaviours').click();
    }
    // The popup may be gone before the press has ended.
    await this.button(action)
      .click()
      .catch((error: unknown) => {
        if (!this.popup.isClosed()) throw error;
      });
    await closed;
  }

  /** Declines with a reason of the provider's list. */
  async decline(reason: string): Promise<void> {
    await this.popup.getByLabel('Reason').selectOption({ label: reason });
    await this.press('Decline');
  }

  /** Closes the window without a decision. */
  async close(): Promise<void> {
    await this.popup.close();
  }
}
