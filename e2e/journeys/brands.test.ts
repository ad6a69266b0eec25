import { expect, test } from '@playwright/test';
import { HostPage } from '../pages/host-page.ts';
import { writeOwnCatalog } from '../stack/brands.ts';
import { runKassa } from '../stack/run-kassa.ts';
import { stack } from '../stack/stack.ts';

test('two brands beside each other have their own catalogues, players and switches', async ({
  browser,
}) => {
  const contexts = await Promise.all([
    browser.newContext({ baseURL: stack.demoUrl }),
    browser.newContext({ baseURL: stack.brandUrls.northwind }),
  ]);
  try {
    const [kassa, northwind] = (await Promise.all(
      contexts.map(async (context) => HostPage.open(await context.newPage())),
    )) as [HostPage, HostPage];
    const operate = await openOperator('northwind');

    // Each has its own methods, in its own words and order.
    await expect(northwind.cashier.method('Card, any bank')).toBeVisible();
    await expect(northwind.cashier.method('Skrill')).toBeVisible();
    await expect(kassa.cashier.method('Bank card')).toBeVisible();
    await expect(kassa.cashier.method('Card, any bank')).toHaveCount(0);
    await expect(northwind.cashier.method('Trustly')).toHaveCount(0);

    // A deposit credits its own brand's player.
    const provider = await northwind.cashier.deposit('Card, any bank', '150');
    await provider.press('Approve');
    await expect(northwind.cashier.status('processed')).toBeVisible();
    await northwind.expectBalance('150');

    // A reload rewords a method for one brand, while both cashiers stand open.
    await northwind.page.reload();
    writeOwnCatalog('Every card');
    await operate('/config/reload', {});
    await expect(northwind.cashier.method('Every card')).toBeVisible();

    // A method that is off in one brand is still on in the other.
    await operate('/methods/skrill/switch', { state: 'off', reason: 'a journey' });
    await expect(northwind.cashier.method('Skrill')).toHaveCount(0);
    await expect(northwind.cashier.method('Every card')).toBeVisible();
    await kassa.cashier.find('Skrill');
  } finally {
    writeOwnCatalog('Card, any bank');
    await Promise.all(contexts.map((context) => context.close()));
  }
});

/** Returns a function that orders an act as an operator of the brand. */
async function openOperator(brand: string): Promise<(path: string, act: object) => Promise<void>> {
  const scopes = ['--scopes', 'read', 'methods', 'config'];
  const create = ['keys', 'create', '--brand', brand, '--name', 'journey', ...scopes, '--json'];
  const { key }: { key: string } = JSON.parse(await runKassa(create));
  return async (path, act) => {
    const response = await fetch(`${stack.operatorUrl}/operator/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify(act),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
}
