/**
 * Finds an element of the page's own markup by id.
 * @throws when it is missing or of another kind: then markup and script have drifted apart.
 */
export function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${kind.name} #${id}`);
  return found;
}
