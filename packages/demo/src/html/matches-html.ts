import { type SiteLanguage, type SiteTexts, siteTextsOf } from '../site-texts.ts';
import {
  type LiveMatch,
  liveMatches,
  type SampleMatch,
  type UpcomingMatch,
  upcomingMatches,
} from './sample-matches.ts';

export function promotionHtml({ promotion, header }: SiteTexts): string {
  return `<section class="promotion" aria-labelledby="promotion-title">
<h2 id="promotion-title">${promotion.title}</h2>
<p>${promotion.text}</p>
<a class="button button-primary" href="#cashier" id="promotion-deposit">${header.deposit}</a>
</section>`;
}

export function liveHtml(site: SiteTexts): string {
  const items = liveMatches.map((match) => liveMatchHtml(match, site));
  return `<section class="matches live" id="live" aria-labelledby="live-title">
<h2 id="live-title"><span class="live-dot"></span>${site.matches.live}</h2>
<ul class="match-list" tabindex="0" aria-labelledby="live-title">
${items.join('\n')}
</ul>
</section>`;
}

export function upcomingHtml(language: SiteLanguage): string {
  const site = siteTextsOf(language);
  const items = upcomingMatches.map((match) => {
    const top = `${leagueHtml(match, site)}<span>${startOf(match, language)}</span>`;
    return matchHtml(match, site, top, [teamHtml(match.home), teamHtml(match.away)]);
  });
  return `<section class="matches upcoming" id="upcoming" aria-labelledby="upcoming-title">
<h2 id="upcoming-title">${site.matches.upcoming}</h2>
<ul class="match-list">
${items.join('\n')}
</ul>
<p class="note">${site.matches.note}</p>
</section>`;
}

function startOf({ day, time }: UpcomingMatch, language: SiteLanguage): string {
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(day, 'day');
  return `${words.charAt(0).toLocaleUpperCase(language)}${words.slice(1)} ${time}`;
}

function liveMatchHtml(match: LiveMatch, site: SiteTexts): string {
  const { clock, score } = match;
  const words = typeof clock === 'string' ? clock : `${site.matches.set} ${clock.set}`;
  const top = `${leagueHtml(match, site)}<bdi class="clock">${words}</bdi>`;
  const [home, away] = score;
  return matchHtml(match, site, top, [teamHtml(match.home, home), teamHtml(match.away, away)]);
}

function leagueHtml({ sport, league }: SampleMatch, { sports }: SiteTexts): string {
  return `<span>${sports[sport]} · <bdi>${league}</bdi></span>`;
}

function matchHtml(match: SampleMatch, site: SiteTexts, top: string, teams: string[]): string {
  return `<li class="match">
<div class="match-top">${top}</div>
${teams.join('')}
<div class="odds">${oddsHtml(match, site)}</div>
</li>`;
}

function teamHtml(name: string, score?: number): string {
  return `<div class="team"><bdi>${name}</bdi>${score === undefined ? '' : `<b>${score}</b>`}</div>`;
}

function oddsHtml({ odds: [home, draw, away] }: SampleMatch, { matches }: SiteTexts): string {
  const labelled = [
    [matches.home, home],
    [matches.draw, draw],
    [matches.away, away],
  ];
  return labelled
    .filter(([, value]) => value !== null)
    .map(([label, value]) => `<span class="odd"><small>${label}</small>${value}</span>`)
    .join('');
}
