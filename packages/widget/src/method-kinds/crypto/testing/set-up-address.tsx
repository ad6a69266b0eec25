import type { CryptoAddress } from '@kassa/contract';
import {
  buildAddressDeposit,
  buildCoinMethod,
  buildDepositState,
  buildDepositSummary,
  buildOffer,
  buildTokenAddress,
  buildTokenMethod,
  type FakeAnswers,
} from '@kassa/test-kit';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type StageOptions, setStage } from '../../../testing/stage.tsx';

export const trc = buildCoinMethod();
export const erc = buildTokenMethod();

/** Answers as a server that creates deposits: `deposit-1` and so on, each with its address. */
export function answerAddresses(address?: CryptoAddress): FakeAnswers {
  const created = new Map<
    string,
    { name: string; created: ReturnType<typeof buildAddressDeposit> }
  >();
  return {
    'methods-payment-v3': buildOffer([trc, erc]),
    'payment-convert-v2': { amount: '4.60', currency: 'EUR', rate: '0.92' },
    'deposit-status': buildDepositState({ amount: '5', currency: 'USDT' }),
    'deposit-create': ({ paymentType: name }) => {
      const depositId = `deposit-${created.size + 1}`;
      const own = address ?? (name === erc.name ? buildTokenAddress() : undefined);
      const deposit = { ...buildAddressDeposit(own), depositId };
      created.set(depositId, { name, created: deposit });
      return deposit;
    },
    'deposit-get': ({ depositId }) => {
      const known = created.get(depositId);
      return {
        deposit: buildDepositSummary({
          depositId,
          paymentMethod: known?.name ?? trc.name,
          amount: '5',
          currency: 'USDT',
        }),
        created: known?.created ?? { ...buildAddressDeposit(address), depositId },
      };
    },
  };
}

interface AddressOptions extends StageOptions {
  address?: CryptoAddress;
}

/** Renders the address screen of USDT on TRON. */
export function setUpAddress({ address, answers, ...options }: AddressOptions = {}) {
  const stage = setStage({
    path: '/deposit/crypto/address?method=usdt_trc20',
    ...options,
    answers: { ...answerAddresses(address), ...answers },
  });
  const view = render(stage.element);
  const callsOf = (name: string) => stage.transport.calls.filter((call) => call.name === name);
  return { ...stage, view, user: userEvent.setup(), callsOf };
}
