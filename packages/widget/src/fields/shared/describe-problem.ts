import {
  type FieldDefinition,
  type FieldProblem,
  type FieldRule,
  longestFieldValue,
} from '@kassa/contract';
import type { Words } from '../../i18n/text.ts';
import { describeMissing } from './describe-missing.ts';

/** Describes what is wrong with a field's value (§5). */
export function describeProblem(
  problem: FieldProblem,
  definition: FieldDefinition,
): { words: Words } {
  switch (problem.kind) {
    case 'missing':
      return { words: describeMissing(definition) };
    case 'tooLong':
      return { words: { key: 'form.field.tooLong', params: { count: problem.maxLength } } };
    case 'notAChoice':
      return { words: { key: 'form.field.notAChoice' } };
    case 'notAPhone':
      return { words: { key: 'form.field.notAPhone' } };
    case 'notADate':
      return { words: { key: 'form.field.notADate' } };
    case 'checkDigit':
      return { words: { key: 'form.field.checkDigit' } };
    case 'rule':
      return { words: describeRule(problem.rule) };
  }
}

/** Describes why the server rejected a value, by the error's `params.problem` (§8). */
export function describeRefusedValue(
  problem: string | undefined,
  definition: FieldDefinition,
): Words {
  switch (problem) {
    case 'missing':
    case 'notAChoice':
    case 'notAPhone':
    case 'notADate':
    case 'checkDigit':
      return describeProblem({ kind: problem }, definition).words;
    case 'tooLong':
      return describeProblem({ kind: problem, maxLength: longestFieldValue }, definition).words;
    default:
      return { key: 'form.field.broken' };
  }
}

/** Returns a rule's own text, or that the value isn't right where the rule has none. */
export function describeRule({ regex_error_key: dataKey, message }: FieldRule): Words {
  if (dataKey !== undefined) return { dataKey };
  return message === undefined ? { key: 'form.field.broken' } : { texts: message };
}
