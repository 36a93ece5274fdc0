import { AlarmConfigs } from './alarm-configs';

const rule = {
  id: 'r1',
  code: 'A',
  level: 'major',
  message: 'a is high',
  comparison: 'gt',
  threshold: 5,
  occurrenceOn: () => null,
} as const;
const seeded = {
  id: 'r1',
  code: 'A',
  level: 'major',
  message: 'a is high',
  comparison: 'gt',
  threshold: 5,
  enabled: true,
};

describe('AlarmConfigs', () => {
  it("starts with the configurations of the building's own alarms", () => {
    expect(new AlarmConfigs([rule]).change('query')).toEqual({ items: [seeded] });
  });

  it('fills in defaults when it creates a configuration', () => {
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
    expect(configs.change('create', { code: 'B', threshold: 3, id: 'mine' })).toEqual({ config });
    expect(configs.change('query')).toEqual({ items: [config] });
  });

  it('updates only the given fields', () => {
    const configs = new AlarmConfigs([rule]);
    const config = { ...seeded, threshold: 7, enabled: false };
    expect(configs.change('update', { id: 'r1', threshold: 7, enabled: false, level: undefined })).toEqual({
      config,
    });
    expect(configs.change('query')).toEqual({ items: [config] });
  });

  it('deletes a configuration', () => {
    const configs = new AlarmConfigs([rule]);
    expect(configs.change('delete', { id: 'r1' })).toEqual({ config: seeded });
    expect(configs.change('query')).toEqual({ items: [] });
    expect(() => configs.change('delete', { id: 'r1' })).toThrow('The alarm configuration r1 was not found.');
  });

  it.each([
    ['create', {}],
    ['create', { code: 'B' }],
    ['update', { threshold: 1 }],
    ['delete', undefined],
  ] as const)('refuses to %s a configuration with %p', (action, fields) => {
    expect(() => new AlarmConfigs([rule]).change(action, fields)).toThrow(
      /must have a code and a threshold|is missing/,
    );
  });
});
