import {
  type FieldDefinition,
  type FieldProblem,
  type FieldRule,
  longestFieldValue,
} from '@kassa/contract';
import type { Words } from '../../i18n/text.ts';
import { describeMissing } from './describe-missing.ts';
import { describeWrong } from './describe-wrong.ts';

/** Describes what is wrong with a field's value (§5). */
export function describeProblem(
  problem: FieldProblem,
  definition: FieldDefinition,
): { words: Words } {
  switch (problem.kind) {
    case 'missing':
      return { words: describeMissing(definition) };
    case 'notAChoice':
      return { words: describeWrong(definition) };
    case 'tooLong':
      return { words: { key: 'form.field.tooLong', params: { count: problem.maxLength } } };
    case 'notAPhone':
      return { words: describePhone(definition) };
    case 'notADate':
      return { words: { key: 'form.field.notADate' } };
    case 'checkDigit':
      return { words: { key: 'form.field.checkDigit' } };
    case 'rule':
      return { words: describeRule(problem.rule, definition) };
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
      return describeBroken(definition);
  }
}

/** Returns a rule's own text, or what the field expects where the rule has none. */
export function describeRule(rule: FieldRule, definition: FieldDefinition): Words {
  const { regex_error_key: dataKey, message } = rule;
  if (dataKey !== undefined) return { dataKey };
  return message === undefined ? describeWrong(definition) : { texts: message };
}

/** The server doesn't name the rule that a value breaks: the text of an only one is right. */
function describeBroken(definition: FieldDefinition): Words {
  const [rule, ...others] = definition.validations ?? [];
  return rule === undefined || others.length > 0
    ? describeWrong(definition)
    : describeRule(rule, definition);
}

function describePhone(definition: FieldDefinition): Words {
  if (definition.type !== 'phone_with_prefix' || definition.example === undefined) {
    return { key: 'form.field.notAPhone' };
  }
  const number = `${definition.prefix} ${definition.example}`;
  const whole = number.replaceAll(' ', '\u00a0').replaceAll('-', '\u2011');
  // Isolated: in a right-to-left sentence its plus would move to the other end.
  const example = `\u2066${whole}\u2069`;
  return { key: 'form.field.notAPhoneLike', params: { example } };
}
