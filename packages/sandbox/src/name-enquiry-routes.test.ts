import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestSandbox, type TestSandbox } from './testing/sandbox-client.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.close());

async function enquire(account: string, part: object = {}) {
  const destination = { bank: '011', account };
  const body = { method: 'bank_ng', currency: 'NGN', destination, ...part };
  const response = await sandbox.call('POST', '/v1/name-enquiries', body);
  return { status: response.status, body: await response.json() };
}

it('names the same holder for an account each time, and others for other accounts', async () => {
  const first = await enquire('0000014579');
  expect(first).toEqual({ status: 200, body: { holder: expect.stringMatching(/^[A-Z ]+$/) } });
  expect(await enquire('0000014579')).toEqual(first);
  expect(await enquire('0000000220')).not.toEqual(first);
});

it('knows no account that ends in 0000, and names a stranger for 9999', async () => {
  expect(await enquire('1234560000')).toMatchObject({
    status: 404,
    body: { error: { code: 'account.notFound' } },
  });
  expect(await enquire('1234569999')).toMatchObject({ body: { holder: /VAN DER ZANDT/ } });
});

it('knows an account under the holder that is typed beside it', async () => {
  const name = async (account: string) => {
    const destination = { bank: '011', account, holder: ' Zoë Innocent ' };
    return (await enquire(account, { destination })).body;
  };
  expect(await name('0000014579')).toEqual({ holder: 'ZOË INNOCENT' });
  expect(await name('0000000220')).toEqual({ holder: 'ZOË INNOCENT' });
  expect(await name('1234569999')).toMatchObject({ holder: /VAN DER ZANDT/ });
  expect(await name('1234560000')).toMatchObject({ error: { code: 'account.notFound' } });
});

it.each([
  ['KRW', /^(CHOI|JUNG|KANG|KIM|LEE|PARK) [A-Z]+$/],
  ['VND', /^(HOANG|LE|NGUYEN|PHAM|TRAN|VU) [A-Z]+$/],
  ['EUR', / (BECKER|HOFFMANN|KRÜGER|LEHMANN|VOGEL|WOLFF)$/],
])('names the holder of an account in %s as its banks do', async (currency, names) => {
  const accounts = ['0000014571', '0000014572', '0000014573'];
  const holders = new Set<string>();
  for (const account of accounts) {
    const { body } = await enquire(account, { currency });
    expect(body).toEqual({ holder: expect.stringMatching(names) });
    expect((await enquire(account, { currency })).body).toEqual(body);
    holders.add(JSON.stringify(body));
  }
  expect(holders.size).toBe(3);
});

it.each([{ currency: 'ngn' }, { destination: 'account' }, { method: '' }])(
  'rejects %j',
  async (part) => expect((await enquire('0000014579', part)).status).toBe(400),
);

it('fails as the behaviour says', async () => {
  await sandbox.behave({ nameEnquiry: 'unavailable' });
  expect((await enquire('0000014579')).status).toBe(503);
});
