import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Merchant, startMerchant } from '../testing/merchant.ts';
import {
  makeDataFolder,
  paymentRequest,
  startTestSandbox,
  type TestSandbox,
} from '../testing/sandbox-client.ts';

let merchant: Merchant;
let sandbox: TestSandbox;
beforeEach(async () => {
  merchant = await startMerchant();
  sandbox = await startTestSandbox();
});
afterEach(async () => {
  await sandbox.close();
  await merchant.close();
});

const offerSchema = z.looseObject({ id: z.string(), seller: z.string(), rate: z.string() });
const boughtSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  redirect: z.object({ url: z.string() }),
  offers: z.optional(z.looseObject({ list: z.array(offerSchema), expiresInSeconds: z.number() })),
  takenOffer: z.optional(offerSchema),
});

const read = async (response: Response) => boughtSchema.parse(await response.json());
const refused = async (response: Response) => ({
  status: response.status,
  body: await response.json(),
});

/** Creates a payment that buys crypto. */
async function buy(part: object = {}) {
  const webhookUrl = merchant.webhookUrl;
  const request = { ...paymentRequest, amount: '100.00', cardViewType: 13, webhookUrl, ...part };
  const create = () => sandbox.call('POST', '/v1/payments', request);
  const payment = await read(await create());
  const path = `/v1/payments/${payment.id}`;
  const take = (offerId = '') => sandbox.call('POST', `${path}/offers/${offerId}/take`, {});
  const renew = () => sandbox.call('POST', `${path}/offers`, {});
  const get = async () => read(await sandbox.call('GET', path));
  const [first, second] = payment.offers?.list ?? [];
  return { payment, first, second, create, take, renew, get };
}

describe('a payment that buys crypto', () => {
  it('has offers, which stay until they end', async () => {
    const { payment, create, renew, get } = await buy();
    expect(payment.offers?.list.map(({ seller }) => seller)).toEqual([
      'moonpay',
      'banxa',
      'mercuryo',
    ]);
    expect(payment.offers?.expiresInSeconds).toBe(60);
    expect(await read(await create())).toEqual(payment);
    const fresh = await read(await renew());
    expect(fresh.offers?.list).toHaveLength(3);
    expect(fresh.offers?.list[0]?.id).not.toBe(payment.offers?.list[0]?.id);
    expect(await get()).toEqual(fresh);
  });

  it('keeps the first offer that is taken, whose amount arrives', async () => {
    const { payment, first, second, take, renew } = await buy();
    const taken = await read(await take(first?.id));
    expect(taken).toMatchObject({ takenOffer: { seller: 'moonpay' }, redirect: payment.redirect });
    expect(taken.offers).toBeUndefined();
    expect(await read(await take(second?.id))).toEqual(taken);
    expect(await read(await renew())).toEqual(taken);
    await sandbox.press(taken.redirect.url, 'approve');
    expect((await merchant.next()).content).toMatchObject({
      status: 'approved',
      amount: '100.00',
      paidAmount: '96.01',
      paidCurrency: 'EUR',
    });
  });

  it('has a page of the seller with the coins and the fee', async () => {
    const { first, take, get } = await buy();
    const { redirect } = await read(await take(first?.id));
    const page = await (await fetch(redirect.url)).text();
    const { id } = await get();
    const consolePage = await (await fetch(`${sandbox.url}/payments/${id}`)).text();
    expect(consolePage).toContain('MoonPay (simulated)');
    for (const text of ['MoonPay (simulated)', '104.358695 USDT', '€3.99', '€96.01', '€100.00']) {
      expect(page).toContain(text);
    }
    expect(page).toContain('card:pay');
  });

  it('keeps its offers over a restart', async () => {
    const dataFolder = makeDataFolder();
    await sandbox.close();
    sandbox = await startTestSandbox({ dataFolder });
    const { payment, first, take } = await buy();
    await sandbox.close();
    sandbox = await startTestSandbox({ dataFolder });
    const { offers } = await read(await sandbox.call('GET', `/v1/payments/${payment.id}`));
    expect(offers).toEqual(payment.offers);
    const taken = await read(await take(first?.id));
    await sandbox.close();
    sandbox = await startTestSandbox({ dataFolder });
    const { takenOffer } = await read(await sandbox.call('GET', `/v1/payments/${payment.id}`));
    expect(takenOffer).toEqual(taken.takenOffer);
  });

  it('gets fresh offers for one that has ended or is unknown', async () => {
    await sandbox.close();
    sandbox = await startTestSandbox({ timing: { offerLifetimeMs: -1 } });
    const { payment, first, take } = await buy();
    for (const offerId of [first?.id, 'off_unknown']) {
      const { offers, takenOffer } = await read(await take(offerId));
      expect(takenOffer).toBeUndefined();
      expect(offers?.list[0]?.id).not.toBe(payment.offers?.list[0]?.id);
    }
  });
});

