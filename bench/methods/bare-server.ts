// The minimum that a server can do with a call: read its JSON and respond with an empty object.
import Fastify from 'fastify';
import * as z from 'zod/mini';

const settings = z.object({ PORT: z.string() }).parse(process.env);

const app = Fastify();
app.get('/readyz', () => ({ status: 'ready' }));
app.post('/api/banking/methods-payment-v3', () => ({}));
process.on('SIGTERM', () => {
  void app.close().then(() => process.exit(0));
});
await app.listen({ host: 'localhost', port: Number(settings.PORT) });
