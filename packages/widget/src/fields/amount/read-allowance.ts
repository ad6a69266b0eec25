import type { Payable } from '@kassa/contract';
import type { Allowance } from '../shared/field.ts';

/** What the player's own limits leave, of the server's answer; undefined where the method's limit is the lower one. */
export function readAllowance(payable: Payable, currency: string): Allowance | undefined {
  const { limitedBy, remaining, resetsAt } = payable;
  if (limitedBy === 'method' || remaining === null) return undefined;
  return { remaining, currency, period: limitedBy, resetsAt };
}
