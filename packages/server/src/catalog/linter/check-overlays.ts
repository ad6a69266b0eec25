import { connectorFactories } from '../../connectors/registry.ts';
import type { CatalogLack } from '../catalog-schema.ts';
import { readConfiguration } from '../read/load-catalog.ts';
import { buildCatalog, type SoundCatalog } from '../read/read-catalog.ts';
import { describeProblem } from '../read/read-catalog-file.ts';
import { checkAccountNumbers } from './check-account-numbers.ts';
import { checkPaysBack } from './check-pays-back.ts';
import { checkReach } from './check-reach.ts';
import { checkTexts } from './check-texts.ts';

/**
 * Checks the brands' files and overlays as a start does, and the texts and the reach of the methods
 * and groups that overlays add or change. Returns the problems, one line each, and what the brands lack
 * for methods that they therefore don't offer.
 * @param configFolder - the folder of settings, with `brands/` and `catalogs/`
 */
export async function checkOverlays(
  base: SoundCatalog,
  configFolder: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ problems: string[]; lacks: string[] }> {
  const { problems, overlaid, catalogs } = await readConfiguration(configFolder, environment, base);
  const found = overlaid.flatMap(({ parts, ownMethods: methods, ownGroups: groups }) => {
    const catalog = buildCatalog(parts);
    return [
      ...checkAccountNumbers(methods),
      ...checkTexts(methods),
      ...checkReach(catalog, { methods, groups, countries: [] }, connectorFactories),
      ...checkPaysBack(catalog, methods),
    ];
  });
  return {
    problems: [...problems, ...found.map(describeProblem)],
    lacks: [...catalogs].flatMap(([brand, { lacks = [] }]) =>
      describeLacks(lacks).map((line) => `brands/${brand}.json: ${line}`),
    ),
  };
}

const reasons: Record<CatalogLack['what'], string> = {
  coin: 'no account takes its coin on its chain, or pays it out',
  payout: 'no account pays out',
  rate: 'there is no rate to convert its coin',
};

/** Describes what a brand lacks, one line for all methods that lack the same. */
function describeLacks(lacks: readonly CatalogLack[]): string[] {
  const methodsByLack = Map.groupBy(lacks, ({ what, currencies }) => {
    const place = currencies.length === 0 ? '' : ` in ${currencies.join(', ')}`;
    return `not offered${place}, as ${reasons[what]}`;
  });
  return [...methodsByLack].map(
    ([lack, found]) => `${lack}: ${found.map(({ method }) => method).join(', ')}`,
  );
}
