import { lagoonTextsOf } from '../lagoon-texts.ts';
import type { PageData } from '../page-data.ts';
import { type SiteLanguage, siteTextsOf } from '../site-texts.ts';
import { type SiteName, siteNames, sites } from '../sites.ts';
import { texts } from '../texts.ts';
import { icons, marks } from './icons.ts';

/** Renders the site's header: its navigation, the player's balances, and the ways to the cashier. */
export function headerHtml(site: SiteName, language: SiteLanguage): string {
  const { header } = siteTextsOf(language);
  const { links, deposit, withdraw } = wordsOf(site, language);
  const anchors = links.map(([id, text]) => `<a href="#${id}">${text}</a>`);
  return `<header class="site-header">
<a class="brand" href="#cashier">${marks[site]}<span class="brand-name">${sites[site].title}</span></a>
<nav class="site-nav" aria-label="${header.navigation}">
${anchors.join('\n')}
<a href="#cashier">${header.cashier}</a>
</nav>
<div class="account">
<span class="avatar" id="player-initial" aria-hidden="true"></span>
<div class="account-lines">
<span class="account-player" id="player-name"></span>
<span class="account-balance" role="status"><span class="visually-hidden">${header.balance}</span> <span id="balance">${texts.balanceUnknown}</span></span>
</div>
</div>
<a class="button button-primary header-deposit" id="header-deposit" href="#cashier">${icons.wallet}<span>${deposit}</span></a>
<a class="button button-quiet header-withdraw" id="header-withdraw" href="#cashier">${icons.withdraw}<span>${withdraw}</span></a>
</header>`;
}

function wordsOf(site: SiteName, language: SiteLanguage) {
  if (site === 'lagoon') {
    const { games, deposit, withdraw } = lagoonTextsOf(language).header;
    return { links: [['games', games]], deposit, withdraw };
  }
  const { live, upcoming, deposit, withdraw } = siteTextsOf(language).header;
  const links = [
    ['live', live],
    ['upcoming', upcoming],
  ];
  return { links, deposit, withdraw };
}

/** Renders the links between the demo's sites; nothing if this one runs alone. */
export function sitesHtml(
  { site, otherSiteUrl }: Pick<PageData, 'site' | 'otherSiteUrl'>,
  language: SiteLanguage,
): string {
  if (otherSiteUrl === null) return '';
  const { sites: words } = siteTextsOf(language);
  const links = siteNames.map((name) => {
    const text = `<b>${sites[name].title}</b> <span>${words[name]}</span>`;
    return name === site
      ? `<a href="/?locale=${language}" aria-current="page">${text}</a>`
      : `<a href="${otherSiteUrl}/?locale=${language}">${text}</a>`;
  });
  return `<nav class="sites" aria-label="${words.label}">${links.join('')}</nav>`;
}
