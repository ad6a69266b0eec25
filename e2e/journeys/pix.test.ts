import { expect, test } from '@playwright/test';
import { HostPage } from '../pages/host-page.ts';
import { payAtPixBank } from '../pages/pix-bank.ts';

const brazil = { country: 'br', currency: 'BRL' };

test('a code with the operator’s own key is copied, paid at a bank and credited, to the centavo', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { cashier } = await HostPage.open(page, { ...brazil, locale: 'pt' });
  await cashier.find('Pix');
  // Key by key: the point becomes a thousands separator at the third digit.
  await cashier.amount.pressSequentially('1.234,5');
  await expect(cashier.submit).toContainText('1.234,50');
  await cashier.pay();
  await expect(
    cashier.frame.getByRole('img', { name: cashier.words('pix.picture') }),
  ).toBeVisible();
  await cashier.button('pix.copy').click();
  let code = '';
  const readCopy = async () => {
    // Only a focused page may read the clipboard.
    code = await page.evaluate(() => navigator.clipboard.readText()).catch(() => '');
    return code;
  };
  await expect.poll(readCopy).toContain('54071234.50');
  await expect(cashier.frame.getByRole('textbox', { name: cashier.words('pix.code') })).toHaveValue(
    code,
  );

  await cashier.button('payment.paid').click();
  await cashier.expectAcceptedAtOnce();
  // A slip loses nothing: the code is still there, now and after a way over the list.
  const showCode = cashier.partialText('complete.showCode');
  await showCode.click();
  await expect(cashier.frame.getByRole('textbox', { name: cashier.words('pix.code') })).toHaveValue(
    code,
  );
  await cashier.button('back').click();
  await cashier.button('resume.continue').click();
  await expect(showCode).toBeVisible();
  await payAtPixBank(page, code);
  await expect(cashier.status('processed')).toBeVisible();
});
