import { codeKinds } from '../page/embed-code.ts';
import { texts } from '../texts.ts';

const { code } = texts;

/** Renders the code for the current settings, in tabs. The script fills it in. */
export function codeHtml(): string {
  const tabs = codeKinds.map(
    (kind, index) =>
      `<button type="button" role="tab" id="code-tab-${kind}" data-kind="${kind}" aria-controls="code-panel" aria-selected="${index === 0}" tabindex="${index === 0 ? 0 : -1}">${code.kinds[kind]}</button>`,
  );
  return `<div class="code">
<div class="code-header">
<h3 id="code-title">${code.title}</h3>
<button type="button" class="button button-quiet" id="code-copy">${code.copy}</button>
</div>
<div class="tabs" role="tablist" id="code-tabs" aria-labelledby="code-title">${tabs.join('')}</div>
<pre class="code-panel" role="tabpanel" id="code-panel" aria-labelledby="code-tab-script" tabindex="0"><code id="code-text"></code></pre>
</div>`;
}
