import type { ReadingHandler } from '../api/handler.ts';
import { closeSession } from '../sessions/close-session.ts';

export const sessionFormOnCloseModal: ReadingHandler<'session-form-on-close-modal'> = {
  kind: 'reading',
  handle: async (core, caller, request) => {
    await closeSession(core, caller, request);
    return {};
  },
};
