/**
 * Returns an element of the page's own markup by id.
 * @throws if it is missing or of another type: then markup and script don't match.
 */
export function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${kind.name} #${id}`);
  return found;
}
