import { buildHostData } from '@kassa/test-kit';
import { expect, test } from 'vitest';
import { buildSocketQuery } from './connect-socket.ts';

const hostData = buildHostData({
  token: 'secret-token',
  xOrigin: 'https://casino.example',
  platform: 'ios',
  pwa: true,
});

test('the query is that of §7, without a token', () => {
  const query = buildSocketQuery(hostData, { language: 'pt', isNative: false });
  expect(query).toEqual({
    xorigin: 'https://casino.example',
    Language: 'pt',
    pwa: 'true',
    isMobileApp: 'false',
    cashier_type: 'widget',
  });
});

test('in a native web view it holds the platform too', () => {
  const native = { language: 'pt', isNative: true };
  expect(buildSocketQuery(hostData, native)).toMatchObject({ isNative: 'true', platform: 'ios' });
  expect(buildSocketQuery(buildHostData(), native)).not.toHaveProperty('platform');
});
