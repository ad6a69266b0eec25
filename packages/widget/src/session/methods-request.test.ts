import { afterEach, expect, test } from 'vitest';
import { buildMethodsRequest } from './methods-request.ts';

afterEach(() => void delete window.ApplePaySession);

const build = () => buildMethodsRequest({ token: '', experiments: [] });

test('says that the device has Apple Pay, and nothing of one without it', () => {
  expect(build()).not.toHaveProperty('hasApplePay');
  window.ApplePaySession = { canMakePayments: () => false };
  expect(build()).not.toHaveProperty('hasApplePay');
  window.ApplePaySession = { canMakePayments: () => true };
  expect(build()).toMatchObject({ hasApplePay: true });
});
