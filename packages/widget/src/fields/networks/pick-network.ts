import type { FieldOf } from '@kassa/contract';

/** TRC-20, TRC20, usdt_trc20 or TRON. */
const trc = /trc|\btron\b/i;

/**
 * Returns the network that is chosen at first (§2): TRC where it exists, otherwise the last one.
 */
export function pickNetwork({ values }: Pick<FieldOf<'networks'>, 'values'>): string {
  const found = values.find(
    ({ value, text }) => trc.test(value) || Object.values(text).some((name) => trc.test(name)),
  );
  return (found ?? values.at(-1))?.value ?? '';
}
