import { type AlarmConfig, AlarmConfigs } from './alarm-configs';

const existing: AlarmConfig = {
  id: 'r1',
  code: 'A',
  level: 'major',
  message: 'a is high',
  comparison: 'gt',
  threshold: 5,
  enabled: true,
};

describe('AlarmConfigs', () => {
  it('starts with the given configurations', async () => {
    expect(await new AlarmConfigs([existing]).change('query')).toEqual({ items: [existing] });
  });

  it('fills in defaults when it creates a configuration', async () => {
    const configs = new AlarmConfigs([]);
    const config = {
      id: expect.any(String),
      code: 'B',
      level: 'warning',
      comparison: 'gt',
      threshold: 3,
      message: 'B gt 3',
      enabled: true,
    };
    expect(await configs.change('create', { code: 'B', threshold: 3, id: 'mine' })).toEqual({ config });
    expect(await configs.change('query')).toEqual({ items: [config] });
  });

  it('updates only the given fields', async () => {
    const configs = new AlarmConfigs([existing]);
    const config = { ...existing, threshold: 7, enabled: false };
    const fields = { id: 'r1', threshold: 7, enabled: false, level: undefined };
    expect(await configs.change('update', fields)).toEqual({ config });
    expect(await configs.change('query')).toEqual({ items: [config] });
  });

  it('deletes a configuration', async () => {
    const configs = new AlarmConfigs([existing]);
    expect(await configs.change('delete', { id: 'r1' })).toEqual({ config: existing });
    expect(await configs.change('query')).toEqual({ items: [] });
    await expect(configs.change('delete', { id: 'r1' })).rejects.toThrow(
      'The alarm configuration r1 was not found.',
    );
  });

  it.each([
    ['create', {}],
    ['create', { code: 'B' }],
    ['update', { threshold: 1 }],
    ['delete', undefined],
  ] as const)('refuses to %s a configuration with %p', async (action, fields) => {
    await expect(new AlarmConfigs([existing]).change(action, fields)).rejects.toThrow(
      /must have a code and a threshold|is missing/,
    );
  });

  it('changes nothing if the change cannot be stored', async () => {
    const configs = new AlarmConfigs([existing], () => Promise.reject(new Error('The disk is full.')));
    await expect(configs.change('update', { id: 'r1', threshold: 7 })).rejects.toThrow('The disk is full.');
    await expect(configs.change('delete', { id: 'r1' })).rejects.toThrow('The disk is full.');
    expect(configs.all()).toEqual([existing]);
  });
});
