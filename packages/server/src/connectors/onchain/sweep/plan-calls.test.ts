import { hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { TronWeb } from 'tronweb';
import { decodeFunctionData, erc20Abi } from 'viem';
import { describe, expect, test } from 'vitest';
import type { ChainCoin } from '../../chain-coin.ts';
import type { SweepInput } from '../../chain-rail.ts';
import { asHex, deriveEvmAddress, deriveEvmContract } from '../derive/evm-address.ts';
import { deriveTronAddress } from '../derive/tron-address.ts';
import { planCalls } from './plan-calls.ts';

const account = HDKey.fromMasterSeed(hex.decode('000102030405060708090a0b0c0d0e0f'));
const destination = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const contract = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const shownContract = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

const coins = new Map<string, ChainCoin>([
  ['ETH', { currency: 'ETH', contract: null, shownContract: null, decimals: 18, dust: '0' }],
  ['USDT', { currency: 'USDT', contract, shownContract, decimals: 6, dust: '0' }],
]);
const wallet = {
  blockchain: 'ETHEREUM',
  coins,
  derive: (index: number) => deriveEvmAddress(account, index),
  depositContract: null,
} as const;

const input = (index: number, units: bigint, token: string | null): SweepInput => ({
  index,
  address: wallet.derive(index).address,
  contract: token,
  output: null,
  units,
});

describe('on an EVM chain', () => {
  test('each address and coin has one call', () => {
    const inputs = [
      input(7, 500_000_000_000_000_000n, null),
      input(7, 20_000_000n, contract),
      input(7, 5_500_000n, contract),
      input(8, 1n, contract),
    ];
    const plan = planCalls(wallet, inputs, destination.toLowerCase());
    if (plan.kind !== 'calls') throw new Error(JSON.stringify(plan));
    const seven = { from: wallet.derive(7).address, path: 'm/0/7' };
    expect(plan.calls).toMatchObject([
      {
        ...seven,
        to: destination,
        value: '500000000000000000',
        data: null,
        moves: '0.5 ETH, less the fee',
      },
      { ...seven, to: shownContract, value: '0', moves: '25.5 USDT' },
      { path: 'm/0/8', to: shownContract, value: '0', moves: '0.000001 USDT' },
    ]);
    const decoded = plan.calls.flatMap(({ data }) =>
      data === null ? [] : [decodeFunctionData({ abi: erc20Abi, data: asHex(data) })],
    );
    expect(decoded).toEqual([
      { functionName: 'transfer', args: [destination, 25_500_000n] },
      { functionName: 'transfer', args: [destination, 1n] },
    ]);
  });

  test('a token that the account does not take is moved too, in its units', () => {
    const token = '0x00000000000000000000000000000000deadbeef';
    const plan = planCalls(wallet, [input(1, 12n, token)], destination);
    expect(plan).toMatchObject({
      calls: [{ to: token, value: '0', moves: `12 units of the token ${token}` }],
    });
  });

  test.each([
    ['a mistyped destination', `${destination.slice(0, -1)}D`, 'checksum'],
    ['no destination', '', 'must be an address'],
    ['nobody as the destination', `0x${'0'.repeat(40)}`, 'nobody'],
  ])('%s is refused, even if nothing is there', (_, to, problem) => {
    const detail = expect.stringContaining(problem);
    for (const inputs of [[input(1, 1n, null)], []]) {
      expect(planCalls(wallet, inputs, to)).toEqual({
        kind: 'refused',
        field: 'destination',
        detail,
      });
    }
  });

  test('an address of another key is refused', () => {
    const foreign = { ...input(1, 1n, null), index: 2 };
    expect(planCalls(wallet, [foreign], destination)).toEqual({
      kind: 'refused',
      field: null,
      detail: `the address ${foreign.address} comes from another key`,
    });
  });

  test('nothing gives no call', () => {
    const nothing = { kind: 'none', detail: 'there is nothing to collect' };
    expect(planCalls(wallet, [], destination)).toEqual(nothing);
  });

  test('contracts are collected by their factory, whose salts are named', () => {
    const depositContract = { factory: shownContract, initCodeHash: `0x${'ab'.repeat(32)}` };
    const derive = (index: number) => deriveEvmContract(depositContract, index);
    const inputs = [3, 12, 3].map((index) => ({
      ...input(index, 1n, null),
      address: derive(index).address,
    }));
    expect(planCalls({ ...wallet, derive, depositContract }, inputs, destination)).toEqual({
      kind: 'none',
      detail: `call the factory ${shownContract}, whose contracts have the salts 3, 12`,
    });
  });
});

test("on TRON the same call has TRON's addresses, and its library reads it", () => {
  const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  const to = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
  const derive = (index: number) => deriveTronAddress(account, index);
  const tron = {
    blockchain: 'TRON',
    derive,
    depositContract: null,
    coins: new Map<string, ChainCoin>([
      ['TRX', { currency: 'TRX', contract: null, shownContract: null, decimals: 6, dust: '0' }],
      ['USDT', { currency: 'USDT', contract: usdt, shownContract: usdt, decimals: 6, dust: '0' }],
    ]),
  } as const;
  const inputs = [null, usdt].map((token) => ({
    index: 4,
    address: derive(4).address,
    contract: token,
    output: null,
    units: 1_500_000n,
  }));
  const plan = planCalls(tron, inputs, to);
  if (plan.kind !== 'calls') throw new Error(JSON.stringify(plan));
  expect(plan.calls).toMatchObject([
    {
      from: derive(4).address,
      path: 'm/0/4',
      to,
      value: '1500000',
      moves: '1.5 TRX, less the fee',
    },
    { to: usdt, value: '0', moves: '1.5 USDT' },
  ]);
  const data = plan.calls[1]?.data ?? '';
  expect(data.slice(0, 10)).toBe('0xa9059cbb');
  expect(TronWeb.address.fromHex(`41${data.slice(34, 74)}`)).toBe(to);
  expect(BigInt(`0x${data.slice(74)}`)).toBe(1_500_000n);
});
