import {
  CallError,
  type FieldDefinition,
  type FieldProblem,
  type FieldValues,
  isFieldAsked,
  judgeField,
} from '@kassa/contract';

/**
 * Judges what a player typed by the same rules as the form (§5), and gives what is to be kept of it:
 * trimmed, in capitals where the field has them, without what was left empty. What isn't asked for is refused, too: it is never stored and
 * never reaches a provider (design §3.8).
 * @throws CallError with the field's name in `params.field`: banking.paymentMethodRegex where a rule
 * of the field doesn't hold, request.invalid where there is no such field to fill in
 */
export function requireFields(
  definitions: readonly FieldDefinition[],
  given: FieldValues,
  { checkLuhn }: { checkLuhn?: boolean | undefined } = {},
): FieldValues {
  const values = normalizeAll(definitions, given);
  const asked = definitions.filter(
    (definition) => definition.type !== 'amount' && isFieldAsked(definitions, definition, values),
  );
  const unknown = Object.keys(values).find((name) => !asked.some((field) => field.name === name));
  if (unknown !== undefined) {
    const message = `fields.${unknown}: is not asked for by this method`;
    throw new CallError('request.invalid', message, { field: unknown });
  }
  for (const definition of asked) {
    const problem = judgeField(definition, values[definition.name] ?? '', { checkLuhn });
    if (problem !== null) throw refuse(definition.name, problem);
  }
  return values;
}

function normalizeAll(definitions: readonly FieldDefinition[], given: FieldValues): FieldValues {
  const areCapitals = (name: string) =>
    definitions.some((field) => field.name === name && field.type === 'text_uppercase');
  const entries = Object.entries(given).map(([name, value]) => {
    const trimmed = value.trim();
    return [name, areCapitals(name) ? trimmed.toUpperCase() : trimmed] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** The words are the widget's to find; these are for who reads an answer. */
const descriptions: Record<FieldProblem['kind'], string> = {
  missing: 'is needed by this method',
  tooLong: 'is too long',
  notAChoice: 'is none of the choices',
  notAPhone: "is no international number with the country's prefix",
  notADate: 'is no day there is, written as dd.mm.yyyy',
  checkDigit: 'has a wrong check digit',
  rule: "breaks one of the field's rules",
};

function refuse(field: string, { kind }: FieldProblem): CallError {
  const message = `fields.${field}: ${descriptions[kind]}`;
  return new CallError('banking.paymentMethodRegex', message, { field, problem: kind });
}
