const icon = (paths: string) =>
  `<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`;

/** The site's own few icons. */
export const icons = {
  /** A four-pointed star over a horizon. */
  brand:
    '<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><path d="M16 2l3.2 9.8L29 15l-9.800 3.200L16 28l-3.200-9.800L3 15l9.800-3.200z" fill="#ffc24b"/><path d="M3 30h26" stroke="#8fb7ff" stroke-width="2.500" stroke-linecap="round"/></svg>',
  wallet: icon(
    '<path d="M3 7.500A2.500 2.500 0 0 1 5.500 5H18v4"/><path d="M3 7.500V17a2.500 2.500 0 0 0 2.500 2.500H21V9H5"/><path d="M16.500 14.200h.01"/>',
  ),
  /** An arrow out of a tray. */
  withdraw: icon('<path d="M12 15V4M7.500 8.500L12 4l4.500 4.500M4 15v4.500h16V15"/>'),
  nobody: icon(
    '<circle cx="12" cy="8" r="4"/><path d="M4.500 20a7.500 7.500 0 0 1 9-7.300M16.500 16.500l4 4M20.500 16.500l-4 4"/>',
  ),
  unreachable: icon(
    '<path d="M3 3l18 18"/><path d="M5 12.500a10 10 0 0 1 4-2.300M19 12.500a10 10 0 0 0-5-2.600M8.500 16a5 5 0 0 1 7 0M12 19.500h.01M2 9a15 15 0 0 1 4.500-2.700M22 9a15 15 0 0 0-11-4"/>',
  ),
} as const;

/** The site's icon in the browser's tab, as a data URL. */
export const favicon = `data:image/svg+xml,${encodeURIComponent(
  icons.brand.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" '),
)}`;

/** Rotates when its group opens. */
export const iconOfSummary =
  '<svg class="fold-icon" viewBox="0 0 12 12" width="12" height="12" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M4 2l4 4-4 4"/></svg>';
