import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { namePayer } from '../stack/sandbox.ts';

type TypedTransfer = Record<'account' | 'amount' | 'currency' | 'text', string> & {
  payerName?: string;
};

/** The player's simulated bank. */
export class PayerBank {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Fills in a transfer, by default of a payer who has never paid, and presses a button of the form. */
  async pay(
    { account, amount, currency, text, payerName = namePayer() }: TypedTransfer,
    button = 'Pay',
  ): Promise<void> {
    await this.page.getByLabel('To account').fill(account);
    await this.page.getByLabel('Amount').fill(amount);
    await this.page.getByLabel('Currency').fill(currency);
    await this.page.getByLabel('Payment text').fill(text);
    await this.page.getByLabel('Your name').fill(payerName);
    await this.page.getByRole('button', { name: button, exact: button === 'Pay' }).click();
    await expect(this.page.getByRole('status')).toContainText('Transfer');
  }

  /** Downloads today's statement of the account that a number ends in. */
  async downloadStatement(ending: string, format: 'CSV' | 'camt.053'): Promise<string> {
    await this.page.getByRole('link', { name: 'Statements of the accounts' }).click();
    const row = this.page.getByRole('listitem').filter({ hasText: `•••• ${ending}` });
    const downloading = this.page.waitForEvent('download');
    await row.getByRole('button', { name: format }).click();
    return readFile(await (await downloading).path(), 'utf8');
  }
}
