import { element } from './element.ts';

const openKey = 'northline.controls';

/**
 * Keeps the developer controls as the developer left them: folded at first, open after a link with
 * `controls=1` or to `#playground`.
 */
export function foldPlayground(): void {
  const fold = element('playground-fold', HTMLDetailsElement);
  const isMeant = () =>
    location.hash === '#playground' || new URLSearchParams(location.search).has('controls');
  fold.open = isMeant() || localStorage.getItem(openKey) !== null;
  fold.addEventListener('toggle', () => {
    if (fold.open) localStorage.setItem(openKey, '1');
    else localStorage.removeItem(openKey);
  });
  window.addEventListener('hashchange', () => {
    if (isMeant()) fold.open = true;
  });
}
