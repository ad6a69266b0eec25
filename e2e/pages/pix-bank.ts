import { expect, type Page } from '@playwright/test';
import { stack } from '../stack/stack.ts';

/** Pays a copied code at the payer's simulated bank, in a new window. */
export async function payAtPixBank(page: Page, code: string): Promise<void> {
  const bank = await page.context().newPage();
  await bank.goto(`${stack.sandboxUrl}/pix-bank`);
  await bank.getByLabel('Copied code').fill(code);
  await bank.getByRole('button', { name: 'Read the code' }).click();
  await bank.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(bank.getByRole('status')).toContainText('Paid');
  await bank.close();
}
