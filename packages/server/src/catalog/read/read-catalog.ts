import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type * as z from 'zod/mini';
import { abilitiesOf } from '../../connectors/registry.ts';
import {
  type Catalog,
  type CatalogMethod,
  type CatalogPayerBank,
  type CatalogProblem,
  catalogCardIssuerSchema,
  catalogCardSchemeSchema,
  catalogCoinBoxSchema,
  catalogCountrySchema,
  catalogGroupSchema,
  catalogMethodSchema,
  catalogPayerBankSchema,
  type PayerBanks,
} from '../catalog-schema.ts';
import { neutralBankIcon } from '../neutral-bank-icon.ts';
import { listChoiceIcons } from './check-kinds.ts';
import { checkDrawing, type DrawingKind, drawingPath } from './check-media.ts';
import { type CatalogParts, checkRules } from './check-rules.ts';
import { type Placed, problemAt, readCatalogFile } from './read-catalog-file.ts';

/** A catalogue without problems. */
export interface SoundCatalog {
  kind: 'sound';
  folder: string;
  catalog: Catalog;
  /** The same entries with their places. */
  parts: CatalogParts;
}

export type ReadCatalog = SoundCatalog | { kind: 'broken'; problems: readonly CatalogProblem[] };

/** Reads the catalogue's folder and checks it completely. A valid catalogue is frozen. */
export async function readCatalog(folder: string): Promise<ReadCatalog> {
  const problems: CatalogProblem[] = [];
  const methods: Placed<CatalogMethod>[] = [];
  for (const file of await listMethodFiles(folder, problems)) {
    methods.push(
      ...(await readCatalogFile(folder, file, 'methods', catalogMethodSchema, problems)),
    );
  }
  const read = <Schema extends z.ZodMiniType>(file: string, listName: string, schema: Schema) =>
    readCatalogFile(folder, file, listName, schema, problems);
  const parts: CatalogParts = {
    methods,
    groups: await read('groups.json', 'groups', catalogGroupSchema),
    countries: await read('countries.json', 'countries', catalogCountrySchema),
    coinBoxes: await read('coin-boxes.json', 'coinBoxes', catalogCoinBoxSchema),
    sweepstake: null,
    cardSchemes: await read('card-schemes.json', 'cardSchemes', catalogCardSchemeSchema),
    cardIssuers: await read('card-issuers.json', 'cardIssuers', catalogCardIssuerSchema),
    payerBanks: await read('payer-banks.json', 'payerBanks', catalogPayerBankSchema),
  };
  // With entries left out, these rules would report problems that don't exist.
  if (problems.length === 0) problems.push(...checkRules(parts, abilitiesOf));
  problems.push(...(await checkDrawings(folder, parts)));
  if (problems.length > 0) return { kind: 'broken', problems };
  return { kind: 'sound', folder, catalog: buildCatalog(parts), parts };
}

/** Builds a frozen catalogue of checked entries. */
export function buildCatalog(parts: CatalogParts): Catalog {
  const payerBanks = groupPayerBanks(parts.payerBanks.map(({ entry }) => entry));
  return freeze({
    methods: parts.methods.map(({ entry }) =>
      entry.hasBankChoice === true ? { ...entry, payerBanks } : entry,
    ),
    groups: parts.groups.map(({ entry }) => entry),
    countries: parts.countries.map(({ entry }) => entry),
    coinBoxes: parts.coinBoxes.map(({ entry }) => entry),
    ...(parts.sweepstake !== null && { sweepstake: parts.sweepstake.entry }),
    cardSchemes: parts.cardSchemes.map(({ entry }) => entry),
    cardIssuers: parts.cardIssuers.map(({ entry }) => entry),
  });
}

function groupPayerBanks(banks: readonly CatalogPayerBank[]): PayerBanks {
  const byCountry = Map.groupBy(banks, ({ country }) => country);
  return new Map(
    [...byCountry].map(([country, own]) => [
      country,
      own.map(({ country: _, ...bank }) => ({ iconId: neutralBankIcon, ...bank })),
    ]),
  );
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

/**
 * Checks that every logo and picture of these entries is a sound file of the folder.
 * @param known - the paths of drawings that were found and checked elsewhere
 */
export async function checkDrawings(
  folder: string,
  {
    methods,
    cardSchemes,
    payerBanks,
  }: Pick<CatalogParts, 'methods' | 'cardSchemes' | 'payerBanks'>,
  known: ReadonlyMap<string, unknown> = new Map(),
): Promise<CatalogProblem[]> {
  // Each file is read once: many methods share their logos.
  const faults = new Map<string, Promise<string | null>>();
  const drawings = [
    ...methods.flatMap((placed) => listDrawings(placed.entry).map((drawn) => ({ placed, drawn }))),
    ...[...cardSchemes, ...payerBanks].flatMap(
      (placed): { placed: Placed<unknown>; drawn: Drawing }[] => {
        const { iconId: id } = placed.entry;
        return id === undefined ? [] : [{ placed, drawn: { kind: 'icon', id, path: 'iconId' } }];
      },
    ),
  ];
  const checks = drawings.map(async ({ placed, drawn: { kind, id, path } }) => {
    const file = drawingPath(kind, id);
    if (known.has(file)) return [];
    const checked = faults.get(file) ?? checkDrawing(folder, kind, id);
    faults.set(file, checked);
    const fault = await checked;
    return fault === null ? [] : [problemAt(placed, path, `"${id}" ${fault}`)];
  });
  return (await Promise.all(checks)).flat();
}

interface Drawing {
  kind: DrawingKind;
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
