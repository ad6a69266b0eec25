import { toPayer } from '../../money/sweepstake/to-payer.ts';
import { buildChallenge } from '../../players/captcha/captcha.ts';
import { logAnalytics } from '../../players/log-analytics.ts';
import { beginSession, closeSession } from '../../players/payment-sessions.ts';
import type { Handlers } from './handler.ts';

export const sessionHandlers = {
  'session-start': {
    kind: 'creating',
    work: (core, caller, request) => ({
      begin: (tx, sessionId) => beginSession(core, tx, toPayer(core, caller), sessionId, request),
      finish: async (sessionId) => ({ payment_session_id: sessionId }),
    }),
  },
  'session-form-on-close-modal': {
    kind: 'reading',
    handle: async (core, caller, request) => {
      await closeSession(core, caller, request);
      return {};
    },
  },
  'user-get': {
    kind: 'reading',
    handle: (core, caller) => core.walletOf(caller.brandId).profile(caller),
  },
  events: {
    kind: 'reading',
    handle: (core, caller, request) => {
      logAnalytics(core, caller, request);
      return { accepted: request.events.length };
    },
  },
  'captcha-challenge': {
    kind: 'reading',
    handle: (core, caller) => buildChallenge(core, caller),
  },
} satisfies Partial<Handlers>;
