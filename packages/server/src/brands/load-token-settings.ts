import path from 'node:path';
import * as z from 'zod/mini';
import {
  describeProblem,
  isRecord,
  parseSettings,
  type SettingProblem,
} from '../ground/config/parse-settings.ts';
import { type BrandConfig, brandConfigSchema } from './brand-config.ts';
import { describeNoBrand, fillIn, readBrandFiles, withoutConsequences } from './brand-files.ts';

const tokenPartSchema = z.object({ token: brandConfigSchema.shape.token });

/**
 * Reads only the part `token` of the brands' files, so that the variables of the other settings
 * needn't be set.
 * @param product - the only brand to read; all of them if undefined
 * @throws one error that names every problem
 */
export async function loadTokenSettings(
  folder: string,
  environment: NodeJS.ProcessEnv,
  product: string | undefined,
): Promise<{ id: string; token: BrandConfig['token'] }[]> {
  const problems: string[] = [];
  const files = await readBrandFiles(folder);
  if (files.length === 0) problems.push(describeNoBrand(folder));
  const brands = files.flatMap(({ name, content }) => {
    const id = path.basename(name, '.json');
    if (product !== undefined && id !== product) return [];
    if (!content.isJson) {
      problems.push(`${name}: ${content.problem}`);
      return [];
    }
    const unset: SettingProblem[] = [];
    const raw = isRecord(content.value) ? content.value.token : undefined;
    const token = fillIn(raw, environment, 'token', unset);
    const parsed = parseSettings(tokenPartSchema, { token });
    if (parsed.isValid && unset.length === 0) return [{ id, token: parsed.settings.token }];
    const found = withoutConsequences(unset, parsed.isValid ? [] : parsed.problems);
    problems.push(...found.map((problem) => `${name}: ${describeProblem(problem)}`));
    return [];
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return brands;
}