describe('an amount, or a behaviour, determines what becomes of the offers', () => {
  it.each([{ amount: '102.00' }, { offers: 'changed' }])('%j: the price rises', async (cause) => {
    if ('offers' in cause) await sandbox.behave(cause);
    const { first, take } = await buy('amount' in cause ? cause : {});
    const { offers } = await read(await take(first?.id));
    expect(offers?.list[0]).toMatchObject({ seller: 'moonpay', rate: '0.938400' });
    expect(await read(await take(offers?.list[0]?.id))).toHaveProperty('takenOffer');
  });

  it.each([{ amount: '103' }, { offers: 'away' }])('%j: the seller is away', async (cause) => {
    if ('offers' in cause) await sandbox.behave(cause);
    const { second, take } = await buy('amount' in cause ? cause : {});
    const { offers } = await read(await take(second?.id));
    expect(offers?.list.map(({ seller }) => seller)).toEqual(['moonpay', 'mercuryo']);
    expect(await read(await take(offers?.list[1]?.id))).toHaveProperty('takenOffer');
  });

  it.each([{ amount: '104.50' }, { offers: 'declined' }])('%j: all decline', async (cause) => {
    if ('offers' in cause) await sandbox.behave(cause);
    const { first, take, get } = await buy('amount' in cause ? cause : {});
    expect(await refused(await take(first?.id))).toMatchObject({
      status: 422,
      body: { error: { code: 'offers.none', reason: 'not_permitted' } },
    });
    expect((await get()).status).toBe('pending');
  });

  it.each([{ amount: '105.00' }, { offers: 'none' }, { details: { country: 'kp' } }])(
    '%j: nobody sells, and no payment is created',
    async (cause) => {
      if ('offers' in cause) await sandbox.behave(cause);
      const part = 'offers' in cause ? {} : cause;
      const request = { ...paymentRequest, amount: '100.00', cardViewType: 13, ...part };
      expect(await refused(await sandbox.call('POST', '/v1/payments', request))).toMatchObject({
        status: 422,
        body: { error: { code: 'offers.none' } },
      });
      const path = `/v1/payments?merchantReference=${request.merchantReference}`;
      expect((await sandbox.call('GET', path)).status).toBe(404);
    },
  );

  it('of another payment nothing changes', async () => {
    await sandbox.behave({ offers: 'none' });
    const { id } = await sandbox.create({ amount: '105.00' });
    expect(await refused(await sandbox.call('POST', `/v1/payments/${id}/offers`))).toMatchObject({
      status: 409,
      body: { error: { code: 'offers.notSold' } },
    });
  });
});

describe('a choice', () => {
  it('of a canceled payment, and of an unknown one, is refused', async () => {
    const { payment, first, take, renew } = await buy();
    await sandbox.post(`/v1/payments/${payment.id}/cancel`);
    const finished = { status: 409, body: { error: { code: 'payment.finished' } } };
    expect(await refused(await take(first?.id))).toMatchObject(finished);
    expect(await refused(await renew())).toMatchObject(finished);
    for (const path of ['offers', 'offers/off_1/take']) {
      expect(await refused(await sandbox.call('POST', `/v1/payments/none/${path}`))).toMatchObject({
        status: 404,
      });
    }
  });

  it('may be taken although the response fails', async () => {
    const { first, take, get } = await buy();
    await sandbox.behave({ update: 'broken' });
    expect((await take(first?.id)).status).toBe(500);
    expect((await get()).takenOffer).toMatchObject({ id: first?.id });
    await sandbox.behave({ update: 'unavailable' });
    const other = await buy({ merchantReference: 'dep-2' });
    expect((await other.take(other.first?.id)).status).toBe(503);
    expect((await other.renew()).status).toBe(503);
    expect(await other.get()).toEqual(other.payment);
  });
});
