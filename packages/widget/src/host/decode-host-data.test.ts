import { expect, test } from 'vitest';
import { decodeHostData } from './decode-host-data.ts';

test('fills missing fields with the defaults of §3', () => {
  const { data, incorrect } = decodeHostData({ token: 'abc' });
  expect(data).toEqual({
    token: 'abc',
    locale: 'en-US',
    userId: '',
    closingButton: true,
    autoHeight: false,
    transport: 'socket',
    widgetViewType: 'main',
    platformVersion: 'redesign',
    pwa: false,
    isMobileApp: false,
    bonusList: [],
    experiments: [],
    host: '',
    xOrigin: '',
    partnerKey: '',
    schema: { meta: { isCryptoBonusAvailable: false, showCryptoInstruction: false } },
    assets: {},
    themeTokens: {},
  });
  expect(incorrect).toEqual([]);
});

test('gives a field of a wrong type its default and keeps the others', () => {
  const { data, incorrect } = decodeHostData({ token: 'abc', locale: 7, transport: 'pigeon' });
  expect(data).toMatchObject({ token: 'abc', locale: 'en-US', transport: 'socket' });
  expect(incorrect).toEqual(['locale', 'transport']);
});

test.each([[undefined], [null], ['text'], [[1]]])(
  'uses only defaults for the payload %j',
  (payload) => {
    expect(decodeHostData(payload)).toMatchObject({ data: { token: '' }, incorrect: ['payload'] });
  },
);

const bonus = {
  id: 'b1',
  type: 'deposit',
  currency: 'EUR',
  mustAccruedBefore: '2030-01-01T00:00:00Z',
  content: { title: 'Welcome' },
  depositBonusData: { minDeposit: 20 },
};

test('drops an invalid bonus and keeps the rest of the list', () => {
  const bonusList = [bonus, { ...bonus, id: 7 }, null, { ...bonus, id: 'b2' }];
  const { data, incorrect } = decodeHostData({ token: 't', bonusList });
  expect(data.bonusList.map(({ id }) => id)).toEqual(['b1', 'b2']);
  expect(data.bonusList[0]?.depositBonusData?.minDeposit).toBe('20');
  expect(incorrect).toEqual(['bonusList.1', 'bonusList.2']);
});

test('drops a design token that is invalid, or that could load or compute something', () => {
  const themeTokens = {
    accent: '#ff00aa',
    radius: '4px',
    bg: 'url(https://evil.example)',
    text: 'red;background:url(x)',
    unknown: 'red',
  };
  const { data, incorrect } = decodeHostData({ token: 't', themeTokens });
  expect(data.themeTokens).toEqual({ accent: '#ff00aa', radius: '4px' });
  expect(incorrect.sort()).toEqual(['themeTokens.bg', 'themeTokens.text']);
});

test('keeps the valid settings of a group with an invalid one', () => {
  const schema = { meta: { geetestCaptchaId: 5, isCryptoBonusAvailable: true } };
  const { data, incorrect } = decodeHostData({ token: 't', schema, assets: { badge: 1 } });
  expect(data.token).toBe('t');
  expect(data.schema.meta.isCryptoBonusAvailable).toBe(false);
  expect(incorrect).toEqual(['schema.meta', 'assets.badge']);
});

test('survives names of the language’s own properties, and 100 kB of text', () => {
  const payload = JSON.parse('{"token":"t","__proto__":{"token":"evil"},"constructor":1}');
  const long = 'x'.repeat(100_000);
  const { data } = decodeHostData({ ...payload, host: long, partnerKey: `<img src=x>${long}` });
  expect(data.token).toBe('t');
  expect(data.host).toBe(long);
  expect(data).not.toHaveProperty('apiUrl');
});
