import type { CreatingHandler } from '../api/handler.ts';
import { beginSession } from '../sessions/begin-session.ts';

export const sessionStart: CreatingHandler<'session-start'> = {
  kind: 'creating',
  work: (core, caller, request) => ({
    begin: (tx, sessionId) => beginSession(core, tx, caller, sessionId, request),
    finish: async (sessionId) => ({ payment_session_id: sessionId }),
  }),
};
