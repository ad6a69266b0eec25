import { locales } from '@kassa/contract';
import { lagoonTextsOf } from '../lagoon-texts.ts';
import type { PageData } from '../page-data.ts';
import { type SiteLanguage, siteTextsOf } from '../site-texts.ts';
import type { SiteName } from '../sites.ts';
import { cashierHtml } from './cashier-html.ts';
import { headerHtml, sitesHtml } from './header-html.ts';
import { faviconOf } from './icons.ts';
import { entryHtml, lobbyHtml } from './lobby-html.ts';
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
  const { site } = page.data;
  // Escaped so that no address can end the element early.
  const json = JSON.stringify(page.data).replaceAll('<', '\\u003c');
  const script = `<script type="application/json" id="page-data">${json}</script>
<script type="module" src="${page.scriptPath}"></script>
`;
  const words = siteTextsOf(language);
  const { pageTitle: title } = site === 'lagoon' ? lagoonTextsOf(language) : words;
  return `${headHtml({ site, language, stylePath, title, script })}
<body>
<a class="skip-link" href="#cashier">${words.skipToCashier}</a>
${sitesHtml(page.data, language)}
${headerHtml(site, language)}
<main class="layout">
${contentHtml(site, language)}
${playgroundHtml(page.data, page.sandboxUrl ?? null)}
</main>
</body>
</html>
`;
}

function contentHtml(site: SiteName, language: SiteLanguage): string {
  const words = siteTextsOf(language);
  const parts =
    site === 'lagoon'
      ? [entryHtml(lagoonTextsOf(language)), cashierHtml(words), lobbyHtml(language)]
      : [promotionHtml(words), liveHtml(words), cashierHtml(words), upcomingHtml(language)];
  return parts.join('\n');
}

/** Renders the beginning of a document of the site, up to its body. */
export function headHtml(page: {
  site: SiteName;
  language: SiteLanguage;
  title: string;
  stylePath: string;
  script?: string;
}): string {
  const { site, language, title, stylePath, script = '' } = page;
  const { description } = site === 'lagoon' ? lagoonTextsOf(language) : siteTextsOf(language);
  return `<!doctype html>
<html lang="${language}" dir="${locales[language].direction}" data-site="${site}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="dark light">
<meta name="theme-color" content="#0c1016" media="(prefers-color-scheme: dark)">
<meta name="theme-color" content="#f2f4f8" media="(prefers-color-scheme: light)">
<meta name="description" content="${description}">
<title>${title}</title>
<link rel="icon" href="${faviconOf(site)}">
<link rel="stylesheet" href="${stylePath}">
${script}</head>`;
}
