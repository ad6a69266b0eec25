import type { SiteTexts } from '../site-texts.ts';
import { texts } from '../texts.ts';
import { icons } from './icons.ts';

export function headerHtml({ header }: SiteTexts): string {
  return `<header class="site-header">
<a class="brand" href="#cashier">${icons.brand}<span class="brand-name">Northline</span></a>
<nav class="site-nav" aria-label="${header.navigation}">
<a href="#live">${header.live}</a>
<a href="#upcoming">${header.upcoming}</a>
<a href="#cashier">${header.cashier}</a>
</nav>
<div class="account">
<span class="avatar" id="player-initial" aria-hidden="true"></span>
<div class="account-lines">
<span class="account-player" id="player-name"></span>
<span class="account-balance" role="status"><span class="visually-hidden">${header.balance}</span> <span id="balance">${texts.balanceUnknown}</span></span>
</div>
</div>
<a class="button button-primary header-deposit" id="header-deposit" href="#cashier">${icons.wallet}<span>${header.deposit}</span></a>
<a class="button button-quiet header-withdraw" id="header-withdraw" href="#cashier">${icons.withdraw}<span>${header.withdraw}</span></a>
</header>`;
}
