import { networkLimits } from '@kassa/contract';
import type { FormContext } from '../fields/shared/field.ts';
import type { FormOptions } from './form-controls.ts';
import { type FormState, listAsked } from './form-state.ts';

/** What a form's fields know now: of the limits, those of the chosen network (§5). */
export function buildContext(options: FormOptions, state: FormState): FormContext {
  const { method, currency, country, locale, limits, allowance } = options;
  return {
    method,
    currency,
    country,
    locale,
    limits: narrowLimits(options, state) ?? limits,
    ...(allowance !== undefined && { allowance }),
  };
}

function narrowLimits({ limits, currency }: FormOptions, state: FormState) {
  for (const { key, definition } of listAsked(state)) {
    if (definition.type !== 'networks') continue;
    const chosen = definition.values.find(({ value }) => value === state.byKey[key]?.value);
    if (chosen !== undefined) return networkLimits(chosen, limits, currency);
  }
  return null;
}
