import {
  compareDecimals,
  type FieldDefinition,
  type FieldRule,
  isFieldAsked,
  validateField,
} from '@kassa/contract';
import type { CatalogField, CatalogMethod, CatalogProblem } from '../catalog-schema.ts';
import { checkLimits, checkMax } from './check-amounts.ts';
import { type Placed, problemAt } from './read-catalog-file.ts';

/**
 * Checks the fields of a method's form, as far as possible with the catalogue alone (§3, §5).
 * `checkLabels` checks the message keys and `checkPatterns` the run time of patterns; a server
 * starts without those checks.
 */
export function checkFields(placed: Placed<CatalogMethod>): CatalogProblem[] {
  const { fields = [] } = placed.entry;
  const faults = fields.flatMap((field, index) =>
    [
      ...findDouble(fields, index),
      ...findLabelFaults(field),
      ...findRuleFaults(field),
      ...findChoiceFaults(field),
      ...findShapeFaults(field),
    ].map(([path, message]) => problemAt(placed, `fields.${index}${path}`, message)),
  );
  if (faults.length > 0) return faults;
  return [
    ...checkValues(placed, fields),
    ...checkPixKey(placed, fields),
    ...checkNetworks(placed, fields),
  ];
}

/** The path within the field, and the message. */
type Fault = [path: string, message: string];

function findDouble(fields: readonly CatalogField[], index: number): Fault[] {
  const { name, type } = fields[index] as CatalogField;
  const before = fields.slice(0, index);
  if (before.some((field) => field.name === name))
    return [['.name', `the name "${name}" is used twice`]];
  const theirs = providerName(fields[index] as CatalogField);
  if (before.some((field) => providerName(field) === theirs)) {
    return [['.alias', `another field has the provider name "${theirs}"`]];
  }
  // A deposit has one amount and one network.
  const isSingle = type === 'amount' || type === 'networks';
  return isSingle && before.some((field) => field.type === type)
    ? [['.type', `there is another field of the type "${type}"`]]
    : [];
}

const providerName = ({ name, alias = name }: CatalogField) => alias;

/** Every field needs a label, except the amount, which has one of its own. */
function findLabelFaults({ type, placeholder, placeholder_key: key }: CatalogField): Fault[] {
  if (placeholder !== undefined) return findTextFaults('.placeholder', placeholder);
  if (type === 'amount' || key !== undefined) return [];
  return [['', 'needs a label: placeholder_key or placeholder']];
}

function findTextFaults(path: string, text: Record<string, string>): Fault[] {
  return Object.hasOwn(text, 'en') ? [] : [[`${path}.en`, 'is missing']];
}

function findRuleFaults({ validations = [] }: CatalogField): Fault[] {
  return validations.flatMap((rule, index): Fault[] => [
    ...findRegexFaults(rule).map((fault): Fault => [`.validations.${index}.regex`, fault]),
    ...(rule.message === undefined
      ? []
      : findTextFaults(`.validations.${index}.message`, rule.message)),
  ]);
}

/**
 * Syntax that the oldest supported browsers (docs/integration.md) can't parse: `(?<=…)`, `(?<!…)`,
 * `(?i:…)`.
 */
