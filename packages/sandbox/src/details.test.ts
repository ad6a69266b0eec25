import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { validateDetails } from './details.ts';
import {
  makeDataFolder,
  paymentRequest,
  startTestSandbox,
  type TestSandbox,
} from './testing/sandbox-client.ts';

describe('validating details', () => {
  it.each([
    [{}, []],
    [{ account: '12345678' }, []],
    [{ account: '99991111' }, ['smsCode']],
    [{ account: '99991111', smsCode: '123456' }, []],
    [{ account: '1111', holder: '2222' }, ['smsCode', 'birthDate', 'documentNumber']],
    [{ account: '1111', smsCode: '002222', birthDate: '01.02.1990' }, ['documentNumber']],
  ])('%j lacks %j', (details, names) => {
    const result = validateDetails(details);
    expect(result.kind === 'taken' && result.missing.map(({ name }) => name)).toEqual(names);
  });

  it('rejects a certain account in any combination, with a text for the player', () => {
    expect(validateDetails({ account: '55550000', phone: '+491111' })).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('use another'),
    });
  });
});

describe('a payment with details', () => {
  let sandbox: TestSandbox;
  let dataFolder: string;
  beforeEach(async () => {
    dataFolder = makeDataFolder();
    sandbox = await startTestSandbox({ dataFolder, timing: { slowAnswerMs: 1 } });
  });
  afterEach(() => sandbox.close());

  const asking = { ...paymentRequest, details: { account: '99991111' } };
  const give = (id: unknown, details: object) =>
    sandbox.post(`/v1/payments/${id}/details`, { details });

  it('that the provider rejects is not created', async () => {
    const refused = { ...paymentRequest, details: { account: '00000000' } };
    expect(await sandbox.post('/v1/payments', refused)).toMatchObject({
      status: 422,
      body: { error: { code: 'details.refused' } },
    });
    expect((await sandbox.post('/v1/payments', paymentRequest)).status).toBe(201);
  });

  it('has no page until all details are given, and stays the same payment if they are repeated', async () => {
    const first = await sandbox.post('/v1/payments', asking);
    expect(first).toMatchObject({
      status: 201,
      body: { status: 'pending', redirect: null, missingDetails: [{ name: 'smsCode' }] },
    });
    const { id } = first.body;
    expect((await sandbox.post('/v1/payments', asking)).body).toEqual(first.body);
    const taken = await give(id, { smsCode: '123456' });
    expect(taken).toMatchObject({ status: 200, body: { id, missingDetails: [] } });
    expect(taken.body.redirect).toMatchObject({ method: 'GET' });
    expect(await give(id, { smsCode: '123456' })).toEqual(taken);
    expect((await sandbox.post('/v1/payments', asking)).body).toEqual(taken.body);
  });

  it('may need more details, or be rejected, because of later details', async () => {
    const { body } = await sandbox.post('/v1/payments', asking);
    const more = await give(body.id, { smsCode: '002222' });
    expect(more.body.missingDetails).toMatchObject([
      { name: 'birthDate', kind: 'date' },
      { name: 'documentNumber', kind: 'document' },
    ]);
    expect(await give(body.id, { birthDate: '0000' })).toMatchObject({ status: 422 });
    expect((await give(body.id, {})).body).toEqual(more.body);
  });

  it('is restored after a restart', async () => {
    const { body } = await sandbox.post('/v1/payments', asking);
    await give(body.id, { smsCode: '123456' });
    await sandbox.close();
    sandbox = await startTestSandbox({ dataFolder });
    expect((await give(body.id, {})).body).toMatchObject({ missingDetails: [] });
  });

  it('is unknown without a payment, and invalid without texts', async () => {
    expect((await give('pay_none', {})).status).toBe(404);
    const { body } = await sandbox.post('/v1/payments', asking);
    expect((await give(body.id, { smsCode: 123456 })).status).toBe(400);
  });

  it.each(['cancel', 'decline'])('accepts no details once it has ended: %s', async (act) => {
    const { body } = await sandbox.post('/v1/payments', asking);
    await sandbox.post(`/v1/payments/${body.id}/${act}`, {});
    expect(await give(body.id, { smsCode: '123456' })).toMatchObject({
      status: 409,
      body: { error: { code: 'payment.finished' } },
    });
  });

  it('has the faults of creating', async () => {
    const { body } = await sandbox.post('/v1/payments', asking);
    await sandbox.behave({ create: 'unavailable' });
    expect((await give(body.id, { smsCode: '123456' })).status).toBe(503);
    await sandbox.behave({ create: 'broken' });
    expect((await give(body.id, { smsCode: '123456' })).status).toBe(500);
    await sandbox.behave({ create: 'normal' });
    expect((await give(body.id, {})).body).toMatchObject({ missingDetails: [] });
  });
});
