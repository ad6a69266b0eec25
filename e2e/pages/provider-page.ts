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

  /** Fills in a test card and pays with it; what comes of it shows in the window or closes it. */
  async payByCard(number: string): Promise<void> {
    await this.popup.getByLabel('Card number').fill(number);
    await this.popup.getByLabel('Expiry date').fill('12/40');
    await this.popup.getByLabel('Security code').fill('123');
    await this.popup.getByRole('button', { name: /^Pay / }).first().click();
  }

  /** Gives the card's bank the code that it sent (3-D Secure). */
  async confirmAtBank(code: string): Promise<void> {
    await this.popup.getByLabel('Code from your bank').fill(code);
    await this.popup.getByRole('button', { name: 'Confirm the payment' }).click();
  }

  /** The player closes the window without deciding anything. */
  async close(): Promise<void> {
    await this.popup.close();
  }
}
