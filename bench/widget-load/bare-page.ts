import { createServer, type Server, type ServerResponse } from 'node:http';

interface BarePage {
  port: number;
  serverUrl: string;
  token: string;
}

/**
 * The floor under any widget: one small page without a framework that asks for the same methods and
 * shows a button for each. The request goes through this server to the real one, with its answer as
 * it is: a page of another origin may not ask it.
 */
export async function startBarePage({ port, serverUrl, token }: BarePage): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method === 'POST') void forwardCall(`${serverUrl}${request.url}`, token, response);
    else if (request.url === '/') response.setHeader('content-type', 'text/html').end(html);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, 'localhost', resolve);
  });
  return server;
}

export async function closeBarePage(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

async function forwardCall(url: string, token: string, response: ServerResponse): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ country: 'de', currency: 'EUR' }),
  });
  response
    .writeHead(answer.status, { 'content-type': 'application/json' })
    .end(Buffer.from(await answer.arrayBuffer()));
}

const html = `<!doctype html>
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
