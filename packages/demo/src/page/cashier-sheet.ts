import { element } from './element.ts';

/** On a phone the cashier is a sheet over the page, which can be closed and opened again. */
export interface CashierSheet {
  open(): void;
  /** Updates whether the cashier is a sheet. */
  follow(): void;
}

/**
 * Connects the sheet. `panel` is a sheet in a narrow window, unless it is closed or stands in the
 * page.
 */
export function createCashierSheet(panel: HTMLElement): CashierSheet {
  const handle = element('cashier-handle', HTMLButtonElement);
  const content = element('cashier-content', HTMLElement);
  const page = document.querySelectorAll<HTMLElement>(
    '.skip-link, .site-header, .layout > section:not(.cashier)',
  );
  const isNarrow = matchMedia('(width < 860px)');
  let isOpen = true;
  let isCovering = false;

  const follow = () => {
    const isInPage = panel.dataset.state === 'closed' || panel.hasAttribute('data-auto-height');
    if (isInPage) delete panel.dataset.sheet;
    else panel.dataset.sheet = isOpen ? 'open' : 'aside';
    const isSheet = isNarrow.matches && !isInPage;
    isCovering = isSheet && isOpen;
    handle.setAttribute('aria-expanded', String(isOpen));
    content.inert = isSheet && !isOpen;
    // The page behind the sheet neither scrolls nor takes the focus.
    document.documentElement.toggleAttribute('data-covered', isCovering);
    for (const part of page) part.inert = isCovering;
  };
  const show = (next: boolean) => {
    isOpen = next;
    follow();
  };

  isNarrow.addEventListener('change', follow);
  handle.addEventListener('click', () => show(!isOpen));
  element('cashier-backdrop', HTMLElement).addEventListener('click', () => show(false));
  // A key in the cashier's frame belongs to the cashier.
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !isCovering) return;
    show(false);
    handle.focus();
  });
  follow();
  return { open: () => show(true), follow };
}
