import { element } from './element.ts';

/** Opens the playground if the window is wide enough, or if a link leads to it. */
export function foldPlayground(): void {
  const fold = element('playground-fold', HTMLDetailsElement);
  const hasRoom = matchMedia('(width >= 860px)');
  const isMeant = () => location.hash === '#playground';
  const follow = () => {
    fold.open = hasRoom.matches || isMeant();
  };
  hasRoom.addEventListener('change', follow);
  window.addEventListener('hashchange', () => {
    if (isMeant()) fold.open = true;
  });
  follow();
}
