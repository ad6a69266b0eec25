import type { HostDataInput } from '@kassa/contract';
import { texts } from '../texts.ts';
import { element } from './element.ts';
import { type CashierStart, type CodeKind, codeKinds, embedCode } from './embed-code.ts';

/** How long "Copied" is shown. */
const copiedMs = 2000;

/** The panel with the code for the current settings. */
export interface CodePanel {
  show(hostData: HostDataInput, start: CashierStart): void;
}

export function createCodePanel(widgetUrl: string): CodePanel {
  const tabs = codeKinds.map((kind) => ({
    kind,
    tab: element(`code-tab-${kind}`, HTMLButtonElement),
  }));
  const panel = element('code-panel', HTMLPreElement);
  const code = element('code-text', HTMLElement);
  const copy = element('code-copy', HTMLButtonElement);
  let chosen: CodeKind = 'script';
  let hostData: HostDataInput = {};
  let start: CashierStart = 'deposit';

  const render = () => {
    code.replaceChildren(...highlight(embedCode(chosen, { url: widgetUrl, start }, hostData)));
  };

  const choose = (kind: CodeKind) => {
    chosen = kind;
    for (const { kind: own, tab } of tabs) {
      const isChosen = own === kind;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
    }
    panel.setAttribute('aria-labelledby', `code-tab-${kind}`);
    render();
  };

  for (const [index, { kind, tab }] of tabs.entries()) {
    tab.addEventListener('click', () => choose(kind));
    tab.addEventListener('keydown', ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      const next = step && tabs.at((index + step) % tabs.length);
      if (!next) return;
      choose(next.kind);
      next.tab.focus();
    });
  }

  copy.addEventListener('click', async () => {
    const isCopied = await navigator.clipboard.writeText(code.textContent ?? '').then(
      () => true,
      () => false,
    );
    copy.textContent = isCopied ? texts.code.copied : texts.code.notCopied;
    setTimeout(() => {
      copy.textContent = texts.code.copy;
    }, copiedMs);
  });

  return {
    show(shown, opened) {
      hostData = shown;
      start = opened;
      render();
    },
  };
}

/** Returns the code with its strings highlighted. */
function highlight(text: string): (string | Node)[] {
  return text.split(/('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/).map((part, index) => {
    if (index % 2 === 0) return part;
    const quoted = document.createElement('span');
    quoted.className = 'code-string';
    quoted.textContent = part;
    return quoted;
  });
}
