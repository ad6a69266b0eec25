import type { DepositCreateResponse, DepositState } from '@kassa/contract';

type ApiResponse = DepositCreateResponse['apiResponse'];

/** A created deposit whose player is sent to a provider's page. */
export function buildCreatedDeposit(apiResponse: Partial<ApiResponse> = {}): DepositCreateResponse {
  return {
    depositId: 'deposit-1',
    reference: 'KS-7Q2M-41XK',
    apiResponse: {
      depositId: 'deposit-1',
      source: 'https://provider.example/pay/1',
      method: 'GET',
      data: {},
      pageId: null,
      isFieldsRequired: false,
      ...apiResponse,
    },
    fields: [],
  };
}

/** A deposit of 50 euros that waits for its player. */
export function buildDepositState(overrides: Partial<DepositState> = {}): DepositState {
  return {
    depositId: 'deposit-1',
    reference: 'KS-7Q2M-41XK',
    status: 'PENDING',
    amount: '50.00',
    currency: 'EUR',
    ...overrides,
  };
}
