import { cardViewTypes } from '@kassa/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { brandOf, canDraw } from './drawn-wallet.ts';

const web = { isNative: false };
const app = { isNative: true };

beforeEach(() => void vi.stubGlobal('CSS', { supports: () => true }));
afterEach(() => {
  vi.unstubAllGlobals();
  delete window.ApplePaySession;
});

const offerApplePay = (canMakePayments: () => boolean) => {
  window.ApplePaySession = { canMakePayments };
};

test('only a method of the wallet alone has its owner’s button', () => {
  const { cardWalletOnly, card } = cardViewTypes;
  expect(brandOf({ cardViewType: cardWalletOnly, wallet: 'applePay' })).toBe('applePay');
  expect(brandOf({ cardViewType: cardWalletOnly, wallet: 'googlePay' })).toBe('googlePay');
  expect(brandOf({ cardViewType: cardWalletOnly, wallet: 'samsungPay' })).toBeNull();
  expect(brandOf({ cardViewType: cardWalletOnly })).toBeNull();
  expect(brandOf({ cardViewType: card, wallet: 'applePay' })).toBeNull();
});

describe('Apple Pay', () => {
  test('is drawn where the device has it', () => {
    expect(canDraw('applePay', web)).toBe(false);
    offerApplePay(() => false);
    expect(canDraw('applePay', web)).toBe(false);
    offerApplePay(() => true);
    expect(canDraw('applePay', web)).toBe(true);
  });

  test('is drawn where the frame may not ask', () => {
    offerApplePay(() => {
      throw new DOMException('', 'InvalidAccessError');
    });
    expect(canDraw('applePay', web)).toBe(true);
  });

  test('is drawn by the browser alone', () => {
    vi.stubGlobal('CSS', { supports: () => false });
    offerApplePay(() => true);
    expect(canDraw('applePay', web)).toBe(false);
  });
});

test('Google Pay is drawn in browsers, and in apps with the Payment Request API', () => {
  expect([canDraw('googlePay', web), canDraw('googlePay', app)]).toEqual([true, false]);
  vi.stubGlobal('PaymentRequest', class {});
  expect(canDraw('googlePay', app)).toBe(true);
});
