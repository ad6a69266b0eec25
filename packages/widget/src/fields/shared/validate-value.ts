import { type FieldDefinition, validateField } from '@kassa/contract';
import { describeProblem } from './describe-problem.ts';
import { describeWrong } from './describe-wrong.ts';
import type { FieldFault, FormContext } from './field.ts';
import { fitsMask, readMask } from './mask.ts';

/**
 * Validates a value by the rules that the server uses too (§5), and by its mask. Returns its error or
 * null.
 */
export function validateValue(
  value: string,
  definition: FieldDefinition,
  { method }: Pick<FormContext, 'method'>,
): FieldFault | null {
  const problem = validateField(definition, value, { checkLuhn: method.checkLuhn });
  if (problem !== null) return describeProblem(problem, definition);
  const mask = 'mask' in definition ? definition.mask : undefined;
  if (mask === undefined || fitsMask(value, readMask(mask))) return null;
  return { words: describeWrong(definition) };
}
