import type { HostDataInput } from '@kassa/contract';
import type { starts } from '../choices.ts';

/** The ways to integrate the cashier. */
export const codeKinds = ['script', 'npm', 'react', 'kotlin', 'swift'] as const;
export type CodeKind = (typeof codeKinds)[number];

export type CashierStart = (typeof starts)[number];

/**
 * Returns a host's code for the playground's settings. It never contains a token; it calls a
 * function that fetches one.
 */
export function embedCode(
  kind: CodeKind,
  { url, start }: { url: string; start: CashierStart },
  hostData: HostDataInput,
): string {
  const isDefault = start === 'deposit';
  const data = Object.entries(hostData);
  const fields: [string, unknown][] = isDefault ? data : [['start', start], ...data];
  // In an app the address says it.
  const appUrl = isDefault ? url : `${url.replace(/\/$/, '')}/${start}`;
  switch (kind) {
    case 'script':
      return `<div id="cashier"></div>
<script src="/embed.iife.js"></script>
<script type="module">
  const cashier = Kassa.mountCashier(document.getElementById('cashier'), {
    url: ${literal(url)},
    token: await fetchToken(),
    refreshToken: fetchToken,
${options(fields, 4)}    on: { onClose: () => cashier.destroy() },
  });
</script>`;
    case 'npm':
      return `import { mountCashier } from '@kassa/embed';

const cashier = mountCashier(element, {
  url: ${literal(url)},
  token: await fetchToken(),
  refreshToken: fetchToken,
${options(fields, 2)}  on: { onClose: () => cashier.destroy() },
});`;
    case 'react':
      return `import { Cashier } from '@kassa/embed/react';

<Cashier
  url=${literal(url)}
  token={token}
  refreshToken={fetchToken}
${fields.map(([name, value]) => `  ${name}={${literal(value, 2)}}\n`).join('')}  onClose={() => setIsOpen(false)}
/>`;
    case 'kotlin':
      return `val cashier = KassaCashier(
    webView = findViewById(R.id.cashier),
    url = ${kotlin(appUrl)},
    hostData = JSONObject()
        .put("token", token)
${data.map(([name, value]) => `        .put("${name}", ${kotlin(value)})`).join('\n')},
    refreshToken = { onToken -> api.fetchToken(onToken) },
    onClose = { finish() },
)`;
    case 'swift':
      return `let cashier = KassaCashier(
    url: URL(string: ${swift(appUrl)})!,
    hostData: [
        "token": token,
${data.map(([name, value]) => `        "${name}": ${swift(value)},\n`).join('')}    ],
    presenter: self,
    refreshToken: { try await api.fetchToken() }
)
cashier.onClose = { [weak self] in self?.dismiss(animated: true) }`;
  }
}

function options(fields: [string, unknown][], indent: number): string {
  const space = ' '.repeat(indent);
  return fields.map(([name, value]) => `${space}${name}: ${literal(value, indent)},\n`).join('');
}

/** Returns a value as JavaScript; short ones on one line. */
function literal(value: unknown, indent = 0): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item) => literal(item, indent + 2))
    : Object.entries(value).map(([name, item]) => `${key(name)}: ${literal(item, indent + 2)}`);
  const [open, close] = isList ? ['[', ']'] : ['{ ', ' }'];
  const line = `${open}${parts.join(', ')}${close}`;
  if (line.length <= 70 && !line.includes('\n')) return line;
  const space = ' '.repeat(indent + 2);
  return `${open.trim()}\n${parts.map((part) => `${space}${part},\n`).join('')}${' '.repeat(indent)}${close.trim()}`;
}

function key(name: string): string {
  return /^\w+$/.test(name) ? name : quote(name);
}

/** Quotes a text so that it can't end its quotes or a surrounding script element. */
function quote(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped.replaceAll('<', '\\u003c')}'`;
}

/** Returns a value as an argument of JSONObject.put(); an object or list is passed as its JSON. */
function kotlin(value: unknown): string {
  if (typeof value !== 'object') return JSON.stringify(value).replaceAll('$', '\\$');
  const kind = Array.isArray(value) ? 'JSONArray' : 'JSONObject';
  return `${kind}(${kotlin(JSON.stringify(value))})`;
}

function swift(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(swift).join(', ')}]`;
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value).replaceAll(/\\u([\da-f]{4})/g, '\\u{$1}');
  }
  const parts = Object.entries(value).map(
    ([name, item]) => `${JSON.stringify(name)}: ${swift(item)}`,
  );
  return `[${parts.join(', ')}]`;
}
