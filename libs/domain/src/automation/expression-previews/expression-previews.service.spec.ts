import { Environment } from '@app/config';
import { FixedClock, SecretValues } from '@app/kernel';
import { NO_SITE } from '@app/workflow-engine';
import { ExpressionPreviewsService } from './expression-previews.service';

describe('ExpressionPreviewsService', () => {
  const service = new ExpressionPreviewsService(
    { read: () => Promise.resolve(NO_SITE) } as never,
    new SecretValues({ KEY: 'abc-12345' }, { MAIL: 'ada@example.org' }),
    Object.assign(new Environment(), { LIMIT_EXPRESSION_STEPS: 1000 }),
    new FixedClock(Date.parse('2026-03-01T00:00:00Z')),
  );
  const preview = (text: string, kind: 'expression' | 'template', data = {}) =>
    service.preview({ text, kind, data });

  it('evaluates an expression with the given data', async () => {
    const data = { nodeOutputs: { weather: { body: { outside: 12.5 } } } };
    expect(await preview('nodeOutputs.weather.body.outside < 16', 'expression', data)).toEqual({
      value: true,
      error: null,
    });
  });

  it('evaluates the expressions in a text', async () => {
    expect(await preview('{{ triggerData.co2 }} ppm', 'template', { triggerData: { co2: 900 } })).toEqual({
      value: '900 ppm',
      error: null,
    });
  });

  it('reports why an expression has no value, and where', async () => {
    expect(await preview('triggerData.', 'expression', { triggerData: {} })).toMatchObject({
      value: null,
      error: { message: expect.any(String) as string, position: expect.any(Number) as number },
    });
    const { error } = await preview('unknown + 1', 'expression');
    expect(error?.message).toContain('unknown');
  });

  it('ends an evaluation that takes too many steps', async () => {
    const text = 'Array.from({length: 100000}).map((item, index) => index).length';
    expect((await preview(text, 'expression')).error).not.toBeNull();
  });

  it('masks secret variables before the evaluation, but not other variables', async () => {
    expect((await preview('env.MAIL', 'expression')).value).toBe('ada@example.org');
    expect((await preview('env.KEY.length + env.KEY', 'expression')).value).toBe('8********');
  });
});
