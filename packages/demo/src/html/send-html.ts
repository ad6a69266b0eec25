import { texts } from '../texts.ts';
import { iconOfSummary } from './icons.ts';

const { send } = texts;

/** Renders a button for each message that a host sends, and a field for any other text. */
export function sendHtml(hasBonuses: boolean): string {
  const button = (id: string, label: string) =>
    `<button type="button" class="chip" id="send-${id}">${label}</button>`;
  return `<div class="send">
<h3 id="send-title">${send.title}</h3>
<div class="chips" role="group" aria-labelledby="send-title">
${button('close', send.close)}
${button('token', send.token)}
${button('expired', send.expired)}
${button('theme', send.theme('dark'))}
${button('tokens', send.tokens('emerald'))}
${hasBonuses ? button('bonuses', send.bonuses('both')) : ''}
${button('loaded', send.loaded)}
${button('malformed', send.malformed)}
${button('remount', send.remount)}
</div>
<details class="group">
<summary>${iconOfSummary}<span>${send.own}</span></summary>
<form class="send-own" id="send-own">
<textarea name="text" class="mono" rows="3" spellcheck="false" aria-label="${send.ownLabel}"></textarea>
<button class="button">${send.send}</button>
</form>
</details>
</div>`;
}
