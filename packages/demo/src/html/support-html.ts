import { type SiteLanguage, siteTextsOf } from '../site-texts.ts';
import { icons } from './icons.ts';
import { headHtml } from './page-html.ts';

/** Renders the site's support, to which the cashier's invoices lead. */
export function supportHtml(page: { language: SiteLanguage; stylePath: string }): string {
  const { support } = siteTextsOf(page.language);
  return `${headHtml({ ...page, title: `Northline: ${support.title}` })}
<body>
<header class="site-header">
<a class="brand" href="/">${icons.brand}<span class="brand-name">Northline</span></a>
</header>
<main class="support">
<h1>${support.title}</h1>
<p>${support.text}</p>
<p>${support.reference}</p>
<a class="button button-primary" href="/">${support.back}</a>
</main>
</body>
</html>
`;
}
