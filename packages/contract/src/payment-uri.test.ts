import { describe, expect, test } from 'vitest';
import { decodePaymentUri, encodePaymentUri } from './payment-uri.ts';

const contract = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const account = '0x52908400098527886E0F7030069857D2E4169EE7';
const bech32 = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const tron = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';
const ton = 'UQBvW8Z5huBkMJYdnfAEM5JqTNkuWX3diqYENkWsIL0XggGG';
const jetton = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';

const cases = [
  ['Bitcoin', { blockchain: 'BITCOIN', depositAddress: bech32 }, `bitcoin:${bech32}`],
  [
    'Bitcoin with an amount',
    { blockchain: 'BITCOIN', depositAddress: bech32, payAmount: '0.00123' },
    `bitcoin:${bech32}?amount=0.00123`,
  ],
  ['Litecoin', { blockchain: 'LITECOIN', depositAddress: 'ltc1qxyz' }, 'litecoin:ltc1qxyz'],
  ['Dogecoin', { blockchain: 'DOGECOIN', depositAddress: 'DH5yaie' }, 'dogecoin:DH5yaie'],
  [
    'Ether',
    { blockchain: 'ETHEREUM', depositAddress: account, chainId: 1 },
    `ethereum:${account}@1`,
  ],
  [
    'BNB without a chain id',
    { blockchain: 'BINANCE_SMART_CHAIN', depositAddress: account },
    account,
  ],
  [
    'a token on an EVM chain',
    {
      blockchain: 'BINANCE_SMART_CHAIN',
      depositAddress: account,
      tokenContract: contract,
      chainId: 56,
    },
    `ethereum:${contract}@56/transfer?address=${account}`,
  ],
  ['a coin on TRON', { blockchain: 'TRON', depositAddress: tron }, `tron:${tron}`],
  [
    'Toncoin without a comment',
    { blockchain: 'TON', depositAddress: ton },
    `ton://transfer/${ton}`,
  ],
  [
    'a token on TON with a comment',
    { blockchain: 'TON', depositAddress: ton, tokenContract: jetton, memo: 'KS 7Q&2M' },
    `ton://transfer/${ton}?jetton=${jetton}&text=KS%207Q%262M`,
  ],
] as const;

describe('a payment URI', () => {
  test.each(cases)('of %s has the form that its wallets read', (_, payable, uri) => {
    expect(encodePaymentUri(payable)).toBe(uri);
  });

  test.each(cases)('of %s is read back', (_, payable, uri) => {
    const { depositAddress: address } = payable;
    expect(decodePaymentUri(uri)).toEqual({
      address,
      memo: 'memo' in payable ? payable.memo : null,
      tokenContract: 'tokenContract' in payable ? payable.tokenContract : null,
      amount: 'payAmount' in payable ? payable.payAmount : null,
    });
  });

  test('is the address alone for a token on an EVM chain without its id', () => {
    const payable = { depositAddress: account, tokenContract: contract };
    expect(encodePaymentUri({ ...payable, blockchain: 'ETHEREUM' })).toBe(account);
  });

  test('leaves out the contract of a token on TRON, which its wallets don’t read', () => {
    const payable = { blockchain: 'TRON', depositAddress: tron, tokenContract: tron } as const;
    expect(encodePaymentUri(payable)).toBe(`tron:${tron}`);
  });
});

test.each([bech32, account, tron, ton])('%s is read as an address alone', (address) => {
  expect(decodePaymentUri(address)).toEqual({
    address,
    memo: null,
    tokenContract: null,
    amount: null,
  });
});

test.each([
  '',
  'bitcoin:',
  `bitcoin:${bech32}?amount=-1`,
  'https://example.com/pay',
  `ethereum:${account.slice(0, -1)}`,
  `ethereum:${contract}/approve?address=${account}`,
  `ethereum:${contract}/transfer?address=${account}&uint256=1`,
  `ton://other/${ton}`,
  `${tron} ${tron}`,
])('%s is neither', (text) => {
  expect(decodePaymentUri(text)).toBeNull();
});
