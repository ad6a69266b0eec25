import { validateLimits } from '@kassa/contract';
import { formatsOf } from '../../i18n/formats.ts';
import { useMoney, useText } from '../../i18n/text.ts';
import type { FormContext } from '../shared/field.ts';

/** The range of an amount, with the reason where the player's own limit narrows it (§5). */
export function AmountHint({ context }: { context: FormContext }) {
  const text = useText();
  const money = useMoney();
  const { currency, limits, allowance, locale } = context;
  const { limitsNote = 'form.amountInput.limitsUnknown' } = context;
  const show = (amount: string) => money(amount, currency, { trimZeros: true });
  const problem = validateLimits(limits);
  if (problem?.kind === 'limitsUnknown') return text(limitsNote);
  if (problem?.kind === 'nothingLeft') {
    const left = { amount: show(problem.remaining), min: show(limits.min) };
    const resetsAt = allowance?.resetsAt ?? null;
    return resetsAt === null
      ? text('form.amountInput.nothingLeft', left)
      : text('form.amountInput.nothingLeftUntil', {
          ...left,
          date: formatMoment(resetsAt, locale),
        });
  }
  const range = { min: show(limits.min), max: show(limits.max) };
  if (allowance === undefined) return text('form.amountInput.range', range);
  return text('form.amountInput.rangeLeft', {
    ...range,
    amount: money(allowance.remaining, allowance.currency, { trimZeros: true }),
    period: allowance.period,
  });
}

/** Formats date and time in the player's time zone. */
function formatMoment(moment: string, locale: string): string {
  const { DateTimeFormat } = formatsOf(locale);
  const format = new DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return format.format(new Date(moment));
}
