import type * as z from 'zod/mini';
import type { BrandConfig } from '../../brands/brand-config.ts';
import { loadBrandSetting } from '../../brands/load-brand-setting.ts';
import { parseConfig } from '../../ground/config/config.ts';
import { CliError } from '../terminal/terminal.ts';

/**
 * Loads one setting of the brands of this machine, or of the named one.
 * @throws CliError usage if the files can't be read, or there is no such brand
 */
export async function loadSetting<Setting extends object>(
  environment: NodeJS.ProcessEnv,
  name: keyof Setting & keyof BrandConfig,
  schema: z.ZodMiniType<Setting>,
  brand: string | undefined,
): Promise<({ id: string } & Setting)[]> {
  const { configFolder } = parseConfig(environment);
  const given = [name, schema, configFolder, environment, brand] as const;
  const brands = await loadBrandSetting(...given).catch((error: Error) => {
    throw new CliError('usage', `The brands can't be read:\n${error.message}`);
  });
  if (brands.length > 0) return brands;
  throw new CliError('usage', `There is no brand "${brand}" in ${configFolder}.`);
}
