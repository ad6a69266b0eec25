import { type FieldDefinition, judgeField } from '@kassa/contract';
import { describeProblem } from './describe-problem.ts';
import type { FieldFault, FormContext } from './field.ts';

/** What is wrong with a value by the rules that the server goes by too (§5), or null. */
export function judgeValue(
  value: string,
  definition: FieldDefinition,
  { method }: Pick<FormContext, 'method'>,
): FieldFault | null {
  const problem = judgeField(definition, value, { checkLuhn: method.checkLuhn });
  return problem === null ? null : describeProblem(problem);
}
