/** Height before the widget has said its own, so that the page below moves little. */
const firstHeightPx = 640;

/** What the widget may do: scripts, its own storage, provider forms and pages in free-standing popups. */
const sandbox = [
  'allow-scripts',
  'allow-same-origin',
  'allow-forms',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-storage-access-by-user-activation',
].join(' ');

/** What the frame itself needs to know, before the widget has answered anything. */
export interface FrameOptions {
  url: URL;
  title: string;
  hasAutoHeight: boolean;
  locale?: string | undefined;
  theme?: string | undefined;
}

/**
 * Builds the iframe. Locale and theme go into its address as well as into the handshake, so that
 * the first paint already has the right language, direction and colours.
 */
export function createCashierFrame(options: FrameOptions): HTMLIFrameElement {
  const address = new URL(options.url);
  if (options.locale) address.searchParams.set('locale', options.locale);
  if (options.theme) address.searchParams.set('theme', options.theme);
  const frame = document.createElement('iframe');
  frame.title = options.title;
  frame.setAttribute('sandbox', sandbox);
  frame.allow = 'clipboard-write; payment';
  frame.style.display = 'block';
  frame.style.width = '100%';
  frame.style.border = '0';
  frame.style.height = options.hasAutoHeight ? `${firstHeightPx}px` : '100%';
  frame.src = address.href;
  return frame;
}
