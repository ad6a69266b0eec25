import type { ServerResponse } from 'node:http';

interface ForwardedCall {
  url: string;
  token: string;
  response: ServerResponse;
}

/**
 * Forwards the bare page's request to Kassa's server and returns its response unchanged, because
 * the server accepts no page of another origin.
 */
export async function forwardCall({ url, token, response }: ForwardedCall): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  response
    .writeHead(answer.status, { 'content-type': 'application/json' })
    .end(Buffer.from(await answer.arrayBuffer()));
}

/**
 * The lower bound for any widget: one small page without a framework that loads the same methods,
 * shows a button for each, filters them by name, and has a form for them.
 */
export const bareHtml = `<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Methods</title>
<input type="search" aria-label="Search">
<main id="methods"></main>
<script type="module">
  const answer = await fetch('/api/banking/methods-payment-v3', { method: 'POST' });
  const { methods } = await answer.json();
  const place = document.getElementById('methods');
  const search = document.querySelector('input');
  const show = (wanted) => {
    const found = methods.filter(({ text }) => text.en.toLowerCase().includes(wanted));
    place.replaceChildren(
      ...found.map(({ name, text }) => {
        const button = document.createElement('button');
        button.dataset.method = name;
        button.textContent = text.en;
        button.onclick = () => {
          place.innerHTML = '<form><input inputmode="decimal"><button>Pay</button></form>';
        };
        return button;
      }),
    );
  };
  search.oninput = () => show(search.value.toLowerCase());
  show('');
</script>
`;
