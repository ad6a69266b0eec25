import { listSavedDetails, removeSavedDetails } from '../../money/saved-details/list-details.ts';
import type { Handlers } from './handler.ts';

export const savedDetailsHandlers = {
  'saved-details-list': { kind: 'reading', handle: listSavedDetails },
  'saved-details-remove': { kind: 'reading', handle: removeSavedDetails },
} satisfies Partial<Handlers>;
