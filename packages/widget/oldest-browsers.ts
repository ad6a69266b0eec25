/**
 * The oldest browsers that the widget supports (docs/integration.md). An Android WebView has
 * Chrome's version.
 */
export const oldestBrowsers = ['chrome93', 'firefox92', 'safari15.4'];
