import path from 'node:path';
import type * as z from 'zod/mini';
import {
  describeProblem,
  isRecord,
  parseSettings,
  type SettingProblem,
} from '../ground/config/parse-settings.ts';
import type { BrandConfig } from './brand-config.ts';
import { describeNoBrand, fillIn, readBrandFiles, withoutConsequences } from './brand-files.ts';

/**
 * Reads only one setting of the brands' files, so that the variables of the other settings needn't
 * be set.
 * @param schema - the schema of an object with this setting alone
 * @param product - the only brand to read; all of them if undefined
 * @throws one error that names every problem
 */
export async function loadBrandSetting<Setting extends object>(
  name: keyof Setting & keyof BrandConfig,
  schema: z.ZodMiniType<Setting>,
  folder: string,
  environment: NodeJS.ProcessEnv,
  product: string | undefined,
): Promise<({ id: string } & Setting)[]> {
  const problems: string[] = [];
  const files = await readBrandFiles(folder);
  if (files.length === 0) problems.push(describeNoBrand(folder));
  const brands = files.flatMap(({ name: file, content }) => {
    const id = path.basename(file, '.json');
    if (product !== undefined && id !== product) return [];
    if (!content.isJson) {
      problems.push(`${file}: ${content.problem}`);
      return [];
    }
    const unset: SettingProblem[] = [];
    const raw = isRecord(content.value) ? content.value[name] : undefined;
    const value = fillIn(raw, environment, name, unset);
    const parsed = parseSettings(schema, { [name]: value });
    if (parsed.isValid && unset.length === 0) return [{ id, ...parsed.settings }];
    const found = withoutConsequences(unset, parsed.isValid ? [] : parsed.problems);
    problems.push(...found.map((problem) => `${file}: ${describeProblem(problem)}`));
    return [];
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return brands;
}
