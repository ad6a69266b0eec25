import type { Payable } from '@kassa/contract';
import type { Allowance } from '../shared/field.ts';

/**
 * Reads what the player's own limits leave from the server's response; undefined where the method's
 * limit is lower.
 */
export function readAllowance(payable: Payable, currency: string): Allowance | undefined {
  const { limitedBy, remaining, resetsAt } = payable;
  if (limitedBy === 'method' || remaining === null) return undefined;
  return { remaining, currency, period: limitedBy, resetsAt };
}
