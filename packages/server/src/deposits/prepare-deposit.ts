import { CallError, type CallRequest, type CallResponse } from '@kassa/contract';
import { loadOffered } from '../catalog/method-switches.ts';
import type { Core } from '../core.ts';
import type { Caller } from '../players/caller.ts';

/**
 * What a method shows and asks for before a deposit is created.
 * @throws CallError method.unavailable
 */
export async function prepareDeposit(
  core: Core,
  caller: Caller,
  { paymentMethod }: CallRequest<'deposit-prepare'>,
): Promise<CallResponse<'deposit-prepare'>> {
  const { methods } = await loadOffered(core, core.db, caller.brandId);
  if (!methods.some(({ name }) => name === paymentMethod)) {
    throw new CallError('method.unavailable', 'This payment method is not offered.');
  }
  return { details: [], fields: [] };
}
