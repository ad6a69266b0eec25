import type { Fields } from '../fields/registry.ts';
import type { FormContext } from '../fields/shared/field.ts';
import type { FormOptions } from './form-controls.ts';
import { type FormState, listAsked } from './form-state.ts';

/** The form's options as the player sees them, and the code of its fields. Always the latest. */
export interface FormSetup {
  options: FormOptions;
  fields: Fields;
}

/** Builds the context that the fields get, with the limits of the network that is chosen (§5). */
export function buildContext({ options, fields }: FormSetup, state: FormState): FormContext {
  const { method, currency, country, locale, limits, allowance, lastAmount, limitsNote } = options;
  const { everything } = options;
  return {
    method,
    currency,
    country,
    locale,
    limits: narrowLimits({ options, fields }, state) ?? limits,
    ...(limitsNote !== undefined && { limitsNote }),
    ...(allowance !== undefined && { allowance }),
    lastAmount,
    ...(everything !== undefined && { everything }),
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
