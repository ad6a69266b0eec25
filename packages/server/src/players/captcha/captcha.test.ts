import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AltchaChallenge, CaptchaSolution } from '@kassa/contract';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type CaptchaSettings, captchaSettingsSchema } from '../../brands/captcha-settings.ts';
import type { Brand } from '../../brands/load-brands.ts';
import { connect, type Db } from '../../ground/database/connect.ts';
import { buildVault } from '../../ground/encryption/vault.ts';
import { buildMethod } from '../../testing/build-method.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { withShortTimeouts } from '../../testing/with-short-timeouts.ts';
import { buildChallenge, requireCaptcha } from './captcha.ts';

let db: Db;

beforeAll(async () => {
  db = connect(await createTestDatabase(), { mostWaitMs: 60_000 });
});

afterAll(() => db.destroy());

const oldKey = { id: 'old', secret: Buffer.alloc(32, 1) };
const freshKey = { id: 'fresh', secret: Buffer.alloc(32, 2) };
const method = buildMethod('card', { needsCaptcha: true });
const newPlayer = (brandId = 'kassa') => ({ brandId, playerId: uuidv7(), isVouchedFor: false });
const refusal = expect.objectContaining({ code: 'captcha_required' });

/** The core of one server process, with these captchas by brand. */
function buildCore(captchas: Record<string, object> = {}, keys = [oldKey]) {
  const brands = Object.entries({
    kassa: { kind: 'altcha' },
    other: { kind: 'altcha' },
    ...captchas,
  });
  return {
    db,
    brands: new Map(
      brands.map(([id, config]) => {
        const captcha: CaptchaSettings = captchaSettingsSchema.parse(config);
        return [id, { id, captcha } as Brand];
      }),
    ),
    vault: buildVault(keys),
    log: { info: vi.fn(), warn: vi.fn(), error: vi.fn() },
    now: () => new Date(),
  };
}

test('a method without a captcha requires none', async () => {
  await requireCaptcha(buildCore(), newPlayer(), buildMethod('card'), {});
});

describe('captchaBypass', () => {
  const brands = {
    kassa: { kind: 'geetest', captchaId: 'id', captchaKey: 'a key of it' },
  };
  const vouchedFor = () => ({ ...newPlayer(), isVouchedFor: true });

  test('lets a player pass whose token allows it', async () => {
    const [core, player] = [buildCore(brands), vouchedFor()];
    expect(await buildChallenge(core, player)).toEqual({ kind: 'bypass' });
    await requireCaptcha(core, player, method, { captchaBypass: true });
    await requireCaptcha(core, player, method, { captchaBypass: true });
  });

  test('is rejected from all other players, whatever else the request holds', async () => {
    for (const captchas of [{}, brands]) {
      const core = buildCore(captchas);
      const attempt = requireCaptcha(core, newPlayer(), method, { captchaBypass: true });
      await expect(attempt).rejects.toEqual(refusal);
      expect(core.log.info.mock.lastCall?.[0]).toMatchObject({
        reason: 'the token does not allow a bypass',
      });
    }
  });

  test('must be set: without it and without a solution, that player is rejected too', async () => {
    await expect(requireCaptcha(buildCore(), vouchedFor(), method, {})).rejects.toEqual(refusal);
  });
});

