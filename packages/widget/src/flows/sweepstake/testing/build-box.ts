import type { CoinBox, Coins, CryptoAddress } from '@kassa/contract';
import {
  buildAddressDeposit,
  buildDepositState,
  buildDepositSummary,
  type FakeAnswers,
} from '@kassa/test-kit';

/** A coin package of five dollars. */
export function buildBox(overrides: Partial<CoinBox> = {}): CoinBox {
  return {
    boxId: 'b1',
    gcAmount: '50000',
    scAmount: '5',
    price: '4.99',
    priceCurrencyCode: 'USD',
    ...overrides,
  };
}

/** Answers as a server that has credited a package, or holds its payment in another state. */
export function boughtDeposit(
  coins: Coins,
  state: Parameters<typeof buildDepositState>[0] = {},
): FakeAnswers {
  const paid = buildDepositState({
    status: 'PAYED',
    amount: '49.99',
    currency: 'USD',
    processingAmount: '49.99',
    processingCurrency: 'USD',
    ...state,
  });
  return {
    'deposit-status': paid,
    'deposit-get': {
      deposit: buildDepositSummary({ ...paid, canContinue: false, coins }),
      created: null,
    },
  };
}

/** Answers as a server that sells packages for a coin, at an exact amount. */
export function sellAtAddress(address: CryptoAddress, coins: Coins): FakeAnswers {
  const deposit = buildDepositSummary({
    amount: address.payAmount ?? '0',
    currency: address.cryptoName,
    paymentMethod: 'usdt_trc20',
    coins,
  });
  const created = buildAddressDeposit(address);
  return {
    'deposit-create-sweepstake': created,
    'deposit-status': buildDepositState({ amount: deposit.amount, currency: deposit.currency }),
    'deposit-get': { deposit, created },
  };
}
