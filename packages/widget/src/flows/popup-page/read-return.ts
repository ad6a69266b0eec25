/** How a provider sends a player back (`/form?returned=1`), as far as its address says. */
export interface Return {
  /** It claims that nothing was paid. A hint for the eye: whoever types the address can claim it too. */
  isUnpaid: boolean;
  /** The deposit's, where the address has one. */
  reference: string | null;
}

/** What providers call a payment that came to nothing. */
const unpaidStatuses: ReadonlySet<string> = new Set(
  'canceled cancelled declined error expired fail failed failure mistaked rejected'.split(' '),
);

/** As the server makes them: `KS-7Q2M-41XK`. */
const referencePattern = /^K[SRW]-[0-9A-Z]{4}-[0-9A-Z]{4}$/;

/** Reads the address that a provider has sent the player back to; null where none has. */
export function readReturn(search: string): Return | null {
  const query = new URLSearchParams(search);
  if (!query.has('returned')) return null;
  const reference = query.get('reference');
  return {
    isUnpaid: unpaidStatuses.has((query.get('status') ?? '').toLowerCase()),
    reference: reference !== null && referencePattern.test(reference) ? reference : null,
  };
}
