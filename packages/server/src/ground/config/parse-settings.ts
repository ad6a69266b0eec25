import * as z from 'zod/mini';
import { nearestName } from './nearest-name.ts';

/** One problem of a file of settings. */
export interface SettingProblem {
  /** The place in the file: `token.keys.0.secret`; empty for the file as a whole. */
  path: string;
  message: string;
}

export type ParsedSettings<Settings> =
  | { isValid: true; settings: Settings }
  | { isValid: false; problems: SettingProblem[] };

const { localeError } = z.locales.en();

/**
 * Parses settings and returns all problems at once. A setting that the schema doesn't have is
 * refused at every level, also where the schema itself would ignore it: a misspelt setting must
 * not count as left out. Only a `looseObject` takes any name.
 */
export function parseSettings<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): ParsedSettings<z.infer<Schema>> {
  const parsed = schema.safeParse(value, { error: localeError });
  const problems = [
    ...(parsed.success ? [] : parsed.error.issues.flatMap((issue) => describeIssue(issue, []))),
    ...findUnknown(schema, value, []),
  ];
  if (parsed.success && problems.length === 0) return { isValid: true, settings: parsed.data };
  return { isValid: false, problems };
}

/** Formats a problem in one line: `webhook.url: must be …`. */
export function describeProblem({ path, message }: SettingProblem): string {
  return `${path || 'the file'}: ${message}`;
}

/** The message for a name that isn't known, with the one that was probably meant. */
export function describeUnknown(what: string, name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
  return `there is no such ${what}${hint}`;
}

/**
 * Makes a rule between several settings run even if one of them is invalid: without it Zod skips
 * the rule, and its problem appears only after the others are corrected.
 */
export const evenIfInvalid = {
  when: ({ value }: { value: unknown }) => isRecord(value),
};

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describeIssue(issue: z.core.$ZodIssue, prefix: readonly PropertyKey[]): SettingProblem[] {
  const place = [...prefix, ...issue.path];
  switch (issue.code) {
    // `findUnknown` reports these, also for schemas that aren't strict.
    case 'unrecognized_keys':
      return [];
    case 'invalid_union': {
      const closest = closestOf(issue.errors, (issues) => issues);
      if (closest !== undefined) return closest.flatMap((nested) => describeIssue(nested, place));
      break;
    }
    // The issue says only that a key is invalid; the reason is in the nested issue.
    case 'invalid_key': {
      const message = issue.issues[0]?.message ?? issue.message;
      return [{ path: place.map(String).join('.'), message }];
    }
  }
  return [{ path: place.map(String).join('.'), message: issue.message }];
}

/** Finds the settings that a schema doesn't have, at every level. */
function findUnknown(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly string[],
): SettingProblem[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return findUnknown(def.innerType, value, path);
    case 'pipe':
      return findUnknown(def.in, value, path);
    case 'array':
      if (!Array.isArray(value)) return [];
      return value.flatMap((item, index) => findUnknown(def.element, item, [...path, `${index}`]));
    case 'record':
      if (!isRecord(value)) return [];
      return Object.entries(value).flatMap(([key, item]) =>
        findUnknown(def.valueType, item, [...path, key]),
      );
    case 'union': {
      const option = chooseOption(def, value);
      return option === undefined ? [] : findUnknown(option, value, path);
    }
    case 'object':
      return isRecord(value) ? findUnknownKeys(def, value, path) : [];
    default:
      return [];
  }
}

function findUnknownKeys(
  { shape, catchall }: z.core.$ZodObjectDef,
  value: Record<string, unknown>,
  path: readonly string[],
): SettingProblem[] {
  const isLoose = catchall?._zod.def.type === 'unknown';
  return Object.entries(value).flatMap(([key, item]) => {
    const place = [...path, key];
    const known = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (known !== undefined) return findUnknown(known, item, place);
    if (isLoose) return [];
    const message = describeUnknown('setting', key, Object.keys(shape));
    return [{ path: place.join('.'), message }];
  });
}

/** The option of a union that a value was meant for: the discriminator's, or else the closest. */
function chooseOption(
  def: z.core.$ZodUnionDef & { discriminator?: string },
  value: unknown,
): z.core.$ZodType | undefined {
  const { options, discriminator } = def;
  if (discriminator === undefined) {
    return closestOf(options, (option) => z.safeParse(option, value).error?.issues ?? []);
  }
  const word = isRecord(value) ? value[discriminator] : undefined;
  return options.find(({ _zod }) =>
    _zod.propValues?.[discriminator]?.has(word as z.core.util.Primitive),
  );
}

/** An option whose fixed word (`alg`) differs was hardly meant: that counts like many issues. */
const wrongWordWeight = 100;

function closestOf<Option>(
  options: readonly Option[],
  issuesOf: (option: Option) => readonly z.core.$ZodIssue[],
): Option | undefined {
  const weigh = (option: Option) =>
    issuesOf(option)
      .filter(({ code }) => code !== 'unrecognized_keys')
      .reduce((sum, { code }) => sum + (code === 'invalid_value' ? wrongWordWeight : 1), 0);
  return [...options].sort((left, right) => weigh(left) - weigh(right))[0];
}
