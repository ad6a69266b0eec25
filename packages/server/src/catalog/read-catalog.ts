import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hasPciScope } from '../connectors/registry.ts';
import {
  type Catalog,
  type CatalogMethod,
  type CatalogProblem,
  catalogCoinBoxSchema,
  catalogCountrySchema,
  catalogGroupSchema,
  catalogMethodSchema,
} from './catalog-schema.ts';
import { checkIcon } from './check-icon.ts';
import { type CatalogParts, checkRules } from './check-rules.ts';
import { type Placed, readCatalogFile } from './read-catalog-file.ts';

export type ReadCatalog =
  | {
      kind: 'sound';
      catalog: Catalog;
      /** The same, and where each entry stands. */
      parts: CatalogParts;
    }
  | { kind: 'broken'; problems: readonly CatalogProblem[] };

/** Reads the catalogue's folder and checks all of it. A sound catalogue is frozen. */
export async function readCatalog(folder: string): Promise<ReadCatalog> {
  const problems: CatalogProblem[] = [];
  const methods: Placed<CatalogMethod>[] = [];
  for (const file of await listMethodFiles(folder, problems)) {
    methods.push(
      ...(await readCatalogFile(folder, file, 'methods', catalogMethodSchema, problems)),
    );
  }
  const parts: CatalogParts = {
    methods,
    groups: await readCatalogFile(folder, 'groups.json', 'groups', catalogGroupSchema, problems),
    countries: await readCatalogFile(
      folder,
      'countries.json',
      'countries',
      catalogCountrySchema,
      problems,
    ),
    coinBoxes: await readCatalogFile(
      folder,
      'coin-boxes.json',
      'coinBoxes',
      catalogCoinBoxSchema,
      problems,
    ),
  };
  // With entries left out, the rules between them would tell of problems that are none.
  if (problems.length === 0) problems.push(...checkRules(parts, hasPciScope));
  problems.push(...(await checkIcons(folder, methods)));
  if (problems.length > 0) return { kind: 'broken', problems };
  const catalog: Catalog = {
    methods: methods.map(({ entry }) => entry),
    groups: parts.groups.map(({ entry }) => entry),
    countries: parts.countries.map(({ entry }) => entry),
    coinBoxes: parts.coinBoxes.map(({ entry }) => entry),
  };
  return { kind: 'sound', catalog: freeze(catalog), parts };
}

async function listMethodFiles(folder: string, problems: CatalogProblem[]): Promise<string[]> {
  try {
    const names = await readdir(join(folder, 'methods'));
    return names
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => `methods/${name}`);
  } catch {
    problems.push({ file: 'methods', path: '', message: 'there is no such folder' });
    return [];
  }
}

async function checkIcons(
  folder: string,
  methods: readonly Placed<CatalogMethod>[],
): Promise<CatalogProblem[]> {
  const checks = methods.flatMap(({ entry, file, path }) =>
    entry.iconIds.map(async (iconId, index) => {
      const fault = await checkIcon(folder, iconId);
      const message = `"${iconId}" ${fault}`;
      return fault === null ? [] : [{ file, path: `${path}.iconIds.${index}`, message }];
    }),
  );
  return (await Promise.all(checks)).flat();
}

function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(freeze);
    Object.freeze(value);
  }
  return value;
}
