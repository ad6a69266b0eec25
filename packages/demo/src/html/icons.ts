import type { SiteName } from '../sites.ts';

const icon = (paths: string) =>
  `<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`;

/** The site's own few icons. */
export const icons = {
  /** A four-pointed star over a horizon. */
  brand:
    '<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><path d="M16 2l3.2 9.8L29 15l-9.800 3.200L16 28l-3.200-9.800L3 15l9.800-3.200z" fill="#ffc24b"/><path d="M3 30h26" stroke="#8fb7ff" stroke-width="2.500" stroke-linecap="round"/></svg>',
  /** A drop over waves. */
  lagoon:
    '<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><path d="M16 2c4.200 5.200 7 8.600 7 12.200A7 7 0 0 1 9 14.200C9 10.600 11.800 7.200 16 2z" fill="#2dd4bf"/><path d="M3 25c2.200-2 4.300-2 6.500 0s4.300 2 6.500 0 4.300-2 6.500 0 4.300 2 6.500 0M3 30c2.200-2 4.300-2 6.500 0s4.300 2 6.500 0 4.300-2 6.500 0 4.300 2 6.500 0" fill="none" stroke="#38bdf8" stroke-width="2.200" stroke-linecap="round"/></svg>',
  coin: icon(
    '<circle cx="12" cy="12" r="8.500"/><path d="M14.500 9.200a3.600 3.600 0 1 0 0 5.600"/>',
  ),
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

/** The sites' own marks. */
export const marks: Readonly<Record<SiteName, string>> = {
  northline: icons.brand,
  lagoon: icons.lagoon,
};

/** Returns a site's icon in the browser's tab, as a data URL. */
export function faviconOf(site: SiteName): string {
  const svg = marks[site].replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ');
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Rotates when its group opens. */
export const iconOfSummary =
  '<svg class="fold-icon" viewBox="0 0 12 12" width="12" height="12" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M4 2l4 4-4 4"/></svg>';
