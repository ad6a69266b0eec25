import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { expect } from 'vitest';
import { startTestServer, type TestServer } from './test-server.ts';

/**
 * Starts a server whose two brands have a pool each: the account `pool`, to which the method `card`
 * has its second route.
 */
export async function startPoolServer(
  options: Parameters<typeof startTestServer>[1] = {},
): Promise<TestServer> {
  const server = await startTestServer({}, options);
  for (const product of ['kassa', 'other']) await addPool(server, product);
  await server.reload();
  expect(server.core.brands.get('other')?.accounts.has('pool')).toBe(true);
  return server;
}

async function addPool({ configFolder }: TestServer, product: string): Promise<void> {
  const file = path.join(configFolder, 'brands', `${product}.json`);
  const brand = JSON.parse(await readFile(file, 'utf8'));
  const accounts = { ...brand.accounts, pool: { connector: 'requisites', settings: {} } };
  await writeFile(file, JSON.stringify({ ...brand, accounts }));
  const folder = path.join(configFolder, 'catalogs', product);
  await mkdir(folder, { recursive: true });
  const routes = [{ account: 'sandbox' }, { account: 'pool' }];
  const overlay = { change: { card: { routes } } };
  await writeFile(path.join(folder, 'pool.json'), JSON.stringify(overlay));
}

/** Reserves a requisite for a new deposit, as if it had been created with it. */
export async function giveInvoice(
  server: TestServer,
  requisiteId: string,
  { amount = '50', hasReference = false }: { amount?: string; hasReference?: boolean } = {},
): Promise<{ depositId: string; reference: string }> {
  const { db, now } = server.core;
  const order = { amount, currency: 'EUR', paymentType: 'card' };
  const token = await server.token({ playerId: uuidv7() });
  const { body } = await server.call('deposit-create', order, { token });
  const day = now().toISOString().slice(0, 10);
  await db
    .insertInto('requisite_reservations')
    .values({
      deposit_id: body.depositId,
      brand_id: 'kassa',
      requisite_id: requisiteId,
      amount,
      currency: 'EUR',
      has_reference: hasReference,
      day,
    })
    .execute();
  await db
    .updateTable('requisites')
    .set({ day, day_amount: amount, day_count: 1, last_given_at: now() })
    .where('id', '=', requisiteId)
    .execute();
  return body;
}

/** Ends the invoice of a deposit, with the end of its cooldown and of its late window. */
export async function endInvoice(
  { core: { db, now } }: TestServer,
  depositId: string,
  { coolingUntil, lateUntil }: { coolingUntil: Date; lateUntil: Date | null },
): Promise<void> {
  await db
    .updateTable('requisite_reservations')
    .set({ freed_at: now(), cooling_until: coolingUntil })
    .where('deposit_id', '=', depositId)
    .execute();
  await db
    .updateTable('deposits')
    .set({ late_until: lateUntil })
    .where('id', '=', depositId)
    .execute();
}
