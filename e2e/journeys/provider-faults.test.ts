import { expect, test } from '@playwright/test';
import { HostPage } from '../pages/host-page.ts';
import { type CreateFault, setCreateFault } from '../stack/sandbox.ts';

test.afterEach(() => setCreateFault('normal'));

const faults: { fault: CreateFault; words: RegExp }[] = [
  { fault: 'unavailable', words: /provider can’t be reached right now/ },
  { fault: 'declined', words: /Your bank does not allow this payment/ },
];

for (const { fault, words } of faults) {
  test(`a provider that is ${fault} is told apart, keeps the form, and can be tried again`, async ({
    page,
    context,
  }) => {
    const host = await HostPage.open(page);
    const { cashier } = host;
    await cashier.choose('Bank card');
    await cashier.amount.fill('50');
    await setCreateFault(fault);
    await cashier.submit.click();

    await expect(cashier.failure).toContainText(words);
    await expect(cashier.failure).toContainText(/KS-[0-9A-Z]{4}-[0-9A-Z]{4}/);
    await expect(cashier.amount).toHaveValue('50');
    await expect.poll(() => context.pages().length).toBe(1);

    await setCreateFault('normal');
    const provider = await cashier.followToProvider(() => cashier.submit.click());
    await provider.press('Approve');
    await expect(cashier.status('processed')).toBeVisible();
    await host.expectBalance('50');
  });
}

test('a provider that answers garbage has the payment all the same, and it is found', async ({
  page,
}) => {
  const host = await HostPage.open(page);
  const { cashier } = host;
  await setCreateFault('malformed');
  await cashier.choose('Bank card');
  await cashier.amount.fill('50');
  await cashier.submit.click();
  await expect(cashier.failure).toBeVisible();
  await expect(cashier.amount).toHaveValue('50');
});
