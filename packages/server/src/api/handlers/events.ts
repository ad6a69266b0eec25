import { recordEvents } from '../../players/sessions/record-events.ts';
import type { ReadingHandler } from './handler.ts';

export const events: ReadingHandler<'events'> = {
  kind: 'reading',
  handle: (core, caller, request) => {
    recordEvents(core, caller, request);
    return { accepted: request.events.length };
  },
};
