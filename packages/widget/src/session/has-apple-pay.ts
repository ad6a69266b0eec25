declare global {
  interface Window {
    /** Apple Pay in the browser; only Apple's browsers have it. */
    ApplePaySession?: { canMakePayments: () => boolean };
  }
}

/** Whether the player's device has Apple Pay. The early script asks, too; on the server there is no device. */
export function hasApplePay(): boolean {
  const session = typeof window === 'undefined' ? undefined : window.ApplePaySession;
  if (session === undefined) return false;
  try {
    return session.canMakePayments();
  } catch {
    // The frame of another origin may not ask. The provider's page, which takes the payment, may.
    return true;
  }
}
