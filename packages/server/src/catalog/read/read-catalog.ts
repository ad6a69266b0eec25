import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hasPciScope } from '../../connectors/registry.ts';
import {
  type Catalog,
  type CatalogMethod,
  type CatalogProblem,
  catalogCoinBoxSchema,
  catalogCountrySchema,
  catalogGroupSchema,
  catalogMethodSchema,
} from '../catalog-schema.ts';
import { listChoiceIcons } from './check-kinds.ts';
import { checkIcon, checkPicture } from './check-media.ts';
import { type CatalogParts, checkRules } from './check-rules.ts';
import { type Placed, readCatalogFile } from './read-catalog-file.ts';

export type ReadCatalog =
  | {
      kind: 'sound';
      catalog: Catalog;
      /** The same entries with their places. */
      parts: CatalogParts;
    }
  | { kind: 'broken'; problems: readonly CatalogProblem[] };

/** Reads the catalogue's folder and checks it completely. A valid catalogue is frozen. */
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
  // With entries left out, these rules would report problems that don't exist.
  if (problems.length === 0) problems.push(...checkRules(parts, hasPciScope));
  problems.push(...(await checkDrawings(folder, methods)));
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

/** Reads each file once: many methods share their logos. */
async function checkDrawings(
  folder: string,
  methods: readonly Placed<CatalogMethod>[],
): Promise<CatalogProblem[]> {
  const faults = new Map<string, Promise<string | null>>();
  const checks = methods.flatMap(({ entry, file, path }) =>
    listDrawings(entry).map(async ({ kind, id, path: at }) => {
      const check = kind === 'icon' ? checkIcon : checkPicture;
      const known = faults.get(`${kind} ${id}`) ?? check(folder, id);
      faults.set(`${kind} ${id}`, known);
      const fault = await known;
      return fault === null ? [] : [{ file, path: `${path}.${at}`, message: `"${id}" ${fault}` }];
    }),
  );
  return (await Promise.all(checks)).flat();
}

interface Drawing {
  kind: 'icon' | 'picture';
  id: string;
  path: string;
}

function listDrawings(method: CatalogMethod): Drawing[] {
  const { iconIds, instruction } = method;
  return [
    ...iconIds.map((id, index): Drawing => ({ kind: 'icon', id, path: `iconIds.${index}` })),
    ...listChoiceIcons(method).map(
      ({ iconId, path }): Drawing => ({ kind: 'icon', id: iconId, path }),
    ),
    ...(instruction?.slides ?? []).flatMap(({ picture }, index): Drawing[] =>
      picture === undefined
        ? []
        : [{ kind: 'picture', id: picture, path: `instruction.slides.${index}.picture` }],
    ),
  ];
}

function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(freeze);
    Object.freeze(value);
  }
  return value;
}
