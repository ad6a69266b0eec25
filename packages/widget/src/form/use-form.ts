import type { FormControls, FormOptions } from './form-controls.ts';

/** A payment form's state and what can be done with it (§4 "Form"). */
export function useForm(options: FormOptions): FormControls {
  throw new Error(`The form of ${options.method.name} is still being written.`);
}
