import { formatMoney } from '@kassa/contract';
import { coins, gameNames, games } from '../games/games.ts';
import { type LagoonTexts, lagoonTextsOf } from '../lagoon-texts.ts';
import { type SiteLanguage, siteFormatOf } from '../site-texts.ts';
import { icons } from './icons.ts';

/** Renders the free entry of the day. */
export function entryHtml({ entry }: LagoonTexts): string {
  return `<section class="promotion" aria-labelledby="entry-title">
<h2 id="entry-title">${entry.title}</h2>
<p>${entry.text}</p>
<button type="button" class="button button-primary" id="free-entry">${icons.coin}<span>${entry.button}</span></button>
<p class="note" role="status" id="entry-outcome"></p>
</section>`;
}

/** Renders the games, each with a button for either coin. */
export function lobbyHtml(language: SiteLanguage): string {
  const texts = lagoonTextsOf(language);
  const cards = gameNames.map((game) => {
    const { title, stakes } = games[game];
    const buttons = coins.map((coin) => {
      const stake = formatMoney({ amount: stakes[coin], currency: coin }, siteFormatOf(language));
      const label = texts.games.play.replace('{game}', title).replace('{stake}', stake);
      return `<button type="button" class="button" data-game="${game}" data-coin="${coin}" aria-label="${label}">${stake}</button>`;
    });
    return `<li class="game"><span class="game-art game-${game}" aria-hidden="true"></span>
<h3><bdi>${title}</bdi></h3>
<div class="game-stakes">${buttons.join('')}</div></li>`;
  });
  return `<section class="matches lobby" id="games" aria-labelledby="games-title">
<h2 id="games-title">${texts.games.title}</h2>
<p class="note" role="status" id="round-outcome">${texts.games.note}</p>
<ul class="game-list">
${cards.join('\n')}
</ul>
</section>`;
}
