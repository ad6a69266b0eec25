import type {
  DepositCreateResponse,
  DepositState,
  DepositSummary,
  FieldDefinition,
} from '@kassa/contract';

type ApiResponse = DepositCreateResponse['apiResponse'];

/** A created deposit with a redirect to a provider's page. */
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

/** A created deposit whose provider needs more fields. */
export function buildAskingDeposit(fields: FieldDefinition[]): DepositCreateResponse {
  return { ...buildCreatedDeposit({ source: null, isFieldsRequired: true }), fields };
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

/** The same deposit in the player's list, open for another half an hour. */
export function buildDepositSummary(overrides: Partial<DepositSummary> = {}): DepositSummary {
  const now = Date.now();
  return {
    ...buildDepositState(),
    paymentMethod: 'card',
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + 30 * 60_000).toISOString(),
    canContinue: true,
    ...overrides,
  };
}
