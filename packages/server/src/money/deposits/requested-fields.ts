import { type FieldDefinition, fieldDefinitionSchema } from '@kassa/contract';
import * as z from 'zod/mini';
import { findCardData } from '../../catalog/read/check-card-data.ts';
import type { CreateOutcome } from '../../connectors/connector.ts';

/** The card data that a connector's provider may ask for. */
export interface FieldScope {
  hasPciScope: boolean;
}

/** The fields that a provider asks for, if they are valid; otherwise the reason why not. */
export type ValidatedFields =
  | { kind: 'valid'; fields: FieldDefinition[] }
  | { kind: 'invalid'; detail: string };

const fieldsSchema = z
  .array(fieldDefinitionSchema)
  .check(z.maxLength(24), z.refine(haveOwnNames), z.refine(haveValidPatterns));

function haveOwnNames(fields: readonly { name: string }[]): boolean {
  return new Set(fields.map(({ name }) => name)).size === fields.length;
}

function haveValidPatterns(
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

/**
 * Removes slow patterns, which could block the server. The provider validates the values itself.
 */
function removeSlowRules(field: FieldDefinition): FieldDefinition {
  if (field.validations === undefined) return field;
  return { ...field, validations: field.validations.filter(({ regex }) => isSafePattern(regex)) };
}

/**
 * Validates fields that a provider asks for at runtime. Fields that no form supports are invalid,
 * since the player could never continue. So is card data that the catalogue may not ask for either
 * (design §3.8).
 */
export function validateRequestedFields(
  fields: unknown,
  { hasPciScope }: FieldScope,
): ValidatedFields {
  const { success: isValid, data = [] } = fieldsSchema.safeParse(fields);
  if (!isValid) return { kind: 'invalid', detail: 'asks for fields that no form supports' };
  const isForbidden = data.some((field) => {
    const found = findCardData(field);
    return found === 'code' || (found === 'number' && !hasPciScope);
  });
  if (isForbidden)
    return { kind: 'invalid', detail: 'asks for card data that Kassa never accepts' };
  return { kind: 'valid', fields: data.map(removeSlowRules) };
}

/** Turns an outcome whose requested fields are invalid or missing into the error `malformed`. */
export function validateFieldsRequired(outcome: CreateOutcome, scope: FieldScope): CreateOutcome {
  if (outcome.kind !== 'fieldsRequired') return outcome;
  const checked = validateRequestedFields(outcome.fields, scope);
  const refuse = (detail: string) => ({ kind: 'error', error: 'malformed', detail }) as const;
  if (checked.kind === 'invalid') return refuse(checked.detail);
  if (checked.fields.length === 0) return refuse('asks for fields that no form supports');
  return { ...outcome, fields: checked.fields };
}

/** A quantifier or an alternative in a pattern. */
const choice = /[*+?|]|\{\d+,\d*\}/g;

/** With more choices a pattern could match a value of 128 characters in too many ways. */
const mostChoices = 3;

/**
 * Whether a pattern certainly validates any value quickly (ReDoS). Patterns of the catalogue are
 * analysed in advance. A provider's patterns arrive at runtime, so only plain ones pass: few
 * choices, and no repeated group.
 */
export function isSafePattern(regex: string): boolean {
  const plain = regex
    .replace(/\\./gs, 'x')
    .replace(/\[[^\]]*\]/g, 'x')
    .replace(/\((\?(<?[=!]|:|<\w+>))?/g, '(');
  if (/\)[*+{]/.test(plain)) return false;
  return (plain.match(choice) ?? []).length <= mostChoices;
}
