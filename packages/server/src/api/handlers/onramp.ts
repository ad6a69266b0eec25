import { continueOffers } from '../../money/requests/continue-offers.ts';
import type { Handlers } from './handler.ts';

export const onrampHandlers = {
  'external-deposit-continue': {
    kind: 'reading',
    handle: (core, caller, { depositId, offerId }) =>
      continueOffers(core, caller, depositId, offerId),
  },
} satisfies Partial<Handlers>;
