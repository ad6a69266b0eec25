import {
  compareDecimals,
  type FieldDefinition,
  type FieldRule,
  isFieldAsked,
  judgeField,
} from '@kassa/contract';
import type { CatalogField, CatalogMethod, CatalogProblem } from '../catalog-schema.ts';
import { checkLimits, checkMax } from './check-amounts.ts';
import { type Placed, problemAt } from './read-catalog-file.ts';

/**
 * The fields of a method's form, as far as the catalogue alone tells (§3, §5). Whether their message
 * keys are messages says `checkLabels`, whether a pattern can be made to run for ages
 * `checkPatterns`: a server starts without these.
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

/** Where in the field, and what. */
type Fault = [path: string, message: string];

function findDouble(fields: readonly CatalogField[], index: number): Fault[] {
  const { name, type } = fields[index] as CatalogField;
  const before = fields.slice(0, index);
  if (before.some((field) => field.name === name)) return [['.name', `"${name}" stands twice`]];
  const theirs = providerName(fields[index] as CatalogField);
  if (before.some((field) => providerName(field) === theirs)) {
    return [['.alias', `the provider knows another field as "${theirs}"`]];
  }
  // One amount is paid, over one network.
  const isSingle = type === 'amount' || type === 'networks';
  return isSingle && before.some((field) => field.type === type)
    ? [['.type', `there is another field of the type "${type}"`]]
    : [];
}

const providerName = ({ name, alias = name }: CatalogField) => alias;

/** Nothing is asked for without words; the amount has its own. */
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

/** What the oldest browsers of players (docs/integration.md) can't read: `(?<=…)`, `(?<!…)`, `(?i:…)`. */
const tooNew = /(?:^|[^\\])(?:\\\\)*\(\?(?:<[=!]|[ims]+(?:-[ims]*)?:|-[ims]+:)/;

function findRegexFaults({ regex }: FieldRule): string[] {
  try {
    new RegExp(regex, 'u');
    return tooNew.test(regex)
      ? ['uses lookbehind or modifiers, which older phones can’t read']
      : [];
  } catch (error) {
    return [error instanceof Error ? error.message : 'is no regular expression'];
  }
}

function findChoiceFaults(field: CatalogField): Fault[] {
  if (!('values' in field)) return [];
  const values = field.values.map(({ value }) => value);
  return field.values.flatMap(({ value, text }, index): Fault[] => [
    ...(values.indexOf(value) < index
      ? ([[`.values.${index}.value`, `"${value}" stands twice`]] satisfies Fault[])
      : []),
    ...findTextFaults(`.values.${index}.text`, text),
  ]);
}

/** What only some types can have. */
function findShapeFaults(field: CatalogField): Fault[] {
  if ('mask' in field && field.mask !== undefined) {
    const fault = findMaskFault(field.mask);
    if (fault !== null) return [['.mask', fault]];
  }
  if (field.value === undefined) return [];
  if (field.type === 'amount') return [['.value', 'is the prefilledAmount of the method']];
  // Its prefix is that of the player's country.
  if (field.type === 'phone_with_prefix') return [['.value', 'can be no number of every country']];
  return [];
}

/** What stands in a field at first is what a player could have typed. */
function checkValues(
  placed: Placed<CatalogMethod>,
  fields: readonly CatalogField[],
): CatalogProblem[] {
  const { checkLuhn } = placed.entry;
  return fields.flatMap((field, index) => {
    if (field.value === undefined) return [];
    const problem = judgeField(field as FieldDefinition, field.value, { checkLuhn });
    return problem === null
      ? []
      : [problemAt(placed, `fields.${index}.value`, `breaks the field's rules (${problem.kind})`)];
  });
}

const pixKeyTypes = ['cpf', 'email', 'phone', 'random'];

/** A Pix key is given by its type, the CPF and, for other types, the key itself (§3 "Pix fields"). */
function checkPixKey(
  placed: Placed<CatalogMethod>,
  fields: readonly CatalogField[],
): CatalogProblem[] {
  const index = fields.findIndex(({ name }) => name === 'pixKeyType');
  const field = fields[index];
  if (field === undefined) return [];
  const report = (message: string) => problemAt(placed, `fields.${index}`, message);
  const problems: CatalogProblem[] = [];
  const values = field.type === 'dropdown' ? field.values.map(({ value }) => value).sort() : [];
  if (values.join() !== pixKeyTypes.join()) {
    problems.push(report(`must be a dropdown of ${pixKeyTypes.join(', ')}`));
  }
  for (const name of ['numberId', 'pixKey']) {
    if (!fields.some((other) => other.name === name)) problems.push(report(`needs a "${name}"`));
  }
  const key = fields.find(({ name }) => name === 'pixKey');
  const definitions = fields as readonly FieldDefinition[];
  // Left out with the type `cpf`, so it may not stand before its type is chosen.
  if (key && !isFieldAsked(definitions, key, { pixKeyType: field.value ?? '' }) && key.value) {
    problems.push(report('hides "pixKey", which has a value'));
  }
  return problems;
}

/** A network's own range leaves something of each currency's limits. */
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

/** Masks that are no pattern but a kind of value, with the defaults of §9. */
const maskWords: ReadonlySet<string> = new Set(['Number', 'Date']);

const brackets: Record<string, string> = { ']': '[', '}': '{' };

/**
 * Says what is wrong with a mask, or null. It is `Number`, `Date` or a pattern as imask has them: `0` a
 * digit, `a` a letter, `*` anything; `[…]` may be left out, `{…}` belongs to the value, `\` makes the next
 * character stand for itself, a backtick keeps what follows in its place.
 */
export function findMaskFault(mask: string): string | null {
  if (maskWords.has(mask)) return null;
  if (mask.length > 128) return 'is longer than any value';
  let takesInput = false;
  let open: string | null = null;
  for (let index = 0; index < mask.length; index += 1) {
    const character = mask.charAt(index);
    if (character === '\\') {
      if (index === mask.length - 1) return 'ends in the midst of "\\"';
      index += 1;
    } else if (character === '[' || character === '{') {
      if (open !== null) return `has a "${character}" within "${open}"`;
      open = character;
    } else if (character === ']' || character === '}') {
      if (open !== brackets[character]) return `has a "${character}" too many`;
      open = null;
    } else if ('0a*'.includes(character)) {
      takesInput = true;
    }
  }
  if (open !== null) return `has a "${open}" that is never closed`;
  return takesInput ? null : 'takes no character: it needs a 0, a or *';
}
