import type {
  ChainTransaction,
  CryptoAddress,
  DepositCreateResponse,
  PaymentMethod,
} from '@kassa/contract';
import { buildCreatedDeposit } from './build-deposit.ts';
import { buildPaymentMethod } from './build-payment-method.ts';

/** A method to send a coin to an address: USDT on TRON. */
export function buildCoinMethod(overrides: Partial<PaymentMethod> = {}): PaymentMethod {
  return buildPaymentMethod({
    name: 'usdt_trc20',
    category: 'crypto',
    cardViewType: 0,
    text: { en: 'Tether (USDT)' },
    position: 400,
    iconIds: ['tether'],
    network: 'TRC-20',
    coin: { currency: 'USDT', blockchain: 'TRON', min: '5', max: '50000' },
    usualMinutes: 5,
    ...overrides,
  });
}

/** The contract of USDT on Ethereum. */
const tokenContract = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

/** USDT on Ethereum: a token with a contract. */
export function buildTokenMethod(overrides: Partial<PaymentMethod> = {}): PaymentMethod {
  return buildCoinMethod({
    name: 'usdt_erc20',
    position: 415,
    network: 'ERC-20',
    coin: { currency: 'USDT', blockchain: 'ETHEREUM', min: '10', max: '50000' },
    usualMinutes: 10,
    ...overrides,
  });
}

/** The player's address for {@link buildCoinMethod}. */
export function buildCryptoAddress(overrides: Partial<CryptoAddress> = {}): CryptoAddress {
  return {
    depositAddress: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
    cryptoName: 'USDT',
    minDepositValue: '5',
    blockchain: 'TRON',
    ...overrides,
  };
}

/** The player's address for {@link buildTokenMethod}. */
export function buildTokenAddress(overrides: Partial<CryptoAddress> = {}): CryptoAddress {
  return buildCryptoAddress({
    depositAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
    minDepositValue: '10',
    blockchain: 'ETHEREUM',
    tokenContract,
    chainId: 1,
    ...overrides,
  });
}

/** A created deposit that is paid to an address. */
export function buildAddressDeposit(
  address: CryptoAddress = buildCryptoAddress(),
): DepositCreateResponse {
  return buildCreatedDeposit({ source: null, data: address });
}

/** A payment of 25 USDT on TRON, in eleven of twenty blocks. */
export function buildChainTransaction(overrides: Partial<ChainTransaction> = {}): ChainTransaction {
  return {
    blockchain: 'TRON',
    txid: '4f3d1c0be2a94c6d8e7f60718293a4b5c6d7e8f90123456789abcdef0fe9ac21',
    confirmations: 11,
    cryptoAmount: '25',
    cryptoCurrency: 'USDT',
    finalAmount: '23.10',
    finalCurrency: 'EUR',
    state: 'confirming',
    note: undefined,
    ...overrides,
  };
}
