import { expect, type Locator } from '@playwright/test';
import type { Cashier } from './cashier.ts';
import type { HostPage } from './host-page.ts';
import { PaymentForm } from './payment-form.ts';

/** The cashier's withdrawals: the form, the confirmation, and the page of the created withdrawal. */
export class WithdrawalPage {
  readonly cashier: Cashier;
  readonly form: PaymentForm;

  private constructor(cashier: Cashier) {
    this.cashier = cashier;
    this.form = new PaymentForm(cashier);
  }

  /** Opens the list by the host page's button; on a phone the cashier covers it, and is closed. */
  static async open({ cashier, withdrawButton }: HostPage): Promise<WithdrawalPage> {
    const isCovered = await withdrawButton.evaluate((button) => button.closest('[inert]') !== null);
    if (isCovered) await cashier.closeButton.click();
    await withdrawButton.click();
    const { frame, words } = cashier;
    const title = frame.getByRole('heading', { level: 1, name: words('title.withdrawals') });
    await expect(title).toBeVisible();
    return new WithdrawalPage(cashier);
  }

  /** Chooses a method, and types the amount. */
  async choose(method: string, amount: string): Promise<void> {
    await this.cashier.find(method);
    await this.cashier.amount.fill(amount);
  }

  /** Chooses a Nigerian bank from the list by its code. */
  async chooseBank(code: string, name: string): Promise<void> {
    const { frame, words } = this.cashier;
    await frame.getByRole('searchbox', { name: words('withdrawal.banks.search') }).fill(code);
    await frame.getByRole('link', { name }).click();
    await expect(this.cashier.amount).toBeVisible();
  }

  /** What the player confirms: a row of the confirmation, as `Fee` or `You receive`. */
  fact(text: string): Locator {
    return this.cashier.frame.getByText(text).first();
  }

  /** Goes on to the confirmation. */
  async goOn(): Promise<void> {
    await this.cashier.button('deposit.moreDetails.submit').click();
    await expect(this.confirmButton).toBeVisible();
  }

  get confirmButton(): Locator {
    return this.cashier.button('withdrawal.confirm.button');
  }

  /** The heading of a paid withdrawal. */
  get paid(): Locator {
    const { frame, words } = this.cashier;
    return frame.getByRole('heading', { name: words('history.paidOut') });
  }
}
