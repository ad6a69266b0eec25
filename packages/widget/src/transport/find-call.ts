import { type CallName, type calls, firstCalls } from '@kassa/contract';
import { networkError } from './transport-error.ts';

type Calls = Pick<typeof calls, CallName>;

let known: Partial<Calls> = firstCalls;

/**
 * Finds the description of a call. Those of the first screen are there at once: one of them is sent
 * while the page closes.
 * @throws a `network` {@link TransportError} if the others can't be loaded
 */
export function findCall<Name extends CallName>(name: Name): Calls[Name] | Promise<Calls[Name]> {
  return known[name] ?? loadCalls().then((all) => all[name]);
}

/** Loads the descriptions of all calls, once the first screen is usable. */
export async function loadCalls(): Promise<Calls> {
  try {
    const { calls } = await import('./all-calls.ts');
    known = calls;
    return calls;
  } catch (error) {
    throw networkError(`The calls could not be loaded: ${String(error)}`);
  }
}
