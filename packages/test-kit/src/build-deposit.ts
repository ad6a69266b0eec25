import {
  type DepositCreateResponse,
  type DepositState,
  type DepositSummary,
  encodeP2p,
  type FieldDefinition,
  type OnrampOffers,
  type P2pResponse,
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

/** The P2P response for a created deposit, by default of 50 euros; `over` replaces its parts. */
export function buildP2pResponse(
  created: DepositCreateResponse,
  over: Partial<P2pResponse> = {},
): P2pResponse {
  const passed = { amount: '50.00', currency: 'EUR' };
  return { ...encodeP2p(created, { exists: false, passed }), ...over };
}

/**
 * Three offers for 50 euros in an account of euros, which end in a minute. Their ids are `offer-1`
 * to `offer-3`.
 */
export function buildOffers(overrides: Partial<OnrampOffers> = {}): OnrampOffers {
  const shared = { currency: 'EUR', coin: 'USDT' };
  return {
    paymentMethodOffers: [
      {
        ...shared,
        offerId: 'offer-1',
        method: 'moonpay',
        title: 'MoonPay',
        amount: '47.76',
        fee: '2.24',
        coinAmount: '51.91304347',
        rate: '0.92',
        iconIds: ['moonpay'],
      },
      {
        ...shared,
        offerId: 'offer-2',
        method: 'banxa',
        title: 'Banxa',
        amount: '49.01',
        fee: '0.99',
        coinAmount: '52.13829787',
        rate: '0.94',
        iconIds: ['banxa'],
      },
      {
        ...shared,
        offerId: 'offer-3',
        method: 'mercuryo',
        title: 'Mercuryo',
        amount: '48.02',
        fee: '1.98',
        coinAmount: '51.63440860',
        rate: '0.93',
        iconIds: ['mercuryo'],
      },
    ],
    created: new Date().toISOString(),
    lifetime: 60,
    ...overrides,
  };
}

/** A created deposit whose player chooses among three offers. */
export function buildCreatedOffers(offers: OnrampOffers = buildOffers()): DepositCreateResponse {
  return buildCreatedDeposit({ source: null, data: offers });
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
