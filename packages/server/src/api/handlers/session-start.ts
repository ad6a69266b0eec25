import { beginSession } from '../../players/sessions/begin-session.ts';
import type { CreatingHandler } from './handler.ts';

export const sessionStart: CreatingHandler<'session-start'> = {
  kind: 'creating',
  work: (core, caller, request) => ({
    begin: (tx, sessionId) => beginSession(core, tx, caller, sessionId, request),
    finish: async (sessionId) => ({ payment_session_id: sessionId }),
  }),
};
