import { expect, type Locator } from '@playwright/test';
import type { Cashier } from './cashier.ts';
import type { MessageKey } from './words.ts';

/** The fields of a method, for a player to fill in. */
export class PaymentForm {
  readonly cashier: Cashier;

  constructor(cashier: Cashier) {
    this.cashier = cashier;
  }

  /** Returns the input with a label; an optional field says so in its label. */
  box(label: MessageKey): Locator {
    return this.cashier.frame.getByLabel(this.labelOf(label));
  }

  /** Returns the error below a field. */
  fault(label: MessageKey): Locator {
    const row = this.cashier.frame.locator('[data-field]').filter({ has: this.box(label) });
    return row.getByRole('paragraph');
  }

  async type(label: MessageKey, text: string): Promise<void> {
    await this.box(label).fill('');
    await this.box(label).pressSequentially(text);
  }

  /** Chooses from a list by typing the beginning of a name. */
  async choose(label: MessageKey, search: string, name: string): Promise<void> {
    const { frame, words } = this.cashier;
    await this.box(label).click();
    const list = frame.getByRole('listbox');
    await expect(list).toBeVisible();
    await frame.getByPlaceholder(words('form.dropdown.search')).fill(search);
    await list.getByRole('option', { name }).click();
    await expect(list).toBeHidden();
  }

  private labelOf(label: MessageKey): RegExp {
    return new RegExp(this.cashier.words(label).source.replace(/\$$/, ''));
  }
}
