/*
 * The bank passes a payout's id on to the payee's bank and back in its answers. It has 35
 * characters at most, so it is the withdrawal's id without dashes.
 */

export const toEndToEndId = (withdrawalId: string): string => withdrawalId.replaceAll('-', '');

/** Returns the withdrawal's id; an id of another form as it is, which no withdrawal has. */
export function fromEndToEndId(id: string): string {
  const parts = /^(\w{8})(\w{4})(\w{4})(\w{4})(\w{12})$/.exec(id)?.slice(1);
  return parts === undefined ? id : parts.join('-').toLowerCase();
}
