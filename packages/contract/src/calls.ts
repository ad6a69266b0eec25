import type * as z from 'zod/mini';
import { bankGet } from './calls/bank-get.ts';
import { banksNigeria } from './calls/banks-nigeria.ts';
import { captchaChallenge } from './calls/captcha-challenge.ts';
import { depositCancel } from './calls/deposit-cancel.ts';
import { depositCheck } from './calls/deposit-check.ts';
import { depositClaim } from './calls/deposit-claim.ts';
import { depositComplete } from './calls/deposit-complete.ts';
import { depositCreate } from './calls/deposit-create.ts';
import { depositCreateP2p } from './calls/deposit-create-p2p.ts';
import { depositCreateSweepstake } from './calls/deposit-create-sweepstake.ts';
import { depositDeviceCode } from './calls/deposit-device-code.ts';
import { depositGet } from './calls/deposit-get.ts';
import { depositLimits } from './calls/deposit-limits.ts';
import { depositPageCode } from './calls/deposit-page-code.ts';
import { depositPrepare } from './calls/deposit-prepare.ts';
import { depositReceipt } from './calls/deposit-receipt.ts';
import { depositStatus } from './calls/deposit-status.ts';
import { externalDepositContinue } from './calls/external-deposit-continue.ts';
import { methodsCountrySelectorV2 } from './calls/methods-country-selector-v2.ts';
import { methodsWithdrawal } from './calls/methods-withdrawal.ts';
import { nameEnquiry } from './calls/name-enquiry.ts';
import { paymentConvertV2 } from './calls/payment-convert-v2.ts';
import { savedDetailsList } from './calls/saved-details-list.ts';
import { savedDetailsRemove } from './calls/saved-details-remove.ts';
import { sweepstakeBalanceGet } from './calls/sweepstake-balance-get.ts';
import { sweepstakeBoxes } from './calls/sweepstake-boxes.ts';
import { sweepstakeRecoupSum } from './calls/sweepstake-recoup-sum.ts';
import { withdrawalCancel } from './calls/withdrawal-cancel.ts';
import { withdrawalCode } from './calls/withdrawal-code.ts';
import { withdrawalCreate } from './calls/withdrawal-create.ts';
import { withdrawalLimits } from './calls/withdrawal-limits.ts';
import { withdrawalList } from './calls/withdrawal-list.ts';
import { withdrawalQuote } from './calls/withdrawal-quote.ts';
import { withdrawalStatus } from './calls/withdrawal-status.ts';
import { firstCalls } from './first-calls.ts';

/**
 * Every call by its wire name. The types need each name spelled out. A test compares this list with
 * the folder, and each layer's map over it compiles only if it is complete.
 */
export const calls = {
  ...firstCalls,
  'bank-get': bankGet,
  'banks-nigeria': banksNigeria,
  'captcha-challenge': captchaChallenge,
  'deposit-check': depositCheck,
  'deposit-claim': depositClaim,
  'deposit-create': depositCreate,
  'deposit-create-p2p': depositCreateP2p,
  'deposit-create-sweepstake': depositCreateSweepstake,
  'deposit-device-code': depositDeviceCode,
  'deposit-get': depositGet,
  'deposit-limits': depositLimits,
  'deposit-page-code': depositPageCode,
  'deposit-prepare': depositPrepare,
  'deposit-receipt': depositReceipt,
  'deposit-status': depositStatus,
  'external-deposit-continue': externalDepositContinue,
  'methods-country-selector-v2': methodsCountrySelectorV2,
  'methods-withdrawal': methodsWithdrawal,
  'name-enquiry': nameEnquiry,
  'payment-convert-v2': paymentConvertV2,
  'saved-details-list': savedDetailsList,
  'saved-details-remove': savedDetailsRemove,
  'sweepstake-balance-get': sweepstakeBalanceGet,
  'sweepstake-boxes': sweepstakeBoxes,
  'sweepstake-recoup-sum': sweepstakeRecoupSum,
  'deposit-cancel': depositCancel,
  'deposit-complete': depositComplete,
  'withdrawal-cancel': withdrawalCancel,
  'withdrawal-code': withdrawalCode,
  'withdrawal-create': withdrawalCreate,
  'withdrawal-limits': withdrawalLimits,
  'withdrawal-list': withdrawalList,
  'withdrawal-quote': withdrawalQuote,
  'withdrawal-status': withdrawalStatus,
} as const;

export type CallName = keyof typeof calls;
/** The parsed request of a call. */
export type CallRequest<Name extends CallName> = z.infer<(typeof calls)[Name]['request']>;
/** The parsed response of a call. */
export type CallResponse<Name extends CallName> = z.infer<(typeof calls)[Name]['response']>;

/** Whether a name from the wire is a known call. */
export function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}
