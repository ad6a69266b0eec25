import { type FieldDefinition, validateField } from '@kassa/contract';
import { describeProblem } from './describe-problem.ts';
import type { FieldFault, FormContext } from './field.ts';

/** Validates a value by the rules that the server uses too (§5). Returns its error or null. */
export function validateValue(
  value: string,
  definition: FieldDefinition,
  { method }: Pick<FormContext, 'method'>,
): FieldFault | null {
  const problem = validateField(definition, value, { checkLuhn: method.checkLuhn });
  return problem === null ? null : describeProblem(problem, definition);
}
