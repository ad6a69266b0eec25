/**
 * Returns the account number of a payment: 16 digits, always the same for a payment and different
 * for every other one.
 */
export function ownAccountNumber(id: string): string {
  const digits = BigInt(`0x${hexDigits(id) || '0'}`) % 10n ** 14n;
  return `88${digits.toString().padStart(14, '0')}`;
}

/** Returns the address of a payment in UPI, as different as its account number. */
export function ownVpa(id: string): string {
  return `sandbox.${ownAccountNumber(id)}@kassa`;
}

/** Returns the text that a transfer for a payment carries. */
export function ownReference(id: string): string {
  return `SBX${hexDigits(id).slice(-8).toUpperCase()}`;
}

/** Returns the hexadecimal digits of a payment's id. */
export function hexDigits(id: string): string {
  return id.replace(/[^0-9a-f]/g, '');
}
