import { depositHandlers } from './deposits.ts';
import type { Handlers } from './handler.ts';
import { methodHandlers } from './methods.ts';
import { sessionHandlers } from './sessions.ts';
import { withdrawalHandlers } from './withdrawals.ts';

/** One handler per call of the contract; the type checks that none is missing. */
export const handlers: Handlers = {
  ...depositHandlers,
  ...methodHandlers,
  ...sessionHandlers,
  ...withdrawalHandlers,
};
