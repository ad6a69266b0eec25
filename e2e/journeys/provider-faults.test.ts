import { expect, test } from '@playwright/test';
import { HostPage } from '../pages/host-page.ts';
import { loadWords } from '../pages/words.ts';
import { type CreateFault, setCreateFault } from '../stack/sandbox.ts';

const words = loadWords('en');

test.afterEach(() => setCreateFault('normal'));

/** The title if a deposit exists, with a reference for support. */
const refused = words('deposit.refused.title');
/** The title if the provider may have accepted the payment. */
const inDoubt = words('deposit.unknown.title');

const faults: { fault: CreateFault; title: RegExp; reason: RegExp }[] = [
  {
    fault: 'unavailable',
    title: refused,
    reason: words('common.errors.provider.unavailable'),
  },
  { fault: 'declined', title: refused, reason: /^Your bank does not allow this payment$/ },
  // The last one: such a deposit is not repeated without a question.
  { fault: 'malformed', title: inDoubt, reason: words('common.errors.provider.timeout') },
];

test("each of the provider's faults is explained, keeps the form, and can be retried", async ({
  page,
  context,
}) => {
  const host = await HostPage.open(page);
  const { cashier } = host;
  await cashier.choose('Bank card');
  await cashier.amount.fill('50');
  for (const { fault, title, reason } of faults) {
    await test.step(fault, async () => {
      await setCreateFault(fault);
      await cashier.submit.click();
      await expect(cashier.failure.getByText(reason)).toBeVisible();
      await expect(cashier.failure.getByText(title)).toBeVisible();
      await expect(cashier.button('reference.copy')).toBeVisible();
      await expect(cashier.amount).toHaveValue('50');
      await expect.poll(() => context.pages().length).toBe(1);
    });
  }

  await setCreateFault('normal');
  await cashier.submit.click();
  const another = cashier.button('deposit.duplicate.another');
  const provider = await cashier.followToProvider(() => another.click());
  await provider.press('Approve');
  await expect(cashier.status('processed')).toBeVisible();
  await host.expectBalance('50');
});
