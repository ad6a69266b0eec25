import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseConfig } from '../../ground/config/config.ts';
import { CliError } from '../terminal/cli-error.ts';

/**
 * The brand that is meant: the one named, or the only one there is. Their files are only listed, not
 * read: what they take from the server's environment needn't be in this one.
 * @throws CliError usage
 */
export function chooseBrand(environment: NodeJS.ProcessEnv, named: string | undefined): string {
  const folder = path.join(parseConfig(environment).configFolder, 'brands');
  const brands = existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.json'))
        .map((file) => path.basename(file, '.json'))
    : [];
  const [only] = brands;
  if (named === undefined && only !== undefined && brands.length === 1) return only;
  if (named !== undefined && brands.includes(named)) return named;
  const known = brands.length === 0 ? `${folder} has none` : `there are ${brands.join(', ')}`;
  const problem = named === undefined ? 'Say which brand with --brand' : `No brand "${named}"`;
  throw new CliError('usage', `${problem}: ${known}.`);
}
