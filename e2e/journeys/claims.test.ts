import { expect, test } from '@playwright/test';
import type { Cashier } from '../pages/cashier.ts';
import { expectFits } from '../pages/expect-fits.ts';
import { HostPage } from '../pages/host-page.ts';
import { type Operator, openOperator } from '../stack/open-operator.ts';
import { approvePayment } from '../stack/sandbox.ts';

/** The first bytes of a JPEG. */
const jpeg = 'ffd8ff';

test('a player who paid and got nothing sends a proof, is asked for a better one, and gets their money', async ({
  page,
}) => {
  const host = await HostPage.open(page);
  const { cashier } = host;
  const depositId = await reportPayment(cashier);
  await cashier.link('claim.link').click();
  const receipt = await page.screenshot();
  await chooseProof(cashier, receipt);
  await cashier.frame.getByRole('textbox').fill('I paid at noon');
  await cashier.button('claim.submit').click();
  await expect(claimTitle(cashier, 'open')).toBeVisible();
  await expect(cashier.text('claim.open.due')).toBeVisible();
  await expect(host.events('claim.status', '"open"')).toHaveCount(1);

  // The operator has it in the queue, and reads a picture that was written anew.
  const operator = await openOperator('kassa', ['read', 'deposits']);
  const claimId = await findClaim(operator, depositId);
  const proof = await operator.readFile(`/claims/${claimId}/proof?number=1`);
  expect(proof.toString('hex', 0, 3)).toBe(jpeg);
  expect(proof.equals(receipt)).toBe(false);

  // The player's open page follows the operator's answers.
  const message = 'The recipient can’t be read.';
  const reason = 'a journey';
  await operator.act(`/claims/${claimId}/answer`, { status: 'moreNeeded', message, reason });
  await expect(claimTitle(cashier, 'moreNeeded')).toBeVisible();
  await expect(cashier.frame.getByText(message)).toBeVisible();
  await expect(host.events('claim.status', '"moreNeeded"')).toHaveCount(1);
  await cashier.button('claim.moreNeeded.add').click();
  await chooseProof(cashier, await page.screenshot({ fullPage: true }));
  await cashier.button('claim.submit').click();
  await expect(claimTitle(cashier, 'open')).toBeVisible();

  await cashier.button('claim.deposit').click();
  await expect(claimTitle(cashier, 'open')).toBeVisible();
  await approvePayment(depositId);
  await expect(cashier.status('processed')).toBeVisible();
  await expect(claimTitle(cashier, 'credited')).toBeVisible();
  await expect(host.events('claim.status', '"credited"')).toHaveCount(1);
  await host.expectBalance('50');
});

test('in Arabic at 320 px a claim is sent from the history, and its refusal is read there', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const { cashier } = await HostPage.open(page, { locale: 'ar' });
  const depositId = await reportPayment(cashier, 'فاتورة تجريبية مع نموذج (محاكاة)');
  await cashier.link('history.link').click();
  await cashier.link('claim.link').click();
  await chooseProof(cashier, await page.screenshot());
  await expectFits(page, cashier, cashier.button('claim.submit'));
  await cashier.button('claim.submit').click();
  await expectFits(page, cashier, claimTitle(cashier, 'open'));

  const operator = await openOperator('kassa', ['read', 'deposits']);
  const claimId = await findClaim(operator, depositId);
  const message = 'لم تصل أي دفعة بهذا المبلغ.';
  const answer = { status: 'refused', message, reason: 'a journey' };
  await operator.act(`/claims/${claimId}/answer`, answer);
  await expectFits(page, cashier, claimTitle(cashier, 'refused'));
  await expect(cashier.frame.getByText(message)).toBeVisible();
});

/** Reports an invoice as paid. Returns the deposit's id. */
async function reportPayment(
  cashier: Cashier,
  method = 'Test invoice with a form (simulated)',
): Promise<string> {
  await cashier.find(method);
  await cashier.amount.fill('50');
  await cashier.pay();
  await cashier.frame.locator('[data-field] input').fill('Renée Müller');
  await cashier.button('payment.paid').click();
  await cashier.expectAcceptedAtOnce();
  return cashier.readDepositId();
}

async function chooseProof(cashier: Cashier, buffer: Buffer): Promise<void> {
  const file = { name: 'receipt.png', mimeType: 'image/png', buffer };
  await cashier.frame.getByLabel(cashier.words('claim.proof.label')).setInputFiles(file);
  const preview = cashier.words('claim.proof.preview');
  await expect(cashier.frame.getByRole('img', { name: preview })).toBeVisible();
}

const claimTitle = (cashier: Cashier, status: 'open' | 'moreNeeded' | 'credited' | 'refused') =>
  cashier.frame.getByRole('heading', { name: cashier.words(`claim.${status}.title`) });

/** Returns the id of a deposit's claim in the operator's queue. */
async function findClaim(operator: Operator, depositId: string): Promise<string> {
  const page = await operator.read('/claims?limit=100');
  const { items } = page as { items: { id: string; depositId: string }[] };
  const found = items.find((claim) => claim.depositId === depositId);
  if (found === undefined) throw new Error(`The queue has no claim of ${depositId}.`);
  return found.id;
}
