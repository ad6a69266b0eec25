import type { Failure } from '../../features/failure/failure.ts';
import type { Words } from '../../i18n/text.ts';

const codes = ['amount.invalid', 'amount.belowMin', 'amount.aboveMax', 'limit.exceeded'] as const;

/** What the server has against an amount (§8); null where a failure is about something else. */
export function amountRefusal({ code, params }: Failure): Words | null {
  const refused = codes.find((one) => one === code);
  return refused === undefined ? null : { key: `common.errors.${refused}`, params };
}
