import type { Catalog } from './catalog-schema.ts';

/** Returns the files of the brand's own logos by id. */
export function listOwnIcons({
  ownDrawings = new Map(),
}: Pick<Catalog, 'ownDrawings'>): Record<string, string> {
  const icons = [...ownDrawings].flatMap(([path, { file }]) => {
    const [, id] = /^icons\/(.+)\.svg$/.exec(path) ?? [];
    return id === undefined ? [] : [[id, file]];
  });
  return Object.fromEntries(icons);
}
