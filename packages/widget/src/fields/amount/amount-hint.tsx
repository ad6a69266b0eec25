import { type AmountLimits, compareDecimals, methodLimits, validateLimits } from '@kassa/contract';
import { useMoney, useText } from '../../i18n/text.ts';
import type { FormContext } from '../shared/field.ts';

/** The range of an amount, and what the player's own limits leave (§5). */
export function AmountHint({ context }: { context: FormContext }) {
  const text = useText();
  const money = useMoney();
  const { currency, limits, allowance } = context;
  const show = (amount: string) => money(amount, currency, { trimZeros: true });
  const problem = validateLimits(limits);
  if (problem?.kind === 'limitsUnknown') return text('form.amountInput.limitsUnknown');
  if (problem?.kind === 'nothingLeft') {
    const resetsAt = allowance?.resetsAt ?? null;
    return (
      <>
        {text('form.amountInput.nothingLeft', { amount: show(problem.remaining) })}
        {resetsAt !== null && (
          <span>
            {' '}
            {text('form.amountInput.resetsAt', { date: formatMoment(resetsAt, context.locale) })}
          </span>
        )}
      </>
    );
  }
  const range = { min: show(limits.min), max: show(limits.max) };
  if (allowance === undefined) return text('form.amountInput.range', range);
  return text('form.amountInput.rangeLeft', {
    ...range,
    max: show(resolveMethodMax(context, limits)),
    amount: money(allowance.remaining, allowance.currency, { trimZeros: true }),
    period: allowance.period,
  });
}

/**
 * Returns the method's maximum where the player's own limit applies. Networks have other maximums.
 */
function resolveMethodMax(
  { method, currency, country }: FormContext,
  limits: AmountLimits,
): string {
  const hasNetworks = method.fields?.some(({ type }) => type === 'networks') === true;
  const { max } = methodLimits(method, currency, country);
  return hasNetworks || compareDecimals(max, limits.max) < 0 ? limits.max : max;
}

/** Formats date and time in the player's time zone. */
function formatMoment(moment: string, locale: string): string {
  return new Date(moment).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
}
