import type { FieldFault, FormContext } from '../field.ts';
import { judgeValue } from './judge-value.ts';
import { isDate, readMask } from './mask.ts';
import type { TextDefinition } from './typed-text.tsx';

/** What is wrong with a line of text (§5); a date that is none is refused without a rule, too. */
export function judgeText(
  value: string,
  definition: TextDefinition,
  context: FormContext,
): FieldFault | null {
  const fault = judgeValue(value, definition, context);
  if (fault !== null || value === '' || definition.mask === undefined) return fault;
  const isWhole = readMask(definition.mask).kind !== 'date' || isDate(value);
  return isWhole ? null : { words: { key: 'form.field.notADate' } };
}
