import { depositList } from './calls/deposit-list.ts';
import { events } from './calls/events.ts';
import { methodsPaymentV3 } from './calls/methods-payment-v3.ts';
import { sessionFormOnCloseModal } from './calls/session-form-on-close-modal.ts';
import { sessionStart } from './calls/session-start.ts';
import { userGet } from './calls/user-get.ts';

/** The calls of a widget's first screen. It loads the descriptions of the others after it. */
export const firstCalls = {
  'deposit-list': depositList,
  events,
  'methods-payment-v3': methodsPaymentV3,
  'session-form-on-close-modal': sessionFormOnCloseModal,
  'session-start': sessionStart,
  'user-get': userGet,
} as const;
