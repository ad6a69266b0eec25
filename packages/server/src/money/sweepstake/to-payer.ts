import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';

/**
 * Returns a player as one who pays: an account in coins is paid into in the currency of the packages'
 * prices.
 */
export function toPayer({ catalogOf }: Pick<Core, 'catalogOf'>, caller: Caller): Caller {
  if (caller.currency !== 'QSC') return caller;
  const { sweepstake } = catalogOf(caller.brandId);
  return sweepstake === undefined ? caller : { ...caller, currency: sweepstake.currency };
}
