import { claimHandlers } from './claims.ts';
import { depositHandlers } from './deposits.ts';
import type { Handlers } from './handler.ts';
import { methodHandlers } from './methods.ts';
import { onrampHandlers } from './onramp.ts';
import { p2pHandlers } from './p2p.ts';
import { payoutBankHandlers } from './payout-banks.ts';
import { savedDetailsHandlers } from './saved-details.ts';
import { sessionHandlers } from './sessions.ts';
import { sweepstakeHandlers } from './sweepstake.ts';
import { withdrawalHandlers } from './withdrawals.ts';

/** One handler per call of the contract; the type checks that none is missing. */
export const handlers: Handlers = {
  ...claimHandlers,
  ...depositHandlers,
  ...methodHandlers,
  ...onrampHandlers,
  ...p2pHandlers,
  ...payoutBankHandlers,
  ...savedDetailsHandlers,
  ...sessionHandlers,
  ...sweepstakeHandlers,
  ...withdrawalHandlers,
};
