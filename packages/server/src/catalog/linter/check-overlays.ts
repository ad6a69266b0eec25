import { connectorFactories } from '../../connectors/registry.ts';
import { readConfiguration } from '../read/load-catalog.ts';
import { buildCatalog, type SoundCatalog } from '../read/read-catalog.ts';
import { describeProblem } from '../read/read-catalog-file.ts';
import { checkAccountNumbers } from './check-account-numbers.ts';
import { checkPaysBack } from './check-pays-back.ts';
import { checkReach } from './check-reach.ts';
import { checkTexts } from './check-texts.ts';

/**
 * Checks the brands' files and overlays as a start does, and the texts and the reach of the methods
 * and groups that overlays add or change. Returns the problems, one line each.
 * @param configFolder - the folder of settings, with `brands/` and `catalogs/`
 */
export async function checkOverlays(
  base: SoundCatalog,
  configFolder: string,
  environment: NodeJS.ProcessEnv,
): Promise<string[]> {
  const { problems, overlaid } = await readConfiguration(configFolder, environment, base);
  const found = overlaid.flatMap(({ parts, ownMethods: methods, ownGroups: groups }) => {
    const catalog = buildCatalog(parts);
    return [
      ...checkAccountNumbers(methods),
      ...checkTexts(methods),
      ...checkReach(catalog, { methods, groups, countries: [] }, connectorFactories),
      ...checkPaysBack(catalog, methods),
    ];
  });
  return [...problems, ...found.map(describeProblem)];
}
