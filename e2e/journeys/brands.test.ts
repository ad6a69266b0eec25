import { expect, test } from '@playwright/test';
import { HostPage } from '../pages/host-page.ts';
import { writeOwnCatalog } from '../stack/brands.ts';
import { runKassa } from '../stack/run-kassa.ts';
import { stack } from '../stack/stack.ts';

test('two brands beside each other have their own catalogues, accounts and switches', async ({
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

    // A deposit takes the route that was explained beforehand, and credits its own brand's player.
    const order = ['--method', 'card_international', '--country', 'de', '--currency', 'EUR'];
    const explained = await operate(['routes', 'explain', ...order, '--amount', '150']);
    expect(firstAccount(explained)).toBe('northwind-large');
    const provider = await northwind.cashier.deposit('Card, any bank', '150');
    await provider.press('Approve');
    await expect(northwind.cashier.status('processed')).toBeVisible();
    await northwind.expectBalance('150');
    const depositId = await northwind.cashier.readDepositId();
    const shown = await operate(['deposits', 'show', depositId]);
    expect(shown).toMatchObject({ attempts: [{ account: 'northwind-large', outcome: 'paid' }] });

    // A reload rewords a method for one brand, while both cashiers stand open.
    await northwind.page.reload();
    writeOwnCatalog('Every card');
    await operate(['config', 'reload', '--yes']);
    await expect(northwind.cashier.method('Every card')).toBeVisible();

    // A method that is off in one brand is still on in the other.
    await operate(['methods', 'off', 'skrill', '--reason', 'a journey', '--yes']);
    await expect(northwind.cashier.method('Skrill')).toHaveCount(0);
    await expect(northwind.cashier.method('Every card')).toBeVisible();
    await kassa.cashier.find('Skrill');
  } finally {
    writeOwnCatalog('Card, any bank');
    await Promise.all(contexts.map((context) => context.close()));
  }
});

/** Returns a function that runs a command as an operator of the brand and returns its answer. */
async function openOperator(brand: string): Promise<(args: string[]) => Promise<unknown>> {
  const scopes = ['--scopes', 'read', 'methods', 'config'];
  const create = ['keys', 'create', '--brand', brand, '--name', 'journey', ...scopes, '--json'];
  const { key }: { key: string } = JSON.parse(await runKassa(create));
  const environment = { KASSA_OPERATOR_KEY: key, KASSA_OPERATOR_URL: stack.operatorUrl };
  return async (args) => JSON.parse(await runKassa([...args, '--json'], environment));
}

/** Returns the account of the first attempt. */
function firstAccount(explained: unknown): string | undefined {
  const { items } = explained as { items: { account: string; order: number | null }[] };
  return items.find(({ order }) => order === 1)?.account;
}
