import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { makeDataFolder, startTestSandbox, type TestSandbox } from '../testing/sandbox-client.ts';
import { readBrCode, writeBrCode } from './br-code.ts';

const code = {
  key: 'loja@example.com',
  merchantName: 'LOJA',
  city: 'RECIFE',
  amount: '12.50',
  txid: 'TX1',
};
const copied = writeBrCode(code);

const told: { signature: string | undefined; pix: unknown }[] = [];
const server = createServer(async (request, response) => {
  const body = z.object({ pix: z.array(z.unknown()) }).parse(JSON.parse(await text(request)));
  const signature = request.headers['pix-signature'];
  told.push({ signature: String(signature), pix: body.pix[0] });
  response.end();
});

let sandbox: TestSandbox;
let dataFolder: string;
let pixWebhookUrl: string;
beforeEach(async () => {
  told.length = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  pixWebhookUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  dataFolder = makeDataFolder();
  sandbox = await startTestSandbox({ dataFolder, pixWebhookUrl });
});
afterEach(async () => {
  await sandbox.close();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const press = (action: string, fields: Record<string, string> = {}) =>
  fetch(`${sandbox.url}/pix-bank`, {
    method: 'POST',
    body: new URLSearchParams({ code: copied, action, ...fields }),
  });
const list = async (query = '') =>
  z
    .object({ pix: z.array(z.looseObject({ endToEndId: z.string(), valor: z.string() })) })
    .parse(await (await sandbox.call('GET', `/pix-bank/pix${query}`)).json()).pix;

describe('parsing a code', () => {
  it('returns the written content', () => {
    expect(readBrCode(` ${copied}\n`)).toEqual(code);
    const open = { ...code, amount: null, txid: null };
    expect(readBrCode(writeBrCode(open))).toEqual(open);
  });

  it.each([
    ['', 'no BR Code'],
    ['https://example.com/pay/me', 'checksum'],
    [copied.replace('12.50', '92.50'), 'checksum'],
    [copied.slice(0, -1), 'checksum'],
  ])('of %j reports the problem', (wrong, words) => {
    expect(readBrCode(wrong)).toMatchObject({ problem: expect.stringContaining(words) });
  });
});

describe('a payer', () => {
  it('sees the payee and the amount of a copied code', async () => {
    const page = await fetch(`${sandbox.url}/pix-bank?code=${encodeURIComponent(copied)}`);
    const html = await page.text();
    for (const words of ['R$12.50', 'LOJA', 'RECIFE', 'TX1', '>Pay<'])
      expect(html).toContain(words);
    const wrong = await fetch(`${sandbox.url}/pix-bank?code=nothing`);
    expect(wrong.status).toBe(422);
  });

  it.each([
    ['pay', ['12.50']],
    ['pay-part', ['6.25']],
    ['pay-more', ['18.75']],
    ['pay-twice', ['12.50', '12.50']],
  ])('presses %s: %j arrives with notifications', async (action, amounts) => {
    expect((await press(action)).status).toBe(200);
    const arrived = await list('?txid=TX1');
    expect(arrived.map(({ valor }) => valor)).toEqual(amounts);
    await expect.poll(() => told).toHaveLength(amounts.length);
    expect(told.map(({ pix }) => pix)).toEqual(expect.arrayContaining(arrived));
    expect(told[0]?.signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
  });

  it('chooses the amount if the code has none', async () => {
    const open = writeBrCode({ ...code, amount: null });
    expect((await press('pay', { code: open, amount: 'much' })).status).toBe(422);
    await press('pay', { code: open, amount: '3.20' });
    expect(await list()).toMatchObject([{ valor: '3.20' }]);
  });

  it('pays the provider’s own code', async () => {
    const request = { amount: '80.00', currency: 'BRL', cardViewType: 6 };
    const payment = await sandbox.create(request);
    const shown = z.object({ code: z.object({ text: z.string() }) }).parse(payment);
    await press('pay', { code: shown.code.text });
    expect(await sandbox.get(payment.id)).toMatchObject({
      status: 'approved',
      paidAmount: '80.00',
    });
    expect(await list()).toEqual([]);
  });
});

describe('an account holder', () => {
  it('needs the key to read, and registers a webhook address', async () => {
    expect((await sandbox.call('GET', '/pix-bank/pix', undefined, 'wrong')).status).toBe(401);
    const webhook = { webhookUrl: 'http://127.0.0.1:9/' };
    const route = `/pix-bank/webhook/${encodeURIComponent(code.key)}`;
    expect((await sandbox.call('PUT', route, webhook)).status).toBe(204);
    await press('pay');
    expect(await list()).toHaveLength(1);
    expect(told).toEqual([]);
  });

  it('returns a part and never more than was received, and the return survives a restart', async () => {
    await press('pay');
    const [pix] = await list();
    const returnPix = (id: string, body: object) =>
      sandbox.call('PUT', `/pix-bank/pix/${pix?.endToEndId}/devolucao/${id}`, body);
    expect((await returnPix('r1', { valor: '2.50' })).status).toBe(201);
    expect((await returnPix('r1', { valor: '2.50' })).status).toBe(201);
    expect((await returnPix('r2', { valor: '10.01' })).status).toBe(409);
    await sandbox.close();
    sandbox = await startTestSandbox({ dataFolder, pixWebhookUrl });
    expect((await returnPix('r2', {})).status).toBe(201);
    expect(await list()).toMatchObject([
      {
        valor: '12.50',
        devolucoes: [
          { id: 'r1', valor: '2.50', status: 'DEVOLVIDO' },
          { id: 'r2', valor: '10.00' },
        ],
      },
    ]);
  });

  it('finds payments in a period', async () => {
    await press('pay');
    expect(await list('?inicio=2020-01-01T00:00:00Z&fim=2020-01-02T00:00:00Z')).toEqual([]);
    expect(await list('?inicio=2020-01-01T00:00:00Z')).toHaveLength(1);
  });
});
