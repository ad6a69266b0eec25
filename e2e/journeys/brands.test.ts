import { expect, test } from '@playwright/test';
import { HostPage } from '../pages/host-page.ts';
import { writeOwnCatalog } from '../stack/brands.ts';
import { openOperator } from '../stack/open-operator.ts';
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
    const { act: operate } = await openOperator('northwind', ['read', 'methods', 'config']);

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
