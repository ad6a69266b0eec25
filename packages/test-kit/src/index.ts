export { buildBonus, buildFreespinBonus } from './build-bonus.ts';
export { buildClaim } from './build-claim.ts';
export {
  buildAddressDeposit,
  buildChainTransaction,
  buildCoinMethod,
  buildCryptoAddress,
  buildTokenAddress,
  buildTokenMethod,
} from './build-coin.ts';
export {
  buildAskingDeposit,
  buildCreatedDeposit,
  buildCreatedOffers,
  buildDepositState,
  buildDepositSummary,
  buildOffers,
  buildP2pResponse,
} from './build-deposit.ts';
export {
  buildDropdownField,
  buildNetworksField,
  buildPhoneField,
  buildPixFields,
  buildTextField,
  buildUppercaseField,
} from './build-field.ts';
export { buildHostData } from './build-host-data.ts';
export { buildOffer, buildPaymentGroup, buildPaymentMethod } from './build-payment-method.ts';
export { buildReceipt } from './build-receipt.ts';
export { buildSavedDetails } from './build-saved-details.ts';
export { buildUser } from './build-user.ts';
export {
  buildDestination,
  buildQuote,
  buildWithdrawal,
  buildWithdrawalPush,
} from './build-withdrawal.ts';
export { createFakeBridge, createFakeHost } from './fake-host.ts';
export { createFakeTransport, type FakeAnswers } from './fake-transport.ts';
export { signPlayerToken, type TokenClaims } from './sign-player-token.ts';
