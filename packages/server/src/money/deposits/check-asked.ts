import { type FieldDefinition, fieldDefinitionSchema } from '@kassa/contract';
import * as z from 'zod/mini';
import { findCardData } from '../../catalog/read/check-card-data.ts';
import type { CreateOutcome } from '../../connectors/connector.ts';

/** What may be asked through a connector. */
export interface AskingScope {
  hasPciScope: boolean;
}

/** What a provider asks for, fit to be shown and judged by; or why it is not. */
export type CheckedFields =
  | { kind: 'sound'; fields: FieldDefinition[] }
  | { kind: 'unsound'; detail: string };

const fieldsSchema = z
  .array(fieldDefinitionSchema)
  .check(z.maxLength(24), z.refine(haveOwnNames), z.refine(haveSoundPatterns));

function haveOwnNames(fields: readonly { name: string }[]): boolean {
  return new Set(fields.map(({ name }) => name)).size === fields.length;
}

function haveSoundPatterns(
  fields: readonly { validations?: { regex: string }[] | undefined }[],
): boolean {
  return fields.every(({ validations = [] }) =>
    validations.every(({ regex }) => {
      try {
        return new RegExp(regex, 'u') !== null;
      } catch {
        return false;
      }
    }),
  );
}

/** The provider judges by these itself; here they could hold up everybody. */
function leaveOutSlowRules(field: FieldDefinition): FieldDefinition {
  if (field.validations === undefined) return field;
  return { ...field, validations: field.validations.filter(({ regex }) => isQuickPattern(regex)) };
}

/**
 * Checks fields that a provider asks for at runtime: what no form can ask for is unsound, since the
 * player could never go on; so is card data, which the catalogue may not ask for either (design §3.8).
 */
export function checkFields(fields: unknown, { hasPciScope }: AskingScope): CheckedFields {
  const { success: isSound, data = [] } = fieldsSchema.safeParse(fields);
  if (!isSound) return { kind: 'unsound', detail: 'asks for fields that no form can have' };
  const isForbidden = data.some((field) => {
    const found = findCardData(field);
    return found === 'code' || (found === 'number' && !hasPciScope);
  });
  if (isForbidden)
    return { kind: 'unsound', detail: 'asks for card data that is never taken here' };
  return { kind: 'sound', fields: data.map(leaveOutSlowRules) };
}

/** A provider that asks for what can't be asked, or for nothing, has answered unreadably. */
export function checkAsked(outcome: CreateOutcome, scope: AskingScope): CreateOutcome {
  if (outcome.kind !== 'fieldsRequired') return outcome;
  const checked = checkFields(outcome.fields, scope);
  const refuse = (detail: string) => ({ kind: 'error', error: 'malformed', detail }) as const;
  if (checked.kind === 'unsound') return refuse(checked.detail);
  if (checked.fields.length === 0) return refuse('asks for fields that no form can have');
  return { ...outcome, fields: checked.fields };
}

/** Choices that a pattern leaves open: how often, or which. */
const choice = /[*+?|]|\{\d+,\d*\}/g;

/** More could take a pattern through too many ways of reading a value of 128 characters. */
const mostChoices = 3;

/**
 * Whether a pattern certainly judges any value at once (ReDoS). Patterns of the catalogue are analysed
 * before; those that a provider sends along come at runtime, so that only plain ones pass: few
 * choices, and no group that is repeated.
 */
export function isQuickPattern(regex: string): boolean {
  const plain = regex
    .replace(/\\./gs, 'x')
    .replace(/\[[^\]]*\]/g, 'x')
    .replace(/\((\?(<?[=!]|:|<\w+>))?/g, '(');
  if (/\)[*+{]/.test(plain)) return false;
  return (plain.match(choice) ?? []).length <= mostChoices;
}
