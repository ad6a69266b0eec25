import type { ServerResponse } from 'node:http';

interface ForwardedCall {
  url: string;
  token: string;
  response: ServerResponse;
}

/**
 * Passes the bare page's request on to Kassa's server, with its answer as it is: a page of another
 * origin may not ask it.
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
 * The floor under any widget: one small page without a framework that asks for the same methods and
 * shows a button for each.
 */
export const bareHtml = `<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Methods</title>
<main id="methods"></main>
<script type="module">
  const answer = await fetch('/api/banking/methods-payment-v3', { method: 'POST' });
  const { methods } = await answer.json();
  document.getElementById('methods').append(
    ...methods.map(({ name, text }) => {
      const button = document.createElement('button');
      button.dataset.method = name;
      button.textContent = text.en;
      return button;
    }),
  );
</script>
`;
