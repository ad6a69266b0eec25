import { closeSession } from '../../players/sessions/close-session.ts';
import type { ReadingHandler } from './handler.ts';

export const sessionFormOnCloseModal: ReadingHandler<'session-form-on-close-modal'> = {
  kind: 'reading',
  handle: async (core, caller, request) => {
    await closeSession(core, caller, request);
    return {};
  },
};
