import type { PageData } from '../page-data.ts';
import { texts } from '../texts.ts';
import { cashierHtml } from './cashier-html.ts';
import { headerHtml } from './header-html.ts';
import { favicon } from './icons.ts';
import { liveHtml, upcomingHtml } from './matches-html.ts';
import { playgroundHtml } from './playground-html.ts';

/**
 * Renders the whole page. It holds only constants and validated addresses; the script fills in the
 * rest.
 */
export function pageHtml(page: {
  data: PageData;
  sandboxUrl?: string | null;
  scriptPath: string;
  stylePath: string;
}): string {
  // Escaped so that no address can end the element early.
  const json = JSON.stringify(page.data).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="dark light">
<meta name="theme-color" content="#0c1016" media="(prefers-color-scheme: dark)">
<meta name="theme-color" content="#f2f4f8" media="(prefers-color-scheme: light)">
<meta name="description" content="${texts.description}">
<title>${texts.pageTitle}</title>
<link rel="icon" href="${favicon}">
<link rel="stylesheet" href="${page.stylePath}">
<script type="application/json" id="page-data">${json}</script>
<script type="module" src="${page.scriptPath}"></script>
</head>
<body>
<a class="skip-link" href="#cashier">${texts.skipToCashier}</a>
${headerHtml()}
<main class="layout">
${liveHtml()}
${cashierHtml()}
${playgroundHtml(page.data.choices, page.sandboxUrl ?? null)}
${upcomingHtml()}
</main>
</body>
</html>
`;
}