describe('ALTCHA', () => {
  const getChallenge = async (
    core: ReturnType<typeof buildCore>,
    player: ReturnType<typeof newPlayer>,
  ) => {
    const challenge = await buildChallenge(core, player);
    if (challenge.kind !== 'altcha') throw new Error(`a challenge of ${challenge.kind}`);
    return challenge.challenge;
  };
  /** Solves and encodes like the widget. */
  const solve = async (challenge: AltchaChallenge) => {
    const solution = await solveChallenge({ challenge, deriveKey });
    return encode({ challenge, solution });
  };
  const encode = (payload: unknown): CaptchaSolution => ({
    altcha: Buffer.from(JSON.stringify(payload)).toString('base64'),
  });
  const decode = ({ altcha = '' }: CaptchaSolution) =>
    JSON.parse(Buffer.from(altcha, 'base64').toString());

  test('accepts a solution once, also on another process', async () => {
    const player = newPlayer();
    const solution = await solve(await getChallenge(buildCore(), player));
    await requireCaptcha(buildCore(), player, method, solution);
    const core = buildCore();
    await expect(requireCaptcha(core, player, method, solution)).rejects.toEqual(refusal);
    expect(core.log.info.mock.lastCall?.[0]).toMatchObject({ reason: 'used before' });
  });

  test('accepts one of several concurrent uses of a solution', async () => {
    const player = newPlayer();
    const core = buildCore();
    const solution = await solve(await getChallenge(core, player));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => requireCaptcha(core, player, method, solution)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('treats another encoding of a solution as the same', async () => {
    const player = newPlayer();
    const core = buildCore();
    const solution = await solve(await getChallenge(core, player));
    await requireCaptcha(core, player, method, solution);
    const { challenge, solution: solved } = decode(solution);
    const { nonce, ...rest } = challenge.parameters;
    const respelled = encode({
      solution: { ...solved, time: 99 },
      challenge: { signature: challenge.signature, parameters: { ...rest, nonce } },
    });
    await expect(requireCaptcha(core, player, method, respelled)).rejects.toEqual(refusal);
  });

  test("rejects another player's and another brand's solution", async () => {
    const [player, core] = [newPlayer(), buildCore()];
    const solution = await solve(await getChallenge(core, player));
    for (const stranger of [newPlayer(), { ...player, brandId: 'other' }]) {
      await expect(requireCaptcha(core, stranger, method, solution)).rejects.toEqual(refusal);
      expect(core.log.info.mock.lastCall?.[0]).toMatchObject({ reason: "another player's" });
    }
    await requireCaptcha(core, player, method, solution);
  });

  test('rejects an expired solution', async () => {
    const [player, core] = [newPlayer(), buildCore()];
    const solution = await solve(await getChallenge(core, player));
    const later = { ...core, now: () => new Date(Date.now() + 21 * 60_000) };
    await expect(requireCaptcha(later, player, method, solution)).rejects.toEqual(refusal);
  });

  test('rejects a missing, malformed, unsolved, changed or forged solution', async () => {
    const [player, core] = [newPlayer(), buildCore()];
    const challenge = await getChallenge(core, player);
    const solved = decode(await solve(challenge));
    const changed = (part: object) =>
      encode({
        ...solved,
        challenge: { ...challenge, parameters: { ...challenge.parameters, ...part } },
      });
    const foreign = await getChallenge(buildCore({}, [freshKey]), player);
    const attempts: CaptchaSolution[] = [
      {},
      { altcha: '' },
      { altcha: 'not base64!' },
      encode(null),
      encode({ challenge }),
      encode({ challenge, solution: { counter: 1, derivedKey: '00' } }),
      encode({
        challenge,
        solution: { counter: 1e10, derivedKey: challenge.parameters.keyPrefix },
      }),
      changed({ expiresAt: challenge.parameters.expiresAt + 1 }),
      changed({ cost: 1 }),
      changed({ nonce: '00'.repeat(16) }),
      await solve(foreign),
    ];
    for (const attempt of attempts) {
      await expect(requireCaptcha(core, player, method, attempt)).rejects.toEqual(refusal);
    }
  });

  test('still verifies a challenge signed with an older key of the ring', async () => {
    const player = newPlayer();
    const solution = await solve(await getChallenge(buildCore({}, [oldKey]), player));
    await requireCaptcha(buildCore({}, [freshKey, oldKey]), player, method, solution);
  });

  test('gives the widget nothing that identifies the player', async () => {
    const player = newPlayer();
    expect(JSON.stringify(await getChallenge(buildCore(), player))).not.toContain(player.playerId);
  });
});

/** A provider's API on this machine, with configured responses. */
async function startProvider(
  answer: (url: URL, form: URLSearchParams) => { status?: number; body: unknown } | 'silence',
) {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://provider');
    const reply = answer(url, await readForm(request));
    if (reply === 'silence') return;
    const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    apiUrl: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
    [Symbol.dispose]() {
      this.stop();
    },
  };
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  expect(request.method).toBe('POST');
  expect(request.headers['content-type']).toMatch('application/x-www-form-urlencoded');
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

/** Failures of the provider, in which no solution passes. */
const broken = [
  ['is down', { status: 503, body: {} }],
  ['answers with a page', { body: '<html>' }],
  ['answers nothing', { body: '' }],
  ['answers with something else', { body: { ok: true } }],
  ['is silent', 'silence'],
] as const;

describe('Geetest', () => {
  const captchaId = '647f5ed2ed8acb4be36784e01556bb71';
  const captchaKey = 'b09a7aafbfd83f73b35a9b530d0337bf';
  const configure = (apiUrl: string) =>
    buildCore({ kassa: { kind: 'geetest', captchaId, captchaKey, apiUrl } });
  const solved = (): CaptchaSolution => ({
    geetestLotNumber: uuidv7().replaceAll('-', ''),
    geetestCaptchaOutput: 'output',
    geetestPassToken: 'good',
    geetestGenTime: '1793000000',
  });
  /** By its documentation: "Secondary validation API". */
  const start = () =>
    startProvider((url, form) => {
      const lotNumber = form.get('lot_number') ?? '';
      const signature = createHmac('sha256', captchaKey).update(lotNumber).digest('hex');
      const isRequest =
        url.pathname === '/validate' &&
        url.searchParams.get('captcha_id') === captchaId &&
        form.get('sign_token') === signature &&
        form.get('captcha_output') === 'output' &&
        /^\d+$/.test(form.get('gen_time') ?? '');
      if (!isRequest) return { body: { status: 'error', code: '-50005', msg: 'illegal gen_time' } };
      const isGood = form.get('pass_token') === 'good';
      return {
        body: {
          status: 'success',
          result: isGood ? 'success' : 'fail',
          reason: isGood ? '' : 'pass_token expire',
          captcha_args: { used_type: 'slide', user_ip: '127.0.0.1', lot_number: lotNumber },
        },
      };
    });

  test('gives the widget its id', async () => {
    expect(await buildChallenge(configure('http://localhost'), newPlayer())).toEqual({
      kind: 'geetest',
      captchaId,
      scriptUrl: 'https://static.geetest.com/v4/gt4.js',
    });
  });

  test('accepts a solution once', async () => {
    using provider = await start();
    const core = configure(provider.apiUrl);
    const solution = solved();
    await requireCaptcha(core, newPlayer(), method, solution);
    await expect(requireCaptcha(core, newPlayer(), method, solution)).rejects.toEqual(refusal);
    await requireCaptcha(core, newPlayer(), method, solved());
  });

  test('rejects a solution that Geetest rejects, an incomplete one, and one of another kind', async () => {
    using provider = await start();
    const core = configure(provider.apiUrl);
    const attempts: CaptchaSolution[] = [
      { ...solved(), geetestPassToken: 'expired' },
      { ...solved(), geetestGenTime: 'now' },
      { ...solved(), geetestLotNumber: undefined },
      { altcha: 'e30=' },
      {},
    ];
    for (const attempt of attempts) {
      await expect(requireCaptcha(core, newPlayer(), method, attempt)).rejects.toEqual(refusal);
    }
  });

  test.each(broken)(
    'rejects all solutions when it %s, and logs that for the operator',
    async (_, answer) => {
      using provider = await startProvider(() => answer);
      const core = configure(provider.apiUrl);
      const solution = solved();
      const attempt = () => requireCaptcha(core, newPlayer(), method, solution);
      await expect(withShortTimeouts(attempt)).rejects.toEqual(refusal);
      expect(core.log.error).toHaveBeenCalledOnce();
      expect(JSON.stringify(core.log.error.mock.calls)).not.toContain(solution.geetestLotNumber);
    },
  );

  test('rejects all solutions when it is unreachable', async () => {
    const provider = await start();
    provider.stop();
    const core = configure(provider.apiUrl);
    await expect(requireCaptcha(core, newPlayer(), method, solved())).rejects.toEqual(refusal);
    expect(core.log.error).toHaveBeenCalledOnce();
  });
});

describe('reCAPTCHA', () => {
  const v2 = { siteKey: 'site-v2', secret: 'secret-v2' };
  const v3 = { siteKey: 'site-v3', secret: 'secret-v3', minScore: 0.5 };
  const configure = (apiUrl: string, versions: object = { v2, v3 }) =>
    buildCore({ kassa: { kind: 'recaptcha', ...versions, apiUrl } });
  const answers: Record<string, object> = {
    'secret-v2 good': { success: true },
    'secret-v3 good': { success: true, score: 0.5, action: 'p2pUserScore' },
    'secret-v3 low': { success: true, score: 0.4, action: 'p2pUserScore' },
    'secret-v3 elsewhere': { success: true, score: 0.9, action: 'login' },
    'secret-v3 scoreless': { success: true, action: 'p2pUserScore' },
  };
  /** By its documentation: "Verifying the user's response". */
  const start = () =>
    startProvider((url, form) => {
      if (url.pathname !== '/recaptcha/api/siteverify') return { status: 404, body: '' };
      const [word] = (form.get('response') ?? '').split(' ');
      const answer = answers[`${form.get('secret')} ${word}`] ?? {
        success: false,
        'error-codes': [word === 'secretless' ? 'invalid-input-secret' : 'timeout-or-duplicate'],
      };
      return {
        body: { challenge_ts: new Date().toISOString(), hostname: 'pay.example', ...answer },
      };
    });
  const tokens = (captchaResponse: string | null, captchaResponseV3: string | null) => ({
    ...(captchaResponse && { captchaResponse: `${captchaResponse} ${uuidv7()}` }),
    ...(captchaResponseV3 && { captchaResponseV3: `${captchaResponseV3} ${uuidv7()}` }),
  });

  test('gives the widget its site keys', async () => {
    expect(await buildChallenge(configure('http://localhost', { v3 }), newPlayer())).toEqual({
      kind: 'recaptcha',
      scriptUrl: 'https://www.google.com/recaptcha/api.js',
      siteKey: null,
      isInvisible: false,
      siteKeyV3: 'site-v3',
    });
  });

  test.each([
    ['both', { v2, v3 }, tokens('good', 'good')],
    ['v2 alone', { v2 }, tokens('good', null)],
    ['v3 alone', { v3 }, tokens(null, 'good')],
  ])('with %s, accepts a solution once', async (_, versions, solution) => {
    using provider = await start();
    const core = configure(provider.apiUrl, versions);
    await requireCaptcha(core, newPlayer(), method, solution);
    await expect(requireCaptcha(core, newPlayer(), method, solution)).rejects.toEqual(refusal);
  });

  test('rejects a used token beside an unused one', async () => {
    using provider = await start();
    const core = configure(provider.apiUrl);
    const [first, second] = [tokens('good', 'good'), tokens('good', 'good')];
    await requireCaptcha(core, newPlayer(), method, first);
    const mixed = { ...second, captchaResponseV3: first.captchaResponseV3 };
    await expect(requireCaptcha(core, newPlayer(), method, mixed)).rejects.toEqual(refusal);
  });

  test.each([
    ['no v3 answer', tokens('good', null)],
    ['no v2 answer', tokens(null, 'good')],
    ['a bad v2 answer', tokens('bad', 'good')],
    ['a bad v3 answer', tokens('good', 'bad')],
    ['too low a score', tokens('good', 'low')],
    ['no score', tokens('good', 'scoreless')],
    ['another action', tokens('good', 'elsewhere')],
    ['nothing', {}],
  ])('with both, rejects %s', async (_, solution) => {
    using provider = await start();
    const core = configure(provider.apiUrl);
    await expect(requireCaptcha(core, newPlayer(), method, solution)).rejects.toEqual(refusal);
    expect(core.log.info).toHaveBeenCalledOnce();
  });

  test('logs for the operator that the secret is rejected', async () => {
    using provider = await start();
    const core = configure(provider.apiUrl);
    const solution = tokens('secretless', 'good');
    await expect(requireCaptcha(core, newPlayer(), method, solution)).rejects.toEqual(refusal);
    expect(core.log.error.mock.lastCall?.[0]).toMatchObject({ reason: 'invalid-input-secret' });
  });

  test.each(broken)('rejects all solutions when it %s', async (_, answer) => {
    using provider = await startProvider(() => answer);
    const core = configure(provider.apiUrl);
    const solution = tokens('good', 'good');
    const attempt = () => requireCaptcha(core, newPlayer(), method, solution);
    await expect(withShortTimeouts(attempt)).rejects.toEqual(refusal);
    expect(core.log.error).toHaveBeenCalledOnce();
  });
});

test.each([
  ['another kind', { kind: 'none' }],
  ['reCAPTCHA of no version', { kind: 'recaptcha' }],
  [
    'a score beyond 1',
    { kind: 'recaptcha', v3: { siteKey: 's', secret: '12345678', minScore: 5 } },
  ],
  ['Geetest without its key', { kind: 'geetest', captchaId: 'id' }],
  [
    'a script that is no address of the web',
    {
      kind: 'geetest',
      captchaId: 'id',
      captchaKey: '12345678',
      scriptUrl: 'data:text/javascript,1',
    },
  ],
  [
    'a script whose address would end a directive',
    {
      kind: 'geetest',
      captchaId: 'id',
      captchaKey: '12345678',
      scriptUrl: 'https://a;b.example/x',
    },
  ],
])("refuses a brand's settings with %s", (_, config) => {
  expect(captchaSettingsSchema.safeParse(config).success).toBe(false);
});
