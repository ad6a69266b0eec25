import { findCard } from '../../catalog/find-card.ts';
import { loadOffered } from '../../catalog/method-switches.ts';
import { requireOffered, selectCountries } from '../../catalog/select-methods.ts';
import { loadOffer } from '../../money/policy/load-offer.ts';
import { loadWithdrawalOffer } from '../../money/requests/load-withdrawal-offer.ts';
import { convertForPlayer } from '../../providers/rates/convert-to-account.ts';
import type { Handlers } from './handler.ts';

export const methodHandlers = {
  'methods-payment-v3': {
    kind: 'cached',
    handle: loadOffer,
  },
  'methods-country-selector-v2': {
    kind: 'reading',
    handle: async (core, caller) => ({
      countries: selectCountries(await loadOffered(core, core.db, caller.brandId), caller),
    }),
  },
  'methods-withdrawal': {
    kind: 'reading',
    handle: loadWithdrawalOffer,
  },
  'bank-get': {
    kind: 'reading',
    handle: async (core, caller, { payment_method, bin }) => {
      const offered = await loadOffered(core, core.db, caller.brandId);
      requireOffered(offered, caller, payment_method);
      return findCard(offered, bin);
    },
  },
  'payment-convert-v2': {
    kind: 'reading',
    handle: (core, caller, request) => convertForPlayer(core, caller, request),
  },
} satisfies Partial<Handlers>;
