import { expect, type Page, test } from '@playwright/test';
import type { Cashier } from '../pages/cashier.ts';
import { HostPage, type HostSettings } from '../pages/host-page.ts';
import { ProviderConsole } from '../pages/provider-console.ts';
import type { ProviderPage } from '../pages/provider-page.ts';

/** The payer of a started deposit: their options on the provider's or the cashier's page. */
interface Payer {
  approve(): Promise<void>;
  decline(): Promise<void>;
  /** Leaves without a decision, back to the list. */
  abandon(): Promise<void>;
}

interface Kind {
  name: string;
  method: string;
  amount: string;
  settings: HostSettings;
  /**
   * The group whose tile leads to the method's list; without a group the method is found by search.
   */
  group?: string;
  begin: (page: Page, cashier: Cashier) => Promise<Payer>;
  /** Ends in the same popup as a card, which is abandoned and declined for all of them. */
  isPaidAsACard?: boolean;
}

/** Pays on the provider's page, in a popup. */
function payerInPopup(cashier: Cashier, provider: ProviderPage): Payer {
  return {
    approve: () => provider.press('Approve'),
    decline: () => provider.decline('Insufficient funds'),
    abandon: async () => {
      await provider.close();
      await expect(cashier.status('waiting')).toBeVisible();
      await cashier.button('complete.otherMethod').press('Enter');
    },
  };
}

/** Pays outside of the cashier, for a page of the cashier's own. */
async function payerElsewhere(page: Page, cashier: Cashier): Promise<Payer> {
  await expect(cashier.text('payment.paid')).toBeVisible();
  const depositId = await cashier.readDepositId();
  const open = () => ProviderConsole.open(page, depositId);
  return {
    approve: async () => (await open()).approve(),
    decline: async () => (await open()).decline('Insufficient funds'),
    // By the keyboard: the page of a code is tall, and the host may still be resizing its frame.
    abandon: async () => cashier.button('back').press('Enter'),
  };
}

async function beginInPopup(_: Page, cashier: Cashier): Promise<Payer> {
  return payerInPopup(cashier, await cashier.followToProvider(() => cashier.pay()));
}

async function beginHere(page: Page, cashier: Cashier): Promise<Payer> {
  await cashier.pay();
  return payerElsewhere(page, cashier);
}

const kinds: Kind[] = [
  {
    name: 'a card',
    method: 'Bank card',
    amount: '50',
    settings: {},
    begin: beginInPopup,
  },
  {
    name: 'a card of a type that is chosen first',
    method: 'Other cards',
    amount: '50',
    settings: {},
    begin: async (page, cashier) => {
      await cashier.frame.getByRole('radio').first().click();
      return beginInPopup(page, cashier);
    },
    isPaidAsACard: true,
  },
  {
    name: 'a wallet',
    method: 'Apple Pay',
    amount: '50',
    settings: {},
    // Apple's own button is there in its browsers only.
    begin: beginInPopup,
    isPaidAsACard: true,
  },
  {
    name: 'a bank',
    method: 'Trustly',
    amount: '50',
    settings: {},
    begin: beginInPopup,
    isPaidAsACard: true,
  },
  {
    name: 'an e-wallet of a group',
    method: 'Revolut Pay',
    group: 'E-wallets',
    amount: '50',
    settings: {},
    begin: beginInPopup,
    isPaidAsACard: true,
  },
  {
    name: 'a voucher',
    method: 'OXXO',
    amount: '500',
    settings: { country: 'mx', currency: 'MXN' },
    begin: beginInPopup,
    isPaidAsACard: true,
  },
  {
    name: 'an agent of cash',
    method: 'Cash at an agent',
    amount: '1000',
    settings: { country: 'bd', currency: 'BDT' },
    begin: async (_, cashier) =>
      payerInPopup(
        cashier,
        await cashier.followToProvider(() => cashier.button('cash.openChat').press('Enter')),
      ),
  },
  {
    name: 'eazype',
    method: 'UPI by QR code',
    amount: '1000',
    settings: { country: 'in', currency: 'INR' },
    begin: beginHere,
  },
  {
    name: 'Pix',
    method: 'Test Pix (simulated)',
    amount: '100',
    settings: { country: 'br', currency: 'BRL' },
    begin: beginHere,
  },
  {
    name: 'the unified form',
    method: 'Test invoice with a form (simulated)',
    amount: '50',
    settings: {},
    begin: beginHere,
  },
];

/** Goes from the list to the method's form, and starts a deposit. */
async function begin(page: Page, cashier: Cashier, kind: Kind): Promise<Payer> {
  if (kind.group === undefined) {
    await cashier.find(kind.method);
  } else {
    await cashier.openGroup(kind.group);
    await cashier.choose(kind.method);
  }
  await cashier.amount.fill(kind.amount);
  return kind.begin(page, cashier);
}

for (const kind of kinds) {
  const outcomes = kind.isPaidAsACard ? 'paid' : 'abandoned, declined and paid';
  test(`${kind.name}: ${outcomes}`, async ({ page }) => {
    const { cashier } = await HostPage.open(page, kind.settings);
    if (!kind.isPaidAsACard) await abandonAndDecline(page, cashier, kind);
    await test.step('a payment is credited', async () => {
      const payer = await begin(page, cashier, kind);
      await payer.approve();
      await expect(cashier.status('processed')).toBeVisible();
    });
  });
}

async function abandonAndDecline(page: Page, cashier: Cashier, kind: Kind): Promise<void> {
  await test.step('the abandoned deposit can be continued', async () => {
    // The deposits that follow have another amount, so that they don't repeat this one.
    const payer = await begin(page, cashier, { ...kind, amount: String(Number(kind.amount) + 1) });
    await payer.abandon();
    const onward = cashier.button('resume.continue').or(cashier.link('resume.continue'));
    await expect(onward).toBeVisible();
  });

  await test.step('a decline shows its reason', async () => {
    const payer = await begin(page, cashier, kind);
    await payer.decline();
    await expect(cashier.status('declined')).toBeVisible();
    await expect(cashier.partialText('complete.reason.insufficientFunds')).toBeVisible();
    await cashier.button('complete.otherMethod').press('Enter');
  });
}

test('a card with 3-D Secure: a wrong code, the right code, and a failed authentication', async ({
  page,
}) => {
  const { cashier } = await HostPage.open(page);
  const secure = await cashier.deposit('Bank card', '50');
  await secure.payByCard('4000 0000 0000 3220');
  await secure.confirmAtBank('000000');
  await expect(secure.popup.getByText('That is not the code.')).toBeVisible();
  await secure.confirmAtBank('123456');
  await expect(cashier.status('processed')).toBeVisible();
  await cashier.button('complete.another').click();
  const refused = await cashier.deposit('Bank card', '50');
  await refused.payByCard('4000 0000 0000 3220');
  await refused.popup.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(cashier.status('declined')).toBeVisible();
  await expect(cashier.partialText('complete.reason.authenticationFailed')).toBeVisible();
});