const tooNew = /(?:^|[^\\])(?:\\\\)*\(\?(?:<[=!]|[ims]+(?:-[ims]*)?:|-[ims]+:)/;

function findRegexFaults({ regex }: FieldRule): string[] {
  try {
    new RegExp(regex, 'u');
    return tooNew.test(regex)
      ? ['uses lookbehind or modifiers, which older phones don’t support']
      : [];
  } catch (error) {
    return [error instanceof Error ? error.message : 'is not a regular expression'];
  }
}

function findChoiceFaults(field: CatalogField): Fault[] {
  if (!('values' in field)) return [];
  const values = field.values.map(({ value }) => value);
  return field.values.flatMap(({ value, text }, index): Fault[] => [
    ...(values.indexOf(value) < index
      ? ([[`.values.${index}.value`, `the value "${value}" is used twice`]] satisfies Fault[])
      : []),
    ...findTextFaults(`.values.${index}.text`, text),
  ]);
}

/** Checks settings that only some types have. */
function findShapeFaults(field: CatalogField): Fault[] {
  if ('mask' in field && field.mask !== undefined) {
    const fault = findMaskFault(field.mask);
    if (fault !== null) return [['.mask', fault]];
  }
  const missing = findMissingTaxId(field);
  if (missing !== null) return [['.taxId', `must be "${missing}", as the field's name says`]];
  if (field.value === undefined) return [];
  if (field.type === 'amount')
    return [['.value', 'is not allowed here: use prefilledAmount of the method']];
  // The prefix depends on the player's country.
  if (field.type === 'phone_with_prefix')
    return [['.value', 'is not allowed here: no number is valid in every country']];
  return [];
}

/** Returns the kind of tax number of a field that takes one and doesn't check its digits. */
function findMissingTaxId(field: CatalogField): 'cpf' | 'cnpj' | null {
  if ('taxId' in field && field.taxId !== undefined) return null;
  const { name, alias, placeholder_key: label } = field;
  const words = [name, alias, label?.replace(/^field\./, '')].map((word) => word?.toLowerCase());
  return (['cpf', 'cnpj'] as const).find((kind) => words.includes(kind)) ?? null;
}

/** Checks that a field's prefilled value is valid input. */
function checkValues(
  placed: Placed<CatalogMethod>,
  fields: readonly CatalogField[],
): CatalogProblem[] {
  const { checkLuhn } = placed.entry;
  return fields.flatMap((field, index) => {
    if (field.value === undefined) return [];
    const problem = validateField(field as FieldDefinition, field.value, { checkLuhn });
    return problem === null
      ? []
      : [problemAt(placed, `fields.${index}.value`, `breaks the field's rules (${problem.kind})`)];
  });
}

const pixKeyTypes = ['cpf', 'email', 'phone', 'random'];

/** The key of a company may be taken as well: sole traders have one. */
const companyKeyType = 'cnpj';

/**
 * Checks the Pix fields: the key's type, the CPF and, for other types, the key itself (§3 "Pix
 * fields").
 */
function checkPixKey(
  placed: Placed<CatalogMethod>,
  fields: readonly CatalogField[],
): CatalogProblem[] {
  const index = fields.findIndex(({ name }) => name === 'pixKeyType');
  const field = fields[index];
  if (field === undefined) return [];
  const report = (message: string) => problemAt(placed, `fields.${index}`, message);
  const problems: CatalogProblem[] = [];
  const values = field.type === 'dropdown' ? field.values.map(({ value }) => value) : [];
  const asked = values.filter((value) => value !== companyKeyType).sort();
  if (asked.join() !== pixKeyTypes.join()) {
    problems.push(report(`must be a dropdown of ${pixKeyTypes.join(', ')}`));
  }
  for (const name of ['numberId', 'pixKey']) {
    if (!fields.some((other) => other.name === name)) problems.push(report(`needs a "${name}"`));
  }
  const key = fields.find(({ name }) => name === 'pixKey');
  const definitions = fields as readonly FieldDefinition[];
  // The key is hidden for the type `cpf`, so it may have no value before a type is chosen.
  if (key && !isFieldAsked(definitions, key, { pixKeyType: field.value ?? '' }) && key.value) {
    problems.push(report('hides "pixKey", which has a value'));
  }
  return problems;
}

/** Checks that each network's own limits overlap with the limits of each currency. */
function checkNetworks(
  placed: Placed<CatalogMethod>,
  fields: readonly CatalogField[],
): CatalogProblem[] {
  const index = fields.findIndex(({ type }) => type === 'networks');
  const field = fields[index];
  if (field?.type !== 'networks') return [];
  return field.values.flatMap(({ limits }, choice) => {
    if (limits === undefined) return [];
    const path = `fields.${index}.values.${choice}.limits`;
    return Object.entries(placed.entry.amount_rules).flatMap(([currency, rule]) => {
      const max = compareDecimals(limits.max, rule.max) < 0 ? limits.max : rule.max;
      return [
        ...checkLimits(placed, path, currency, { min: limits.min, max }),
        ...checkMax(placed, path, currency, limits.max),
      ];
    });
  });
}

/** Masks that name a kind of value instead of a pattern, with the defaults of §9. */
const maskWords: ReadonlySet<string> = new Set(['Number', 'Date']);

const brackets: Record<string, string> = { ']': '[', '}': '{' };

/**
 * Returns the problem of a mask, or null. A mask is `Number`, `Date` or an imask pattern: `0` a
 * digit, `a` a letter, `*` any character; `[…]` is optional, `{…}` belongs to the value, `\`
 * escapes the next character, a backtick keeps what follows in its place.
 */
export function findMaskFault(mask: string): string | null {
  if (maskWords.has(mask)) return null;
  if (mask.length > 128) return 'is longer than any value';
  let takesInput = false;
  let open: string | null = null;
  for (let index = 0; index < mask.length; index += 1) {
    const character = mask.charAt(index);
    if (character === '\\') {
      if (index === mask.length - 1) return 'ends with an incomplete "\\"';
      index += 1;
    } else if (character === '[' || character === '{') {
      if (open !== null) return `has a "${character}" within "${open}"`;
      open = character;
    } else if (character === ']' || character === '}') {
      if (open !== brackets[character]) return `has an unmatched "${character}"`;
      open = null;
    } else if ('0a*'.includes(character)) {
      takesInput = true;
    }
  }
  if (open !== null) return `has a "${open}" that is never closed`;
  return takesInput ? null : 'accepts no input: it needs a 0, a or *';
}
