import { texts } from '../texts.ts';
import {
  type LiveMatch,
  liveMatches,
  type SampleMatch,
  upcomingMatches,
} from './sample-matches.ts';

const { matches } = texts;

export function liveHtml(): string {
  return `<section class="matches live" id="live" aria-labelledby="live-title">
<h2 id="live-title"><span class="live-dot"></span>${matches.live}</h2>
<ul class="match-list" tabindex="0" aria-labelledby="live-title">
${liveMatches.map(liveMatchHtml).join('\n')}
</ul>
</section>`;
}

export function upcomingHtml(): string {
  const items = upcomingMatches.map((match) => {
    const top = `<span>${match.league}</span><span>${match.starts}</span>`;
    return matchHtml(match, top, [teamHtml(match.home), teamHtml(match.away)]);
  });
  return `<section class="matches upcoming" id="upcoming" aria-labelledby="upcoming-title">
<h2 id="upcoming-title">${matches.upcoming}</h2>
<ul class="match-list">
${items.join('\n')}
</ul>
<p class="note">${matches.note}</p>
</section>`;
}

function liveMatchHtml(match: LiveMatch): string {
  const top = `<span>${match.league}</span><span class="clock">${match.clock}</span>`;
  const [home, away] = match.score;
  return matchHtml(match, top, [teamHtml(match.home, home), teamHtml(match.away, away)]);
}

function matchHtml(match: SampleMatch, top: string, teams: string[]): string {
  return `<li class="match">
<div class="match-top">${top}</div>
${teams.join('')}
<div class="odds">${oddsHtml(match)}</div>
</li>`;
}

function teamHtml(name: string, score?: number): string {
  return `<div class="team"><span>${name}</span>${score === undefined ? '' : `<b>${score}</b>`}</div>`;
}

function oddsHtml({ odds: [home, draw, away] }: SampleMatch): string {
  const labelled = [
    [matches.odds.home, home],
    [matches.odds.draw, draw],
    [matches.odds.away, away],
  ];
  return labelled
    .filter(([, value]) => value !== null)
    .map(([label, value]) => `<span class="odd"><small>${label}</small>${value}</span>`)
    .join('');
}
