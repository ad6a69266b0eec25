import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isRecord, type SettingProblem } from '../ground/config/parse-settings.ts';

/** A brand's file as it is written, or why it can't be read. */
export interface BrandFile {
  /** The file's name: `northwind.json`. */
  name: string;
  content: { isJson: true; value: unknown } | { isJson: false; problem: string };
}

/** Reads the files of `<folder>/brands`, in alphabetical order; hidden files are left out. */
export async function readBrandFiles(folder: string): Promise<BrandFile[]> {
  const directory = directoryIn(folder);
  const names = (await readdir(directory).catch(() => [])).filter((name) => !name.startsWith('.'));
  return Promise.all(
    names.sort().map(async (name) => ({ name, content: await readContent(directory, name) })),
  );
}

const directoryIn = (folder: string) => path.join(folder, 'brands');

/** The problem of a folder without brands. */
export function describeNoBrand(folder: string): string {
  return `There is no brand in ${directoryIn(folder)}. Add a file <product>.json.`;
}

async function readContent(directory: string, name: string): Promise<BrandFile['content']> {
  if (!name.endsWith('.json')) {
    return { isJson: false, problem: 'is not a brand: a file here is named <product>.json' };
  }
  try {
    return { isJson: true, value: JSON.parse(await readFile(path.join(directory, name), 'utf8')) };
  } catch (error) {
    // The message doesn't quote the file, which may contain a secret.
    const place = /position \d+( \(line \d+ column \d+\))?/.exec((error as Error).message)?.[0];
    const reason = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    return { isJson: false, problem: place === undefined ? reason : `${reason}: at ${place}` };
  }
}

const variable = /\$\{(\w+)\}/g;

const brokenVariable =
  'has a "${" that begins no variable: the name of a variable has only letters, digits and "_"';

/**
 * Replaces `${NAME}` in every string of a JSON value by an environment variable, which is how
 * secrets are set; adds a problem for each variable that isn't set, and for any other `${`.
 */
export function fillIn(
  value: unknown,
  environment: NodeJS.ProcessEnv,
  place: string,
  problems: SettingProblem[],
): unknown {
  if (typeof value === 'string') {
    // Read before the replacement: a secret itself may have any text.
    if (value.replace(variable, ' ').includes('${')) {
      problems.push({ path: place, message: brokenVariable });
    }
    return value.replace(variable, (_, name: string) => {
      const found = environment[name] ?? '';
      if (found === '') problems.push({ path: place, message: `the variable ${name} is not set` });
      return found;
    });
  }
  const inside = (key: string | number) => (place === '' ? `${key}` : `${place}.${key}`);
  if (Array.isArray(value)) {
    return value.map((item, index) => fillIn(item, environment, inside(index), problems));
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      fillIn(item, environment, inside(key), problems),
    ]),
  );
}

/**
 * Joins the problems of variables with the others. Without its variable a setting breaks other
 * rules too: those problems are left out, since they would mislead.
 */
export function withoutConsequences(
  unset: readonly SettingProblem[],
  problems: readonly SettingProblem[],
): SettingProblem[] {
  const isKept = ({ path: place }: SettingProblem) => unset.every((other) => other.path !== place);
  return [...unset, ...problems.filter(isKept)];
}
