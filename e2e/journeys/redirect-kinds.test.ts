import { expect, type Page, test } from '@playwright/test';
import type { Cashier } from '../pages/cashier.ts';
import { expectFits } from '../pages/expect-fits.ts';
import { HostPage, type HostSettings } from '../pages/host-page.ts';
import { approvePayment, declinePayment } from '../stack/sandbox.ts';

test('in a popup: a card is abandoned, declined and paid; a wallet and an e-wallet of a group are paid', async ({
  page,
}) => {
  // The device has Apple Pay, by which its method is offered; its own button is Apple's browsers'.
  await page.addInitScript(() => {
    Object.assign(window, { ApplePaySession: { canMakePayments: () => true } });
  });
  const { cashier } = await HostPage.open(page);
  const pay = () => cashier.followToProvider(() => cashier.pay());
  const approve = async () => {
    await (await pay()).press('Approve');
    await expect(cashier.status('processed')).toBeVisible();
    // The form of the same method, and behind it the list.
    await cashier.button('complete.another').click();
    await expect(cashier.amount).toBeVisible();
    await cashier.button('back').first().click();
  };

  await test.step('a card', async () => {
    // The deposits that follow have another amount, so that they don't repeat this one.
    const left = await cashier.deposit('Bank card', '51');
    await left.close();
    await expect(cashier.left).toBeVisible();
    await cashier.button('complete.otherMethod').click();
    await expectUnfinished(cashier);

    await cashier.choose('Bank card');
    await cashier.amount.fill('50');
    const provider = await pay();
    await provider.decline('Insufficient funds');
    await expect(cashier.status('declined')).toBeVisible();
    await expect(cashier.partialText('complete.reason.insufficientFunds')).toBeVisible();
    await cashier.button('complete.otherMethod').click();

    await cashier.choose('Bank card');
    await cashier.amount.fill('50');
    await approve();
  });

  await test.step('a wallet', async () => {
    await cashier.find('Apple Pay');
    await cashier.amount.fill('50');
    await approve();
  });

  await test.step('an e-wallet of a group', async () => {
    await cashier.search.clear();
    await cashier.openGroup('E-wallets');
    await cashier.choose('Revolut Pay');
    await cashier.amount.fill('50');
    await approve();
  });
});

for (const { name, method, amount, settings, isInChat } of [
  {
    name: 'a voucher',
    method: 'OXXO',
    amount: '500',
    settings: { country: 'mx', currency: 'MXN' },
    isInChat: false,
  },
  {
    name: 'an agent of cash',
    method: 'Cash at an agent',
    amount: '1000',
    settings: { country: 'bd', currency: 'BDT' },
    isInChat: true,
  },
]) {
  test(`in a popup: ${name} is paid`, async ({ page }) => {
    const { cashier } = await HostPage.open(page, settings);
    await cashier.find(method);
    await cashier.amount.fill(amount);
    const button = isInChat ? cashier.button('cash.openChat') : cashier.submit;
    const provider = await cashier.followToProvider(() => button.click());
    await provider.press('Approve');
    await expect(cashier.status('processed')).toBeVisible();
  });
}

/** A method that is paid on a page of the cashier. */
interface PaidHere {
  name: string;
  method: string;
  amount: string;
  settings: HostSettings;
  /** Abandoned, continued and canceled first: for all of them on the same screens. */
  isCanceled?: boolean;
}

const paidHere: PaidHere[] = [
  {
    name: 'eazype',
    method: 'UPI by QR code',
    amount: '1000',
    settings: { country: 'in', currency: 'INR' },
  },
  {
    name: 'Pix',
    method: 'Test Pix (simulated)',
    amount: '49999.99',
    settings: { country: 'br', currency: 'BRL' },
  },
  {
    name: 'the unified form',
    method: 'Test invoice with a form (simulated)',
    amount: '50',
    settings: {},
    isCanceled: true,
  },
];

test.describe('at 320 px, where nothing scrolls sideways, in the cashier', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  for (const kind of paidHere) {
    const outcomes = kind.isCanceled ? 'canceled, declined and paid' : 'declined and paid';
    test(`${kind.name}: ${outcomes}`, async ({ page, context }) => {
      const { cashier } = await HostPage.open(page, kind.settings);
      if (kind.isCanceled) await cancel(page, cashier, kind);

      await test.step('a decline shows its reason', async () => {
        await begin(page, cashier, kind);
        expect(context.pages()).toHaveLength(1);
        await declinePayment(await cashier.readDepositId(), 'limit_exceeded');
        await expect(cashier.status('declined')).toBeVisible();
        await expectFits(page, cashier, cashier.partialText('complete.reason.limitExceeded'));
        await cashier.button('complete.otherMethod').press('Enter');
      });

      await test.step('a payment is credited', async () => {
        await begin(page, cashier, kind);
        await approvePayment(await cashier.readDepositId());
        await expect(cashier.status('processed')).toBeVisible();
      });
    });
  }
});

/** Goes from the list to the page with the code or the invoice. */
async function begin(page: Page, cashier: Cashier, kind: PaidHere): Promise<void> {
  await cashier.find(kind.method);
  await cashier.amount.fill(kind.amount);
  await cashier.pay();
  await expectFits(page, cashier, cashier.text('payment.paid'));
}

async function cancel(page: Page, cashier: Cashier, kind: PaidHere): Promise<void> {
  await begin(page, cashier, kind);
  // By the keyboard: the page is tall, and the host may still be resizing its frame.
  await cashier.button('back').press('Enter');
  await expectUnfinished(cashier);
  await cashier.button('resume.continue').or(cashier.link('resume.continue')).press('Enter');
  await cashier.button('payment.cancel.label').press('Enter');
  await cashier.button('payment.cancel.confirm').press('Enter');
  await expect(cashier.status('canceled')).toBeVisible();
  await cashier.button('complete.otherMethod').press('Enter');
}

/** Asserts that the list offers the abandoned deposit. */
async function expectUnfinished(cashier: Cashier): Promise<void> {
  const onward = cashier.button('resume.continue').or(cashier.link('resume.continue'));
  await expect(onward).toBeVisible();
}
