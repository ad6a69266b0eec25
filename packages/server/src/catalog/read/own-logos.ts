import { describeUnknown } from '../../ground/config/parse-settings.ts';
import type { Catalog, CatalogMethod, CatalogProblem, OwnDrawing } from '../catalog-schema.ts';
import { drawingPath } from './check-media.ts';
import type { Placed } from './read-catalog-file.ts';

type Drawings = ReadonlyMap<string, OwnDrawing>;

/** Gives each method its own logo where the operator has a file of the method's name. */
export function useOwnLogos(catalog: Catalog, drawings: Drawings): Catalog {
  const methods = catalog.methods.map((method) => {
    const { name, iconIds } = method;
    // A logo of the same name, such as `bkash`, is replaced wherever it stands.
    if (iconIds.includes(name) || !drawings.has(drawingPath('icon', name))) return method;
    return { ...method, iconIds: [name] };
  });
  return { ...catalog, methods };
}

/**
 * Finds logos that are named after a method which doesn't exist. Only methods have names with
 * underscores; any other file may be the logo of a bank or of a method to come.
 */
export function findStrayLogos(
  folder: string,
  drawings: Drawings,
  methods: readonly Placed<CatalogMethod>[],
): CatalogProblem[] {
  const names = methods.map(({ entry }) => entry.name);
  return [...drawings].flatMap(([path, { file }]) => {
    const [, id = ''] = /^icons\/(.+)\.svg$/.exec(path) ?? [];
    if (!id.includes('_') || names.includes(id)) return [];
    const extension = file.slice(file.lastIndexOf('.'));
    return [
      {
        file: `${folder}/${id}${extension}`,
        path: '',
        message: describeUnknown('method', id, names),
      },
    ];
  });
}
