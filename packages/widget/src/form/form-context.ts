import type { Fields } from '../fields/registry.ts';
import type { FormContext } from '../fields/shared/field.ts';
import type { FormOptions } from './form-controls.ts';
import { type FormState, listAsked } from './form-state.ts';

/** What the player sees and the code of the fields: the latest, whoever asks. */
export interface FormSetup {
  options: FormOptions;
  fields: Fields;
}

/** What a form's fields know now: of the limits, those of what is chosen in them (§5). */
export function buildContext({ options, fields }: FormSetup, state: FormState): FormContext {
  const { method, currency, country, locale, limits, allowance } = options;
  return {
    method,
    currency,
    country,
    locale,
    limits: narrowLimits({ options, fields }, state) ?? limits,
    ...(allowance !== undefined && { allowance }),
  };
}

function narrowLimits({ options, fields }: FormSetup, state: FormState) {
  for (const { key, definition } of listAsked(state)) {
    const value = state.byKey[key]?.value ?? '';
    const narrowed = fields.get(definition.type)?.narrowLimits?.(value, definition, options);
    if (narrowed !== undefined && narrowed !== null) return narrowed;
  }
  return null;
}
