import { listPayoutBanks } from '../../catalog/list-payout-banks.ts';
import { loadOffered } from '../../catalog/method-switches.ts';
import { selectOffer } from '../../catalog/select-methods.ts';
import { enquireDestination } from '../../money/saved-details/enquire-name.ts';
import type { Handlers } from './handler.ts';

export const payoutBankHandlers = {
  'banks-nigeria': {
    kind: 'reading',
    handle: async (core, caller) => {
      const offered = await loadOffered(core, core.db, caller.brandId);
      const offer = selectOffer(offered, caller, {}, 'withdrawal');
      return { banks: listPayoutBanks(offer, 'banksNigeria') };
    },
  },
  'name-enquiry': { kind: 'reading', handle: enquireDestination },
} satisfies Partial<Handlers>;
