import { type SiteLanguage, siteTextsOf } from '../site-texts.ts';
import { type SiteName, sites } from '../sites.ts';
import { marks } from './icons.ts';
import { headHtml } from './page-html.ts';

/** Renders the site's support, to which the cashier's invoices lead. */
export function supportHtml(page: {
  site: SiteName;
  language: SiteLanguage;
  stylePath: string;
}): string {
  const { support } = siteTextsOf(page.language);
  const { title } = sites[page.site];
  return `${headHtml({ ...page, title: `${title}: ${support.title}` })}
<body>
<header class="site-header">
<a class="brand" href="/">${marks[page.site]}<span class="brand-name">${title}</span></a>
</header>
<main class="support">
<h1>${support.title}</h1>
<p>${support.text.replace('Northline', title)}</p>
<p>${support.reference}</p>
<a class="button button-primary" href="/">${support.back}</a>
</main>
</body>
</html>
`;
}
