import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { parseSettings } from '../../ground/config/parse-settings.ts';
import {
  type CatalogProblem,
  type OwnDrawing,
  type SweepstakeSettings,
  sweepstakeSettingsSchema,
} from '../catalog-schema.ts';
import { drawingPath } from './check-media.ts';
import { readOwnDrawing } from './own-drawing.ts';
import { readJson } from './read-catalog-file.ts';

/** What an overlay does to a list of the catalogue. Entries are checked where they are applied. */
const changesShape = {
  /** Whole new entries. */
  add: z._default(z.array(z.unknown()), []),
  /** By name, the fields that differ; null removes an optional one. */
  change: z._default(z.record(z.string(), z.record(z.string(), z.unknown())), {}),
  /** Names. */
  remove: z._default(z.array(z.string()), []),
};

const overlaySchema = z.strictObject({
  ...changesShape,
  groups: z._default(z.strictObject(changesShape), { add: [], change: {}, remove: [] }),
  /** The rules of the brand's sweepstakes, in one file at most. */
  sweepstake: z.optional(sweepstakeSettingsSchema),
  packages: z._default(z.strictObject(changesShape), { add: [], change: {}, remove: [] }),
});

export type OverlayChanges = z.infer<z.ZodMiniObject<typeof changesShape>>;

/** A file of a brand's own catalogue: its changes to the methods, groups and packages. */
export interface Overlay extends OverlayChanges {
  /** Its path within the folder of settings: `catalogs/northwind/limits.json`. */
  file: string;
  groups: OverlayChanges;
  sweepstake?: SweepstakeSettings | undefined;
  packages: OverlayChanges;
}

export interface OverlayFolder {
  overlays: Overlay[];
  /** The brand's own logos and pictures, by the path of the shared file: `icons/acme.svg`. */
  drawings: ReadonlyMap<string, OwnDrawing>;
}

/**
 * Reads a brand's folder `catalogs/<product>`, in alphabetical order; hidden files are left out.
 * Adds a problem for each file that is wrong by itself.
 */
export async function readOverlayFolder(
  configFolder: string,
  folder: string,
  problems: CatalogProblem[],
): Promise<OverlayFolder> {
  const overlays: Overlay[] = [];
  const drawings = new Map<string, OwnDrawing>();
  for (const name of await listVisible(configFolder, folder, problems)) {
    const file = `${folder}/${name}`;
    if (name === 'icons' || name === 'pictures') {
      await readDrawings({ configFolder, folder, part: name }, drawings, problems);
    } else if (name.endsWith('.json')) {
      overlays.push(...(await readOverlay(configFolder, file, problems)));
    } else {
      const message = 'is not an overlay: here are files <name>.json, "icons" and "pictures"';
      problems.push({ file, path: '', message });
    }
  }
  return { overlays, drawings };
}

/**
 * Lists a folder within the folder of settings, without its hidden files. A missing folder is
 * empty; adds a problem for one that can't be read.
 */
export async function listVisible(
  configFolder: string,
  folder: string,
  problems: CatalogProblem[],
): Promise<string[]> {
  try {
    const names = await readdir(join(configFolder, folder));
    return names.filter((name) => !name.startsWith('.')).sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') {
      problems.push({ file: folder, path: '', message: `cannot be read as a folder: ${code}` });
    }
    return [];
  }
}

async function readOverlay(
  configFolder: string,
  file: string,
  problems: CatalogProblem[],
): Promise<Overlay[]> {
  const document = await readJson(configFolder, file, problems);
  if (document === undefined) return [];
  const parsed = parseSettings(overlaySchema, document);
  if (parsed.isValid) return [{ ...parsed.settings, file }];
  problems.push(...parsed.problems.map((problem) => ({ ...problem, file })));
  return [];
}

/** Reads the operator's logos for all brands, the folder `icons` of the settings. */
export async function readSharedIcons(
  configFolder: string,
  problems: CatalogProblem[],
): Promise<ReadonlyMap<string, OwnDrawing>> {
  const drawings = new Map<string, OwnDrawing>();
  await readDrawings({ configFolder, folder: '', part: 'icons' }, drawings, problems);
  return drawings;
}

async function readDrawings(
  { configFolder, folder, part }: { configFolder: string; folder: string; part: string },
  drawings: Map<string, OwnDrawing>,
  problems: CatalogProblem[],
): Promise<void> {
  const kind = part === 'icons' ? 'icon' : 'picture';
  const place = folder === '' ? part : `${folder}/${part}`;
  for (const name of await listVisible(configFolder, place, problems)) {
    const report = (message: string) =>
      problems.push({ file: `${place}/${name}`, path: '', message });
    const read = await readOwnDrawing(join(configFolder, folder, part), kind, name);
    if (read.kind === 'faulty') {
      report(read.fault);
      continue;
    }
    const path = drawingPath(kind, read.id);
    if (drawings.has(path)) report('is a second file of this name');
    else drawings.set(path, read.drawing);
  }
}
