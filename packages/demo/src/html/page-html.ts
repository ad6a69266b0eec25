import { locales } from '@kassa/contract';
import type { PageData } from '../page-data.ts';
import { type SiteLanguage, siteTextsOf } from '../site-texts.ts';
import { cashierHtml } from './cashier-html.ts';
import { headerHtml } from './header-html.ts';
import { favicon } from './icons.ts';
import { liveHtml, promotionHtml, upcomingHtml } from './matches-html.ts';
import { playgroundHtml } from './playground-html.ts';

/**
 * Renders the whole page. It holds only constants and validated addresses; the script fills in the
 * rest.
 */
export function pageHtml(page: {
  data: PageData;
  language: SiteLanguage;
  sandboxUrl?: string | null;
  scriptPath: string;
  stylePath: string;
}): string {
  const { language, stylePath } = page;
  const site = siteTextsOf(language);
  // Escaped so that no address can end the element early.
  const json = JSON.stringify(page.data).replaceAll('<', '\\u003c');
  const script = `<script type="application/json" id="page-data">${json}</script>
<script type="module" src="${page.scriptPath}"></script>
`;
  return `${headHtml({ language, stylePath, title: site.pageTitle, script })}
<body>
<a class="skip-link" href="#cashier">${site.skipToCashier}</a>
${headerHtml(site)}
<main class="layout">
${promotionHtml(site)}
${liveHtml(site)}
${cashierHtml(site)}
${upcomingHtml(language)}
${playgroundHtml(page.data.choices, page.sandboxUrl ?? null)}
</main>
</body>
</html>
`;
}

/** Renders the beginning of a document of the site, up to its body. */
export function headHtml(page: {
  language: SiteLanguage;
  title: string;
  stylePath: string;
  script?: string;
}): string {
  const { language, title, stylePath, script = '' } = page;
  return `<!doctype html>
<html lang="${language}" dir="${locales[language].direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="dark light">
<meta name="theme-color" content="#0c1016" media="(prefers-color-scheme: dark)">
<meta name="theme-color" content="#f2f4f8" media="(prefers-color-scheme: light)">
<meta name="description" content="${siteTextsOf(language).description}">
<title>${title}</title>
<link rel="icon" href="${favicon}">
<link rel="stylesheet" href="${stylePath}">
${script}</head>`;
}
