/** The return of a player from the provider (`/form?returned=1`), as the address states it. */
export interface Return {
  /**
   * The address states that nothing was paid. It is only shown: anyone can write such an address.
   */
  isUnpaid: boolean;
  /** The deposit's reference, where the address has one. */
  reference: string | null;
}

/** The providers' words for a payment that failed. */
const unpaidStatuses: ReadonlySet<string> = new Set(
  'canceled cancelled declined error expired fail failed failure mistaked rejected'.split(' '),
);

/** The format of the server's references: `KS-7Q2M-41XK`. */
const referencePattern = /^K[SRW]-[0-9A-Z]{4}-[0-9A-Z]{4}$/;

/** Reads the address to which a provider has returned the player; null for another address. */
export function readReturn(search: string): Return | null {
  const query = new URLSearchParams(search);
  if (!query.has('returned')) return null;
  const reference = query.get('reference');
  return {
    isUnpaid: unpaidStatuses.has((query.get('status') ?? '').toLowerCase()),
    reference: reference !== null && referencePattern.test(reference) ? reference : null,
  };
}
